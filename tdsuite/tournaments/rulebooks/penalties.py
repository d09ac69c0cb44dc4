"""Challenge penalty schemes as data, and the short names by which an organiser picks one (WESPA 3.10.15)."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence

MAX_POINTS = 100
MAX_SECONDS = 25 * 60


class PenaltyKind(StrEnum):
    SINGLE = "single"  # no penalty
    POINTS_PER_WORD = "word"
    POINTS_PER_TURN = "turn"
    DOUBLE = "double"  # loss of turn
    DINGLE = "dingle"  # first free, then loss of turn
    RISING = "rising"  # points by how many have failed; past the last step it repeats
    TIME = "time"


@dataclass(frozen=True, slots=True)
class PenaltyScheme:
    """What an unsuccessful challenge costs.

    amounts: points per word or per turn (one number), points per failed challenge (RISING, in order), seconds
    (TIME, one number); empty for SINGLE, DOUBLE and DINGLE.
    """

    kind: PenaltyKind
    amounts: tuple[int, ...] = ()

    @property
    def code(self) -> str:
        """The name under which the organiser's choice is kept: "word:5", "rising:5-5-10-20-30", "double"."""
        return f"{self.kind}:{'-'.join(map(str, self.amounts))}" if self.amounts else str(self.kind)

    @property
    def label(self) -> Sentence:
        return _LABELS[self.kind]("-".join(map(str, self.amounts)))


_LABELS: dict[PenaltyKind, Callable[[str], Sentence]] = {
    PenaltyKind.SINGLE: lambda _: Sentence("single: no penalty"),
    PenaltyKind.POINTS_PER_WORD: lambda number: Sentence("{number} points a word", number=number),
    PenaltyKind.POINTS_PER_TURN: lambda number: Sentence("{number} points a turn", number=number),
    PenaltyKind.DOUBLE: lambda _: Sentence("double: loss of turn"),
    PenaltyKind.DINGLE: lambda _: Sentence("dingle: first free, then loss of turn"),
    PenaltyKind.RISING: lambda number: Sentence("{number} points, rising", number=number),
    PenaltyKind.TIME: lambda number: Sentence("{number} seconds off the clock", number=number),
}

SINGLE = PenaltyScheme(PenaltyKind.SINGLE)
DOUBLE = PenaltyScheme(PenaltyKind.DOUBLE)
DINGLE = PenaltyScheme(PenaltyKind.DINGLE)


class BadPenaltyScheme(ValueError):
    """The text names no scheme.  The message says which forms there are."""

    def __init__(self, text: str, why: str) -> None:
        self.text = text
        super().__init__(
            f"{text!r} is not a challenge penalty: {why}. Write single, double, dingle, word:POINTS, turn:POINTS, "
            f"rising:POINTS-POINTS-... or time:SECONDS, for example word:5 or rising:5-5-10-20-30."
        )


def penalty_scheme(text: str) -> PenaltyScheme:
    """The scheme a short name stands for.  Raises BadPenaltyScheme."""
    name, _, tail = text.strip().lower().partition(":")
    try:
        kind = PenaltyKind(name)
    except ValueError:
        raise BadPenaltyScheme(text, "no scheme has that name") from None
    if kind in (PenaltyKind.SINGLE, PenaltyKind.DOUBLE, PenaltyKind.DINGLE):
        if tail:
            raise BadPenaltyScheme(text, f"{kind} takes no amount")
        return PenaltyScheme(kind)
    parts = tail.split("-")
    if not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        raise BadPenaltyScheme(text, "an amount is missing or not a whole number")
    amounts = tuple(map(int, parts))
    limit = MAX_SECONDS if kind is PenaltyKind.TIME else MAX_POINTS
    if kind is PenaltyKind.RISING:
        if len(amounts) < 2 or list(amounts) != sorted(amounts) or amounts[0] == amounts[-1]:
            raise BadPenaltyScheme(text, "a rising penalty has two steps or more, and rises")
    elif len(amounts) != 1 or amounts[0] == 0:
        raise BadPenaltyScheme(text, "give one amount above zero")
    if max(amounts) > limit:
        raise BadPenaltyScheme(text, f"no amount may exceed {limit}")
    return PenaltyScheme(kind, amounts)
