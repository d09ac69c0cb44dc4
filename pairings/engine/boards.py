"""From pairs of players to a round: who starts each game, the reasons, the order of the boards, the sums."""

from collections.abc import Sequence

from pairings.engine.matching.tie_break import coin
from pairings.engine.model import Board, Contestant, CostPart, Pairing, PairingTask, Proof
from pairings.engine.starts.starters import starter_of
from tdsuite.tournaments.engine.starts import SECOND

NOBODY_STARTS = "none"


def make_board(
    task: PairingTask, left: Contestant, right: Contestant, reason: str, costs: tuple[CostPart, ...] = ()
) -> Board:
    """One game, its starter decided by the event's mode; the better-ranked player is named first where tiles decide."""
    upper, lower = sorted((left, right), key=lambda player: player.rank_order)
    tie_break = coin(task.seed, task.round, upper.number, lower.number)
    decision = starter_of(upper, lower, task.start_mode, tie_break)
    first, second = (lower, upper) if decision.starter == SECOND else (upper, lower)
    return Board(first.number, second.number, decision.starts_by, reason, decision.reason, costs)


def make_bye(player: Contestant, reason: str) -> Board:
    """One bye."""
    return Board(player.number, None, NOBODY_STARTS, reason, "", (CostPart("byes", player.byes),))


def make_pairing(
    task: PairingTask,
    boards: Sequence[Board],
    *,
    warnings: Sequence[str] = (),
    proof: Proof = Proof.NONE_NEEDED,
    round_number: int | None = None,
) -> Pairing:
    """A round with its boards in order: the best-ranked player's first, byes last."""
    order = {player.number: player.rank_order for player in task.contestants}
    rows = sorted(boards, key=lambda board: (board.is_bye, min(order[number] for number in board.numbers)))
    # The boards' costs added up by criterion, most important first.
    sums: dict[str, int] = {"byes": 0} if any(board.is_bye for board in rows) else {}
    for board in rows:
        for part in board.costs:
            sums[part.criterion] = sums.get(part.criterion, 0) + part.value
    return Pairing(
        round=task.round if round_number is None else round_number,
        method=task.method,
        seed=task.seed,
        boards=tuple(rows),
        warnings=tuple(warnings),
        total=tuple(CostPart(criterion, value) for criterion, value in sums.items()),
        proof=proof,
    )
