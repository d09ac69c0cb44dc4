"""What a board costs: the published weights, parts that are added up.

RD distance in the standings, PC who is a proper opponent of a player in the money, GC a clinched player against one who
can cash, RE repeats, BB back-to-back repeats, BR a repeated bye.  AV alone is ours: rules that the director wants kept if possible.
"""

from dataclasses import dataclass, fields

from pairings.engine.contention.outlook import Outlook
from pairings.engine.contention.settled import Settled
from pairings.engine.contention.situation import Situation

MAJOR = 1_000_000_000
BACK_TO_BACK = 1_000_000


@dataclass(frozen=True, slots=True)
class Weight:
    """The parts, >= 0, in the order of the published log."""

    RD: int = 0
    PC: int = 0
    GC: int = 0
    RE: int = 0
    BB: int = 0
    BR: int = 0
    AV: int = 0

    @property
    def total(self) -> int:
        """What the board costs."""
        return sum(self.parts.values())

    @property
    def parts(self) -> dict[str, int]:
        """The parts by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class Scale:
    """What boards are weighed with.  limits: contender limits, those raised by a second attempt included."""

    situation: Situation
    places: Settled
    outlook: Outlook
    limits: tuple[int, ...]
    cashers: int

    def hopes(self, rank: int) -> bool:
        """Whether a rank can hope for a place prize."""
        return rank <= self.cashers

    def weigh(self, one: int, two: int) -> Weight:
        """The cost of a board.  one: the higher rank.  two: the lower rank, or the bye."""
        return Weight(
            RD=self._distance(one, two),
            PC=self._contender(one, two),
            GC=self._clinched(one, two),
            RE=self._repeats(one, two),
            BB=0 if two == self.situation.bye else self._back_to_back(one, two),
            BR=self._repeat_bye(one, two),
            AV=self._avoided(one, two),
        )

    def _one_clinched(self, one: int, two: int) -> bool:
        clinched = self.places.clinched
        return clinched[one] or (two < self.situation.size and clinched[two])

    def _distance(self, one: int, two: int) -> int:
        gap = two - one
        if self.hopes(one) and not self.places.clinched[one] and self.situation.in_last_quarter:
            return 0
        near = self._one_clinched(one, two) or one >= self.situation.stakes.place_prizes
        return gap**2 if near else gap**3

    def _contender(self, one: int, two: int) -> int:
        if not self.hopes(one) or self._one_clinched(one, two):
            return 0
        limit = self.limits[one]
        if two <= limit or (limit == one and two == one + 1):
            return 2 * abs(limit - two) ** 3 if self.situation.in_last_quarter else 0
        return MAJOR

    def _clinched(self, one: int, two: int) -> int:
        if two == self.situation.bye or not self._one_clinched(one, two):
            return 0
        sure, groups = self.places.clinched, self.places.groups
        if (sure[one] and sure[two]) or groups[one] or groups[two]:
            return 0
        other = two if sure[one] else one
        return MAJOR if other <= self.outlook.possible_casher(self.situation.stakes.place_prizes) else 0

    def _repeats(self, one: int, two: int) -> int:
        byes = two == self.situation.bye
        meetings = self.situation.byes[one] if byes else int(self.situation.met[one, two])
        return ((1 << meetings) - 1) * 4 * (self.situation.size**3 // 27)

    def _avoided(self, one: int, two: int) -> int:
        """Half a first repeat for each rule broken."""
        rules = 0 if two == self.situation.bye else int(self.situation.avoided[one, two])
        return rules * max(1, 2 * (self.situation.size**3 // 27))

    def _back_to_back(self, one: int, two: int) -> int:
        return BACK_TO_BACK if self.situation.met_last[one, two] and not self.hopes(one) else 0

    def _repeat_bye(self, one: int, two: int) -> int:
        if two != self.situation.bye or self.situation.stakes.allow_repeat_byes:
            return 0
        return MAJOR * self.situation.byes[one]
