"""The end-of-game calculator on real rows: racks in letters, overtime in minutes and seconds, every line with its rule.

The two scores stay as on the sheet; what the end of the game adds or takes is `GameAdjustment` rows of source "endgame".
Given again, a game's own lines are replaced in one transaction. Rules: WESPA 5.1-5.3, NSA III.A-C, App. B, SOWPODS
Equipment and Scoring 9-11, guide Ending; see docs/rulebook/endgame.md.
"""

from dataclasses import dataclass, replace
from typing import Any

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.models import Record
from tdsuite.audit.services import record
from tdsuite.tournaments.engine import account
from tdsuite.tournaments.engine.account import OWN_SOURCES
from tdsuite.tournaments.engine.tiles import BadRack, Rack, check_racks, read_rack
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.outcomes import Zero
from tdsuite.tournaments.rulebooks.reasons import Reason, because, cited
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.adjustments import ScoreLine, add_spread, line_facts
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import GameOutcome, facts_of
from tdsuite.tournaments.services.roads import Road

from ..engine.clock_readings import BadReading, ClockKind, ClockReading, clock_text, time_over
from ..engine.endgame import (
    CannotEndSo,
    FinalTotals,
    HowEnded,
    Line,
    Side,
    SideEnd,
    Turns,
    final_totals,
)
from ..models import GameEnd
from . import forfeits, outcomes
from .game_times import game_times

ENDGAME = account.END_OF_GAME
LONGEST_WAIVER = 200
PLAY = "play"  # a turn whose play stayed on the board
KIND_OF = {HowEnded.ROUND_STOPPED: Game.Outcome.STOPPED, HowEnded.TIME_UP: Game.Outcome.TIME_UP}
OFFICIAL = frozenset({HowEnded.ROUND_STOPPED, HowEnded.TIME_UP})  # the director ends these
LINE_KINDS = (
    ("twice the opponent's tiles", "tiles_gained"),
    ("the opponent's tiles", "tiles_gained"),
    ("own tiles left", "tiles_left"),
)


@dataclass(frozen=True, slots=True)
class SideGiven:
    """What is given for one player.

    score: on the sheet before anything below.  rack: letters left, "?" a blank.  clock: as read, "-1:01" or "0:00" (""
    = not over), "26:30" where it counts up.  clock_kind: a ClockKind.  disregarded: seconds of it after the true end, or through the opponent's fault.  waiver: why the
    director waives it, "" = not.
    """

    score: int
    rack: str = ""
    clock: str = ""
    disregarded: int = 0
    waiver: str = ""
    clock_kind: str = ClockKind.COUNTS_DOWN.value


