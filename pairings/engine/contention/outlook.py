"""Who can still reach what, as the trials and the standings tell."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is left to hope and to fear for each rank.

    hopeful: the best rank reached or bettered in at least the hopefulness share of the trials.  best, worst: ever
    reached.  limits: for each rank the lowest player who can hope for it.
    """

    hopeful: tuple[int, ...]
    best: tuple[int, ...]
    worst: tuple[int, ...]
    limits: tuple[int, ...]

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
