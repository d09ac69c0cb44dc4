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


@dataclass(frozen=True, slots=True)
class Tally:
    """Where a count stands."""

    counter: Counter
    count: int
    credit: int  # seconds earned so far by the player wronged
    step: Step  # what the latest fault brought
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


def tally(rule: Counter, count: int) -> Tally:
    """What `count` faults have brought.  ValueError below zero."""
    if count < 0:
        raise ValueError("A count is 0 or more.")
    step = _step(rule, count)
    return Tally(rule, count, _earned(rule, count) * rule.seconds, step, (Reason(_says(rule, count, step), rule.rule),))


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
