"""The virtual environment of the checkout: made once, filled from the hash lock, then left alone."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from tdsuite.ops.launcher import system
from tdsuite.ops.launcher.system import Say

STAMP = "tdsuite-installed.json"
MARKER = "bundle.json"
BUNDLE = "bundle"  # in the stamp of an environment that came in one file: it is never made anew
UV_LOCK = "requirements-uv.txt"


class CannotPrepare(RuntimeError):
    """The packages cannot be installed; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stand.  checkout: the project; venv: the virtual environment; wheels: the folder of `bundle --wheels`."""

    checkout: Path
    venv: Path
    wheels: Path

    @property
    def python(self) -> Path:
        return self.venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def lock(self, name: str) -> Path:
        return self.checkout / name


def places(checkout: Path) -> Places:
    """The usual places; `TDSUITE_VENV` names another virtual environment."""
    chosen = os.environ.get("TDSUITE_VENV", "").strip()
    return Places(checkout, Path(os.path.abspath(chosen)) if chosen else checkout / ".venv", checkout / "wheels")


def ensure(at: Places, lock_name: str, say: Say) -> bool:
    """Bring the environment to the lock.  True when something was installed now; no network is used when all is there.

    Raises CannotPrepare.
    """
    stamp = _read(at.venv / STAMP)
    if BUNDLE in stamp and not (lock_name in stamp and _runs(at.python, "pass")):
        raise CannotPrepare(
            f"The file that was unpacked into {at.checkout} runs the suite and its commands, no tests and no tools. Does it "
            "not start the suite? Delete that folder and start the file again."
        )
    digest = digest_of(at.lock(lock_name))
    if stamp.get(lock_name) == digest and _runs(at.python, "pass"):
        return False
    pip = _pip(at, say)
    _install(at, lock_name, pip, say)
    _stamp(at, {lock_name: digest})
    return True


def first_time(at: Places, deed: str) -> bool:
    """Whether this environment never saw the deed before; from now on it has.  For what is tried once, not at every start."""
    if deed in _read(at.venv / STAMP):
        return False
    _stamp(at, {deed: "tried"})
    return True


def digest_of(lock: Path) -> str:
    """SHA-256 of a lock file, line ends apart (a Windows checkout may have others)."""
    return hashlib.sha256(lock.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def bundle(at: Places, say: Say) -> None:
    """Fill `wheels/` with every locked package and pip itself, so that the next installation needs no network."""
    fresh = at.wheels.with_name("wheels.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    locks = ("requirements.txt", "requirements-dev.txt")
    pip = (str(at.python), "-m", "pip")
    for lock_name in locks:
        say(f"Downloading the packages of {lock_name}")
        _check(
            (*pip, "download", "-q", "--require-hashes", "--only-binary=:all:", "-d", str(fresh), "-r", lock_name), at
        )
    version = subprocess.run(
        (*pip, "--version"), capture_output=True, text=True, check=True, cwd=at.checkout
    ).stdout.split()[1]
    _check((*pip, "download", "-q", "--no-deps", "-d", str(fresh), f"pip=={version}"), at)
    marker = {"for": platform_tag(), **{name: digest_of(at.lock(name)) for name in locks}}
    (fresh / MARKER).write_text(json.dumps(marker, indent=1), encoding="utf-8")
    shutil.rmtree(at.wheels, ignore_errors=True)
    fresh.rename(at.wheels)
    size = sum(path.stat().st_size for path in at.wheels.iterdir()) / 1e6
    say(f"wheels/ holds {len(list(at.wheels.glob('*.whl')))} packages, {size:.0f} MB. Copy the checkout as it is.")


def platform_tag() -> str:
    """Which computers a bundle serves: Python version and platform, e.g. `cpython-311-linux-x86_64`."""
    return f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def bundled(at: Places, lock_name: str) -> bool:
    """Whether `wheels/` holds exactly this lock for this kind of computer."""
    marker = _read(at.wheels / MARKER)
    return marker.get("for") == platform_tag() and marker.get(lock_name) == digest_of(at.lock(lock_name))


def _pip(at: Places, say: Say) -> tuple[str, ...]:
    """The command that runs pip for the environment, which is made if need be.  Raises CannotPrepare."""
    usable = _runs(at.python, "import sys; sys.exit(sys.version_info < (3, 11))")
    if usable and _runs(at.python, "import pip"):
        return (str(at.python), "-m", "pip")
    base = Path(getattr(sys, "_base_executable", None) or sys.executable)
    outside = _outside_pip(at, base)
    if usable and outside:
        return outside
    shutil.rmtree(at.venv, ignore_errors=True)
    say(f"Making the virtual environment {at.venv}")
    if not _has_ensurepip(base) and not list(at.wheels.glob("pip-*.whl")):
        # --reinstall: the package may be there with its files gone.
        system.install(system.venv_need(), say, *(("--reinstall",) if _apt() else ()))
    if _has_ensurepip(base):
        _check((str(base), "-m", "venv", str(at.venv)), at)
        return (str(at.python), "-m", "pip")
    if outside:
        _check((str(base), "-m", "venv", "--without-pip", str(at.venv)), at)
        return outside
    raise CannotPrepare(
        "This Python has no ensurepip, so no virtual environment can be made. Type\n"
        f"    {system.line_to_type(system.venv_need())}\nand start again."
    )


def _outside_pip(at: Places, base: Path) -> tuple[str, ...]:
    """A pip that can fill the environment from outside: the bundle's, else this computer's (22.3 or newer); or ()."""
    wheel = next(iter(sorted(at.wheels.glob("pip-*.whl"))), None)
    if wheel is not None:
        return (str(at.python), str(wheel / "pip"))
    if _runs(base, "import venv, pip, sys; sys.exit(tuple(map(int, pip.__version__.split('.')[:2])) < (22, 3))"):
        return (str(base), "-m", "pip", "--python", str(at.python))
    return ()


def _apt() -> bool:
    package_manager = system.manager()
    return package_manager is not None and package_manager.key == "apt"


def _install(at: Places, lock_name: str, pip: tuple[str, ...], say: Say) -> None:
    source: tuple[str, ...] = ()
    if bundled(at, lock_name):
        source = ("--no-index", "--find-links", str(at.wheels))
        say(f"Installing the packages of {lock_name} from wheels/ (no network needed)")
    else:
        if (at.wheels / MARKER).exists():
            say(
                "wheels/ was made for another lock or kind of computer: it is not used. Run `launch.py bundle --wheels` again."
            )
        say(f"Installing the packages of {lock_name} (once, up to a minute)")
        if _with_uv(at, lock_name, pip):
            return
    options = ("-q", "--disable-pip-version-check", "--no-input", "--require-hashes", "-r", lock_name)
    try:
        _check((*pip, "install", *source, *options), at)
    except CannotPrepare as error:
        raise CannotPrepare(
            f"{error}\nThe packages could not be installed. Check the network and start again; what is there is kept. "
            "For a place without network, run `launch.py bundle --wheels` where there is one and copy the checkout with wheels/."
        ) from None


def _with_uv(at: Places, lock_name: str, pip: tuple[str, ...]) -> bool:
    """Fill the environment with uv, in a tenth of pip's time: this computer's, else one that pip gets. False where pip has to do it."""
    uv = shutil.which("uv")
    if uv is None and at.lock(UV_LOCK).exists():
        options = (
            "-q",
            "--disable-pip-version-check",
            "--no-input",
            "--require-hashes",
            "--only-binary=:all:",
            "-r",
            UV_LOCK,
        )
        quiet = subprocess.DEVNULL
        code = subprocess.call((*pip, "install", *options), stdin=quiet, stdout=quiet, stderr=quiet, cwd=at.checkout)
        uv = str(at.python.with_name("uv.exe" if os.name == "nt" else "uv")) if code == 0 else None
    if uv is None:
        return False
    command = (
        uv,
        "pip",
        "install",
        "-q",
        "--no-config",
        "--python",
        str(at.python),
        "--require-hashes",
        "-r",
        lock_name,
    )
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, cwd=at.checkout)
    return done.returncode == 0


def _has_ensurepip(python: Path) -> bool:
    return _runs(python, "import venv, ensurepip; ensurepip.version()")


def _stamp(at: Places, facts: dict[str, str]) -> None:
    (at.venv / STAMP).write_text(json.dumps(_read(at.venv / STAMP) | facts), encoding="utf-8")


def _runs(python: Path, code: str) -> bool:
    try:
        done = subprocess.run((str(python), "-c", code), check=False, stdin=subprocess.DEVNULL, capture_output=True)
    except OSError:
        return False
    return done.returncode == 0


def _check(command: tuple[str, ...], at: Places) -> None:
    """Run a command with its messages shown; raises CannotPrepare naming it when it fails."""
    code = subprocess.call(command, stdin=subprocess.DEVNULL, cwd=at.checkout)
    if code:
        raise CannotPrepare(f"This failed with exit code {code}: {' '.join(command)}")


def _read(path: Path) -> dict[str, str]:
    try:
        stamp = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}
