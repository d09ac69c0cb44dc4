"""The list of third-party licences names every package that an installation gets, and no other."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_locked_package_stands_in_the_list_of_licences() -> None:
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    locked = {name.lower() for name in re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==", lock, re.MULTILINE)}
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| ([a-z0-9][^|]*?) \|", page, re.MULTILINE)[1:]
    listed = {name for cell in cells for name in re.sub(r"\(.*?\)", "", cell).replace(" ", "").split(",")}
    assert locked == listed
