"""What players may write on their own sheet for the end of a game: tiles left and overtime, as the rulebook counts them.

Points are whole and signed, seconds whole; a scorer types overtime from paper the same way.  Sources: WESPA 5.1.4, 5.2, 5.3; NSA III.C; SOWPODS Equipment, Scoring 9, 11;
guide Ending.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from results.rulings.engine.clock_readings import MINUTE, BadReading, clock_text, seconds_over
from results.rulings.engine.endgame import forfeits_by_overtime, overtime_points
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import TilesLeft
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.rulebooks.terms import RackRule
from .facts import BadSheet, SheetLine

RULE_LENGTH = 60
_POINTS = re.compile(r"[-−]?(?P<points>\d{1,4})", re.ASCII)
_TIME = re.compile(r"[-−]?(?P<minutes>\d{1,3})[:.,](?P<seconds>\d\d)", re.ASCII)


def own_racks_count(book: Rulebook) -> bool:
    """Whether a player's own tiles ever come off that player's score under this book."""
    sand = book.before.no_clocks.value.sand
    racks = [book.ending.six_zeros.racks.value, book.ending.round_stopped.value.racks, *([sand.racks] if sand else [])]
    return book.ending.tiles_left.value is TilesLeft.SPLIT or RackRule.BOTH_LOSE in racks


def as_counted(lines: Sequence[SheetLine], book: Rulebook, names: Mapping[int, str]) -> tuple[SheetLine, ...]:
    """The players' own lines, each with the rule that it follows.  names: of the two players, by entry.

    Raises BadSheet for a line that no rule of the book gives; the message names the player.
    """
    gained = {line.entry: line.points for line in lines if line.kind == "tiles_gained" and line.points}
    left = {line.entry: line.points for line in lines if line.kind == "tiles_left" and line.points}
    if any(points < 0 for points in gained.values()) or any(points > 0 for points in left.values()):
        raise BadSheet(Sentence("The opponent's tiles are added, and own tiles left come off."))
    rule = cited(book.ending.tiles_left)
    if len(gained) > 1:
        raise BadSheet(
            Sentence(
                "Only the player who went out gains the opponent's tiles ({rule}): leave the other's empty.", rule=rule
            )
        )
    if left and not own_racks_count(book):
        raise BadSheet(
            Sentence(
                "Under {book} own tiles left come off nobody's score: write what the player who went out gains ({rule}).",
                book=book.name,
                rule=rule,
            )
        )
    if book.ending.tiles_left.value is TilesLeft.SPLIT:
        # +x for the player who went out, -x for the other (WESPA 5.1.4(a)).
        for entry, points in gained.items():
            if entry in left:
                raise BadSheet(
                    Sentence("Who gains the opponent's tiles went out and has none left ({rule}).", rule=rule)
                )
            if any(-other != points for other in left.values()):
                raise BadSheet(
                    Sentence(
                        "What one player gains is what the other loses for the same tiles ({rule}). If that is not how it "
                        "ended, call the director.",
                        rule=rule,
                    )
                )
    else:
        _check_double(gained, left, book, names)
    return tuple(_with_rule(line, book, names) for line in lines)


def _with_rule(line: SheetLine, book: Rulebook, names: Mapping[int, str]) -> SheetLine:
    if line.kind == "overtime":
        return _overtime(line, book, names.get(line.entry, ""))
    gained = line.kind == "tiles_gained"
    split = book.ending.tiles_left.value is TilesLeft.SPLIT
    provision = book.ending.tiles_left if gained or split else book.ending.six_zeros.racks
    return replace(line, rule=line.rule or cited(provision)[:RULE_LENGTH])


def _overtime(line: SheetLine, book: Rulebook, name: str) -> SheetLine:
    """The book's steps and its limit (WESPA 5.3.2, 5.3.3)."""
    if not (line.points or line.seconds):
        return line
    terms = terms_of(book)
    try:
        charge = charged(clock_text(line.seconds) if line.seconds else str(line.points), book)
    except BadReading as wrong:
        raise BadSheet(Sentence("Overtime of {name}: {why}", name=name, why=wrong.args[0])) from wrong
    if terms is None or -charge.points != line.points:
        raise BadSheet(
            Sentence(
                "Overtime of {name}: {time} over costs {points} points.",
                name=name,
                time=clock_text(line.seconds),
                points=charge.points,
            )
        )
    return replace(line, rule=line.rule or terms.rule[:RULE_LENGTH])


def _check_double(gained: Mapping[int, int], left: Mapping[int, int], book: Rulebook, names: Mapping[int, str]) -> None:
    """+2x for the player who went out and nothing off the other; own tiles come off where neither went out, then off both."""
    rule = cited(book.ending.tiles_left)
    for entry, points in gained.items():
        if left:
            raise BadSheet(
                Sentence(
                    "{name} went out and gains twice the tiles; nothing comes off the other ({rule}).",
                    name=names[entry],
                    rule=rule,
                )
            )
        if points % 2:
            raise BadSheet(
                Sentence(
                    "{name} gains twice the opponent's tiles, an even number, not {points} ({rule}).",
                    name=names[entry],
                    points=points,
                    rule=rule,
                )
            )
    if len(left) == 1:
        raise BadSheet(
            Sentence(
                "Own tiles left come off only where nobody went out, and then off both players ({racks}). Did somebody go "
                "out? That player gains twice the tiles ({rule}). If that is not how it ended, call the director.",
                racks=cited(book.ending.six_zeros.racks),
                rule=rule,
            )
        )


# ── overtime ──────────────────────────────────────────────────────────────────────────────────────────────────


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
