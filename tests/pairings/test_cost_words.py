"""What is said of costs: the words of each, and which line decides between two rounds."""

import re

import pytest
from django.template.loader import render_to_string

from checklist.made_up_events import MadeUpEvent
from pairings.engine.methods.comparison import TOTAL
from pairings.engine.methods.registry import METHODS
from pairings.engine.options import MethodOptions
from pairings.engine.rules import Apart, Rules, Strength
from pairings.views.round_pages import COSTS, cost_rows


def said(*rows: tuple[str, int, int]) -> str:
    page = render_to_string("console/table/_costs.html", {"looked": {"rows": cost_rows(rows)}})
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [(TOTAL, 18, 1832), ("distance", 18, 32), ("repeat_cost", 0, 1800)],
            "The first line decides: it is the sum of all costs. The costs that differ are listed below it.",
        ),
        ([("repeats", 0, 1), ("wins", 4, 2)], "Most important first: the first line decides, whatever the others say."),
        ([("repeats", 1, 1)], "The round costs the same."),
    ],
)
def test_the_words_say_which_line_decides(rows: list[tuple[str, int, int]], words: str) -> None:
    assert words in said(*rows)


def test_every_line_shows_both_rounds_and_the_difference() -> None:
    assert "Repeats 0 1 +1 Win differences, squared 4 2 -2" in said(("repeats", 0, 1), ("wins", 4, 2))


@pytest.mark.parametrize("method", [key for key, method in METHODS.items() if method.weighs])
def test_every_cost_of_a_method_has_its_words_in_COSTS(method: str) -> None:
    rules = Rules(apart=(Apart("club", 4),), classes=Strength.AVOID)
    event = MadeUpEvent(15, 6, 11, clubs=3, options=MethodOptions(trials=500, control_trials=200), rules=rules)
    costs = {part.criterion for _, pairing in event.play_through(method) for part in pairing.total}
    assert "byes" in costs
    assert costs - COSTS.keys() == set(), "COSTS of pairings/views/round_pages.py lacks the words of these costs."
