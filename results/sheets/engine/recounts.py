"""Whether a game may be recounted, and what a recount may change. Sources: WESPA 5.4.1, 5.5; NSA III.E, III.F."""

from dataclasses import dataclass

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because
from .finality import may_recount
from .states import State


@dataclass(frozen=True, slots=True)
class RecountRight:
    """Whether a player may ask for a recount.

    Attributes:
        full_only: a recount of part of the game is not acceptable.
    """

    allowed: bool
    full_only: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class RecountedTotals:
    """The totals after a recount, and why some were not changed."""

    first: int
    second: int
    reasons: tuple[Reason, ...]


def recount_right(
    *, margin: int, book: Rulebook, state: State = State.EMPTY, next_game_began: bool = False
) -> RecountRight:
    """Whether either player may ask for a recount.

    Args:
        margin: difference of the two scores, either sign.
        state: of the game's sheet, SIGNED or HANDED_IN once both signed its scores; EMPTY where the game has none.
        next_game_began: the next round of either player is playing.
    """
    provision = book.ending.recount
    in_time = may_recount(state, book, next_game_began=next_game_began)
    if not in_time.allowed:
        return RecountRight(False, provision.value.full_only, (in_time.reason,))
    limit, gap = provision.value.max_margin, abs(margin)
    allowed = limit is None or gap <= limit
    if limit is None:
        text = Sentence("Any game may be recounted.")
    elif allowed:
        text = Sentence("The margin is {gap}, within {limit}.", gap=gap, limit=limit)
    else:
        text = Sentence("The margin is {gap}: a recount needs {limit} or less.", gap=gap, limit=limit or 0)
    return RecountRight(allowed, provision.value.full_only, (because(text, provision),))


def after_recount(
    before: tuple[int, int], counted: tuple[int, int], *, barred: int | None, book: Rulebook
) -> RecountedTotals:
    """The totals to enter.

    A change is in a player's favour where it raises that player's total or lowers the opponent's (WESPA 5.5.4(b)).

    Args:
        before, counted: (first, second) totals.
        barred: 0 or 1, in whose favour nothing changes.
    """
    if barred is None:
        return RecountedTotals(*counted, ())
    own = min(before[barred], counted[barred])
    other = max(before[1 - barred], counted[1 - barred])
    totals = (own, other) if barred == 0 else (other, own)
    if totals == counted:
        return RecountedTotals(*totals, ())
    name = ("first", "second")[barred]
    rule = book.ending.recount_course.rule or book.ending.recount.rule
    return RecountedTotals(*totals, (Reason(f"Changes in the {name} player's favour are not made.", rule or "ruling"),))


def halted(before: tuple[int, int], agreed: tuple[int, int] | None, *, book: Rulebook) -> RecountedTotals:
    """The totals where the director ends a recount: as agreed so far (NSA III.E), else as they were (WESPA 5.5.4(a))."""
    course = book.ending.recount_course
    if course.value.halted_applies_agreed and agreed is not None:
        return RecountedTotals(*agreed, (because("Halted: what was agreed so far is applied.", book.ending.recount),))
    return RecountedTotals(*before, (because("Halted: the result stands.", course),))