@dataclass(frozen=True, slots=True)
class Given:
    """How the game ended.  how: a HowEnded.  out: "first" or "second" who went out, "" where nobody did.

    turns: the last turns of both players in order, each a Zero or PLAY, where turns without a score ended the game.
    """

    how: str
    first: SideGiven
    second: SideGiven
    out: str = ""
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The calculator's answer.  lines: the score, penalties that stand, tiles and overtime, first player's then second's.

    forfeit: set where somebody ran so far over that the game is lost (WESPA 5.3.3); totals are those at that moment.
    """

    first: int
    second: int
    racks: tuple[Rack, Rack]
    lines: tuple[Line, ...]
    totals: FinalTotals
    outcome: GameOutcome
    to_add: tuple[ScoreLine, ...]
    reasons: tuple[Reason, ...]
    forfeit: forfeits.Working | None = None

    @property
    def margin(self) -> int:
        return abs(self.first - self.second)


def work_out(game: Game, given: Given) -> Sheet:
    """Every line and the final totals; nothing is changed. Raises Refused with what to mend."""
    if game.second_id is None:
        raise Refused("A bye has no end of a game.")
    rules = game.round.division.tournament.rules
    book = rules.rulebook
    how, racks, over = _how(given.how), _racks(given), _over(game, given)
    standing = forfeits.standing_points(game)
    outcomes.played(given.first.score, given.second.score)
    ends = [
        SideEnd(
            side.score + already, rack.value, seconds, min(side.disregarded, seconds), side.waiver.strip(),
            _reading_of(side).only_flag,
        )
        for side, rack, seconds, already in zip(_sides(given), racks, over, standing, strict=True)
    ]  # fmt: skip
    try:
        out = Side(given.out) if given.out else None
        totals = final_totals(ends[0], ends[1], how, book=book, out=out, zeros=_turns(given))
    except (CannotEndSo, ValueError) as wrong:
        raise Refused(str(wrong)) from wrong
    if totals.overran:
        return _lost_on_time(game, given, racks, totals, ends)
    kind = KIND_OF.get(how, Game.Outcome.PLAYED)
    outcome = GameOutcome(kind, first_score=given.first.score, second_score=given.second.score)
    return Sheet(
        totals.first, totals.second, racks, _shown(game, given, totals.lines), totals, outcome,
        _to_add(totals.lines, over), (*_clock_reasons(game, given, over), *totals.reasons),
    )  # fmt: skip


def _how(text: str) -> HowEnded:
    try:
        return HowEnded(text)
    except ValueError:
        raise Refused("Say how the game ended: " + ", ".join(HowEnded) + ".") from None


def _sides(given: Given) -> tuple[SideGiven, SideGiven]:
    return given.first, given.second


def _racks(given: Given) -> tuple[Rack, Rack]:
    racks = []
    for name, side in zip(("First", "Second"), _sides(given), strict=True):
        try:
            racks.append(read_rack(side.rack))
        except BadRack as wrong:
            raise Refused(f"{name} player's tiles: {wrong}") from wrong
    try:
        check_racks(racks[0], racks[1])
    except BadRack as wrong:
        raise Refused(f"The two racks together: {wrong}") from wrong
    return racks[0], racks[1]


def _over(game: Game, given: Given) -> tuple[int, int]:
    """Seconds over time of each side, from the clocks as read."""
    found = []
    for name, side, allowed in zip(("First", "Second"), _sides(given), game_times(game), strict=True):
        if len(side.waiver.strip()) > LONGEST_WAIVER:
            raise Refused(f"Say in {LONGEST_WAIVER} characters why the overtime is waived.")
        if side.disregarded < 0:
            raise Refused("Time disregarded is 0 seconds or more.")
        try:
            found.append(time_over(_reading_of(side), game_time=allowed))
        except BadReading as wrong:
            raise Refused(f"{name} player's clock: {wrong}") from wrong
    return found[0], found[1]


def _reading_of(side: SideGiven) -> ClockReading:
    try:
        return ClockReading(side.clock, ClockKind(side.clock_kind))
    except ValueError:
        raise Refused("Say what kind of clock it is: " + ", ".join(ClockKind) + ".") from None


def _turns(given: Given) -> Turns:
    try:
        return [None if turn == PLAY else Zero(turn) for turn in given.turns]
    except ValueError:
        raise Refused("Each of the last turns is one of: " + ", ".join([*Zero, PLAY]) + ".") from None


def _clock_reasons(game: Game, given: Given, over: tuple[int, int]) -> tuple[Reason, ...]:
    """How a clock that does not count down was read (WESPA 5.3.1(b), (c))."""
    rule = game.round.division.tournament.rules.rulebook.ending.overtime.after_time
    reasons = []
    for side, seconds, allowed, name in zip(_sides(given), over, game_times(game), Side, strict=True):
        reading = _reading_of(side)
        if reading.kind is ClockKind.COUNTS_UP and reading.shows.strip():
            text = f"The {name} player's clock counts up: {side.clock.strip()} of {clock_text(allowed)}"
            text += f", {clock_text(seconds)} over." if seconds else ", not over."
            reasons.append(because(text, rule))
        elif reading.kind is ClockKind.FLAG_FALLEN:
            reasons.append(because(f"The {name} player's flag has fallen: the time is over.", rule))
    return tuple(reasons)


def _lost_on_time(
    game: Game, given: Given, racks: tuple[Rack, Rack], totals: FinalTotals, ends: list[SideEnd]
) -> Sheet:
    """The game ended at the moment somebody was ten minutes over: no tiles count, the lead then decides (WESPA 5.3.3)."""
    if len(totals.overran) > 1:
        raise Refused("Both players ran ten minutes over: rule on it (who ran over first loses by 5.3.3).")
    loser = totals.overran[0]
    over = {side: max(0, end.seconds_over - end.disregarded) for side, end in zip(Side, ends, strict=True)}
    other = ends[1] if loser is Side.FIRST else ends[0]
    ended = forfeits.HowItEnded(
        kind=Game.Outcome.OVERTIME,
        offender=loser.value,
        first_score=given.first.score,
        second_score=given.second.score,
        seconds_over=over[loser],
        opponent_seconds_over=0 if other.waiver else over[loser.other],
    )
    working = forfeits.work_out(game, ended)
    first, second = working.totals or (given.first.score, given.second.score)
    shown = tuple(Line(Side(one.side), "over time", one.points, one.rule) for one in working.lines)
    return Sheet(
        first, second, racks, _shown(game, given, shown, scores_too=True), totals, working.outcome, working.lines,
        working.reasons, working,
    )  # fmt: skip


def _shown(game: Game, given: Given, lines: tuple[Line, ...], *, scores_too: bool = False) -> tuple[Line, ...]:
    """The lines to be read out: the score on the sheet, what stands with it already, then the end of the game."""
    shown: list[Line] = []
    for side, one in zip(Side, _sides(given), strict=True):
        shown.append(Line(side, "score", one.score, ""))
        for standing in game.adjustments.all():
            if standing.side == side.value and standing.source not in OWN_SOURCES and standing.points:
                shown.append(Line(side, standing.kind.replace("_", " "), standing.points, standing.rule))
        shown += [line for line in lines if line.side is side and line.label != "score"]
    return tuple(shown)


def _to_add(lines: tuple[Line, ...], over: tuple[int, int]) -> tuple[ScoreLine, ...]:
    seconds = dict(zip(Side, over, strict=True))
    found = []
    for line in lines:
        if line.label == "score":
            continue
        kind = next((kind for label, kind in LINE_KINDS if line.label == label), "overtime")
        ran = seconds[line.side] if kind == "overtime" else 0
        waived = "waived" in line.label or "disregarded" in line.label
        found.append(
            ScoreLine(line.side.value, f"{kind}_waived" if waived else kind, line.points, ran, rule=line.rule[:60])
        )
    return tuple(found)


def apply(*, by: Any, game: Game, given: Given, reason: str = "") -> Sheet:
    """Put the end of the game on its rows. The same again changes nothing; other figures replace its own lines.

    Anybody who enters results may do so for an open game; waiving overtime, ending a game that is not over, and a forfeit
    on time are the director's, and so is replacing a result, with a reason. Raises Refused, NotAllowed.
    """
    tournament = game.round.division.tournament
    require(by, tournament, Can.ENTER_RESULTS)
    with deciding(game.round.division) as division:
        row = forfeits.published_game(division, game)
        sheet = work_out(row, given)
        if _stands(row, given, sheet):
            return sheet
        if _needs_director(sheet, given):
            require(by, tournament, Can.RULE)
        again = row.outcome not in Game.UNFINISHED and entered_last(row, by)
        if not again:
            row = forfeits.open_game(division, row, by=by, reason=reason)
        before = {**facts_of(row), "lines": line_facts(row)}
        _keep(row, given, sheet)
        save_account(row, sheet.outcome, road=Road.END_OF_GAME, by=by, lines={ENDGAME: sheet.to_add})
        waivers = [each.waiver.strip() for each in _sides(given) if each.waiver.strip()]
        fresh = again or before["outcome"] in Game.UNFINISHED
        record(
            "result.entered" if fresh else "result.corrected", obj=row, tournament=division.tournament,
            scope=division.live_topic, by=by, before=before,
            after={"round": row.round.number, "table": row.table, "how": given.how, **facts_of(row), "lines": line_facts(row)},
            reason="; ".join(filter(None, [reason.strip(), *waivers])),
        )  # fmt: skip
    return sheet


def _stands(game: Game, given: Given, sheet: Sheet) -> bool:
    """Whether this very end of the game is on its rows already."""
    kept = remembered(game)
    lines = {(one.side, one.kind, one.points, one.seconds) for one in sheet.to_add if one.points or one.seconds}
    there = {(one.side, one.kind, one.points, one.seconds) for one in game.adjustments.all() if one.source == ENDGAME}
    return (
        kept is not None
        and _plain(game, kept) == _plain(game, given)
        and lines == there
        and game.outcome == sheet.outcome.kind
    )


def entered_last(game: Game, by: Any) -> bool:
    """Whether this person entered the game's result, and nobody has changed it since: a slip of their own to mend."""
    last = Record.objects.about(game).order_by("-seq").first()
    kind = getattr(by, "audit_kind", Record.ActorKind.USER)
    return last is not None and last.action == "result.entered" and (last.actor_kind, last.actor_id) == (kind, by.pk)


