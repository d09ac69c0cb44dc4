"""What the page about printing says of the reports and of large sets."""

import re
from pathlib import Path

import pytest

from tdsuite.platform.printing import registry

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "printing.md").read_text(encoding="utf-8")
BY_THE_DESK = {"sign-in-cards", "sign-in-pins"}


@pytest.mark.parametrize("name", sorted({known.name for known in registry.reports()} | {"wifi-sign", *BY_THE_DESK}))
def test_the_page_about_printing_names_every_report(name: str) -> None:
    """Every word of its label, in one paragraph or line of the table."""
    words = {word.lower().rstrip("s") for word in re.findall(r"[A-Za-z]{4,}", str(registry.find(name).label))}
    lines = [line.lower() for line in re.split(r"\n\n|\n(?=\|)", PAGE)]
    assert any(all(word in line for word in words) for line in lines), f"docs/printing.md needs a line with {words}"
