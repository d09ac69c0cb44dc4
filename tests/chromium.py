"""Which Chromium on this computer the browser journeys can drive."""

import glob
import os
import shutil
import subprocess
from pathlib import Path

# Debian's package of that name first: the same Chromium without a window, at half the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
DOWNLOADED = (  # by `playwright install chromium`
    "~/.cache/ms-playwright/chromium-*/chrome-linux*/chrome",
    "~/Library/Caches/ms-playwright/chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "~/AppData/Local/ms-playwright/chromium-*/chrome-win*/chrome.exe",
)


def chromium() -> Path | None:
    """The executable of a Chromium or Chrome that starts, or None; `TDSUITE_CHROMIUM` names one."""
    chosen = os.environ.get("TDSUITE_CHROMIUM", "").strip()
    if chosen:
        return Path(chosen) if _starts(chosen) else None
    paths = [path for name in NAMES if (path := shutil.which(name))]
    paths += [path for path in APPLICATIONS if os.path.exists(path)]
    for pattern in DOWNLOADED:
        paths += sorted(glob.glob(os.path.expanduser(pattern)), reverse=True)
    return next((Path(path) for path in paths if _starts(path)), None)


def _starts(path: str) -> bool:
    """Ubuntu's `chromium-browser` may be an empty shell that asks for a snap: ask it for its version."""
    if os.name == "nt":
        return os.path.exists(path)  # there --version opens a window
    try:
        done = subprocess.run(
            (path, "--version"), check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
