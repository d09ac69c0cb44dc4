"""Clinched ("Gibsonized") places, and the groups of players that clinched places keep apart."""

from dataclasses import dataclass

from .situation import Situation


@dataclass(frozen=True, slots=True)
class Settled:
    clinched: tuple[bool, ...]  # whether a rank can neither rise nor fall
    groups: tuple[int, ...]  # 0 for those whom no clinched place shuts in

    @property
    def first(self) -> bool:
        """Whether first place is clinched."""
        return self.clinched[0]

    @property
    def takes_bye(self) -> bool:
        """Whether a clinched player is free to have the bye."""
        return any(sure and group == 0 for sure, group in zip(self.clinched, self.groups, strict=True))

    def top(self) -> int:
        """The highest rank that is not clinched; the last rank where all are."""
        return next((rank for rank, sure in enumerate(self.clinched) if not sure), len(self.clinched) - 1)


def settled(situation: Situation) -> Settled:
    """Which prize places are clinched, and who is kept apart by them."""
    clinched = tuple(_clinched(situation, rank) for rank in range(situation.size))
    groups = [0] * situation.size
    begin, number = 0, 0
    for rank in [rank for rank, sure in enumerate(clinched) if sure]:
        between = list(range(begin, rank))
        begin = rank + 1
        if not between:
            continue
        number += 1
        for member in [*between, rank] if len(between) % 2 else between:
            groups[member] = number
    return Settled(clinched, tuple(groups))


def _clinched(situation: Situation, rank: int) -> bool:
    if rank >= situation.stakes.place_prizes:
        return False
    rises = rank > 0 and situation.can_catch(rank - 1, rank)
    falls = rank + 1 < situation.size and situation.can_catch(rank, rank + 1)
    return not rises and not falls


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is left to hope and to fear for each rank. best, worst: ever reached."""

    hopeful: tuple[int, ...]  # the best rank reached or bettered in at least the hopefulness share of the trials
    best: tuple[int, ...]
    worst: tuple[int, ...]
    limits: tuple[int, ...]  # for each rank the lowest player who can hope for it

    def hopeful_casher(self, place_prizes: int) -> int:
        """The lowest rank that can hope for a place prize."""
        return self.limits[place_prizes - 1]

    def possible_casher(self, place_prizes: int) -> int:
        """The lowest rank that won a place prize in any trial."""
        return max((rank for rank, best in enumerate(self.best) if best < place_prizes), default=place_prizes - 1)


def outlook_of(hopeful: tuple[int, ...], best: tuple[int, ...], worst: tuple[int, ...]) -> Outlook:
    """The outlook with its contender limits."""
    limits = tuple(
        max((rank for rank, reached in enumerate(hopeful) if reached <= place), default=place)
        for place in range(len(hopeful))
    )
    return Outlook(hopeful, best, worst, limits)
