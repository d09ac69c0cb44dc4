"""Who waits for whom: a sheet's figures for nobody but whoever owns the division, a result for its own division alone.

On PostgreSQL, where rows are locked one by one; SQLite has one writer at a time.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.db import connection, transaction

from results.games.actions import ResultAction
from results.games.services.outcomes import record_result
from results.models import Signature
from results.sheets.actions import SheetAction
from results.sheets.services import entering
from results.sheets.services.decisions import decided_sheet, deciding_sheet
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import NeedsDivision, deciding, own_event
from tests.factories import make_division, make_round
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


def enters(hall: Hall, number: int, board: int) -> None:
    figures = hall.figures(board=board)
    entering.enter_sheet(by=hall.player(number), game=hall.game(board), figures=figures)


def test_figures_at_one_table_do_not_wait_for_another_tables_and_a_result_waits_for_both() -> None:
    if connection.vendor != "postgresql":
        return
    hall = make_hall()
    by, game, ended = hall.player(1), hall.game(1), ExitStack()
    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.ENTERED, shares=True):
        with beside(lambda: enters(hall, 2, board=2)) as other:
            other.join(60)
            assert not other.is_alive()
        late = ended.enter_context(beside(lambda: enters(hall, 3, board=2)))  # the same figures: the game has a result
        until_it_waits()
        assert late.is_alive() and hall.game(2).outcome == ""
    ended.close()
    assert hall.game(2).outcome == "played"


def test_an_official_waits_for_one_decision_of_players_however_many_wait() -> None:
    if connection.vendor != "postgresql":
        return
    hall, ended = make_hall(), ExitStack()
    enters(hall, 2, board=2)
    by, game = hall.player(1), hall.game(1)
    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.ENTERED, shares=True):
        ended.enter_context(beside(lambda: enters(hall, 3, board=2)))  # the same figures: it wants to own the division
        until_it_waits(1)
        ended.enter_context(beside(lambda: record_result(by=hall.scorer, game=game, first_score=400, second_score=350)))
        until_it_waits(2)
    ended.close()
    entered = Record.objects.filter(action=ResultAction.ENTERED).order_by("seq")
    assert [record.object_id for record in entered] == [str(game.pk), str(hall.game(2).pk)]


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


def test_whoever_shares_a_division_does_not_pass_by_an_official_who_waits() -> None:
    if connection.vendor != "postgresql":
        return
    hall, ended = make_hall(), ExitStack()
    by, game = hall.player(1), hall.game(1)
    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.ENTERED, shares=True):
        ended.enter_context(beside(lambda: record_result(by=hall.scorer, game=game, first_score=400, second_score=350)))
        until_it_waits(1)
        late = ended.enter_context(beside(lambda: enters(hall, 2, board=2)))
        late.join(3)
        assert late.is_alive()
    ended.close()
    assert hall.scores() == (400, 350)


def test_a_result_does_not_wait_for_a_decision_about_another_division() -> None:
    if connection.vendor != "postgresql":
        return
    hall = make_hall()
    record_result(by=hall.scorer, game=hall.game(1), first_score=400, second_score=350)  # the event's first
    second = make_division(hall.division.tournament, players=4, rounds=1, code="second")
    make_round(second, 1, status="playing")
    game = Game.objects.of_division(second).select_related("round__division__tournament")[0]
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
    second = make_division(hall.division.tournament, players=4, rounds=1, code="second")
    make_round(second, 1, status="playing")
    game = Game.objects.of_division(second).select_related("round__division__tournament")[0]

    def enter() -> None:
        with transaction.atomic():
            record_result(by=COMMAND_LINE, game=game, first_score=410, second_score=390)
            enqueue("jobs.selftest", tournament=hall.division.tournament)

    record_result(by=hall.scorer, game=hall.game(1), first_score=400, second_score=350)  # the event's first
    with deciding(hall.division, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED), beside(enter) as other:
        other.join(60)
        assert not other.is_alive()


def test_a_sheet_that_comes_to_change_a_result_is_decided_once_more_by_whoever_owns_the_division() -> None:
    hall = make_hall()
    hall.enters(1)
    by, game, figures = hall.player(4), hall.game(), hall.figures()
    calls = []

    def take(decision: entering.SheetDecision) -> str:
        calls.append(decision.decision.shares)
        return entering._enter(decision, by, figures, None)

    message = decided_sheet(take, by=by, game=game, can=Can.SIGN, action=SheetAction.ENTERED, shares=True)
    assert (calls, message) == ([True, False], entering.SIGNED)
    assert (hall.scores(), Signature.objects.count()) == ((431, 388), 2)
    assert Record.objects.filter(action=ResultAction.ENTERED).count() == 1


def test_a_decision_that_shares_the_division_cannot_own_it_or_touch_a_game() -> None:
    hall = make_hall()
    common = {"by": hall.player(1), "game": hall.game(), "can": Can.SIGN, "action": SheetAction.ENTERED, "shares": True}
    owning = deciding(hall.division, by=COMMAND_LINE, action=ResultAction.ENTERED)
    with pytest.raises(NeedsDivision), deciding_sheet(**common), owning:
        pass
    with pytest.raises(NeedsDivision), deciding_sheet(**common) as decision:
        decision.game.save()
    assert Record.objects.filter(action=ResultAction.ENTERED).count() == 0
