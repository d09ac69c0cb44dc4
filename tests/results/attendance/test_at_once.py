"""Many hands at once: two taps start one clock, one arrival, one forfeit; two tables do not hold each other up."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from results.attendance.services.attendance import GameDecided, arrive, mark, rest_is_here, start_clock
from results.attendance.services.lateness import elect_forfeit
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Presence, Round
from tests.at_once import refused
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.results.attendance.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall() -> Hall:
    division = make_division(make_tournament(), players=12, rounds=1)
    row = make_round(division, 1, status=Round.Status.PLAYING)
    began = timezone.now() - timedelta(minutes=1)
    Round.objects.filter(pk=row.pk).update(scheduled_at=began, started_at=began)
    return Hall(division, make_user(tournament=division.tournament))


def test_eight_taps_start_one_clock(hall: Hall) -> None:
    game = hall.game()
    assert game.second is not None
    late = game.second
    taps = [lambda: start_clock(by=hall.director, game=game, entry=late, opponent_ready=True)] * 8
    assert refused(taps) == []
    assert Presence.objects.exclude(clock_started_at=None).count() == 1
    assert Presence.objects.count() == 2
    assert Record.objects.filter(action="attendance.clock_started").count() == 1
    assert verify(hall.division.tournament).whole


def test_one_tap_for_each_of_two_absent_players_starts_the_one_timer_once(hall: Hall) -> None:
    game = hall.game()
    assert game.second is not None
    for entry in (game.first, game.second):
        mark(by=hall.director, game=game, entry=entry, status="absent")
    taps = [partial(start_clock, by=hall.director, game=game, entry=entry) for entry in (game.first, game.second)]
    assert refused(taps) == []
    assert Presence.objects.values("clock_started_at").distinct().count() == 1
    assert Record.objects.filter(action="attendance.clock_started").count() == 1


def test_six_arrivals_of_one_player_are_one(hall: Hall) -> None:
    game = hall.game()
    assert refused([lambda: arrive(by=hall.director, game=game, entry=game.first)] * 6) == []
    assert (Presence.objects.count(), Record.objects.filter(action="attendance.arrived").count()) == (1, 1)


def test_all_tables_at_once_while_the_rest_is_marked(hall: Hall) -> None:
    games = [hall.game(board) for board in range(1, 7)]
    works: list[Callable[[], object]] = [
        partial(mark, by=hall.director, game=game, entry=game.first, status="absent") for game in games
    ]
    works.append(lambda: rest_is_here(by=hall.director, round=hall.round))
    assert refused(works) == []
    rows = Presence.objects.values_list("game__board", "entry_id").distinct()
    assert (Presence.objects.count(), rows.count()) == (12, 12)
    assert verify(hall.division.tournament).whole


def test_of_four_elections_one_loses_the_game(hall: Hall) -> None:
    game = hall.game()
    assert game.second is not None
    late = game.second
    start = timezone.now() - timedelta(minutes=12)
    Round.objects.update(scheduled_at=start, started_at=start)
    start_clock(by=hall.director, game=hall.game(), entry=late, at=start, opponent_ready=True)
    arrive(by=hall.director, game=game, entry=late)
    errors = refused([lambda: elect_forfeit(by=hall.director, game=game, entry=late)] * 4)
    assert [type(error) for error in errors] == [GameDecided] * 3
    assert Record.objects.filter(action="result.entered").count() == 1
