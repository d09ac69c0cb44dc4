"""Pango, the one library that PDF files need and Python packages cannot bring."""

import ctypes
import os
import sys

from tdsuite.ops.launcher import system, virtualenv
from tdsuite.ops.launcher.system import Say
from tdsuite.ops.launcher.virtualenv import Places

LIBRARIES = {
    "win32": ("libpango-1.0-0.dll", "libpangoft2-1.0-0.dll"),
    "darwin": ("libpango-1.0.dylib", "libpangoft2-1.0.dylib"),
}.get(sys.platform, ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"))
# Homebrew's libraries, which are not on macOS's own search path.
BREW_FOLDERS = ("/opt/homebrew/lib", "/usr/local/lib") if sys.platform == "darwin" else ()


def is_ready(at: Places, say: Say) -> bool:
    """Whether PDF files can be made.  Tries once to bring Pango, else says the line to type."""
    if has_pango():
        return True
    if virtualenv.first_time(at, "pango") and system.install(system.PANGO, say) and has_pango():
        return True
    say(
        "PDF files cannot be made on this computer yet: Pango is missing. All else works; pages print from the "
        f"browser.\nTo have PDF, {system.line_to_type(system.PANGO)}\nand start again."
    )
    return False


def has_pango() -> bool:
    """Whether the libraries that WeasyPrint opens are found."""
    try:
        for name in LIBRARIES:
            paths = [f"{folder}/{name}" for folder in BREW_FOLDERS]
            ctypes.CDLL(next((path for path in paths if os.path.exists(path)), name))
    except OSError:
        return False
    return True