def _plain(game: Game, given: Given) -> Given:
    """Letters, readings and blanks in one spelling."""
    sides = [
        replace(side, rack=read_rack(side.rack).tiles, clock=_reading(seconds), waiver=side.waiver.strip())
        for side, seconds in zip(_sides(given), _over(game, given), strict=True)
    ]
    return replace(given, first=sides[0], second=sides[1])


def _needs_director(sheet: Sheet, given: Given) -> bool:
    waived = any(side.waiver.strip() or side.disregarded for side in _sides(given))
    return waived or sheet.forfeit is not None or given.how in OFFICIAL


def _keep(game: Game, given: Given, sheet: Sheet) -> None:
    over = _over(game, given)
    GameEnd.objects.update_or_create(
        game=game,
        defaults={
            "first": game.first,
            "how": given.how,
            "out": given.out,
            "first_rack": sheet.racks[0].tiles,
            "second_rack": sheet.racks[1].tiles,
            "first_seconds_over": over[0],
            "second_seconds_over": over[1],
            "first_clock": given.first.clock.strip(),
            "second_clock": given.second.clock.strip(),
            "first_clock_kind": given.first.clock_kind,
            "second_clock_kind": given.second.clock_kind,
            "turns": list(given.turns),
            "first_disregarded": given.first.disregarded,
            "second_disregarded": given.second.disregarded,
            "first_waiver": given.first.waiver.strip(),
            "second_waiver": given.second.waiver.strip(),
        },
    )


