"""The vocabulary of incidents: a procedure, and the remedies a director can apply with one tap."""

from dataclasses import dataclass
from enum import StrEnum


class RemedyKind(StrEnum):
    UNOFFICIAL_WARNING = "unofficial-warning"
    OFFICIAL_WARNING = "official-warning"
    SPREAD = "spread"  # in the standings, not mirrored
    POINTS = "points"  # on the score of the game
    SECONDS = "seconds"
    TURN = "turn"
    FORFEIT = "forfeit"
    EJECTION = "ejection"


class To(StrEnum):
    OFFENDER = "offender"
    OTHER = "other"  # the player wronged


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing the director may, or must, do.

    amount: signed points or seconds; None = the director sets it, or no number.  must: the rule leaves no choice.
    adds: time is given; without it points, spread or time are taken off, whatever sign is typed.
    """

    kind: RemedyKind
    text: str
    rule: str
    amount: int | None = None
    to: To = To.OFFENDER
    must: bool = False
    adds: bool = False

    def signed(self, typed: int) -> int:
        """What the remedy changes by: the rule's own amount, else what was typed in the remedy's direction."""
        if self.amount is not None:
            return self.amount
        return abs(typed) if self.adds else -abs(typed)


@dataclass(frozen=True, slots=True)
class Procedure:
    """What to do, in order.  rule: citations.  level: 1 (gravest) to 3, None where the book has none.  ours: our default.
    report: an incident report goes to the association."""

    rule: str
    steps: tuple[str, ...]
    level: int | None = None
    remedies: tuple[Remedy, ...] = ()
    ours: bool = False
    report: bool = False
    note: str = ""
