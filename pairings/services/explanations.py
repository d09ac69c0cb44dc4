"""Why a round is what it is: its boards with reasons and costs, and what a swap costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pairings.engine.checking.replay import task_from
from pairings.engine.methods.comparison import can_be_compared, priced
from pairings.services.tables import tables_of_run
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import clauses
from tdsuite.tournaments.models import Entry, Round
from tdsuite.tournaments.services.decision import Refused

from ..engine.errors import PairingError
from ..engine.model import ManualBoard, PairingTask
from ..models import DraftBoard, PairingRun
from .drafts import swapped
from .round_boards import RoundBoards, boards_of_round

NO_COST = "This round follows a table, a draw or groups of its own: its boards have no cost to compare."

Cost = tuple[str, int]
CostRow = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class WhyLine:
    """One board with its reason."""

    table: str
    table_reason: str  # "" for a bye
    first: Entry | None
    second: Entry | None
    reason: str
    costs: tuple[Cost, ...]  # where the engine weighed it, most important first

    @property
    def players(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in (self.first, self.second) if entry is not None)


@dataclass(frozen=True, slots=True)
class SwapCost:
    """What a swap in a draft comes to."""

    boards: tuple[DraftBoard, ...]  # the two new ones
    rows: tuple[CostRow, ...]  # (criterion, now, then), empty where the method weighs nothing, and then `why` says so
    why: str


def run_of_round(row: Round) -> PairingRun | None:
    """The run that a round's boards came from: its draft, or the one that was published."""
    status = PairingRun.Status.PUBLISHED if row.is_published else PairingRun.Status.DRAFT
    run = row.division.pairing_runs.filter(status=status).covering(row.number).first()
    if run is not None:
        run.division = row.division
    return run


def why_lines(row: Round, run: PairingRun | None, seats: RoundBoards | None = None) -> list[WhyLine]:
    """Every board of a round with its reason, in order; as it is played now, where the round is published.

    seats: of a published round, where they are read already.
    """
    costs = _costs(run, row.number)
    if row.is_published:
        seats = seats or boards_of_round(row)
        return [
            WhyLine(
                game.table,
                "" if game.is_bye else game.table_reason,
                game.first,
                game.second,
                game.reason,
                costs.get(_numbers(game.first, game.second), ()),
            )
            for game in seats.rows
        ]
    entries = {entry.number: entry for entry in row.division.entries.select_related("player")}
    if run is None:
        return []
    seating = tables_of_run(run)
    boards = [(board, seating.of(board)) for board in seating.in_order(run.draft_boards(row.number))]
    return [
        WhyLine(
            at.table if at else "",
            at.reason if at else "",
            entries.get(board.first),
            entries.get(board.second or 0),
            clauses(board.reason, board.start_reason),
            costs.get(frozenset(board.numbers), ()),
        )
        for board, at in boards
    ]


def as_drafted(run: PairingRun, number: int, lines: Sequence[WhyLine] | None = None) -> bool:
    """Whether a round's boards are still those that the run's costs are of.  lines: as they stand, where it is published."""
    boards = list(run.draft_boards(number))
    if any(board.changed for board in boards):
        return False
    now = {frozenset(entry.number for entry in line.players) for line in lines or ()}
    return lines is None or now == {frozenset(board.numbers) for board in boards}


def _costs(run: PairingRun | None, number: int) -> dict[frozenset[int], tuple[Cost, ...]]:
    boards = run.draft_boards(number) if run is not None else ()
    return {frozenset(board.numbers): tuple((name, value) for name, value in board.costs) for board in boards}


def _numbers(first: Entry, second: Entry | None) -> frozenset[int]:
    return frozenset(entry.number for entry in (first, second) if entry is not None)


def stored_task(run: PairingRun) -> PairingTask:
    """The task a run was made from. Raises Refused where it is from an older version and cannot be read."""
    try:
        return task_from(run.inputs)
    except (PairingError, KeyError, TypeError, ValueError) as error:
        raise Refused(
            "What this draft was made from cannot be read any more: pair again.", code="unreadable_draft"
        ) from error


def swap_cost(*, by: Actor, run: PairingRun, number: int, player: int, other: int) -> SwapCost:
    """What it costs to let two players of a draft change places; nothing is changed. Raises Refused."""
    require(by, run.division.tournament, Can.PAIR)
    then, changed = swapped(run, number, player, other)
    try:
        task = stored_task(run)
        if not run.is_one_round or not can_be_compared(task):
            return SwapCost(changed, (), NO_COST)
        compared = priced(task, _lines(run.draft_boards(number)), _lines(then))
    except (PairingError, Refused) as error:
        return SwapCost(changed, (), str(error))
    return SwapCost(changed, tuple(compared.rows), "")


def _lines(boards: Any) -> Sequence[ManualBoard]:
    return [ManualBoard(board.first, board.second) for board in boards]
