"""What is said beside the costs of two rounds: which line decides."""

import re

import pytest
from django.template.loader import render_to_string

from pairings.engine.alternatives import TOTAL
from pairings.views.pages import cost_rows


def said(*rows: tuple[str, int, int]) -> str:
    page = render_to_string("pairings/_cost_rows.html", {"rows": cost_rows(rows)})
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [(TOTAL, 18, 1832), ("distance", 18, 32), ("repeat_cost", 0, 1800)],
            "The first line decides: it is the sum of all costs, of which those that differ stand below.",
        ),
        (
            [("repeats", 0, 1), ("wins", 4, 2)],
            "Most important first: the first line decides, whatever stands below.",
        ),
        ([("repeats", 1, 1)], "The round costs the same."),
    ],
)
def test_the_words_say_which_line_decides(rows: list[tuple[str, int, int]], words: str) -> None:
    assert said(*rows).endswith(words)


def test_every_line_shows_both_rounds_and_the_difference() -> None:
    assert "Repeats 0 1 +1 Win differences, squared 4 2 -2" in said(("repeats", 0, 1), ("wins", 4, 2))
