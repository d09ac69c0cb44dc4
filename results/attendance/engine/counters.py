"""Small faults that count: what follows from the n-th, and who gains by it.

Of the suite's books only NSA counts them (II.F.2, II.O, Guidelines 6 and 20).  Time is whole seconds, given to the player wronged.
"""

from dataclasses import dataclass
from enum import StrEnum

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason
from tdsuite.tournaments.rulebooks.terms import MINUTE, Counter, Fault


class Step(StrEnum):
    """What one more fault brings."""

    NOTED = "noted"
    WARNING = "warning"
    TIME_CREDIT = "time-credit"
    AWARDS_AND_GAMES = "awards-and-games"  # the director may take awards and forfeit the remaining games


class NotCounted(LookupError):
    """The rulebook counts no such fault.  The message says what the director can do instead."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Where a count stands."""

    counter: Counter
    count: int
    credit: int  # seconds earned so far by the player wronged
    step: Step  # what the latest fault brought
    to_next: int | None  # faults until the next consequence, None where none is left
    reasons: tuple[Reason, ...]


def counters(book: Rulebook) -> tuple[Counter, ...]:
    """What the book counts, in a fixed order."""
    incidents = book.during.eight_tiles.remedy.value.incidents
    eight = () if incidents is None else (
        Counter(
            Fault.EIGHT_TILES, "Play made with eight or more tiles", book.during.eight_tiles.remedy.rule, incidents,
            every=False, over_event=True,
        ),
    )  # fmt: skip
    return (*book.during.objections.value, *eight)


def counter(fault: Fault, book: Rulebook) -> Counter:
    """The book's counter of a fault.  Raises NotCounted."""
    for each in counters(book):
        if each.fault is fault:
            return each
    raise NotCounted(f"{book.name} does not count this: give time or rule on it instead.")


def tally(fault: Fault, count: int, book: Rulebook) -> Tally:
    """What `count` faults have brought.  ValueError below zero; raises NotCounted."""
    if count < 0:
        raise ValueError("A count is 0 or more.")
    rule = counter(fault, book)
    earned, step = _earned(rule, count), _step(rule, count)
    return Tally(
        rule, count, earned * rule.seconds, step, _to_next(rule, count), (Reason(_says(rule, count, step), rule.rule),)
    )


def _earned(rule: Counter, count: int) -> int:
    """How often the consequence has come."""
    counted = max(0, count - 1) if rule.after_warning else count
    times = counted // rule.at
    return times if rule.every else min(1, times)


def _step(rule: Counter, count: int) -> Step:
    if rule.after_warning and count == 1:
        return Step.WARNING
    if count == 0 or _earned(rule, count) == _earned(rule, count - 1):
        return Step.NOTED
    return Step.TIME_CREDIT if rule.seconds else Step.AWARDS_AND_GAMES


def _to_next(rule: Counter, count: int) -> int | None:
    if not rule.every and _earned(rule, count):
        return None
    return next(more for more in range(1, rule.at + 2) if _step(rule, count + more) is not Step.NOTED)


def _time(seconds: int) -> str:
    return "a minute" if seconds == MINUTE else f"{seconds // MINUTE}:{seconds % MINUTE:02d}"


def _says(rule: Counter, count: int, step: Step) -> str:
    times = f"{count} so far" if count else "None so far"
    return {
        Step.NOTED: f"{rule.title}: {times}.",
        Step.WARNING: f"{rule.title}: the first. Warn the player.",
        Step.TIME_CREDIT: f"{rule.title}: {times}. The opponent receives {_time(rule.seconds)}.",
        Step.AWARDS_AND_GAMES: f"{rule.title}: {times}. Awards and remaining games may be forfeited.",
    }[step]
