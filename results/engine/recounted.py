"""What a recount may change, and who may ask for one. Sources: WESPA 5.5; NSA III.E."""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because


@dataclass(frozen=True, slots=True)
class Changed:
    """The totals after a recount, and what was not changed."""

    first: int
    second: int
    reasons: tuple[Reason, ...]


def after_recount(before: tuple[int, int], found: tuple[int, int], *, barred: int | None, book: Rulebook) -> Changed:
    """The totals to enter.  before, found: (first, second) totals.  barred: 0 or 1, in whose favour nothing changes.

    A change is in a player's favour where it raises that player's total or lowers the opponent's (WESPA 5.5.4(b)).
    """
    if barred is None:
        return Changed(*found, ())
    own = min(before[barred], found[barred])
    other = max(before[1 - barred], found[1 - barred])
    kept = (own, other) if barred == 0 else (other, own)
    if kept == found:
        return Changed(*kept, ())
    name = ("first", "second")[barred]
    rule = book.ending.recount_course.rule or book.ending.recount.rule
    return Changed(*kept, (Reason(f"Changes in the {name} player's favour are not made.", rule or "ruling"),))


def halted(before: tuple[int, int], agreed: tuple[int, int] | None, *, book: Rulebook) -> Changed:
    """The totals where the director ends a recount: as agreed so far (NSA III.E), else as they were (WESPA 5.5.4(a))."""
    course = book.ending.recount_course
    if course.value.halted_applies_agreed and agreed is not None:
        return Changed(*agreed, (because("Halted: what was agreed so far is applied.", book.ending.recount),))
    return Changed(*before, (because("Halted: the result stands.", course),))
