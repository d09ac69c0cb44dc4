"""What other boards would cost: two lists of boards priced by the method's own costs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairings.engine.contention.pricing import PARTS_OF, price_lists
from pairings.engine.errors import BadRequest
from pairings.engine.model import Board, CostPart, ManualBoard, Pairing, PairingTask
from .registry import method_of, pair

LARGEST = 400  # players: every forbidden board is a mask over all of them
TOTAL = "total"  # where costs are added up: their sum, which decides
ADDED_UP = frozenset(PARTS_OF)


@dataclass(frozen=True, slots=True)
class Compared:
    """A round as it is and as it would be. now, then: the costs, most important first."""

    now: tuple[CostPart, ...]
    then: tuple[CostPart, ...]
    boards: tuple[Board, ...]  # those of the other round that are not in this one
    added_up: bool = False  # the costs are weights of one sum, so that their sum stands first

    @property
    def rows(self) -> list[tuple[str, int, int]]:
        """(criterion, now, then), most important first."""
        names = list(dict.fromkeys(part.criterion for part in (*self.now, *self.then)))
        first, second = ({part.criterion: part.value for part in parts} for parts in (self.now, self.then))
        rows = [(name, first.get(name, 0), second.get(name, 0)) for name in names]
        return [(TOTAL, sum(first.values()), sum(second.values())), *rows] if self.added_up else rows


def can_be_compared(task: PairingTask) -> bool:
    """Whether the task's method weighs boards by costs; tables, draws and lists do not."""
    return method_of(task).weighs


def priced(task: PairingTask, now: Sequence[ManualBoard], then: Sequence[ManualBoard]) -> Compared:
    """Two lists of boards by the method's own costs; neither is solved, and boards asked for are priced as all others.

    Raises PairingError.
    """
    _comparable(task)
    task = replace(task, rules=replace(task.rules, forced=()), manual=())
    if task.method in ADDED_UP:
        return replace(compared(*price_lists(task, (now, then))), added_up=True)
    return compared(pair(replace(task, manual=tuple(now))), pair(replace(task, manual=tuple(then))))


def compared(now: Pairing, then: Pairing) -> Compared:
    """The costs of two rounds, and what is new in the second."""
    there = {frozenset(board.numbers) for board in now.boards}
    new = tuple(board for board in then.boards if frozenset(board.numbers) not in there)
    return Compared(now.total, then.total, new)


def _comparable(task: PairingTask) -> None:
    if not can_be_compared(task):
        raise BadRequest(
            "This method follows a table, a draw or groups of its own: its boards have no cost to compare."
        )
    if len(task.contestants) > LARGEST:
        raise BadRequest(f"Boards are compared for up to {LARGEST} players.")
