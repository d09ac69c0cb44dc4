"""What a board costs: the published weights, parts that are added up.

RD distance in the standings, PC who is a proper opponent of a player in the money, GC a clinched player against one who
can cash, RE repeats, BB back-to-back repeats, BR a repeated bye, HH (mid-2026) one who can hope for a prize against one who cannot.
AV alone is ours: rules that the director wants kept if possible.
"""

from dataclasses import dataclass, fields

from .settled import Outlook, Settled
from .situation import Situation

MAJOR = 1_000_000_000
BACK_TO_BACK = 1_000_000
BOTTOM, BOTTOM_FROM = 6, 12  # the last players of the standings, and how large a field has them


@dataclass(frozen=True, slots=True)
class Weight:
    """The parts, >= 0, in the order of the published log."""

    RD: int = 0
    PC: int = 0
    GC: int = 0
    RE: int = 0
    BB: int = 0
    BR: int = 0
    HH: int = 0
    AV: int = 0

    @property
    def total(self) -> int:
        """What the board costs."""
        return sum(self.parts.values())

    @property
    def parts(self) -> dict[str, int]:
        """The parts by name; HH only where it counts, as no recorded round has it."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "HH" or self.HH}


@dataclass(frozen=True, slots=True)
class Scale:
    """What boards are weighed with."""

    situation: Situation
    places: Settled
    outlook: Outlook
    limits: tuple[int, ...]  # contender limits, those raised by a second attempt included
    cashers: int

    def hopes(self, rank: int) -> bool:
        """Whether a rank can hope for a place prize."""
        return rank <= self.cashers

    def weigh(self, first: int, second: int) -> Weight:
        """The cost of a board.  first: the higher rank.  second: the lower rank, or the bye."""
        byes = second == self.situation.bye
        meetings = self.situation.byes[first] if byes else int(self.situation.met[first, second])
        # Half a first repeat for each rule broken.
        rules = 0 if byes else int(self.situation.avoided[first, second])
        return Weight(
            RD=self._distance(first, second),
            PC=self._contender(first, second),
            GC=self._clinched(first, second),
            RE=((1 << meetings) - 1) * 4 * (self.situation.size**3 // 27),
            BB=0 if byes else self._back_to_back(first, second),
            BR=self._repeat_bye(first, second),
            HH=self._hopes_apart(first, second),
            AV=rules * max(1, 2 * (self.situation.size**3 // 27)),
        )

    def _one_clinched(self, first: int, second: int) -> bool:
        clinched = self.places.clinched
        return clinched[first] or (second < self.situation.size and clinched[second])

    def _distance(self, first: int, second: int) -> int:
        gap = second - first
        if self.hopes(first) and not self.places.clinched[first] and self.situation.in_last_quarter:
            return 0
        near = self._one_clinched(first, second) or first >= self.situation.stakes.place_prizes
        return gap**2 if near else gap**3

    def _contender(self, first: int, second: int) -> int:
        if not self.hopes(first) or self._one_clinched(first, second):
            return 0
        limit = self.limits[first]
        if second <= limit or (limit == first and second == first + 1):
            return 2 * abs(limit - second) ** 3 if self.situation.in_last_quarter else 0
        return MAJOR

    def _hopes_apart(self, first: int, second: int) -> int:
        """In the last quarter those who can hope for a prize meet each other, and nobody of the last six."""
        situation = self.situation
        if not situation.stakes.as_of_mid_2026 or not situation.in_last_quarter or second == situation.bye:
            return 0
        hopes = [self.hopes(rank) and not self.places.clinched[rank] for rank in (first, second)]
        at_bottom = situation.size >= BOTTOM_FROM and second >= situation.size - BOTTOM
        return MAJOR * (hopes[0] != hopes[1]) + MAJOR * (at_bottom and any(hopes))

    def _clinched(self, first: int, second: int) -> int:
        if second == self.situation.bye or not self._one_clinched(first, second):
            return 0
        sure, groups = self.places.clinched, self.places.groups
        if (sure[first] and sure[second]) or groups[first] or groups[second]:
            return 0
        other = second if sure[first] else first
        return MAJOR if other <= self.outlook.possible_casher(self.situation.stakes.place_prizes) else 0

    def _back_to_back(self, first: int, second: int) -> int:
        return BACK_TO_BACK if self.situation.met_last[first, second] and not self.hopes(first) else 0

    def _repeat_bye(self, first: int, second: int) -> int:
        if second != self.situation.bye or self.situation.stakes.allow_repeat_byes:
            return 0
        return MAJOR * self.situation.byes[first]
