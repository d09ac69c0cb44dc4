"""The wheel, built and installed for a test: without network, beside the packages that are here."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def build(folder: Path, source: Path = ROOT) -> Path:
    """The wheel of a checkout."""
    words = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    subprocess.run(words, cwd=source, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def install(wheel: Path, folder: Path) -> Path:
    """The folder of the commands of a new environment that has the wheel."""
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", str(folder)), check=True)
    here = sysconfig.get_path("purelib")
    there = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    (there / "packages.pth").write_text(here, encoding="utf-8")
    commands = Path(sysconfig.get_path("scripts", "venv", {"base": str(folder), "platbase": str(folder)}))
    python = commands / Path(sys.executable).name
    pip = (sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-index", "--no-deps", str(wheel))
    subprocess.run(pip, check=True, capture_output=True, env={**os.environ, "PIP_NO_COMPILE": "1"})
    return commands
