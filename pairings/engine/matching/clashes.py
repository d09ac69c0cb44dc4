"""Why no round keeps every rule, and the fewest exceptions that make one possible.

Every rule is a mask of boards it shuts, over all who are present and an empty place for every bye.  Rules are taken
away one by one: what cannot be taken away without a round becoming possible is the clash (a deletion filter: Chinneck
and Dravnieks, ORSA J. Computing 3, 1991).  Then a round is solved in which a broken rule is a cost: the boards that
break one are the exceptions.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pairings.engine.errors import NoPairingPossible, Relaxation
from pairings.engine.model import Contestant, PairingTask
from pairings.engine.presence import may_sit_out
from pairings.engine.rules import BYE
from .constraints import FORBIDDEN, MEETINGS, REPEATS, Shut, board_text, shut_boards
from .costs import pack
from .field import meetings
from .matching import cheapest_perfect_matching, largest_matching

FORCED = "forced"
BYES = "bye"
SEVERITY = {REPEATS: 1, "apart": 2, "classes": 2, MEETINGS: 3, BYES: 4, FORBIDDEN: 5, FORCED: 6}
TELL_UP_TO = 4
ONE_BY_ONE_UP_TO = 30  # forbidden boards; more of them count as one rule, as each one costs a matching to leave out

Ints = npt.NDArray[np.int64]


def is_possible(task: PairingTask) -> bool:
    """Whether some round keeps every MUST rule."""
    players = task.present()
    return _possible(_all_rules(task, players), len(players) + _byes(task, players))


def no_pairing(task: PairingTask) -> NoPairingPossible:
    """The error of a task whose rules leave no round, with the clash and the smallest relaxation."""
    players = task.present()
    rules = _all_rules(task, players)
    places = len(players) + _byes(task, players)
    clash = _clash(rules, places)
    placed = {at for pair in _matching(rules, places) for at in pair}
    left = tuple(player.number for at, player in enumerate(players) if at not in placed)
    relaxations = _relaxations(task, players, rules)
    names = ", ".join(rule.text for rule in clash)
    change = "; ".join(relaxation.text for relaxation in relaxations[:TELL_UP_TO])
    more = len(relaxations) - TELL_UP_TO
    change = f"{change}; and {more} more" if more > 0 else change
    if {rule.rule for rule in clash} == {REPEATS}:
        numbers = ", ".join(map(str, left))
        whoever = "Whoever gets the bye: " if len(players) % 2 else ""
        start = (
            f"{whoever}Repeats are forbidden, yet {len(left)} of {len(players)} players have no opponent left whom they have not "
            f"met (for one, numbers {numbers})."
        )
    elif len(clash) == 1:
        start = f"One rule alone leaves no round: {names}."
    else:
        start = f"These rules cannot all be kept: {names}."
    return NoPairingPossible(
        f"{start} The smallest change: {change}.",
        left,
        clash=tuple(rule.text for rule in clash),
        relaxations=relaxations,
    )


def _byes(task: PairingTask, players: tuple[Contestant, ...]) -> int:
    """How many sit out: those asked for, and one more where that leaves an odd number."""
    asked = sum(two == BYE for _, two in task.rules.forced)
    return asked + (len(players) - asked) % 2


def _all_rules(task: PairingTask, players: tuple[Contestant, ...]) -> list[Shut]:
    """Every MUST rule as a mask over the players and, behind them, an empty place a bye."""
    met, _ = meetings(players, task)
    byes = _byes(task, players)
    size = len(players) + byes
    rules = [
        Shut(rule.rule, rule.text, np.pad(rule.boards, ((0, byes), (0, byes))))
        for rule in shut_boards(players, task, met)
    ]
    if refused := [at for at, player in enumerate(players) if not may_sit_out(player, task.rules)]:
        boards = np.zeros((size, size), dtype=np.bool_)
        boards[refused, len(players) :] = True
        above = task.rules.no_bye_above
        rules.append(Shut(BYES, f"no bye above rank {above + 1}" if above else "byes refused", boards | boards.T))
    place = {player.number: at for at, player in enumerate(players)}
    empty = iter(range(len(players), size))
    asked = [
        (board, place[board[0]], next(empty) if board[1] == BYE else place[board[1]]) for board in task.rules.forced
    ]
    for _, first, second in asked:
        for rule in rules:  # a board asked for stands above every other rule
            rule.boards[first, second] = rule.boards[second, first] = False
    for board, first, second in asked:
        boards = np.zeros((size, size), dtype=np.bool_)
        boards[[first, second], :] = boards[:, [first, second]] = True
        boards[first, second] = boards[second, first] = False
        rules.append(Shut(FORCED, f"board {board_text(board)}", boards))
    return rules


def _clash(rules: Sequence[Shut], size: int) -> list[Shut]:
    shuts = list(rules)
    boards = [rule.boards for rule in rules if rule.rule == FORBIDDEN]
    if len(boards) > ONE_BY_ONE_UP_TO:  # one rule for all of them
        text = f"the {len(boards)} forbidden boards"
        shuts = [rule for rule in rules if rule.rule != FORBIDDEN]
        shuts.append(Shut(FORBIDDEN, text, np.logical_or.reduce(boards)))
    for rule in sorted(shuts, key=lambda shut: -SEVERITY[shut.rule]):
        without = [shut for shut in shuts if shut is not rule]
        if not _possible(without, size):
            shuts = without
    return shuts


def _open(rules: Sequence[Shut], size: int) -> npt.NDArray[np.bool_]:
    shut = np.zeros((size, size), dtype=np.bool_)
    for rule in rules:
        shut |= rule.boards
    return ~shut


def _matching(rules: Sequence[Shut], size: int) -> list[tuple[int, int]]:
    first, second = np.nonzero(np.triu(_open(rules, size), 1))
    return largest_matching(size, list(zip(first.tolist(), second.tolist(), strict=True)))


def _possible(rules: Sequence[Shut], size: int) -> bool:
    return 2 * len(_matching(rules, size)) == size


def _relaxations(task: PairingTask, players: tuple[Contestant, ...], rules: Sequence[Shut]) -> tuple[Relaxation, ...]:
    """The exceptions of a round with the fewest broken rules, the mildest kinds first among equals."""
    size = len(players) + _byes(task, players)
    first, second = np.triu_indices(size, 1)
    count, severity = np.zeros(len(first), dtype=np.int64), np.zeros(len(first), dtype=np.int64)
    for rule in rules:
        broken = rule.boards[first, second].astype(np.int64)
        count += broken * (1 if rule.rule == FORCED else 2)  # a board given up is broken at both of its ends
        severity += broken * SEVERITY[rule.rule]
    pairs = (
        cheapest_perfect_matching(size, first, second, pack([count, severity, np.abs(first - second)], size // 2)) or []
    )
    relaxations: dict[Relaxation, None] = {}
    for rule in rules:
        for upper, lower in pairs:
            if rule.boards[upper, lower]:
                relaxations[_relaxation(task, rule, _number(players, upper), _number(players, lower))] = None
    return tuple(relaxations)


def _number(players: tuple[Contestant, ...], at: int) -> int:
    return players[at].number if at < len(players) else BYE


def _relaxation(task: PairingTask, rule: Shut, first: int, second: int) -> Relaxation:
    if rule.rule == FORCED:
        board = next(board for board in task.rules.forced if rule.text == f"board {board_text(board)}")
        return Relaxation(FORCED, board, f"give up board {board_text(board)}")
    if rule.rule == BYES:
        return Relaxation(BYES, (first, BYE), f"give {first} the bye")
    again = " again" if rule.rule in (REPEATS, MEETINGS) else ""
    return Relaxation(rule.rule, (first, second), f"let {first} and {second} meet{again}")
