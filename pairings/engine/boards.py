"""From pairs of players to a round: who starts each game, the reasons, the order of the boards, the sums."""

from collections.abc import Sequence

from pairings.engine.matching.tie_break import coin
from pairings.engine.starts.starters import starter_of
from tdsuite.platform.words.sentences import Sentence, catalogued, clauses
from tdsuite.tournaments.engine.starts import REPLY, SECOND, START, StartMode
from .model import Board, Contestant, CostPart, Pairing, PairingTask, Proof, Rounds
from .rules import BYE

NOBODY_STARTS = "none"


def make_board(
    task: PairingTask, left: Contestant, right: Contestant, reason: str, costs: tuple[CostPart, ...] = ()
) -> Board:
    """One game, its starter decided by the event's mode; the better-ranked player is named first where tiles decide."""
    upper, lower = sorted((left, right), key=lambda player: player.rank_order)
    tie_break = coin(task.seed, task.round, upper.number, lower.number)
    decision = starter_of(upper, lower, task.start_mode, tie_break, ahead=task.options.starts_ahead)
    first, second = (lower, upper) if decision.starter == SECOND else (upper, lower)
    why = decision.reason
    if task.options.starts_ahead and decision.starts_by == StartMode.ASSIGNED:
        why = clauses(why, after_start(first, second))
    return Board(first.number, second.number, decision.starts_by, reason, why, costs)


def after_start(first: Contestant, second: Contestant) -> str:
    """What the start makes of both players' starts, less their replies."""
    ahead, behind = _from_even(first.record.balance + START), _from_even(second.record.balance + REPLY)
    if ahead == behind:
        return Sentence("after it both are {state}", state=ahead)
    return Sentence(
        "after it #{number} is {state} and #{other} is {other_state}",
        number=first.number, state=ahead, other=second.number, other_state=behind,
    )  # fmt: skip


def _from_even(balance: int) -> str:
    if not balance:
        return Sentence("even")
    message = catalogued("{number} ahead") if balance > 0 else catalogued("{number} behind")
    return Sentence(message, number=abs(balance))


def make_bye(player: Contestant, reason: str) -> Board:
    """One bye."""
    return Board(player.number, None, NOBODY_STARTS, reason, "", (CostPart("byes", player.byes),))


def make_pairing(
    task: PairingTask,
    boards: Sequence[Board],
    *,
    warnings: Sequence[str] = (),
    proof: Proof = Proof.NONE_NEEDED,
    schedule: Rounds = (),
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
        warnings=(*warnings, *_bye_beside_those_asked(task, rows)),
        total=tuple(CostPart(criterion, value) for criterion, value in sums.items()),
        proof=proof,
        schedule=schedule,
    )


def _bye_beside_those_asked(task: PairingTask, boards: Sequence[Board]) -> list[str]:
    """Says why there is one bye more than was asked for."""
    asked = {number for number, other in task.rules.forced if other == BYE}
    byes = {board.first for board in boards if board.is_bye}
    players = len({number for board in boards for number in board.numbers})
    if not asked or len(byes - asked) != 1 or not asked <= byes or (players - len(asked)) % 2 == 0:
        return []
    which = {1: "second", 2: "third"}.get(len(asked), "further")
    return [f"A {which} bye was needed: {players} players less {len(asked)} is odd."]
