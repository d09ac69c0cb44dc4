"""The one file, made for real of a small project, and started in a root that has no Python."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tdsuite.ops.launcher import bundle
from tdsuite.ops.launcher.virtualenv import Places
from tests.ops.test_virtualenv import LOCK, NO_NETWORK, build_wheel, mark

pytestmark = [pytest.mark.process, pytest.mark.full]

PROGRAMS = ["sh", "tail", "sha256sum", "cut", "mkdir", "mktemp", "rm", "mv", "tar", "gzip"]
C_LIBRARY = ("libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1", "libresolv.so.2")
SMALL = """
import ctypes, os, sqlite3, ssl, sys, tiletest
for name in sys.argv[2:]:
    ctypes.CDLL(name)
print(sys.argv[1], tiletest.VERSION, os.path.exists("/usr/lib/python3"), sys.executable.startswith(os.environ["HOME"]))
"""


def root_without_python(folder: Path) -> list[str]:
    """The words before a command that has nothing but these programs and their libraries; none where that cannot be had."""
    unshare, chroot = shutil.which("unshare"), shutil.which("chroot")
    if unshare is None or chroot is None or subprocess.call([unshare, "-r", "true"], stderr=subprocess.DEVNULL):
        return []
    whole = [path for name in C_LIBRARY for path in Path("/lib").glob(f"*-linux-gnu/{name}")]
    for path in [*(Path(str(shutil.which(name))) for name in PROGRAMS), *whole]:
        linked = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=True).stdout
        for needed in [str(path), *re.findall(r"(/\S+) \(", linked)]:
            target = folder / needed.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(os.path.realpath(needed), target)
    for name in ("tmp", "root"):
        (folder / name).mkdir()
    return [unshare, "-r", chroot, str(folder)]


def test_the_file_runs_where_there_is_no_python_and_says_so_when_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in NO_NETWORK.items():
        monkeypatch.setenv(name, text)
    monkeypatch.setattr(bundle, "PROJECT", ("launch.py", LOCK))
    at = Places(tmp_path / "checkout", tmp_path / "checkout" / ".venv", tmp_path / "checkout" / "wheels")
    at.wheels.mkdir(parents=True)
    at.lock(LOCK).write_text(build_wheel(at.wheels, "1.0"), encoding="utf-8")
    mark(at)
    (at.checkout / "launch.py").write_text(SMALL, encoding="utf-8")
    told: list[str] = []
    made = bundle.make(at, told.append)
    assert re.search(r"tdsuite-linux-\w+\.run, \d+ MB, runs on Linux on \w+ with glibc [\d.]+ or newer", told[-1])

    root = tmp_path / "root"
    alone = root_without_python(root)
    (root / "root").mkdir(parents=True, exist_ok=True)
    shutil.copy2(made, root / "root" / made.name)
    home = "/root" if alone else str(root / "root")
    run = [*alone, shutil.which("sh") or "sh", f"{home}/{made.name}", "word", *bundle.PRINTING]
    bare = {"HOME": home, "PATH": "/usr/bin:/bin"}
    for times in range(2):
        done = subprocess.run(run, env=bare, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.split()) == (0, ["word", "1.0", str(not alone), "True"]), done.stderr
        assert ("Unpacking" in done.stderr) is (times == 0)

    shutil.rmtree(root / "root" / ".cache")
    with (root / "root" / made.name).open("r+b") as file:
        file.seek(-100, os.SEEK_END)
        file.write(b"damage")
    done = subprocess.run(run, env=bare, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"{home}/{made.name} is damaged: copy it here again.\n")
