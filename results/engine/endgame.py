"""How a game ends and what the two totals come to, line by line.

Scores and points are whole; times are whole seconds.  Sources: WESPA 5.1-5.3, NSA III.A-C and App. B, SOWPODS
Equipment and Scoring 9-11, guide Ending.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import AfterTime, TilesLeft, Zero
from tdsuite.tournaments.rulebooks.reasons import Reason, because, cited
from tdsuite.tournaments.rulebooks.terms import RackRule

MINUTE = 60


class Side(StrEnum):
    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        return Side.SECOND if self is Side.FIRST else Side.FIRST


class HowEnded(StrEnum):
    WENT_OUT = "went-out"
    SIX_ZEROS = "six-zeros"
    SAND_STOPPED = "sand-stopped"  # the round timer of games without clocks, one more play each
    ROUND_STOPPED = "round-stopped"  # the director ends the round
    TIME_UP = "time-up"  # where time up ends the game
    AGREED = "agreed"  # neither can play and both say so, where the book lets them


class CannotEndSo(ValueError):
    """The game cannot have ended as described.  The message says what to give instead."""


class BadReading(ValueError):
    """A clock reading that cannot be read."""


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a total.  points: signed.  rule: "" for the score itself."""

    side: Side
    label: str
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class SideEnd:
    """One player at the end.

    score: as on the sheet, before what is below.  rack: points of the tiles left, 0 if out.  seconds_over: time run
    past the game time, 0 if none.  disregarded: how much of that ran after the true end, or through the opponent's
    fault.  waiver: why the rest is waived by the director, "" if it is not.
    """

    score: int
    rack: int = 0
    seconds_over: int = 0
    disregarded: int = 0
    waiver: str = ""


@dataclass(frozen=True, slots=True)
class FinalTotals:
    """lines: first player's then second's, in the order to be read out.  winner: None = a tie.  half_wins: of the
    first and the second.  overran: who ran so far over as to forfeit; the totals are then those before forfeiture.
    """

    lines: tuple[Line, ...]
    first: int
    second: int
    winner: Side | None
    half_wins: tuple[int, int]
    overran: tuple[Side, ...]
    reasons: tuple[Reason, ...]


# ── overtime ─────────────────────────────────────────────────────────────────────────────────────────────────

_READING = re.compile(r"(?P<minus>[-−]?)(?P<minutes>\d{1,3})[:.](?P<seconds>[0-5]\d)", re.ASCII)


def seconds_over(reading: str, *, counts_up_to: int | None = None) -> int:
    """How far over a clock is that reads "-1:01", "0:00", "-0:00" or "-01.01" (WESPA 5.3.1, NSA III.C.2).

    counts_up_to: for a clock counting up from zero, the game time in seconds.  Raises BadReading.
    """
    found = _READING.fullmatch(reading.strip())
    if found is None or (counts_up_to is not None and found["minus"]):
        raise BadReading(f"{reading!r} is not a clock reading. Write minutes and seconds, such as -1:01 or 26:30.")
    shown = int(found["minutes"]) * MINUTE + int(found["seconds"])
    if counts_up_to is not None:
        return max(0, shown - counts_up_to)
    return shown if found["minus"] else 0