def remembered(game: Game) -> Given | None:
    """What was given for this game last, sides as they are now; None where the calculator was not used."""
    end = GameEnd.objects.filter(game=game).first()
    if end is None or game.second_id is None:
        return None
    first, second = (
        SideGiven(
            score or 0,
            getattr(end, f"{side}_rack"),
            _reading_again(end, side),
            getattr(end, f"{side}_disregarded"),
            getattr(end, f"{side}_waiver"),
            getattr(end, f"{side}_clock_kind"),
        )
        for side, score in (("first", game.first_score), ("second", game.second_score))
    )
    if end.first_id == game.first_id:
        return Given(end.how, first, second, end.out, tuple(end.turns))
    out = {"first": "second", "second": "first"}.get(end.out, "")
    swapped = replace(second, score=first.score), replace(first, score=second.score)
    return Given(end.how, swapped[0], swapped[1], out, tuple(end.turns))


def _reading(seconds: int) -> str:
    return f"-{clock_text(seconds)}" if seconds else ""


def _reading_again(end: GameEnd, side: str) -> str:
    """A clock that counts down in one spelling; any other as it was read."""
    if getattr(end, f"{side}_clock_kind") == ClockKind.COUNTS_DOWN:
        return _reading(getattr(end, f"{side}_seconds_over"))
    return str(getattr(end, f"{side}_clock"))


# ── spread that is not mirrored ──────────────────────────────────────────────────────────────────────────────


def adjust_spread(
    *, by: Any, entry: Entry, round_number: int, points: int, rule: str, reason: str, public: str = ""
) -> None:
    """Spread points for one player alone: no result changes, the opponent gains nothing.

    (WESPA 6.3.3(b)(ii); NSA II.L.7, Guideline 7.)  public: what standings say of it, "" = "ruling" and the rule.
    """
    require(by, entry.division.tournament, Can.RULE)
    if not reason.strip():
        raise Refused("Say why the spread is changed.")
    with deciding(entry.division) as division:
        row = Entry.objects.select_related("player", "division").get(pk=entry.pk)
        said = public or (f"ruling ({rule})" if rule else "ruling")
        adjustment = add_spread(row, round_number=round_number, points=points, rule=rule, reason=said)
        record(
            "spread.adjusted", obj=adjustment, tournament=division.tournament, scope=division.live_topic, by=by,
            after={"entry": row.pk, "round": round_number, "points": points, "rule": rule}, reason=reason,
        )  # fmt: skip


def misadjudicated(play: int, game: Game) -> int:
    """Spread points for a turn lost wrongly: the play's value and the book's bonus (NSA II.L.7). Refused elsewhere."""
    provision = game.round.division.tournament.rules.rulebook.during.misadjudication
    if not provision.value.bonus:
        raise Refused(f"Under this rulebook a wrong verdict moves no spread ({cited(provision)}).")
    if play < 0:
        raise Refused("A play's value is 0 points or more.")
    return play + provision.value.bonus
