"""A round that is published and not started: its players' sheets are shut, and nothing but Start and played games begins it."""

from collections.abc import Callable
from typing import Any

import pytest

from results.sheets.services import entering
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import settle_round, start_round
from tests.results.looking import text
from tests.results.sheets.desk import Hall, make_hall
from tests.results.sheets.pages.hall import Pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting() -> Hall:
    hall = make_hall()
    hall.division.rounds.update(status=Round.Status.PUBLISHED, started_at=None)
    return hall


ROADS: dict[str, Callable[[Hall], Any]] = {
    "enter": lambda hall: hall.enters(1),
    "sign": lambda hall: hall.signs(4),
    "dispute": lambda hall: entering.dispute(by=hall.player(4), game=hall.game(), version=1),
}


@pytest.mark.parametrize("road", ROADS)
def test_no_players_road_begins_a_round_before_its_start(waiting: Hall, road: str) -> None:
    if road != "enter":
        Tournament.objects.update(sheets_open_early=True)
        hall_entered = waiting.enters(1)
        assert hall_entered.state == "entered"
        Tournament.objects.update(sheets_open_early=False)
    with pytest.raises(Refused) as refused:
        ROADS[road](waiting)
    assert refused.value.code == "round_not_started"
    assert waiting.game().round.status == Round.Status.PUBLISHED


def test_the_players_page_says_when_the_sheet_opens(waiting: Hall) -> None:
    phone = Pages(waiting).phone(1)
    page = text(phone.sees())
    assert "open when the director starts it" in page and "Enter the result" not in page + text(phone.me())
    start_round(by=waiting.director, round=waiting.game().round)
    assert "Enter the result" in text(phone.me())
    waiting.both_sign()
    assert waiting.scores() == (431, 388)


def test_the_director_may_have_sheets_open_when_a_round_is_published(waiting: Hall) -> None:
    Tournament.objects.update(sheets_open_early=True)
    waiting.both_sign()
    row = waiting.game().round
    assert (row.status, row.started_at) == (Round.Status.PLAYING, None)


def test_a_forfeit_given_beforehand_starts_no_round(waiting: Hall) -> None:
    row = waiting.game().round
    forfeit = {"first_halves": 2, "second_halves": 0, "first_spread": 75, "second_spread": -75}
    played = {"first_score": 400, "second_score": 390} | dict.fromkeys(forfeit)
    cases = (("forfeit", forfeit, Round.Status.PUBLISHED), ("stopped", played, Round.Status.PLAYING))
    for outcome, values, status in cases:
        Game.objects.filter(pk=waiting.game().pk).update(outcome=outcome, **values)
        settle_round(row)
        assert row.status == status
