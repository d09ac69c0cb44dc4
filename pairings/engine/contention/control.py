"""Control loss: a player who keeps winning must not miss first place because he never met the leader.

Two runs of trials a candidate, who wins every game in both: in one he meets first place in every round but the last, in
the other never before the last.  He loses control where the difference is at least the threshold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .bans import MANY_ROUNDS, NO_CONTROL, Control
from .settled import Settled
from .simulation import (
    COIN,
    Dice,
    Plan,
    Rows,
    Scores,
    chunks,
    final_places,
    plan_of,
    play,
    scores_of,
)
from .situation import Ints, Situation
from .trial_rounds import TrialRound, trial_round, trial_rounds
from .trials import Trials

CONTROL_RUN, THREE_BOARDS_RUN = 10, 11
TWO_LEFT = 2
THREE = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the two runs of a candidate gave: first places out of `trials` when meeting the leader, and when not."""

    rank: int
    meeting: int
    avoiding: int
    trials: int

    def loses_control(self, threshold: float, rounds_left: int) -> bool:
        """Whether first place must meet him."""
        if rounds_left > MANY_ROUNDS and self.meeting < self.trials:
            return False
        return self.meeting - self.avoiding >= threshold * self.trials


def evidence_for(situation: Situation, rank: int, rounds: Sequence[TrialRound], seed: int) -> Evidence:
    """Both runs of one candidate.  rounds: how the trials are paired, the round to pair first."""
    trials = situation.stakes.control_loss_sims
    counts = [
        _first_places(situation, rank, rounds, Dice(seed, CONTROL_RUN, rank, meets), bool(meets)) for meets in (1, 0)
    ]
    return Evidence(rank, counts[0], counts[1], trials)


@dataclass(frozen=True, slots=True)
class ControlLoss:
    """What was found."""

    control: Control  # what it asks of the round
    evidence: tuple[Evidence, ...] = ()  # of each candidate, in the order looked at


def control_loss(situation: Situation, places: Settled, trials: Trials, seed: int) -> ControlLoss:
    """Whom first place must meet, and the three boards of two rounds before the end."""
    if situation.stakes.as_of_mid_2026 and situation.rounds_left == TWO_LEFT and situation.size >= 2 * THREE:
        three = _of_three_boards(situation, places, seed)
        if three.control != NO_CONTROL:
            return three
    begun = situation.paired_rounds >= situation.stakes.activation_round
    if not begun or places.first or situation.rounds_left < TWO_LEFT or trials.max_factor < 1:
        return ControlLoss(NO_CONTROL)
    three = three_boards(situation, places, seed)
    if three.control != NO_CONTROL:
        return three
    rounds = trial_rounds(places, situation.rounds_left, trials.max_factor)
    rank, seen = search(situation, trials.outlook.limits[0], rounds, seed)
    return ControlLoss(Control(rank), three.evidence + seen)


def search(
    situation: Situation, limit: int, rounds: Sequence[TrialRound], seed: int
) -> tuple[int | None, tuple[Evidence, ...]]:
    """The highest rank down to `limit` that loses control, None for nobody, by halving, and the evidence in order."""
    threshold = situation.stakes.control_loss_threshold
    loses_control, low, high = None, 1, limit
    seen: list[Evidence] = []
    while low <= high:
        middle = (low + high) // 2
        evidence = evidence_for(situation, middle, rounds, seed)
        seen.append(evidence)
        if evidence.loses_control(threshold, situation.rounds_left):
            loses_control, high = middle, middle - 1
        else:
            low = middle + 1
    if loses_control is None and situation.rounds_left == TWO_LEFT:
        loses_control = _just_below(situation, limit, rounds, seed, seen)
    return loses_control, tuple(seen)


def _just_below(
    situation: Situation, limit: int, rounds: Sequence[TrialRound], seed: int, seen: list[Evidence]
) -> int | None:
    """Two rounds before the end: the rank below the lowest one that always wins, where meeting the leader helps him."""
    rank = 1 + max((evidence.rank for evidence in seen if evidence.avoiding == evidence.trials), default=limit)
    if rank > limit:
        return None
    below = next((evidence for evidence in seen if evidence.rank == rank), None)
    if below is None:
        below = evidence_for(situation, rank, rounds, seed)
        seen.append(below)
    return rank if below.meeting > below.avoiding else None


def three_boards(situation: Situation, places: Settled, seed: int) -> ControlLoss:
    """Two rounds before the end, 1st-4th, 2nd-5th and 3rd-6th where all six have something to play for.

    Where the 2nd or the 3rd would lose control by that, he meets the 1st instead.
    """
    top = range(2 * THREE)
    if situation.rounds_left != TWO_LEFT or situation.pairings_left != TWO_LEFT or situation.size < len(top):
        return ControlLoss(NO_CONTROL)
    if any(places.clinched[rank] or places.groups[rank] for rank in top):
        return ControlLoss(NO_CONTROL)
    return _of_three_boards(situation, places, seed)


