"""One file that holds the suite, its packages, Python and the libraries that printing needs: for a Linux without any of them.

A shell script with a compressed archive behind it. It unpacks itself once, into the user's cache, and starts `launch.py` there with
this computer's C library, which must be as new as the one it was built with.
"""

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path

from tdsuite.ops.launcher import pdf, virtualenv
from tdsuite.ops.launcher.system import Say
from tdsuite.ops.launcher.virtualenv import CannotPrepare, Places

LOCK = "requirements.txt"
PROJECT = (
    "tdsuite",
    "pairings",
    "results",
    "adjudication",
    "templates",
    "locale",
    "static",
    "launch.py",
    "manage.py",
    LOCK,
)
WITHOUT = (
    "site-packages",
    "dist-packages",
    "test",
    "tests",
    "idlelib",
    "tkinter",
    "turtledemo",
    "lib2to3",
    "ensurepip",
    "config-*",
)
PRINTING = (*pdf.LIBRARIES, "libgobject-2.0.so.0", "libharfbuzz.so.0", "libfontconfig.so.1")
# These come with the computer's C library and must be its own.
C_LIBRARY = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|anl|mvec|nss_.*|nsl))[.-]")
# Without any font Pango ends the whole process.
FONTS = """<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">python/packages/font_source_sans_pro/files</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
HEAD = """#!/bin/sh
# tdsuite with its own Python, for Linux on {machine} with {libc} or newer:   sh {name} [words for launch.py]
set -e
sum={sum}
home="${{XDG_CACHE_HOME:-$HOME/.cache}}/tdsuite"
at="$home/$sum"
if [ ! -x "$at/python/bin/python" ]; then
    if [ "$(tail -c +{start} "$0" | sha256sum | cut -c 1-64)" != "$sum" ]; then
        echo "$0 is damaged: copy it here again." >&2
        exit 1
    fi
    echo "Unpacking tdsuite into $at (once)" >&2
    mkdir -p "$home"
    part="$(mktemp -d "$home/part.XXXXXX")"
    trap 'rm -rf "$part"' EXIT
    tail -c +{start} "$0" | tar -xzf - -C "$part"
    rm -rf "$at"
    mv "$part/bundle" "$at"
fi
export TDSUITE_VENV="$at/python" PYTHONHOME="$at/python" PYTHONNOUSERSITE=1
export PYTHONPATH="$at/python/packages" LD_LIBRARY_PATH="$at/lib${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"
export FONTCONFIG_FILE="$at/fonts.conf"
if ! "$at/python/bin/python" -c ""; then
    echo "This file needs Linux on {machine} with {libc} or newer." >&2
    exit 1
fi
exec "$at/python/bin/python" "$at/launch.py" "$@"
exit 1
"""


def make(at: Places, say: Say) -> Path:
    """The file, in the checkout; packages come from `wheels/` or the network.  Raises CannotPrepare."""
    if not pdf.has_pango():
        raise CannotPrepare(
            "The file would print no PDF: Pango is missing here. Start the suite once, which brings it."
        )
    machine, libc = platform.machine(), " ".join(platform.libc_ver())
    target = at.checkout / f"tdsuite-linux-{machine}.run"
    with tempfile.TemporaryDirectory(dir=at.checkout, prefix=".bundle-") as folder:
        stage = Path(folder) / "bundle"
        _fill(stage, at, say)
        archive = Path(folder) / "archive.tar.gz"
        say("Packing")
        with tarfile.open(archive, "w:gz", compresslevel=6) as packed:
            packed.add(stage, "bundle", filter=_anybody)
        facts = {"machine": machine, "libc": libc, "name": target.name, "sum": _digest(archive)}
        head = HEAD.format(start=f"{0:06d}", **facts)
        head = HEAD.format(start=f"{len(head.encode()) + 1:06d}", **facts)
        draft = Path(folder) / target.name
        with draft.open("wb") as file, archive.open("rb") as data:
            file.write(head.encode())
            shutil.copyfileobj(data, file, 1 << 20)
        draft.chmod(0o755)
        draft.replace(target)
    say(
        f"{target.name}, {target.stat().st_size / 1e6:.0f} MB, runs on Linux on {machine} with {libc} or newer:\n    sh {target.name}"
    )
    return target


def _fill(stage: Path, at: Places, say: Say) -> None:
    """The tree: the project, Python with its library and packages, shared libraries."""
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
    for name in PROJECT:
        source = at.checkout / name
        target = stage / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target, ignore=ignored) if source.is_dir() else shutil.copy2(source, target)
    apart = Places(at.checkout, stage.with_name("venv"), at.wheels)
    virtualenv.ensure(apart, LOCK, say)
    python, standard = stage / "python", Path(sysconfig.get_path("stdlib"))
    (python / "bin").mkdir(parents=True)
    shutil.copy2(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable), python / "bin" / "python")
    shutil.copytree(
        standard, python / standard.parent.name / standard.name, ignore=shutil.ignore_patterns(*WITHOUT, "__pycache__")
    )
    packages = next(apart.venv.glob("lib*/python3*/site-packages"))
    shutil.copytree(packages, python / "packages", ignore=shutil.ignore_patterns("pip", "uv", "__pycache__"))
    stamp = {LOCK: virtualenv.digest_of(at.lock(LOCK)), virtualenv.BUNDLE: "whole", "pango": "tried"}
    (python / virtualenv.STAMP).write_text(json.dumps(stamp), encoding="utf-8")
    (stage / "fonts.conf").write_text(FONTS, encoding="utf-8")
    _bring_libraries(stage)


def _bring_libraries(stage: Path) -> None:
    """Copy into `lib/` what the tree and printing link to and the C library does not bring."""
    (stage / "lib").mkdir()
    cache = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    places = dict(reversed(re.findall(r"^\s+(\S+) .*=> (\S+)$", cache, re.MULTILINE)))  # the first of a name counts
    asked = [stage / "python" / "bin" / "python", *stage.rglob("*.so"), *stage.rglob("*.so.*")]
    asked += [Path(places[name]) for name in PRINTING]
    linked = {Path(places[name]) for name in PRINTING}
    for path in asked:
        links = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=False).stdout
        linked |= {Path(name) for name in re.findall(r"=> (/\S+)", links) if not name.startswith(str(stage))}
    for path in linked:
        if not C_LIBRARY.match(path.name):
            shutil.copy2(path.resolve(), stage / "lib" / path.name)


def _anybody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
