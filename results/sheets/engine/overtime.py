"""Overtime as a scorer types it from paper, and what the rulebook charges for it.

Sources: WESPA 5.3, NSA III.C.2, SOWPODS Equipment, guide Ending.
"""

import re
from dataclasses import dataclass
from typing import Any

from results.rulings.engine.clock_readings import MINUTE, BadReading, seconds_over
from results.rulings.engine.endgame import forfeits_by_overtime, overtime_points
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import cited

_POINTS = re.compile(r"[-−]?(?P<points>\d{1,4})", re.ASCII)
_TIME = re.compile(r"[-−]?(?P<minutes>\d{1,3})[:.,](?P<seconds>\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class OvertimeTerms:
    """What a rulebook charges."""

    points: int  # for each `per_seconds` over
    per_seconds: int
    part_counts: bool  # part of these as the whole
    lost_after: int | None  # seconds over that lose the game, None = never
    rule: str  # the citation of the charge

    @property
    def description(self) -> Sentence:
        points, rule, seconds = self.points, self.rule, self.per_seconds
        if seconds == MINUTE and self.part_counts:
            return Sentence("{points} points a minute or part of one ({rule})", points=points, rule=rule)
        if seconds == MINUTE:
            return Sentence("{points} points a minute ({rule})", points=points, rule=rule)
        terms: dict[str, Any] = {"points": points, "seconds": seconds, "rule": rule}
        if self.part_counts:
            return Sentence("{points} points for each {seconds} seconds or part of them ({rule})", **terms)
        return Sentence("{points} points for each completed {seconds} seconds ({rule})", **terms)


@dataclass(frozen=True, slots=True)
class Charge:
    points: int  # off the score, 0 or more
    seconds: int = 0  # over time, 0 where only the points are known


def terms_of(book: Rulebook) -> OvertimeTerms | None:
    """What overtime costs; None where it costs nothing."""
    rule, forfeit = book.ending.overtime, book.ending.overtime_forfeit.value
    if not rule.points.value:
        return None
    lost_after = forfeit.after if forfeit else None
    return OvertimeTerms(
        rule.points.value, rule.per_seconds.value, rule.part_counts.value, lost_after, cited(rule.points)
    )


def charged(written: str, book: Rulebook) -> Charge:
    """The charge for "1:01" over time, or for "20" points as they stand on the paper; "" is none.  Raises BadReading."""
    text = written.strip()
    points, time = _POINTS.fullmatch(text), _TIME.fullmatch(text)
    if not text or (points and not int(points["points"])):
        return Charge(0)
    terms = terms_of(book)
    if terms is None:
        raise BadReading(Sentence("Under {book} overtime costs no points: leave it empty.", book=book.name))
    if points:
        return Charge(_possible(int(points["points"]), terms, book))
    if not time or int(time["seconds"]) >= MINUTE:
        raise BadReading(
            Sentence(
                "“{text}” is no overtime: write the time over, such as 1:01, or the points, such as 20.", text=text
            )
        )
    seconds = seconds_over(f"-{time['minutes']}:{time['seconds']}")
    if seconds >= book.before.game_time.seconds.value:
        raise BadReading(
            Sentence(
                "“{text}” is as long as the game: from a clock that counts up write only the time over.", text=text
            )
        )
    if forfeits_by_overtime(seconds, book):
        raise BadReading(_lost(text, book))
    return Charge(overtime_points(seconds, book), seconds)


def _possible(points: int, terms: OvertimeTerms, book: Rulebook) -> int:
    if points % terms.points:
        raise BadReading(
            Sentence(
                "{points} points cannot be for overtime under {book}: it costs {terms}. Write the points, such as 20, or "
                "the time, such as 1:01.",
                points=points,
                book=book.name,
                terms=terms.description,
            )
        )
    if terms.lost_after is not None and points > overtime_points(terms.lost_after, book):
        raise BadReading(_lost(Sentence("{points} points", points=points), book))
    return points


def _lost(text: str, book: Rulebook) -> Sentence:
    return Sentence(
        "{text} over time loses the game under {book} ({rule}): the director enters it as lost on time.",
        text=text,
        book=book.name,
        rule=cited(book.ending.overtime_forfeit),
    )
