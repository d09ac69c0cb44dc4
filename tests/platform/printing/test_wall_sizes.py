"""Standings on the wall: the larger type is for those that fill one page with it, on either paper."""

import pytest

from results.models import Prize
from results.reports.standings import ROOMY_LINES
from tests.factories import make_played_event, make_round
from tests.paper import Paper, make_hard

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("players", "paper"),
    [
        (ROOMY_LINES, "letter"),
        (24, "letter"),
        *(pytest.param(n, "A4", marks=pytest.mark.full) for n in (ROOMY_LINES, 24)),
    ],
)  # Letter is the lower one
def test_no_last_line_of_short_standings_stands_alone_on_a_second_page(players: int, paper: str) -> None:
    """With the lines above them that say what prizes there are and that results are awaited."""
    division = make_played_event(players=players, played=2)
    row = make_round(division, 3, status="playing", results=3)
    Prize.objects.create(division=division, title="Place 1", basis="place", place=1, money=10000)
    printed = Paper("standings", row, paper=paper)
    assert ("Provisional" in printed.text, len(printed.texts)) == (True, 1)
    printed.assert_whole()


@pytest.mark.parametrize(
    ("boards", "paper"),
    [
        (12, "letter"), (14, "A4"), (16, "letter"),
        *(pytest.param(*rest, marks=pytest.mark.full) for rest in ((12, "A4"), (14, "letter"), (16, "A4"))),
    ],
)  # fmt: skip
def test_no_last_table_stands_alone_on_a_second_page_where_names_take_several_lines(boards: int, paper: str) -> None:
    division = make_played_event(players=2 * boards, played=1)
    row = make_round(division, 2)
    assert len(Paper("pairings-by-table", row, paper=paper).texts) == 1
    make_hard(division)
    printed = Paper("pairings-by-table", row, paper=paper)
    assert len(printed.texts) == 1 or f" {boards - 4} " in printed.texts[-1]
    printed.assert_whole()


def test_larger_type_is_for_standings_of_few() -> None:
    few, many = (make_played_event(players=count, played=1, slug=f"of-{count}") for count in (20, 22))
    sizes = [Paper("standings", one.rounds.get(number=1)).sheet.context["size"] for one in (few, many)]
    assert sizes == ["roomy", ""]
