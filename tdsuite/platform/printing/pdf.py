"""HTML to PDF with WeasyPrint, in a helper process. Imports no Django: the helper loads only this and WeasyPrint."""

import ctypes
import gc
import mimetypes
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

Roots = Sequence[tuple[str, str]]
VARIANT = "pdf/ua-1"

# The libraries that WeasyPrint opens, by the names that Linux, macOS and Windows give them.
LIBRARIES = {
    "GObject": ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    "Pango": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "PangoFT2": ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    "HarfBuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    "Fontconfig": ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
}
# Homebrew's libraries, which are not on macOS's own search path; and those of MSYS2, where WeasyPrint looks on Windows.
BREW_FOLDERS = ("/opt/homebrew/lib", "/usr/local/lib") if sys.platform == "darwin" else ()
FOLDERS = ("C:/msys64/ucrt64/bin", "C:/msys64/mingw64/bin") if sys.platform == "win32" else BREW_FOLDERS
MISSING = (
    "PDF files cannot be made on this computer (missing: {names}). Every report prints from the browser. To have PDF files, {what}; "
    "then stop the suite and start it again."
)
WHAT_TO_DO = {
    "linux": "type on Debian or Ubuntu: sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0; "
    "on Fedora: sudo dnf install pango",
    "darwin": "install Homebrew (brew.sh) and type: brew install pango",
    "win32": "install MSYS2 (msys2.org) where it suggests, and type in its window: "
    "pacman -S mingw-w64-ucrt-x86_64-pango",
}


class Unreachable(ValueError):
    """A sheet may use our own static files, our fonts and data: addresses, and nothing else."""


@cache
def pdf_available() -> tuple[bool, str]:
    """Whether PDFs can be made here, and if not what to do. Looks once a process; loads no WeasyPrint."""
    missing = [label for label, names in LIBRARIES.items() if not any(map(_loads, names))]
    return (not missing, remedy(missing, sys.platform) if missing else "")


def remedy(missing: Sequence[str], platform: str) -> str:
    """What is missing and what to do.  platform: as `sys.platform` names the system."""
    return MISSING.format(names=", ".join(missing), what=WHAT_TO_DO.get(platform, WHAT_TO_DO["linux"]))


def _loads(name: str) -> bool:
    paths = (f"{folder}/{name}" for folder in FOLDERS)
    try:
        ctypes.CDLL(next(filter(os.path.exists, paths), name))
    except OSError:
        return False
    return True


def write_pdf(documents: Sequence[str], base: str, roots: Roots) -> bytes:
    """A tagged PDF (PDF/UA-1) of whole HTML documents, one after the other; title and language of the first.

    base: the address that stands for our static files; roots: (path prefix, folder) pairs where these lie.
    Raises Unreachable if a document asks for anything else, OSError where a system library is missing.
    """
    from weasyprint import HTML
    from weasyprint.urls import FatalURLFetchingError

    from . import tags

    refused: list[str] = []
    fetcher = _own_files(base, roots, refused)
    gc.disable()  # a layout is one big graph of live objects: collecting while it grows costs a third of the time
    try:
        laid_out = [
            HTML(string=html, base_url=base, url_fetcher=fetcher).render(pdf_variant=VARIANT) for html in documents
        ]
        whole = laid_out[0].copy([page for document in laid_out for page in document.pages])
        whole.metadata.title = " ".join(whole.metadata.title.split())  # which WeasyPrint takes as the template has it
        written: bytes = whole.write_pdf(pdf_variant=VARIANT, finisher=tags.mend)
        return written
    except FatalURLFetchingError:
        raise Unreachable(f"A printed sheet asked for {refused[0][:200]}") from None
    finally:
        gc.enable()


def _own_files(base: str, roots: Roots, refused: list[str]) -> Any:
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class OwnFiles(URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            path = own_file(url, base, roots)
            if path is None:
                refused.append(url)
                raise FatalURLFetchingError(url)
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})

    return OwnFiles(allowed_protocols=["data"])


def own_file(url: str, base: str, roots: Roots) -> Path | None:
    """The file behind an address below `base`, or None if there is none there or it lies outside our folders."""
    if not url.startswith(base):
        return None
    path_below = unquote(urlsplit(url).path.removeprefix(urlsplit(base).path))
    for prefix, folder in roots:
        if not path_below.startswith(prefix):
            continue
        root = Path(folder).resolve()
        path = (root / path_below.removeprefix(prefix)).resolve()
        if path.is_relative_to(root) and path.is_file():
            return path
    return None
