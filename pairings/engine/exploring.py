"""A round paired otherwise, beside the boards it really had: repeats, starts, floats and stakes of both, judged alike.

Pure, so that a helper process can do it: a task and the real boards in, plain figures out.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairings.engine.contention.board_stakes import board_stakes
from pairings.engine.contention.stakes import Before, Prizes
from pairings.engine.methods.registry import pair
from tdsuite.tournaments.engine.starts import REPLY, START
from .errors import PairingError
from .model import Board, Contestant, PairingTask

TRIALS = 20_000  # of the rest of the event, for the stakes
KNOWN_STARTS = ("assigned", "balance", "drawn")


@dataclass(frozen=True, slots=True)
class ExploredBoard:
    """One board.

    Attributes:
        second: None for a bye.
        met: the rounds in which the two had met before.
        apart: half-wins between the two, in the standings the round was paired from; more than 0 is a float.
        stake: how much more of a prize the two expect after a win than after a loss, added up, from 0 to 2; None for a bye.
    """

    first: int
    second: int | None
    met: tuple[int, ...]
    apart: int
    stake: float | None


@dataclass(frozen=True, slots=True)
class Figures:
    """What a round comes to.

    Attributes:
        back_to_back: boards of two who met in the round before.
        floats: boards of two with different numbers of wins; apart: their half-wins of difference, summed.
        uneven: players more than one start from even after the round; run: the longest run of starts or replies in it.
        stake: the mean of the boards'.
    """

    boards: int
    repeats: int
    back_to_back: int
    floats: int
    apart: int
    uneven: int
    run: int
    stake: float


@dataclass(frozen=True, slots=True)
class ExploredRound:
    """A round as it was and as it would be.

    Attributes:
        real: (), and no figures, where nobody paired it yet; explored: the same, where `refused` says why it has no pairing.
    """

    number: int
    real: tuple[ExploredBoard, ...]
    real_figures: Figures | None
    explored: tuple[ExploredBoard, ...]
    explored_figures: Figures | None
    refused: str = ""


def explore_round(task: PairingTask, real: Sequence[Board], prizes: int, trials: int = TRIALS) -> ExploredRound:
    """Pair a task and judge its boards and the real ones alike.  prizes: places that win something, from 1."""
    here = _judged(task, real, prizes, trials)
    try:
        there, refused = _judged(task, pair(task).boards, prizes, trials), ""
    except PairingError as error:
        there, refused = ((), None), str(error)
    return ExploredRound(task.round, *here, *there, refused)


def _judged(
    task: PairingTask, boards: Sequence[Board], prizes: int, trials: int
) -> tuple[tuple[ExploredBoard, ...], Figures | None]:
    players = {player.number: player for player in task.contestants}
    games = [(board.first, board.second) for board in boards if board.second is not None]
    if not games:
        return (), None
    stakes = dict(zip(games, stakes_of_games(task, games, prizes, trials), strict=True))
    explored = [_explored(players, board, stakes) for board in boards]
    played = [board for board in explored if board.second is not None]
    after = _after(players, boards)
    figures = Figures(
        boards=len(played),
        repeats=sum(bool(board.met) for board in played),
        back_to_back=sum(task.round - 1 in board.met for board in played),
        floats=sum(board.apart > 0 for board in played),
        apart=sum(board.apart for board in played),
        uneven=sum(abs(player.record.balance) > 1 for player in after),
        run=max(player.record.run for player in after),
        stake=statistics.fmean(stakes.values()),
    )
    return tuple(explored), figures


def _explored(players: dict[int, Contestant], board: Board, stakes: dict[tuple[int, int], float]) -> ExploredBoard:
    if board.second is None:
        return ExploredBoard(board.first, None, (), 0, None)
    first, second = players[board.first], players[board.second]
    apart = abs(first.halves - second.halves)
    return ExploredBoard(
        board.first, board.second, first.rounds_met(second.number), apart, stakes[board.first, board.second]
    )


def _after(players: dict[int, Contestant], boards: Sequence[Board]) -> list[Contestant]:
    """The players of a round's games, with the starts they would have after it; an open start changes nothing."""
    after = []
    for board in boards:
        if board.second is not None:
            for number, side in ((board.first, START), (board.second, REPLY)):
                record = players[number].record
                known = board.starts_by in KNOWN_STARTS
                after.append(replace(players[number], record=record.then(side) if known else record))
    return after


def stakes_of_games(task: PairingTask, games: Sequence[tuple[int, int]], prizes: int, trials: int) -> list[float]:
    """The stake of each game of a round, by players' numbers; what a player without a game has at stake counts nowhere."""
    field = task.present()
    at = {player.number: place for place, player in enumerate(field)}
    before = Before(
        halves=tuple(player.halves for player in field),
        spreads=tuple(player.spread for player in field),
        rounds_left=task.rounds_left + 1,
        prizes=Prizes(places=(1,) * prizes),
    )
    boards = [(at[first], at[second]) for first, second in games]
    return [board.total for board in board_stakes(before, boards, trials=trials, seed=task.seed)]
