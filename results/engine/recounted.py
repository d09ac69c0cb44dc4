"""What a recount may change, and who may ask for one. Sources: WESPA 5.5; NSA III.E."""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because


@dataclass(frozen=True, slots=True)
class RecountTerms:
    """How the book has recounts go.

    sheet_to_director: a player who objects gives the sheet to the director, not the opponent.  sat_out_may_not_ask: who
    did not take part may not begin or demand another.  halted_applies_agreed: halted, what was agreed so far is applied
    (else the result stands).  may_bar: changes in one player's favour can be barred.  director_verifies: a play both
    dispute is verified by the director.  report: an incident report is advised where a recount is halted or a play is
    verified.
    """

    sheet_to_director: bool
    sat_out_may_not_ask: bool
    halted_applies_agreed: bool
    may_bar: bool
    director_verifies: bool
    report: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The totals after a recount, and what was not changed."""

    first: int
    second: int
    reasons: tuple[Reason, ...]


def terms(book: Rulebook) -> RecountTerms:
    """The recount rules beyond who may ask: WESPA 5.5.2-5.5.4, NSA III.E; other books as NSA has it (our default)."""
    if book.key.startswith("wespa"):
        return RecountTerms(True, False, False, True, False, False, "5.5.2-5.5.4")
    rule = "III.E" if book.key == "nsa-2004" else ""
    return RecountTerms(False, True, True, False, True, book.key == "nsa-2004", rule)


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
    rule = terms(book).rule or book.ending.recount.rule
    return Changed(*kept, (Reason(f"Changes in the {name} player's favour are not made.", rule or "ruling"),))


def halted(before: tuple[int, int], agreed: tuple[int, int] | None, *, book: Rulebook) -> Changed:
    """The totals where the director ends a recount: as agreed so far (NSA III.E), else as they were (WESPA 5.5.4(a))."""
    if terms(book).halted_applies_agreed and agreed is not None:
        return Changed(*agreed, (because("Halted: what was agreed so far is applied.", book.ending.recount),))
    return Changed(*before, (Reason("Halted: the result stands.", terms(book).rule or "our default"),))
