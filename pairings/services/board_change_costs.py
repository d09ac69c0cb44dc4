"""What a change of published boards comes to, before it is made: the new boards, and what the round then costs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from pairings.engine.methods.comparison import can_be_compared, priced
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from ..engine.errors import PairingError
from ..engine.model import PairingTask
from .checking import boards_of_games
from .engine_tasks import pairing_task, plan_line
from .explanations import NO_COST, CostRow, as_listed, run_of_round, stored_task
from .round_boards import RoundBoards, boards_of_round

INCOMPLETE = "Somebody has no board before or after this change, so the costs of the two rounds cannot be compared."


@dataclass(frozen=True, slots=True)
class ChangeCost:
    boards: tuple[Game, ...]  # the new ones
    unpaired: tuple[Entry, ...]  # who would sit nowhere
    rows: tuple[CostRow, ...]  # (criterion, now, then), empty where the boards have no cost, and then `why` says so
    why: str


def change_cost(*, row: Round, change: Callable[[], Any]) -> ChangeCost:
    """Make a change of a round's boards, look, and take it back: what is shown is what would be. Raises as `change`."""
    before = boards_of_round(row)
    with transaction.atomic():
        change()
        after = boards_of_round(row)
        transaction.set_rollback(True)
    there = {_place(game) for game in before.rows}
    new = tuple(game for game in after.rows if _place(game) not in there)
    left = {entry.pk for entry in before.unpaired}
    unpaired = tuple(entry for entry in after.unpaired if entry.pk not in left)
    rows, why = _rows(row, before, after)
    return ChangeCost(new, unpaired, rows, why)


def _place(game: Game) -> tuple[str, frozenset[int | None]]:
    return game.table, frozenset(game.entry_ids)


def _rows(row: Round, before: RoundBoards, after: RoundBoards) -> tuple[tuple[CostRow, ...], str]:
    numbers = {entry.pk: entry.number for entry in after.entries}
    now, then = (as_listed(boards_of_games(seats.rows, numbers)) for seats in (before, after))
    here = {number for line in now for number in (line.first, line.second) if number is not None}
    if here != {number for line in then for number in (line.first, line.second) if number is not None}:
        return (), INCOMPLETE
    if set(now) == set(then):
        return (), ""
    try:
        task = _task_of(row)
        if not can_be_compared(task):
            return (), NO_COST
        return tuple(priced(_present(task, here), now, then).rows), ""
    except KeyError:
        return (), NO_COST
    except (PairingError, Refused) as error:
        return (), str(error)


def _task_of(row: Round) -> PairingTask:
    """What the round was paired from; as the plan would pair it where its boards came from elsewhere. Raises Refused."""
    run = run_of_round(row)
    if run is not None:
        return stored_task(run)
    return pairing_task(history(row.division), row.number, line=plan_line(row.division, row.number, None), seed=0)[0]


def _present(task: PairingTask, here: set[int]) -> PairingTask:
    """The task with those present who are on the boards now. Raises Refused for who was not in the field then."""
    if unknown := sorted(here - {contestant.number for contestant in task.contestants}):
        raise Refused(
            f"Player {unknown[0]} entered after this round was paired: its boards have no cost to compare.",
            code="entered_later",
        )
    return task.with_present(here)
