"""Why a round is what it is: its boards with reasons and costs, and what a swap costs."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pairings.engine.checking.replay import task_from
from pairings.engine.matching.broken_rules import check_rules
from pairings.engine.methods.comparison import can_be_compared, priced
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.services.decision import Refused
from ..actions import PairingAction
from ..engine.errors import PairingError
from ..engine.model import Board, ManualBoard, PairingTask, Repeats
from ..engine.reasons import by_meetings
from ..models import DraftBoard, PairingRun
from .drafts import swapped

NO_COST = "This round follows a table, a draw or groups of its own: its boards have no cost to compare."
OTHERS, NEAR = 2, 2  # other boards that are shown, among those so many places above and below

Cost = tuple[str, int]
CostRow = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class SwapCost:
    """What a swap in a draft comes to."""

    boards: tuple[DraftBoard, ...]  # the two new ones
    rows: tuple[CostRow, ...]  # (criterion, now, then), empty where the method weighs nothing, and then `why` says so
    why: str


@dataclass(frozen=True, slots=True)
class OtherBoards:
    """Two boards that could have been in a round in place of two of it.  met: of each, whether its players have met."""

    boards: tuple[ManualBoard, ...]
    met: tuple[str, ...]
    rows: tuple[CostRow, ...]


def run_of_round(row: Round) -> PairingRun | None:
    """The run that a published round's boards came from."""
    run = row.division.pairing_runs.filter(status=PairingRun.Status.PUBLISHED).covering(row.number).first()
    if run is not None:
        run.division = row.division
    return run


def board_costs(run: PairingRun | None, number: int) -> dict[frozenset[int], list[Cost]]:
    """What each board of a round cost where the engine weighed it, by its players' numbers; most important first."""
    boards = run.draft_boards(number) if run is not None else ()
    return {frozenset(board.numbers): [(name, value) for name, value in board.costs] for board in boards}


def as_drafted(run: PairingRun, number: int, games: Iterable[Game] = ()) -> bool:
    """Whether a round's boards are still those that the run's costs are of.  games: as they stand, where it is published."""
    boards = list(run.draft_boards(number))
    if any(board.changed for board in boards):
        return False
    now = {frozenset(entry.number for entry in game.players) for game in games}
    return not now or now == {frozenset(board.numbers) for board in boards}


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
        compared = priced(task, as_listed(run.draft_boards(number)), as_listed(then))
    except (PairingError, Refused) as error:
        return SwapCost(changed, (), str(error))
    return SwapCost(changed, tuple(compared.rows), "")


def as_listed(boards: Iterable[Any]) -> list[ManualBoard]:
    """Boards by their players alone, as they are priced."""
    return [ManualBoard(board.first, board.second) for board in boards]


def other_boards(run: PairingRun, number: int, players: Collection[int]) -> list[OtherBoards]:
    """The cheapest exchanges of two players of a board with one near it that break no rule; none where nothing is weighed."""
    try:
        task = stored_task(run)
    except Refused:
        return []
    now = as_listed(run.draft_boards(number))
    place = next((at for at, board in enumerate(now) if {board.first, board.second} == {*players}), None)
    if place is None or not run.is_one_round or not can_be_compared(task):
        return []
    board, choices = now[place], []
    for other in now[max(0, place - NEAR) : place + NEAR + 1]:
        if other == board or board.second is None or other.second is None:
            continue
        for first, second in ((other.first, other.second), (other.second, other.first)):
            new = ManualBoard(board.first, first), ManualBoard(board.second, second)
            then = [*(each for each in now if each not in (board, other)), *new]
            if not check_rules(task, [Board(each.first, each.second, "", "") for each in then]):
                with suppress(PairingError):
                    choices.append(OtherBoards(new, _met(task, new), tuple(priced(task, now, then).rows)))
    return sorted(choices, key=lambda choice: [then for _, _, then in choice.rows])[:OTHERS]


def _met(task: PairingTask, boards: Iterable[ManualBoard]) -> tuple[str, ...]:
    by_number = {player.number: player for player in task.contestants}
    pairs = ((by_number[board.first], by_number[board.second or 0]) for board in boards)
    return tuple(by_meetings(task.meetings(*pair), Repeats.ALLOW, 0) for pair in pairs)


def reasons_by_hand(row: Round) -> dict[int, list[str]]:
    """Why the players of a published round's boards were changed, by game, the oldest first."""
    reasons: dict[int, list[str]] = {}
    changes = Record.objects.about(row).filter(action=PairingAction.BOARD_CHANGED).order_by("seq")
    for change in changes.select_related("reason_text"):
        before = {board["game"]: _seated(board) for board in change.before["boards"]}
        for board in change.after["boards"]:
            if before.get(board["game"]) != _seated(board):
                reasons.setdefault(board["game"], []).append(change.why)
    return reasons


def _seated(board: dict[str, Any]) -> set[int | None]:
    return {board["first"], board["second"]}
