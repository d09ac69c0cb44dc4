"""Who waits for whom: a result for decisions about its own division alone.

On PostgreSQL, where rows are locked one by one; SQLite has one writer at a time.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.db import connection, transaction

from results.games.services.outcomes import record_result
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import deciding, own_event
from tests.factories import make_division, make_round
from tests.platform.jobs.kinds import enqueued
from tests.results.sheets.desk import Hall, make_hall
from tests.tournaments.test_event_locks import PATIENCE, until_it_waits

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def beside(act: Callable[[], object]) -> Iterator[threading.Thread]:
    """`act` in a thread with a connection of its own, begun before the block and ended after it."""
    errors: list[Exception] = []

    def run() -> None:
        try:
            act()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    yield thread
    thread.join(PATIENCE)
    assert not thread.is_alive() and errors == []


def of_another_division(hall: Hall) -> Game:
    """Of the same event, whose first result is there."""
    record_result(by=hall.scorer, game=hall.game(1), first_score=400, second_score=350)
    second = make_division(hall.division.tournament, players=4, rounds=1, code="second")
    make_round(second, 1, status="playing")
    return Game.objects.of_division(second).select_related("round__division__tournament")[0]


def test_who_owns_an_event_and_then_decides_about_a_division_and_a_result_there_do_not_wait_for_each_other() -> None:
    if connection.vendor != "postgresql":
        return
    hall, ended = make_hall(), ExitStack()
    event, game = hall.division.tournament, hall.game(1)
    with transaction.atomic():
        own_event(event)
        ended.enter_context(beside(lambda: record_result(by=hall.scorer, game=game, first_score=400, second_score=350)))
        until_it_waits(1)
        with deciding(hall.division, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED):
            pass
    ended.close()
    assert hall.scores() == (400, 350)


def test_a_result_does_not_wait_for_a_decision_about_another_division() -> None:
    if connection.vendor != "postgresql":
        return
    hall = make_hall()
    game = of_another_division(hall)
    enter = beside(lambda: record_result(by=COMMAND_LINE, game=game, first_score=410, second_score=390))
    with deciding(hall.division, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED), enter as other:
        other.join(60)
        assert not other.is_alive()
    game.refresh_from_db()
    assert game.first_score == 410


def test_what_refers_to_the_event_is_committed_while_another_division_owns_it() -> None:
    """PostgreSQL looks at references at the commit, with the chain's head in hand: an owner who waits for that would never get it."""
    if connection.vendor != "postgresql":
        return
    hall = make_hall()
    game = of_another_division(hall)

    def enter() -> None:
        with transaction.atomic():
            record_result(by=COMMAND_LINE, game=game, first_score=410, second_score=390)
            enqueued(tournament=hall.division.tournament)

    with deciding(hall.division, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED), beside(enter) as other:
        other.join(60)
        assert not other.is_alive()
