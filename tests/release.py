"""What else stops a release, an unpinned package or a wrong version: `python -m tests.release` (docs/release.md)."""

import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = {
    "pyproject.toml": r'^version = "(\d+\.\d+\.\d+)"$',
    "CHANGELOG.md": r"^## (\S+ .*)$",
    "README.md": r"^Status: (\d+\.\d+\.\d+[^.]*)\.",
}


def flaws(read: Callable[[str], str]) -> list[str]:
    """What is wrong.  read: the text of a file of the checkout."""
    found = []
    for part in ("", "-uv", "-dev"):
        lock = read(f"requirements{part}.txt")
        wanted = read(f"requirements{part}.in") if part else "\n".join(dependencies(read("pyproject.toml")))
        named = map(canonicalize_name, re.findall(r"^[a-z][\w.-]*", wanted + lock, re.MULTILINE))
        pinned = re.findall(r"^([\w.-]+)\S*==\d.*\\\n +--hash=sha256:", lock, re.MULTILINE)
        missing = sorted(set(named) - set(map(canonicalize_name, pinned)))
        found += [f"requirements{part}.txt: {name} is not pinned with its hash" for name in missing]
    told = {name: "".join(re.findall(words, read(name), re.MULTILINE)[:1]) for name, words in VERSIONS.items()}
    version = re.escape(told["pyproject.toml"]) or "[0-9.]+"
    right = {"pyproject.toml": version, "CHANGELOG.md": rf"{version} \(\d{{4}}-\d\d-\d\d\)", "README.md": version}
    files = set(re.findall(r"director_suite-([\d.]+)-py3", read("README.md"))) - {told["pyproject.toml"]}
    found += [f"README.md: names the file of {other}" for other in sorted(files)]
    return found + [f"{name}: “{told[name]}”" for name in told if not re.fullmatch(right[name], told[name])]


def dependencies(text: str) -> list[str]:
    """What a running suite needs, of the text of `pyproject.toml`."""
    found: list[str] = tomllib.loads(text)["project"]["dependencies"]
    return found


if __name__ == "__main__":
    found = flaws(lambda name: (ROOT / name).read_text(encoding="utf-8"))
    print("\n".join(found) or "Versions and pins are right.")
    sys.exit(bool(found))
