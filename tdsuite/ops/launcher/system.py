"""The system's own package manager: what it can install for us, or the one line that the director types instead."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

Say = Callable[[str], None]

MINUTES_AT_MOST = 10


@dataclass(frozen=True, slots=True)
class Need:
    """Something that Python packages cannot bring.  packages: names by package manager."""

    what: str
    packages: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Manager:
    """A package manager found on this computer.  install: the command before the package names."""

    key: str
    install: tuple[str, ...]
    refresh: tuple[str, ...] = ()
    needs_root: bool = True


APT = Manager(
    "apt",
    # The lock option: another installation may be running, and apt fails at once without it.
    ("apt-get", "install", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=400"),
    ("apt-get", "update", "-qq"),
)
DNF = Manager("dnf", ("dnf", "install", "-y"))
BREW = Manager("brew", ("brew", "install"), needs_root=False)

PANGO = Need(
    "Pango, which makes the PDF files",
    {
        "apt": ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"),
        "dnf": ("pango",),
        "brew": ("pango",),
    },
)
CHROMIUM = Need("Chromium, which the browser journeys drive", {"apt": ("chromium",), "dnf": ("chromium",)})


def venv_need() -> Need:
    """What Debian and Ubuntu keep apart from Python: ensurepip, in the package of this very version."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    default = os.path.basename(os.path.realpath("/usr/bin/python3")) == version
    names = ("python3-venv", f"{version}-venv") if default else (f"{version}-venv",)
    return Need(
        "Python's venv, which keeps the suite's packages apart",
        {"apt": names, "dnf": ("python3", "python3-pip"), "brew": ("python",)},
    )


def manager() -> Manager | None:
    """The package manager of this computer, or None."""
    order = (BREW,) if sys.platform == "darwin" else (APT, DNF, BREW)
    return next((each for each in order if shutil.which(each.install[0])), None)


def privilege(package_manager: Manager) -> tuple[str, ...] | None:
    """The words before an installing command; None where we may not install (no root, no passwordless sudo)."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not package_manager.needs_root:
        return None if root else ()  # Homebrew refuses to run as root
    if root:
        return ()
    if shutil.which("sudo") and _quiet(("sudo", "-n", "true")):
        return ("sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive")
    return None


def line_to_type(need: Need) -> str:
    """The one command that brings what is needed, for the director to type."""
    package_manager = manager()
    names = need.packages.get(package_manager.key) if package_manager else None
    if package_manager is None or names is None:
        return f"install {need.what.split(',')[0]} with your system's package manager"
    short = {"apt": "apt-get install -y", "dnf": "dnf install -y", "brew": "brew install"}[package_manager.key]
    return f"{'sudo ' if package_manager.needs_root else ''}{short} {' '.join(names)}"


def install(need: Need, say: Say, *options: str) -> bool:
    """Try to install what is needed; True when the package manager says it did.  Never asks a question."""
    package_manager = manager()
    names = need.packages.get(package_manager.key) if package_manager else None
    if package_manager is None or names is None:
        return False
    before = privilege(package_manager)
    if before is None:
        return False
    say(f"Installing {need.what}: {' '.join(names)}")
    command = (*before, *package_manager.install, *options, *names)
    if _quiet(command):
        return True
    # Old package lists name files that are gone, and a new machine has no lists at all.
    if package_manager.refresh and _quiet((*before, *package_manager.refresh)) and _quiet(command):
        return True
    say(f"{package_manager.install[0]} could not install it.")
    return False


def _quiet(command: tuple[str, ...]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=MINUTES_AT_MOST * 60,
            env=environment,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def end_tree(pid: int) -> None:
    """End a process and those it started, where the system has no process groups (Windows).  Raises OSError."""
    try:
        subprocess.call(("taskkill", "/T", "/F", "/PID", str(pid)))
    except FileNotFoundError:
        os.kill(pid, 9)  # not every system has a name for it; Windows ends the process for any number
