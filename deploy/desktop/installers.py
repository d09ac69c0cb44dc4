"""What a director double-clicks on Windows and on macOS, made on Linux. NOT RUN on either: it was never tried there.

    python3 -m deploy.desktop.installers windows WHEEL python-3.13.9-embed-amd64.zip SHA256 dist
    python3 -m deploy.desktop.installers macos WHEEL cpython-3.13.9+…-aarch64-apple-darwin-install_only.tar.gz SHA256 dist

WHEEL is the suite's own (`python3 -m hatchling build -t wheel`). Python is given as a file with its SHA-256, from python.org for Windows and
from python-build-standalone for macOS; the packages are fetched by uv with the hashes of requirements.txt. Windows needs `makensis` (the
package nsis). The same files give the same bytes. The data of events lies elsewhere and is never touched.
"""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCK = HERE.parents[1] / "requirements.txt"
PLATFORMS = {"windows": "x86_64-pc-windows-msvc", "macos": "aarch64-apple-darwin"}
INSTANT = 1_580_601_600  # 2020-02-02, of every file: the same day that the wheel has
Fetch = Callable[[Path, str, str], None]


class Refused(Exception):
    """What was given cannot be used; the message says why."""


def fetch(folder: Path, platform: str, version: str) -> None:
    """The packages of the lock for a system and a Python, by their hashes."""
    words = ("uv", "pip", "install", "--quiet", "--target", str(folder), "--require-hashes", "--only-binary", ":all:")
    subprocess.run((*words, "--python-platform", platform, "--python-version", version, "-r", str(LOCK)), check=True)
    shutil.rmtree(folder / "bin", ignore_errors=True)  # commands for this computer
    (folder / ".lock").unlink(missing_ok=True)


def lay(folder: Path, system: str, wheel: Path, python: Path, sha256: str, *, get: Fetch = fetch) -> str:
    """Lay out in a new folder what is installed: Python, the packages, what is double-clicked. The version of the suite.

    Raises:
        Refused: the file of Python is not the one that was meant, or no Python for that system.
    """
    if hashlib.sha256(python.read_bytes()).hexdigest() != sha256.lower():
        raise Refused(f"{python.name} has another SHA-256: fetch it again from where you have the number.")
    packages = folder / "packages"
    packages.mkdir(parents=True)
    get(packages, PLATFORMS[system], (unpack_windows if system == "windows" else unpack_macos)(python, folder))
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(packages)
    name = "tdsuite.cmd" if system == "windows" else "tdsuite.command"
    text = (HERE / name).read_text(encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-8", newline="\r\n" if system == "windows" else "\n")
    for path in folder.rglob("*"):
        if not path.is_symlink():
            os.chmod(path, 0o755 if path.is_dir() or path.name == name or path.parent.name == "bin" else 0o644)
            os.utime(path, (INSTANT, INSTANT))
    return wheel.name.split("-")[1]


def unpack_windows(python: Path, folder: Path) -> str:
    """Python's embeddable zip, told where the packages lie; its version, such as 3.13."""
    with zipfile.ZipFile(python) as packed:
        packed.extractall(folder / "python")
    found = [re.fullmatch(r"python3(\d+)\._pth", path.name) for path in (folder / "python").iterdir()]
    for match in filter(None, found):
        lines = (match[0].replace("._pth", ".zip"), ".", "..\\packages")
        (folder / "python" / match[0]).write_text("\r\n".join((*lines, "")), encoding="ascii", newline="")
        return f"3.{match[1]}"
    raise Refused(f"{python.name} is no embeddable Python: it has no python3…._pth.")


def unpack_macos(python: Path, folder: Path) -> str:
    """A relocatable Python, in its folder `python`; its version, such as 3.13."""
    with tarfile.open(python) as packed:
        packed.extraction_filter = getattr(tarfile, "tar_filter", None)  # 3.11.4 and newer have filters
        packed.extractall(folder)
    for path in (folder / "python" / "bin").glob("python3.*"):
        if match := re.fullmatch(r"python(3\.\d+)", path.name):
            return match[1]
    raise Refused(f"{python.name} is no relocatable Python: it has no python/bin/python3.….")


def installed(folder: Path) -> Iterator[Path]:
    """Every file in order, as seen from the folder."""
    return (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_symlink() or path.is_file())


def file_lines(folder: Path) -> Iterator[str]:
    """What NSIS is told of each file."""
    last = None
    for path in installed(folder):
        if path.parent != last:
            last = path.parent
            yield 'SetOutPath "$INSTDIR{}"'.format("".join(f"\\{part}" for part in last.parts).replace("$", "$$"))
        yield f'File "{(folder.name / path).as_posix()}"'


def write_windows(folder: Path, version: str, target: Path) -> Path:
    """The installer, from the folder that was laid out."""
    path = target / f"tdsuite-{version}-windows-setup.exe"
    (folder.parent / "files.nsh").write_text("\n".join((*file_lines(folder), "")), encoding="utf-8")
    shutil.copy(HERE / "windows.nsi", folder.parent)
    words = ("makensis", "-V2", "-INPUTCHARSET", "UTF8", f"-DVERSION={version}", f"-DOUTPUT={path}", "windows.nsi")
    subprocess.run(words, cwd=folder.parent, check=True)
    return path


def write_macos(folder: Path, version: str, target: Path) -> Path:
    """An archive that macOS opens with a double click."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = INSTANT
        return member

    path = target / f"tdsuite-{version}-macos-arm64.tar.gz"
    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", mtime=0, fileobj=file) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for member in installed(folder):
            archive.add(folder / member, f"{folder.name}/{member}", recursive=False, filter=plain)
    return path


def make(system: str, wheel: Path, python: Path, sha256: str, target: Path, *, get: Fetch = fetch) -> Path:
    """The file for a system, in the folder `target`.  Raises Refused."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work, "tdsuite")
        version = lay(folder, system, wheel, python, sha256, get=get)
        return (write_windows if system == "windows" else write_macos)(folder, version, target.resolve())


def main(words: list[str]) -> int:
    if len(words) != 5 or words[0] not in PLATFORMS:
        print(__doc__, file=sys.stderr)
        return 2
    system, wheel, python, sha256, target = words
    try:
        made = make(system, Path(wheel), Path(python), sha256, Path(target))
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    print(f"{made} {made.stat().st_size / 1e6:.1f} MB {hashlib.sha256(made.read_bytes()).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
