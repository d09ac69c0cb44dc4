"""How likely each prize place is: the rest of the event played many times, the same seed giving the same counts everywhere.

The trials are those of contention-aware pairing: equal strengths, margins as real ones are, the rounds left paired simply. The
next round is played on its published boards where there are any, and whoever is known to start them has what a start is worth. Trials come in parts, so that a long run can tell how far it is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .settled import settled
from .simulation import START_RATING, Dice, chunks, plan_of, play, scores_of, start_points
from .situation import UNPAIRED, Ints, Situation, Stakes
from .trial_rounds import TrialRound, trial_rounds
from .trials import run_trials

PARTS = 10
TRIALS_A_PART = 10_000
TRIALS = PARTS * TRIALS_A_PART
PROBE = 2_000  # trials that tell how far apart the trial rounds pair
FIRST_PART = 100  # streams below this one belong to the pairing of rounds


@dataclass(frozen=True, slots=True)
class Rest:
    """An event before its last rounds; players are positions in the standings, best first.

    halves, spreads: half-wins and points.  boards: of the next round as pairs of positions, the number of players
    standing for the bye; () where they are not known.  starters: positions of those known to start one of them.  start_rating: what
    that is worth in rating points.
    """

    halves: tuple[int, ...]
    spreads: tuple[int, ...]
    classes: tuple[str, ...]  # "" for none
    left: int  # games a player has to play, >= 1
    most: int  # points, the largest margin of a game
    places: int  # prize places
    class_places: tuple[tuple[str, int], ...] = ()  # (class, prizes)
    boards: tuple[tuple[int, int], ...] = ()
    starters: tuple[int, ...] = ()
    start_rating: int = START_RATING

    @property
    def size(self) -> int:
        """How many players there are."""
        return len(self.halves)

    @property
    def work(self) -> int:
        """How much the trials have to do, in games."""
        return TRIALS * self.size * self.left


@dataclass(frozen=True, slots=True)
class Chances:
    """trials: how many.  places[position][place], and by class: in how many of them, places from 0, prize places only."""

    trials: int
    places: tuple[tuple[int, ...], ...]
    classes: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]


def trial_plan(rest: Rest, seed: int) -> tuple[TrialRound, ...]:
    """How the rounds left are paired in every trial."""
    situation = _situation(rest)
    sure = settled(situation)
    factor = run_trials(situation, sure, seed).max_factor
    if not rest.boards:
        return trial_rounds(sure, rest.left, factor)
    trial_round = TrialRound(tuple(min(pair) for pair in rest.boards), tuple(max(pair) for pair in rest.boards))
    return trial_round, *trial_rounds(sure, rest.left - 1, factor)


def part_of(rest: Rest, rounds: Sequence[TrialRound], seed: int, part: int) -> Chances:
    """One part of the trials.  part: from 0."""
    scores = scores_of(_situation(rest), start_points(rest.start_rating))
    starters = rest.starters if rest.boards and start_points(rest.start_rating) else ()
    plans = [plan_of(trial, rest.size, () if at else starters) for at, trial in enumerate(rounds)]
    members = [
        np.array([prize_class == name for prize_class in rest.classes], dtype=np.bool_) for name, _ in rest.class_places
    ]
    overall = np.zeros((rest.size, rest.size), dtype=np.int64)
    inside = [np.zeros_like(overall) for _ in members]
    dice = Dice(seed, FIRST_PART + part)
    for many in chunks(TRIALS_A_PART, rest.size):
        rows = np.repeat(scores.start[None, :], many, axis=0)
        for plan in plans:
            play(rows, plan, scores, dice.games(many, plan.boards))
        order = (rows & scores.names).astype(np.int64)
        overall += _counts(order, np.ones(rest.size, dtype=np.bool_))
        inside = [counts + _counts(order, flags) for counts, flags in zip(inside, members, strict=True)]
    return Chances(
        TRIALS_A_PART,
        _rows(overall, rest.places),
        tuple((name, _rows(counts, most)) for (name, most), counts in zip(rest.class_places, inside, strict=True)),
    )


def added(parts: Iterable[Chances]) -> Chances:
    """Parts of the same trials as one; at least one part."""
    first, *others = parts
    trials, places, classes = first.trials, np.array(first.places), [np.array(rows) for _, rows in first.classes]
    for chances in others:
        trials += chances.trials
        places = places + np.array(chances.places)
        classes = [sums + np.array(rows) for sums, (_, rows) in zip(classes, chances.classes, strict=True)]
    names = [name for name, _ in first.classes]
    return Chances(trials, _tuples(places), tuple(zip(names, map(_tuples, classes), strict=True)))


def rough_chances(rest: Rest, seed: int) -> Chances:
    """The first part alone: right to a per cent."""
    return part_of(rest, trial_plan(rest, seed), seed, 0)


def _situation(rest: Rest) -> Situation:
    nothing = np.zeros((rest.size, rest.size), dtype=np.int64)
    return Situation(
        halves=rest.halves,
        spreads=rest.spreads,
        classes=(0,) * rest.size,
        byes=(0,) * rest.size,
        met=nothing,
        met_last=nothing.astype(np.bool_),
        fixed=(UNPAIRED,) * rest.size,
        rounds=rest.left,
        rounds_left=rest.left,
        pairings_left=rest.left,
        stakes=Stakes(place_prizes=min(rest.places, rest.size), gibson_spread=rest.most, division_sims=PROBE),
        shut=np.zeros((rest.size, rest.size + 1), dtype=np.bool_),
        avoided=nothing,
    )


def _counts(order: Ints, flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Ints:
    """counts[player, place] among those flagged.  order: the players of each trial, best first."""
    size = len(flags)
    here = flags[order]
    places = np.cumsum(here, axis=1) - 1
    return np.bincount((order * size + places)[here], minlength=size * size).reshape(size, size)


def _rows(counts: Ints, most: int) -> tuple[tuple[int, ...], ...]:
    return _tuples(counts[:, :most])


def _tuples(counts: Ints) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(item) for item in row) for row in counts)
