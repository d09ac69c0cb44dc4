"""How a game ends and what the two totals come to, line by line.

Scores and points are whole; times are whole seconds.  Sources: WESPA 5.1-5.3, NSA III.A-C and App. B, SOWPODS
Equipment and Scoring 9-11, guide Ending.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import AfterTime, TilesLeft, Zero
from tdsuite.tournaments.rulebooks.reasons import Reason, because, cited
from tdsuite.tournaments.rulebooks.terms import RackRule
from .clock_readings import clock_text


class EndSide(StrEnum):
    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "EndSide":
        return EndSide.SECOND if self is EndSide.FIRST else EndSide.FIRST


class HowEnded(StrEnum):
    WENT_OUT = "went-out"
    SIX_ZEROS = "six-zeros"
    SAND_STOPPED = "sand-stopped"  # the round timer of games without clocks, one more play each
    ROUND_STOPPED = "round-stopped"  # the director ends the round
    TIME_UP = "time-up"  # where time up ends the game
    AGREED = "agreed"  # neither can play and both say so, where the book lets them


class CannotEndSo(ValueError):
    """The game cannot have ended as described.  The message says what to give instead."""


Turns = Sequence[Zero | None]  # both players' in order, None for a play that stayed on the board


@dataclass(frozen=True, slots=True)
class EndLine:
    """One step of a total."""

    side: EndSide
    label: str
    points: int  # signed
    rule: str  # "" for the score itself


@dataclass(frozen=True, slots=True)
class SideEnd:
    """One player at the end."""

    score: int  # as on the sheet, before what is below
    rack: int = 0  # points of the tiles left, 0 if out
    seconds_over: int = 0  # time run past the game time, 0 if none
    disregarded: int = 0  # how much of that ran after the true end, or through the opponent's fault
    waiver: str = ""  # why the rest is waived by the director, "" if it is not
    only_flag: bool = False  # an analogue clock's flag fell, and the hands were not read (WESPA 5.3.1(c))


@dataclass(frozen=True, slots=True)
class FinalTotals:
    lines: tuple[EndLine, ...]  # first player's then second's, in the order to be read out
    first: int
    second: int
    overran: tuple[EndSide, ...]  # who ran so far over as to forfeit; the totals are then those before forfeiture
    reasons: tuple[Reason, ...]


# ── overtime ─────────────────────────────────────────────────────────────────────────────────────────────────


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


ZERO_NAMES = {
    Zero.PASS_TURN: "a pass",
    Zero.EXCHANGE: "an exchange",
    Zero.PLAY_CHALLENGED_OFF: "a play challenged off",
    Zero.FAILED_CHALLENGE: "a failed challenge",
    None: "a play that stayed",
}


def why_not_ended(turns: Turns, *, first_score: int, second_score: int, book: Rulebook) -> Reason | None:
    """Why the latest turns do not end the game; None where they do (WESPA 5.2, NSA III.A.2, SOWPODS Scoring 11, guide Ending)."""
    provision = book.ending.six_zeros.ends
    rule = provision.value
    if rule.not_at_zero_zero and first_score == second_score == 0:
        return because(f"Turns without a score do not end a game that stands at 0-0. {provision.explain}", provision)
    latest = turns[-rule.turns :]
    for number, turn in enumerate(latest, start=1):
        if turn not in rule.kinds:
            text = f"Turn {number} of the last {len(latest)} was {ZERO_NAMES[turn]}, which does not count."
            return because(f"{text} {provision.explain}", provision)
    if len(latest) < rule.turns:
        text = f"{len(latest)} turns without a score are given; it takes {rule.turns} running."
        return because(f"{text} {provision.explain}", provision)
    return None


# ── totals ───────────────────────────────────────────────────────────────────────────────────────────────────


def final_totals(
    first: SideEnd, second: SideEnd, how: HowEnded, *, book: Rulebook, out: EndSide | None = None, zeros: Turns = ()
) -> FinalTotals:
    """The two totals with every step.  out: who went out, for WENT_OUT alone.  zeros: the last turns, for SIX_ZEROS alone.

    Raises CannotEndSo, also where the book does not end the game by those turns.
    """
    ends = {EndSide.FIRST: first, EndSide.SECOND: second}
    _possible(ends, how, out, book)
    _zeros_end_it(ends, how, zeros, book)
    lines: list[EndLine] = []
    for side, end in ends.items():
        lines.append(EndLine(side, "score", end.score, ""))
        lines += _tiles(side, ends, how, out, book)
        lines += _overtime(side, end, book)
    totals = {side: sum(line.points for line in lines if line.side is side) for side in EndSide}
    overran = tuple(side for side, end in ends.items() if forfeits_by_overtime(_charged(end, book), book))
    reasons = []
    if totals[EndSide.FIRST] == totals[EndSide.SECOND]:
        reasons.append(because(book.ending.tie_half_wins.explain, book.ending.tie_half_wins))
    if how is HowEnded.SIX_ZEROS:
        named = ", ".join(ZERO_NAMES[turn] for turn in zeros)
        reasons.append(because(f"The last turns, {named}, end the game.", book.ending.six_zeros.ends))
    reasons += [because(f"The {side} player has forfeited.", book.ending.overtime_forfeit) for side in overran]
    return FinalTotals(tuple(lines), totals[EndSide.FIRST], totals[EndSide.SECOND], overran, tuple(reasons))


def _possible(ends: dict[EndSide, SideEnd], how: HowEnded, out: EndSide | None, book: Rulebook) -> None:
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


def _zeros_end_it(ends: dict[EndSide, SideEnd], how: HowEnded, zeros: Turns, book: Rulebook) -> None:
    if how is not HowEnded.SIX_ZEROS:
        if zeros:
            raise CannotEndSo("Turns without a score are given only for a game that they ended.")
        return
    scores = {"first_score": ends[EndSide.FIRST].score, "second_score": ends[EndSide.SECOND].score}
    if why := why_not_ended(zeros, book=book, **scores):
        raise CannotEndSo(f"{why.text} ({why.rule})")


def _tiles(
    side: EndSide, ends: dict[EndSide, SideEnd], how: HowEnded, out: EndSide | None, book: Rulebook
) -> list[EndLine]:
    if out is None:
        racks, rule = _rack_rule(how, book)
        rack = ends[side].rack
        return [EndLine(side, "own tiles left", -rack, rule)] if racks is RackRule.BOTH_LOSE and rack else []
    left, provision = ends[out.other].rack, book.ending.tiles_left
    if not left:
        return []
    if provision.value is TilesLeft.DOUBLE:
        return [EndLine(side, "twice the opponent's tiles", 2 * left, cited(provision))] if side is out else []
    if side is out:
        return [EndLine(side, "the opponent's tiles", left, cited(provision))]
    return [EndLine(side, "own tiles left", -left, cited(provision))]


def _rack_rule(how: HowEnded, book: Rulebook) -> tuple[RackRule, str]:
    if how in (HowEnded.SIX_ZEROS, HowEnded.AGREED):
        return book.ending.six_zeros.racks.value, cited(book.ending.six_zeros.racks)
    sand = book.before.no_clocks.value.sand
    if how is HowEnded.SAND_STOPPED and sand is not None:
        return sand.racks, cited(book.before.no_clocks)
    return book.ending.round_stopped.value.racks, cited(book.ending.round_stopped)


def _charged(end: SideEnd, book: Rulebook) -> int:
    """Seconds over that cost something: not those run after the true end, where the book disregards them."""
    disregarded = end.disregarded if book.ending.overtime.after_end.value.disregarded else 0
    return 0 if end.waiver else max(0, end.seconds_over - disregarded)


def _overtime(side: EndSide, end: SideEnd, book: Rulebook) -> list[EndLine]:
    rules = book.ending.overtime
    if not end.seconds_over or not rules.points.value:
        return []
    if end.waiver:
        return [EndLine(side, f"overtime waived: {end.waiver}", 0, cited(rules.after_end))]
    lines = []
    if end.disregarded and rules.after_end.value.disregarded:
        lines.append(EndLine(side, "time disregarded", 0, cited(rules.after_end)))
    charged = _charged(end, book)
    if points := overtime_points(charged, book):
        over = "flag fallen, part of a minute" if end.only_flag else clock_text(charged)
        lines.append(EndLine(side, f"{over} over time", -points, cited(rules.points)))
    return lines
