"""What a board costs by our own weighting (`contenders`): parts in thousandths of a prize, added up.

Each part is a table of whole numbers >= 0 over the places of the standings, its last row and column for the bye: the
board of places i and j costs the sum of table[i, j].  The numbers were chosen by the study in docs/rulebook/contenders.md.
"""

from dataclasses import dataclass

import numpy as np

from .settled import Outlook, Settled
from .situation import Ints, Situation
from .stakes import Before, PairStakes, Prizes, pair_stakes
from .weights import MAJOR

UNIT = 1000  # one prize
STAKE_ROUNDS = 2  # how many rounds before the end stakes count
MOST_STAKE = 2 * UNIT
WIN = 150  # one win of difference; more count squared
PLACES = 50  # as far apart as the table is long; less counts squared
REPEAT = 700  # a first repeat of a player in a prize place
LOW_REPEAT = 50_000  # a first repeat of others
MOST_MEETINGS = 12  # more count no more
BACK_TO_BACK = 300
START = 20  # one unit of start need where a prize is still open
LATE_STARTS = (
    1000,
    300,
    100,
    30,
)  # elsewhere, the last round first, the last number repeating: then it is too late to even out


@dataclass(frozen=True, slots=True)
class Merits:
    parts: dict[str, Ints]  # the tables by name
    stakes: PairStakes | None  # what each board would decide, None where stakes do not count yet

    @property
    def total(self) -> Ints:
        """The cost of each board."""
        return np.asarray(sum(self.parts.values()), dtype=np.int64)

    def of_board(self, first: int, second: int) -> dict[str, int]:
        """The parts of one board."""
        return {name: int(table[first, second]) for name, table in self.parts.items()}


def merits_of(situation: Situation, places: Settled, outlook: Outlook, start_needs: Ints, seed: int) -> Merits:
    """The costs of all boards.  start_needs: (n, n), what each board costs in starts.  seed: of the trials."""
    stakes = stakes_of_boards(situation, seed) if situation.rounds_left <= STAKE_ROUNDS else None
    meetings = _with_bye(situation.met, situation.byes)
    # What a first repeat costs each board. The race for the prizes is worth a repeat, others are not.
    in_prizes = np.arange(situation.size + 1) < situation.stakes.place_prizes
    rate = np.where(in_prizes[:, None] | in_prizes[None, :], REPEAT, LOW_REPEAT).astype(np.int64)
    byes = np.zeros_like(meetings)
    if not situation.stakes.allow_repeat_byes:
        byes[:, situation.bye] = byes[situation.bye, :] = MAJOR * np.array([*situation.byes, 0])
    # What a unit of start need costs each board. Below the prizes it grows towards the last round.
    in_race = np.arange(situation.size + 1) <= outlook.possible_casher(situation.stakes.place_prizes)
    late = LATE_STARTS[min(situation.rounds_left, len(LATE_STARTS)) - 1]
    parts = {
        "settled": _settled(situation, places, outlook),
        "repeat_byes": byes,
        "stakes": _forgone(situation, stakes),
        "repeat_cost": rate * ((1 << np.minimum(meetings, MOST_MEETINGS)) - 1),
        "back_to_back": BACK_TO_BACK * _with_bye(situation.met_last.astype(np.int64)),
        "avoided": rate // 2 * _with_bye(situation.avoided),
        "closeness": _closeness(situation),
        "starts": np.where(in_race[:, None] | in_race[None, :], START, late).astype(np.int64) * _with_bye(start_needs),
    }
    return Merits(parts, stakes)


def stakes_of_boards(situation: Situation, seed: int) -> PairStakes:
    """What each board would decide: the chance of any prize, by as many trials as the division has."""
    before = Before(
        situation.halves,
        situation.spreads,
        situation.rounds_left,
        Prizes((1,) * situation.stakes.place_prizes, situation.stakes.class_prizes),
        situation.classes,
        situation.stakes.gibson_spread,
        situation.ahead,
        situation.stakes.start_points,
    )
    return pair_stakes(before, trials=situation.stakes.division_sims, seed=seed)


def _with_bye(table: Ints, byes: tuple[int, ...] = ()) -> Ints:
    """The table with a row and a column for the bye, 0 unless said otherwise."""
    padded = np.pad(table, ((0, 1), (0, 1)))
    if byes:
        padded[:-1, -1] = padded[-1, :-1] = byes
    return padded


def _forgone(situation: Situation, stakes: PairStakes | None) -> Ints:
    """How far a board's stake is from the highest there can be."""
    if stakes is None:
        return np.zeros((situation.size + 1, situation.size + 1), dtype=np.int64)
    return MOST_STAKE - _with_bye(np.rint(UNIT * np.clip(stakes.totals, 0, 2)).astype(np.int64))


def _closeness(situation: Situation) -> Ints:
    """Differences in wins, then in the standings.  The bye counts as one more player at the end of the table."""
    halves = np.array([*situation.halves, min(situation.halves)])
    places = np.arange(situation.size + 1)
    wins = (halves[:, None] - halves[None, :]) ** 2
    gaps = (places[:, None] - places[None, :]) ** 2
    return np.asarray(WIN * wins // 4 + PLACES * gaps // situation.size**2, dtype=np.int64)


def _settled(situation: Situation, places: Settled, outlook: Outlook) -> Ints:
    """A settled player of no group against one who can still win a prize."""
    free = np.array([*(group == 0 for group in places.groups), False])
    sure = np.array([*places.clinched, False]) & free
    last = outlook.possible_casher(situation.stakes.place_prizes)
    open_still = free & ~np.array([*places.clinched, True]) & (np.arange(situation.size + 1) <= last)
    keeps = sure[:, None] & open_still[None, :]
    return np.where(keeps | keeps.T, MAJOR, 0).astype(np.int64)
