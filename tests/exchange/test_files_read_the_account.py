"""Every ratings file says of a game what its account says: opponent, scores and winner; what it cannot hold is listed."""

import pytest

from results.games.services.outcomes import record_result
from results.rulings.services import forfeits
from tdsuite.exchange.export import FORMATS
from tdsuite.exchange.result_rows import result_rows
from tdsuite.formats.writing import NO_ROOM
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import history
from tests.results.rulings.cases import Event, make_event

pytestmark = pytest.mark.django_db


def sent(event: Event, name: str) -> tuple[str, list[str]]:
    data, losses = FORMATS[name].write(event.division.tournament)
    return data.decode(), [problem.message for problem in losses if problem.field != NO_ROOM]


def test_wespa_6_2_4_a_game_awarded_after_it_was_played_is_filed_by_what_counts():
    event = make_event()
    game = event.game(1)
    record_result(by=event.scorer, game=game, first_score=350, second_score=420)
    values = {"first_halves": 2, "first_spread": 150, "second_halves": 0, "second_spread": -150, "rated": True}
    Game.objects.filter(pk=game.pk).update(outcome="awarded", **values)
    filed = result_rows(history(event.division))
    row = next(row for row in filed.division.games if row.board == 1)
    assert (row.outcome, row.first_score, row.second_score) == ("played", 570, 420)
    assert [problem.message for problem in filed.notes] == [
        "round 1, table 1: awarded at 350-420 is written as 570-420, which gives the result that counts."
    ]


def test_what_no_two_scores_can_say_is_listed():
    event = make_event()
    game = event.game(1)
    both = {"first_halves": 0, "first_spread": -50, "second_halves": 0, "second_spread": -50, "rated": True}
    Game.objects.filter(pk=game.pk).update(outcome="penalty_forfeit", first_score=300, second_score=200, **both)
    _, losses = sent(event, "absp")
    assert losses[0] == (
        "round 1, table 1: forfeited as a penalty is rated, and both players lose; no two scores say so, so it is written "
        "as a game not rated."
    )
    uneven = {"first_halves": 2, "second_halves": 0, "first_spread": 100, "second_spread": -20}
    Game.objects.filter(pk=game.pk).update(**uneven)
    _, losses = sent(event, "absp")
    assert losses == ["round 1, table 1: forfeited as a penalty counts +100 and -20, which 300-200 does not say."]


def test_nsa_iii_g_1_a_game_that_is_not_rated_has_no_line_and_that_is_listed():
    event = make_event("nsa-2004")
    ended = forfeits.HowItEnded("no_show", "first", begun=False)
    forfeits.decide(by=event.director, game=event.game(1), ended=ended, reason="never came")
    one, four = event.entry(1).player.name, event.entry(4).player.name
    text, losses = sent(event, "absp")
    assert one not in text
    assert f"Division A, round 1, {one} and {four}: a forfeit, or a game that is not rated, has no line." in losses
    record_result(by=event.scorer, game=event.game(2), first_score=400, second_score=390)
    _, losses = sent(event, "tou")
    assert f"{one}, round 1: a forfeit, or a game that is not rated, is written without an opponent." in losses
