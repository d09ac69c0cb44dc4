"""The director's rules as arrays over the players of a round: which boards are shut, and what the softer rules cost.

Each MUST rule is a named mask of boards; the checker and `clashes` use the same names.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairings.engine.errors import BadRequest
from pairings.engine.model import Contestant, PairingTask, Repeats
from pairings.engine.rules import BYE, KINDS, Meeting, Strength

Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int16]

CLASSES = "classes"
REPEATS = "repeats"
MEETINGS = "meetings"
FORBIDDEN = "forbidden"
APART = "apart"


@dataclass(frozen=True, slots=True)
class Shut:
    """One MUST rule."""

    rule: str  # REPEATS, MEETINGS, FORBIDDEN, APART or CLASSES
    text: str  # the rule in words
    boards: Flags  # (n, n)


def shut_boards(players: tuple[Contestant, ...], task: PairingTask, met: Counts) -> list[Shut]:
    """Every MUST rule of the task that shuts at least one board among these players.  met: (n, n) earlier meetings."""
    rules = task.rules
    shuts: list[Shut] = []
    if task.repeats is Repeats.FORBID:
        shuts.append(Shut(REPEATS, "no repeats", met > 0))
    if rules.most_meetings:
        shuts.append(Shut(MEETINGS, f"two meet at most {times_text(rules.most_meetings)}", met >= rules.most_meetings))
    for rule in rules.apart_in(task.round):
        if rule.strength is Strength.MUST:
            shuts.append(Shut(APART, f"the same {rule.kind} stays apart", alike(players, rule.kind)))
    if rules.classes is Strength.MUST:
        shuts.append(Shut(CLASSES, "each class meets its own", _other_class(players)))
    place = {player.number: at for at, player in enumerate(players)}
    for first, second in rules.forbidden:
        if first in place and second in place:
            boards = np.zeros(met.shape, dtype=np.bool_)
            boards[place[first], place[second]] = boards[place[second], place[first]] = True
            shuts.append(Shut(FORBIDDEN, f"{first} and {second} kept apart", boards))
    for first, second in rules.exempt:
        if first in place and second in place:
            for shut in shuts:
                shut.boards[place[first], place[second]] = shut.boards[place[second], place[first]] = False
    return [shut for shut in shuts if np.triu(shut.boards, 1).any()]


def soft_costs(players: tuple[Contestant, ...], task: PairingTask) -> dict[str, npt.NDArray[np.int64]]:
    """What the AVOID rules count a board, (n, n) each: "apart", "classes"; a rule that no board breaks is left out."""
    costs: dict[str, npt.NDArray[np.int64]] = {}
    if kinds := [rule.kind for rule in task.rules.apart_in(task.round) if rule.strength is Strength.AVOID]:
        costs[APART] = np.sum([alike(players, kind) for kind in kinds], axis=0, dtype=np.int64)
    if task.rules.classes is Strength.AVOID:
        costs[CLASSES] = _other_class(players).astype(np.int64)
    return {name: values for name, values in costs.items() if values.any()}


def alike(players: tuple[Contestant, ...], kind: str) -> Flags:
    """Which two share a club, family, team or country; nobody shares an empty one, or their own with themselves."""
    if kind not in KINDS:
        raise BadRequest(f"Players can be kept apart by {', '.join(KINDS)}, not by {kind!r}.")
    names = np.array([getattr(player, kind) for player in players], dtype=object)
    same = (names[:, None] == names[None, :]) & (names != "")[:, None]
    np.fill_diagonal(same, False)
    return np.asarray(same, dtype=np.bool_)


def check_requests(task: PairingTask) -> None:
    """Raise BadRequest where the forced and forbidden boards contradict themselves or name somebody who is not there."""
    known = {player.number: player for player in task.contestants}
    for first, second in (*task.rules.forced, *task.rules.forbidden):
        for number in (first, second):
            if number != BYE and number not in known:
                raise BadRequest(f"There is no player {number} in this division: mend the forced or forbidden boards.")
        if first in (second, BYE):
            raise BadRequest(f"{first} and {second} are no board: name two players, or one player and a bye.")
    taken: dict[int, Meeting] = {}
    for board in task.rules.forced:
        for number in board:
            if number == BYE:
                continue
            if number in taken:
                raise BadRequest(
                    f"Player {number} is asked for on two boards, {board_text(taken[number])} and {board_text(board)}."
                )
            if known[number].absent:
                raise BadRequest(f"Player {number} is asked for on board {board_text(board)} but is absent this round.")
            taken[number] = board
        if board in task.rules.forbidden or board[::-1] in task.rules.forbidden:
            raise BadRequest(f"{board_text(board)} is both asked for and forbidden. Take one of the two back.")


def board_text(board: Meeting) -> str:
    """ "3-8", or "3 bye"."""
    return f"{board[0]} bye" if board[1] == BYE else f"{board[0]}-{board[1]}"


def _other_class(players: tuple[Contestant, ...]) -> Flags:
    names = np.array([player.prize_class for player in players], dtype=object)
    return np.asarray(names[:, None] != names[None, :], dtype=np.bool_)


def times_text(number: int) -> str:
    """ "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
