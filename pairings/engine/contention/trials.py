"""The trials of a division and what they say: who can still reach what."""

from dataclasses import dataclass

import numpy as np

from .settled import Outlook, Settled, outlook_of
from .simulation import Dice, final_places
from .situation import Ints, Situation
from .trial_rounds import trial_rounds

FIRST_RUN, SECOND_RUN = 1, 2


@dataclass(frozen=True, slots=True)
class Trials:
    """counts[player, place], what they say, and the factor they were paired with."""

    counts: Ints
    outlook: Outlook
    max_factor: int


def run_trials(situation: Situation, places: Settled, seed: int) -> Trials:
    """Simulate the rest of the event; again with a smaller factor where few can reach the top."""
    trials = situation.stakes.division_sims

    def counted(max_factor: int, run: int) -> Trials:
        rounds = trial_rounds(places, situation.rounds_left, max_factor)
        counts = final_places(situation, rounds, trials, Dice(seed, run))
        return Trials(counts, outlook_from(counts, situation.stakes.hopefulness), max_factor)

    first = counted(situation.size, FIRST_RUN)
    top = places.top()
    factor = 0
    while top + factor + 1 < situation.size and first.outlook.best[top + factor + 1] <= top:
        factor += 1
    if 2 * factor >= places.groups.count(places.groups[top]):
        return first
    return counted(factor, SECOND_RUN)


def outlook_from(counts: Ints, hopefulness: float) -> Outlook:
    """What counts of final places say.  counts[player, place]."""
    shares = np.cumsum(counts, axis=1)
    needed = hopefulness * int(shares[0, -1])
    hopeful = tuple(int(place) for place in np.argmax(shares >= needed, axis=1))
    best = tuple(int(place) for place in np.argmax(counts > 0, axis=1))
    worst = tuple(int(counts.shape[1] - 1 - place) for place in np.argmax(counts[:, ::-1] > 0, axis=1))
    return outlook_of(hopeful, best, worst)
