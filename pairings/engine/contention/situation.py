"""What contention-aware pairing knows of an event: the standings, who met whom, and what is played for.

Players are named by their rank from 0 in the standings that the round is paired from; the bye is the rank after the last.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairings.engine.options import CopRules

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

UNPAIRED = -1


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is played for, and how sure is sure. division_sims, control_loss_sims: trials."""

    place_prizes: int = 4  # places 1 to this one win something
    class_prizes: tuple[int, ...] = ()  # prizes of each lower class, the first one's first
    gibson_spread: int = 200  # points a player can gain, and another lose, in a round
    control_loss_threshold: float = 0.3  # share of the trials in [0, 1]
    hopefulness: float = 0.05  # share in (0, 1] from which a place counts as within reach
    division_sims: int = 100_000
    control_loss_sims: int = 10_000
    activation_round: int = 0  # rounds that must be paired before control loss is looked for
    allow_repeat_byes: bool = False
    top_down_byes: bool = False  # the bye goes to the highest rank with the fewest byes
    rules: CopRules = CopRules.RECORDED
    start_points: int = 0  # points of spread that going first is worth

    @property
    def as_of_mid_2026(self) -> bool:
        """Whether the rules are those of mid-2026."""
        return self.rules is CopRules.MID_2026


@dataclass(frozen=True, slots=True)
class Situation:
    """An event before one round.

    Every sequence has one entry a rank, best first.  halves, spreads: half-wins and points.  pairings_left: not paired
    whole, the one to pair included. Where pairings run ahead of results they are fewer.
    """

    halves: tuple[int, ...]
    spreads: tuple[int, ...]
    classes: tuple[int, ...]  # 0 for the highest
    byes: tuple[int, ...]  # byes so far
    met: Ints  # earlier meetings
    met_last: Flags  # whether two met in the last round that is paired whole
    fixed: tuple[int, ...]  # the rank (or the bye) that a player is already paired with in this round, UNPAIRED else
    rounds: int  # of the event
    rounds_left: int  # without a result
    pairings_left: int
    stakes: Stakes
    shut: Flags  # boards that the director's rules forbid, the bye as the last column
    avoided: Ints  # how many softer rules a board breaks
    ahead: tuple[int, ...] = ()  # starts less replies; () where nobody knows who will start

    @property
    def size(self) -> int:
        """How many players there are."""
        return len(self.halves)

    @property
    def bye(self) -> int:
        """The rank that stands for the bye."""
        return self.size

    @property
    def waiting(self) -> tuple[int, ...]:
        """The ranks that are not paired yet."""
        return tuple(rank for rank, other in enumerate(self.fixed) if other == UNPAIRED)

    def starters(self, boards: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Who starts these boards of the round to pair, as far as starts less replies say: whoever is further behind even."""
        if not self.ahead or not self.stakes.start_points:
            return ()
        known = [pair for pair in boards if max(pair) < self.size and self.ahead[pair[0]] != self.ahead[pair[1]]]
        return tuple(min(pair, key=lambda rank: self.ahead[rank]) for pair in known)

    @property
    def needs_bye(self) -> bool:
        """Whether one of those waiting must sit out."""
        return len(self.waiting) % 2 == 1

    @property
    def paired_rounds(self) -> int:
        """Rounds that are paired whole."""
        return self.rounds - self.pairings_left

    @property
    def in_last_quarter(self) -> bool:
        """Whether only the last quarter of the event is left to pair."""
        return self.pairings_left * 4 <= self.rounds

    def can_catch(self, ahead: int, behind: int) -> bool:
        """Whether the lower one can still end level with or above the other."""
        margin = self.halves[ahead] - self.halves[behind]
        if margin != 2 * self.rounds_left:
            return margin < 2 * self.rounds_left
        swing = 2 * self.rounds_left * self.stakes.gibson_spread
        return self.spreads[ahead] - self.spreads[behind] <= swing
