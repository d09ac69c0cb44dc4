"""Where the program and the event's data lie on this computer.  Standard library only: `tdsuite --version` needs no more."""

import os
import sys
import tomllib
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

APP = "tdsuite"
DISTRIBUTION = "tournament-director-suite"
PACKAGE = Path(__file__).resolve().parents[1]
INSTALLED = (PACKAGE / "templates").is_dir()  # the wheel has them inside the package, a checkout beside it
HOME = PACKAGE if INSTALLED else PACKAGE.parent
# UTF-8 by a word and not by a variable, which the Python of Windows' installer does not read; `-P`: no module of the current folder.
PYTHON = (sys.executable, "-X", "utf8", "-P", "-m")
TYPED = "tdsuite" if INSTALLED else "python3 launch.py"  # what a person types before a command


class DataDirUnusable(RuntimeError):
    """The data directory cannot be made or written; the message names it and the remedy."""


def shipped(name: str) -> Path:
    """A folder that comes with the program: `templates`, `static` or `locale`."""
    return HOME / name


def version() -> str:
    """The version of this program: of the installed distribution, else as `pyproject.toml` of the checkout says."""
    if INSTALLED:
        return metadata.version(DISTRIBUTION)
    with (HOME / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def command(*words: str) -> tuple[str, ...]:
    """The words that start this program in another process."""
    return (*PYTHON, APP, *words)


def environment() -> dict[str, str]:
    """The environment of another process of this program: ours and, in a checkout, the way to it."""
    variables = {**os.environ, "DJANGO_SETTINGS_MODULE": "tdsuite.settings"}
    if not INSTALLED:
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HOME), variables.get("PYTHONPATH"))))
    return variables


def data_dir(environ: Mapping[str, str] | None = None, platform: str | None = None, home: Path | None = None) -> Path:
    """The data directory as an absolute path; it is not created here.

    `TDSUITE_DATA` decides if set.  Otherwise the system's place for a user's data: Linux `$XDG_DATA_HOME/tdsuite`
    or `~/.local/share/tdsuite` (XDG Base Directory Specification 0.8), macOS `~/Library/Application Support/tdsuite`,
    Windows `%LOCALAPPDATA%/tdsuite`.  The arguments stand in for `os.environ`, `sys.platform` and the home folder.
    """
    environ = os.environ if environ is None else environ
    platform = sys.platform if platform is None else platform
    home = Path.home() if home is None else home
    if chosen := environ.get("TDSUITE_DATA", "").strip():
        return Path(os.path.abspath(_expand(chosen, home)))
    if platform == "win32":
        local = environ.get("LOCALAPPDATA", "").strip()
        return (Path(local) if local else home / "AppData" / "Local") / APP
    if platform == "darwin":
        return home / "Library" / "Application Support" / APP
    xdg = environ.get("XDG_DATA_HOME", "").strip()
    # The specification: a relative path in the variable is invalid and is ignored.
    base = Path(xdg) if xdg.startswith("/") else home / ".local" / "share"
    return base / APP


def log_dir(root: Path) -> Path:
    """The folder of the log files of the server, the worker and beat."""
    return root / "logs"


def make_usable(root: Path) -> Path:
    """Create `root`, private to this user, and prove that it can be written; returns it.

    Raises DataDirUnusable with the reason and the remedy.
    """
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        log_dir(root).mkdir(exist_ok=True)
        probe = root / f".writable-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise DataDirUnusable(
            f"Cannot write to the data directory {root}: {error.strerror or error}. "
            "Set TDSUITE_DATA to a folder you can write to, or free some space, and start again."
        ) from error
    return root


def _expand(chosen: str, home: Path) -> str:
    if chosen == "~":
        return str(home)
    if chosen.startswith(("~/", "~\\")):
        return str(home / chosen[2:])
    return chosen
