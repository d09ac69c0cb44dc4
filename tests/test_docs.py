"""What the README says of a first event is what the pages have: so many actions, and buttons of these names."""

import re
from pathlib import Path

import pytest

from tdsuite.ops.paths import shipped

ROOT = Path(__file__).resolve().parent.parent
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
MOST, MOST_OF_A_COPY = (
    9,
    5,
)  # to a published first round of two divisions; tests/exchange/test_new_event.py walks and counts them


@pytest.fixture(scope="module")
def first_event() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.partition("\n## Your first event\n")[2].partition("\nThen:\n")[0]


def counted(words: str, text: str) -> int:
    match = re.search(words, text)
    assert match, words
    return NUMBERS.index(match[1])


def test_the_readme_lists_as_many_actions_as_it_says_and_at_most_nine(first_event: str) -> None:
    steps = re.findall(r"^(\d)\. ", first_event, re.MULTILINE)
    assert steps == [str(number) for number in range(1, len(steps) + 1)]
    assert counted(r"it takes (\w+) actions", first_event) == len(steps) <= MOST


def test_the_readme_lists_the_actions_of_a_copy_and_at_most_five(first_event: str) -> None:
    listed = first_event.rpartition("takes ")[2].partition(": ")[2]
    assert counted(r"again takes (\w+):", first_event) == len(listed.split(", ")) <= MOST_OF_A_COPY


def test_what_the_readme_has_in_bold_stands_on_a_button_a_link_or_a_field(first_event: str) -> None:
    pages = " ".join(path.read_text(encoding="utf-8") for path in shipped("templates").rglob("*.html"))
    words = " ".join(pages.split())
    labels = [label.rstrip(".") for label in re.findall(r"\*\*(.+?)\*\*", first_event)]
    assert [label for label in labels if label not in words and label.capitalize() not in words] == []
    assert len(labels) >= 5