def _of_three_boards(situation: Situation, places: Settled, seed: int) -> ControlLoss:
    """What the trials of the three boards ask.  Rules of mid-2026 force the one board of a 2nd or 3rd who would lose control."""
    if later := situation.stakes.as_of_mid_2026:
        places = Settled((False,) * situation.size, (0,) * situation.size)
    rounds = (trial_round(places, THREE, THREE), trial_round(places, 1, THREE))
    seen = []
    for rank in range(1, THREE):
        seen.append(evidence_for(situation, rank, rounds, seed))
        if seen[-1].loses_control(situation.stakes.control_loss_threshold, TWO_LEFT):
            return ControlLoss(Control(rank, ((0, rank),) if later else ()), tuple(seen))
    counts = final_places(situation, rounds, situation.stakes.division_sims, Dice(seed, THREE_BOARDS_RUN))
    needed = situation.stakes.hopefulness * situation.stakes.division_sims
    if min([int(counts[THREE + place, place if later else 0 : place + 1].sum()) for place in range(THREE)]) < needed:
        return ControlLoss(NO_CONTROL, tuple(seen))
    return ControlLoss(Control(None, tuple((rank, rank + THREE) for rank in range(THREE))), tuple(seen))


def _first_places(situation: Situation, rank: int, rounds: Sequence[TrialRound], dice: Dice, meets: bool) -> int:
    """In how many trials the candidate ends first."""
    scores = scores_of(situation, situation.stakes.start_points)
    plans = [plan_of(trial, situation.size) for trial in rounds]
    seats = [_seats(plan, situation.size) for plan in plans]
    row = scores.start[None, :].copy()  # before the first round all trials are alike
    if len(plans) > 1:
        _seat(row, rank, seats[0], scores, meets)
    plans[0] = _first_plan(situation, rank, rounds[0], (row[0] & scores.names).tolist())
    firsts = 0
    for many in chunks(situation.stakes.control_loss_sims, situation.size):
        rows = np.repeat(scores.start[None, :], many, axis=0)
        for plan, seat in zip(plans, seats, strict=True):
            draws = dice.games(many, plan.boards)
            if plan is not plans[-1]:
                _seat(rows, rank, seat, scores, meets)
            # Turn the coin of the candidate's game to his side; a tie becomes the smallest win.
            at = _at(rows, rank, scores)
            board = seat.board[at]
            every = np.arange(len(rows))
            margin = np.maximum(draws[every, board] & (COIN - 1), scores.first_win)
            draws[every, board] = margin + COIN * (1 - seat.lower[at])
            play(rows, plan, scores, draws)
        firsts += int(np.count_nonzero((rows[:, 0] & scores.names) == rank))
    return firsts


def _first_plan(situation: Situation, candidate: int, first: TrialRound, seated: Sequence[int]) -> Plan:
    """The first round with the starts that are known, but for the candidate's, who wins anyway.  seated: who sits at each rank."""
    boards = [(seated[upper], seated[lower]) for upper, lower in first.pairs if max(upper, lower) < situation.size]
    starters = situation.starters(board for board in boards if candidate not in board)
    return plan_of(first, situation.size, [seat for seat, rank in enumerate(seated) if rank in starters])


@dataclass(frozen=True, slots=True)
class Seats:
    """Where each rank of a trial round plays. board, lower: a rank."""

    board: Ints
    lower: Ints
    rival: int  # the rank that meets first place


def _seats(plan: Plan, size: int) -> Seats:
    board = np.full(size, plan.boards - 1, dtype=np.int64)
    lower = np.zeros(size, dtype=np.int64)
    rival = -1
    for number, (first, second) in enumerate(plan.pairs):
        board[first] = board[second] = number
        lower[second] = 1
        if first == 0:
            rival = second
    return Seats(board, lower, rival)


def _at(rows: Rows, rank: int, scores: Scores) -> Ints:
    return np.asarray(np.argmax((rows & scores.names) == rank, axis=1), dtype=np.int64)


def _seat(rows: Rows, rank: int, seats: Seats, scores: Scores, meets: bool) -> None:
    """Change seats so that the candidate meets first place, or does not.  Who is first himself stays."""
    at = _at(rows, rank, scores)
    if meets:
        moving = np.flatnonzero((at != 0) & (at != seats.rival))
    else:
        moving = np.flatnonzero(at == seats.rival)
    if meets:
        target = seats.rival
    else:
        target = seats.rival + 1 if seats.rival + 1 < rows.shape[1] else seats.rival - 1
    other = rows[moving, target].copy()
    rows[moving, target] = rows[moving, at[moving]]
    rows[moving, at[moving]] = other
