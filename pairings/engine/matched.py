"""What the methods that solve a matching share: the bye, the optimum, the reasons and the warnings."""

from collections.abc import Callable

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.crosstable import cross_table
from pairings.engine.errors import NoPairingPossible
from pairings.engine.model import Board, Contestant, Pairing, PairingTask, Repeats
from pairings.engine.optimum import Levels, Likely, Optimum, optimum
from pairings.engine.presence import bye_order, present_players
from pairings.engine.reasons import by_meetings, of_bye, rounds_text

Players = tuple[Contestant, ...]
Order = Callable[[Contestant], tuple[int, ...]]
Why = Callable[[int, int, Players], str]


def pair_by_matching(
    task: PairingTask, *, order: Order, levels: Levels, likely: Likely, why: Why, whole: bool = False
) -> Pairing:
    """Pair a round by the cheapest perfect matching.

    order: how the method sorts the players.  levels, likely: its costs and likely boards (`optimum`).  why: the reason
    of the board of two positions.  whole: take every board whatever the size.  Raises PairingError.
    """
    players = tuple(sorted(present_players(task), key=order))
    playing, bye, passed_over, best = solve_with_bye(task, players, levels, likely, whole)
    boards = boards_of(task, playing, best, why)
    if bye is not None:
        boards.append(make_bye(bye, of_bye(bye, passed_over)))
    return make_pairing(task, boards, warnings=forced_repeat_warnings(task, boards), proof=best.proof)


def solve_with_bye(
    task: PairingTask, players: Players, levels: Levels, likely: Likely, whole: bool = False
) -> tuple[Players, Contestant | None, int, Optimum]:
    """Who plays, who has the bye, how many were passed over for it, and the optimum.

    The bye rules stand above all other costs, so the bye goes to the first in their order who leaves a pairing for the
    rest; only where repeats are forbidden can that not be the very first.
    """
    if len(players) % 2 == 0:
        return players, None, 0, optimum(cross_table(players, task), levels, task.repeats, likely, whole)
    refused: NoPairingPossible | None = None
    for passed_over, bye in enumerate(bye_order(players)):
        playing = tuple(player for player in players if player is not bye)
        try:
            best = optimum(cross_table(playing, task), levels, task.repeats, likely, whole)
        except NoPairingPossible as problem:
            refused = refused or problem
            continue
        return playing, bye, passed_over, best
    raise NoPairingPossible(f"Whoever gets the bye: {refused}", refused.players if refused else ())


def boards_of(task: PairingTask, players: Players, best: Optimum, why: Why) -> list[Board]:
    """The games of an optimum with their reasons."""
    repeats = sum(bool(players[one].rounds_met(players[two].number)) for one, two in best.pairs)
    unpaired = 2 * repeats  # with the fewest repeats, that many players have nobody new left
    boards = []
    for (one, two), costs in zip(best.pairs, best.parts, strict=True):
        met = by_meetings(players[one], players[two], task.repeats, unpaired)
        boards.append(make_board(task, players[one], players[two], f"{why(one, two, players)}; {met}", costs))
    return boards


def repeat_warnings(task: PairingTask, boards: list[Board]) -> list[str]:
    """One line a repeat."""
    by_number = {player.number: player for player in task.contestants}
    lines = []
    for board in boards:
        if board.second is not None and (rounds := by_number[board.first].rounds_met(board.second)):
            lines.append(f"{board.first} and {board.second} meet again: they met in {rounds_text(rounds)}.")
    return lines


def forced_repeat_warnings(task: PairingTask, boards: list[Board]) -> list[str]:
    """One line a repeat of a solved round, after one that says that there is no pairing with fewer."""
    lines = repeat_warnings(task, boards)
    if not lines or task.repeats is not Repeats.AVOID:
        return lines
    repeats = "1 repeat" if len(lines) == 1 else f"{len(lines)} repeats"
    return [f"{repeats}: this round has no pairing with fewer.", *lines]