def overtime_points(seconds: int, book: Rulebook) -> int:
    """Points off for `seconds` over time (WESPA 5.3.2, NSA III.C.2, SOWPODS Equipment).  seconds: int >= 0."""
    if seconds < 0:
        raise ValueError("Time over is 0 seconds or more.")
    rule = book.ending.overtime
    step = rule.per_seconds.value
    part = step - 1 if rule.part_counts.value else 0
    return rule.points.value * ((seconds + part) // step)


def forfeits_by_overtime(seconds: int, book: Rulebook) -> bool:
    """Whether `seconds` over time lose the game (WESPA 5.3.3)."""
    rule = book.ending.overtime_forfeit.value
    return rule is not None and seconds >= rule.after


# ── six zero turns ───────────────────────────────────────────────────────────────────────────────────────────


def ends_by_zeros(turns: Sequence[Zero | None], *, first_score: int, second_score: int, book: Rulebook) -> bool:
    """Whether the latest turns end the game (WESPA 5.2, NSA III.A.2, SOWPODS Scoring 11, guide Ending).

    turns: both players' in order, None for a play that stayed on the board.
    """
    rule = book.ending.six_zeros.ends.value
    if rule.not_at_zero_zero and first_score == second_score == 0:
        return False
    latest = turns[-rule.turns :]
    return len(latest) == rule.turns and all(turn in rule.kinds for turn in latest)


# ── totals ───────────────────────────────────────────────────────────────────────────────────────────────────


def final_totals(
    first: SideEnd, second: SideEnd, how: HowEnded, *, book: Rulebook, out: Side | None = None
) -> FinalTotals:
    """The two totals with every step.  out: who went out, for WENT_OUT alone.  Raises CannotEndSo."""
    ends = {Side.FIRST: first, Side.SECOND: second}
    _possible(ends, how, out, book)
    lines: list[Line] = []
    for side, end in ends.items():
        lines.append(Line(side, "score", end.score, ""))
        lines += _tiles(side, ends, how, out, book)
        lines += _overtime(side, end, book)
    totals = {side: sum(line.points for line in lines if line.side is side) for side in Side}
    gap = totals[Side.FIRST] - totals[Side.SECOND]
    winner = Side.FIRST if gap > 0 else Side.SECOND if gap < 0 else None
    tie = book.ending.tie_half_wins
    half_wins = (2, 0) if gap > 0 else (0, 2) if gap < 0 else (tie.value, tie.value)
    overran = tuple(side for side, end in ends.items() if forfeits_by_overtime(_charged(end), book))
    reasons = [] if winner else [because(tie.explain, tie)]
    reasons += [because(f"The {side} player has forfeited.", book.ending.overtime_forfeit) for side in overran]
    return FinalTotals(
        tuple(lines), totals[Side.FIRST], totals[Side.SECOND], winner, half_wins, overran, tuple(reasons)
    )


def _possible(ends: dict[Side, SideEnd], how: HowEnded, out: Side | None, book: Rulebook) -> None:
    if (how is HowEnded.WENT_OUT) != (out is not None):
        raise CannotEndSo("Say who went out where somebody did, and only there.")
    if out is not None and ends[out].rack:
        raise CannotEndSo(f"The {out} player went out and cannot hold tiles: mend the rack or the way it ended.")
    if any(end.rack < 0 or end.seconds_over < 0 or end.disregarded < 0 for end in ends.values()):
        raise CannotEndSo("Tiles left, time over and time disregarded are 0 or more.")
    if how is HowEnded.SAND_STOPPED and book.before.no_clocks.value.sand is None:
        raise CannotEndSo(f"{book.name} has no sand timers: say that the round was stopped.")
    if how is HowEnded.AGREED and not book.ending.six_zeros.ends.value.may_agree_sooner:
        raise CannotEndSo(f"Under {book.name} players do not agree to end a game: it takes six zero turns.")
    if how is HowEnded.TIME_UP and book.ending.overtime.after_time.value is not AfterTime.GAME_ENDS:
        raise CannotEndSo(f"Under {book.name} time up does not end a game: it goes on at a cost.")


def _tiles(side: Side, ends: dict[Side, SideEnd], how: HowEnded, out: Side | None, book: Rulebook) -> list[Line]:
    if out is not None:
        return _tiles_of_out_play(side, ends[out.other].rack, out, book)
    racks, rule = _rack_rule(how, book)
    rack = ends[side].rack
    return [Line(side, "own tiles left", -rack, rule)] if racks is RackRule.BOTH_LOSE and rack else []


def _tiles_of_out_play(side: Side, left: int, out: Side, book: Rulebook) -> list[Line]:
    provision = book.ending.tiles_left
    if not left:
        return []
    if provision.value is TilesLeft.DOUBLE:
        return [Line(side, "twice the opponent's tiles", 2 * left, cited(provision))] if side is out else []
    if side is out:
        return [Line(side, "the opponent's tiles", left, cited(provision))]
    return [Line(side, "own tiles left", -left, cited(provision))]


def _rack_rule(how: HowEnded, book: Rulebook) -> tuple[RackRule, str]:
    if how in (HowEnded.SIX_ZEROS, HowEnded.AGREED):
        return book.ending.six_zeros.racks.value, cited(book.ending.six_zeros.racks)
    sand = book.before.no_clocks.value.sand
    if how is HowEnded.SAND_STOPPED and sand is not None:
        return sand.racks, cited(book.before.no_clocks)
    return book.ending.round_stopped.value.racks, cited(book.ending.round_stopped)


def _charged(end: SideEnd) -> int:
    return 0 if end.waiver else max(0, end.seconds_over - end.disregarded)


def _overtime(side: Side, end: SideEnd, book: Rulebook) -> list[Line]:
    rules = book.ending.overtime
    if not end.seconds_over or not rules.points.value:
        return []
    if end.waiver:
        return [Line(side, f"overtime waived: {end.waiver}", 0, cited(rules.after_end))]
    lines = []
    if end.disregarded:
        lines.append(Line(side, "time disregarded", 0, cited(rules.after_end)))
    if points := overtime_points(_charged(end), book):
        over = f"{_charged(end) // MINUTE}:{_charged(end) % MINUTE:02d}"
        lines.append(Line(side, f"{over} over time", -points, cited(rules.points)))
    return lines
