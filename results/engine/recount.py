"""Whether a game may be recounted.  Sources: WESPA 5.5.1, 5.5.2; NSA III.E."""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because


@dataclass(frozen=True, slots=True)
class RecountRight:
    """full_only: a recount of part of the game is not acceptable."""

    allowed: bool
    full_only: bool
    reasons: tuple[Reason, ...]


def recount_right(*, margin: int, book: Rulebook) -> RecountRight:
    """Whether either player may ask for a recount.  margin: difference of the two scores, either sign."""
    provision = book.ending.recount
    limit, gap = provision.value.max_margin, abs(margin)
    allowed = limit is None or gap <= limit
    if limit is None:
        text = "Any game may be recounted."
    elif allowed:
        text = f"The margin is {gap}, within {limit}."
    else:
        text = f"The margin is {gap}: a recount needs {limit} or less."
    return RecountRight(allowed, provision.value.full_only, (because(text, provision),))
