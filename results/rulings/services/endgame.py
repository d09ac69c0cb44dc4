"""The end-of-game calculator on real rows: racks in letters, overtime in minutes and seconds, every line with its rule.

The two scores stay as on the sheet; what the end of the game adds or takes is `GameAdjustment` rows of source "endgame".
Given again, a game's own lines are replaced in one transaction. Rules: WESPA 5.1-5.3, NSA III.A-C, App. B, SOWPODS
Equipment and Scoring 9-11, guide Ending; see docs/rulebook/endgame.md.
"""

from dataclasses import asdict, dataclass, replace
from operator import attrgetter

from results.games.actions import ResultAction
from results.games.services import outcomes
from results.games.services.disputes import require_dispute_ruled
from results.rulings.engine.clock_readings import BadReading, ClockKind, ClockReading, clock_text, time_over
from results.rulings.engine.endgame import CannotEndSo, EndLine, EndSide, FinalTotals, HowEnded, SideEnd, final_totals
from results.rulings.models import GameEnd
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.engine import account
from tdsuite.tournaments.engine.account import OWN_SOURCES
from tdsuite.tournaments.engine.tiles import BadRack, Rack, check_racks, read_rack
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.outcomes import Zero
from tdsuite.tournaments.rulebooks.reasons import Reason, because
from tdsuite.tournaments.services.accounts import is_entered_by, save_account
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import GameOutcome, ScoreLine, facts_of, line_facts, published_game
from tdsuite.tournaments.services.roads import Road
from . import forfeits
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
class SideAnswers:
    """What is given for one player."""

    score: int  # on the sheet before anything below
    rack: str = ""  # letters left, "?" a blank
    clock: str = ""  # as read, "-1:01" or "0:00" ("" = not over), "26:30" where it counts up
    disregarded: int = 0  # seconds of it after the true end, or through the opponent's fault
    waiver: str = ""  # why the director waives it, "" = not
    clock_kind: str = ClockKind.COUNTS_DOWN.value  # a ClockKind


@dataclass(frozen=True, slots=True)
class EndAnswers:
    """How the game ended.

    turns: the last turns of both players in order, each a Zero or PLAY, where turns without a score ended the game.
    """

    how: str  # a HowEnded
    first: SideAnswers
    second: SideAnswers
    out: str = ""  # "first" or "second" who went out, "" where nobody did
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkedEnd:
    """The calculator's answer.

    forfeit: set where somebody ran so far over that the game is lost (WESPA 5.3.3); totals are those at that moment.
    """

    first: int
    second: int
    racks: tuple[Rack, Rack]
    lines: tuple[EndLine, ...]  # the score, penalties that stand, tiles and overtime, first player's then second's
    outcome: GameOutcome
    to_add: tuple[ScoreLine, ...]
    reasons: tuple[Reason, ...]
    forfeit: forfeits.Working | None = None


def work_out(game: Game, answers: EndAnswers) -> WorkedEnd:
    """Every line and the final totals; nothing is changed. Raises Refused with what to mend."""
    if game.second_id is None:
        raise Refused("A bye has no end of a game.", code="is_a_bye")
    book = game.round.division.tournament.rules.rulebook
    how, racks, over = HowEnded(answers.how), _racks(answers), _over(game, answers)
    turns = [None if turn == PLAY else Zero(turn) for turn in answers.turns]
    standing = forfeits.standing_points(game)
    outcomes.played(answers.first.score, answers.second.score)
    ends = [
        SideEnd(
            side.score + already, rack.value, seconds, min(side.disregarded, seconds), side.waiver.strip(),
            _reading_of(side).only_flag,
        )
        for side, rack, seconds, already in zip(_sides(answers), racks, over, standing, strict=True)
    ]  # fmt: skip
    try:
        out = EndSide(answers.out) if answers.out else None
        totals = final_totals(ends[0], ends[1], how, book=book, out=out, zeros=turns)
    except (CannotEndSo, ValueError) as wrong:
        raise Refused(str(wrong), code="cannot_end_so") from wrong
    if totals.overran:
        return _lost_on_time(game, answers, racks, totals, ends)
    kind = KIND_OF.get(how, Game.Outcome.PLAYED)
    outcome = GameOutcome(kind, first_score=answers.first.score, second_score=answers.second.score)
    return WorkedEnd(
        totals.first, totals.second, racks, _lines_read_out(game, answers, totals.lines), outcome,
        _to_add(totals.lines, over), (*_clock_reasons(game, answers, over), *totals.reasons),
    )  # fmt: skip


def _sides(answers: EndAnswers) -> tuple[SideAnswers, SideAnswers]:
    return answers.first, answers.second


def _racks(answers: EndAnswers) -> tuple[Rack, Rack]:
    racks = []
    for name, side in zip(("First", "Second"), _sides(answers), strict=True):
        try:
            racks.append(read_rack(side.rack))
        except BadRack as wrong:
            raise Refused(f"{name} player's tiles: {wrong}", code="bad_rack") from wrong
    try:
        check_racks(racks[0], racks[1])
    except BadRack as wrong:
        raise Refused(f"The two racks together: {wrong}", code="bad_rack") from wrong
    return racks[0], racks[1]


def _over(game: Game, answers: EndAnswers) -> tuple[int, int]:
    """Seconds over time of each side, from the clocks as read."""
    over = []
    for name, side, allowed in zip(("First", "Second"), _sides(answers), game_times(game), strict=True):
        if len(side.waiver.strip()) > LONGEST_WAIVER:
            raise Refused(f"Say in {LONGEST_WAIVER} characters why the overtime is waived.", code="waiver_too_long")
        if side.disregarded < 0:
            raise Refused("Time disregarded is 0 seconds or more.", code="seconds_below_zero")
        try:
            over.append(time_over(_reading_of(side), game_time=allowed))
        except BadReading as wrong:
            raise Refused(f"{name} player's clock: {wrong}", code="bad_clock_reading") from wrong
    return over[0], over[1]


def _reading_of(side: SideAnswers) -> ClockReading:
    return ClockReading(side.clock, ClockKind(side.clock_kind))


def _clock_reasons(game: Game, answers: EndAnswers, over: tuple[int, int]) -> tuple[Reason, ...]:
    """How a clock that does not count down was read (WESPA 5.3.1(b), (c))."""
    rule = game.round.division.book_in_force.ending.overtime.after_time
    reasons = []
    for side, seconds, allowed, name in zip(_sides(answers), over, game_times(game), EndSide, strict=True):
        reading = _reading_of(side)
        if reading.kind is ClockKind.COUNTS_UP and reading.shows.strip():
            text = f"The {name} player's clock counts up: {side.clock.strip()} of {clock_text(allowed)}"
            text += f", {clock_text(seconds)} over." if seconds else ", not over."
            reasons.append(because(text, rule))
        elif reading.kind is ClockKind.FLAG_FALLEN:
            reasons.append(because(f"The {name} player's flag has fallen: the time is over.", rule))
    return tuple(reasons)


def _lost_on_time(
    game: Game, answers: EndAnswers, racks: tuple[Rack, Rack], totals: FinalTotals, ends: list[SideEnd]
) -> WorkedEnd:
    """The game ended at the moment somebody was ten minutes over: no tiles count, the lead then decides (WESPA 5.3.3)."""
    if len(totals.overran) > 1:
        both = "Both players ran ten minutes over: rule on it (who ran over first loses by 5.3.3)."
        raise Refused(both, code="both_overran")
    loser = totals.overran[0]
    over = {side: max(0, end.seconds_over - end.disregarded) for side, end in zip(EndSide, ends, strict=True)}
    other = ends[1] if loser is EndSide.FIRST else ends[0]
    ended = forfeits.HowItEnded(
        kind=Game.Outcome.OVERTIME,
        offender=loser.value,
        first_score=answers.first.score,
        second_score=answers.second.score,
        seconds_over=over[loser],
        opponent_seconds_over=0 if other.waiver else over[loser.other],
    )
    working = forfeits.work_out(game, ended)
    first, second = working.totals or (answers.first.score, answers.second.score)
    lines = tuple(EndLine(EndSide(line.side), "over time", line.points, line.rule) for line in working.lines)
    return WorkedEnd(
        first, second, racks, _lines_read_out(game, answers, lines), working.outcome, working.lines,
        working.reasons, working,
    )  # fmt: skip


def _lines_read_out(game: Game, answers: EndAnswers, lines: tuple[EndLine, ...]) -> tuple[EndLine, ...]:
    """The lines to be read out: the score on the sheet, what stands with it already, then the end of the game."""
    lines_read_out: list[EndLine] = []
    for side, answers_of_side in zip(EndSide, _sides(answers), strict=True):
        lines_read_out.append(EndLine(side, "score", answers_of_side.score, ""))
        for standing in game.adjustments.all():
            if standing.side == side.value and standing.source not in OWN_SOURCES and standing.points:
                lines_read_out.append(EndLine(side, standing.kind.replace("_", " "), standing.points, standing.rule))
        lines_read_out += [line for line in lines if line.side is side and line.label != "score"]
    return tuple(lines_read_out)


def _to_add(lines: tuple[EndLine, ...], over: tuple[int, int]) -> tuple[ScoreLine, ...]:
    seconds = dict(zip(EndSide, over, strict=True))
    score_lines = []
    for line in lines:
        if line.label == "score":
            continue
        kind = next((kind for label, kind in LINE_KINDS if line.label == label), "overtime")
        ran = seconds[line.side] if kind == "overtime" else 0
        waived = "waived" in line.label or "disregarded" in line.label
        score_lines.append(
            ScoreLine(line.side.value, f"{kind}_waived" if waived else kind, line.points, ran, rule=line.rule[:60])
        )
    return tuple(score_lines)


def apply(*, by: Actor, game: Game, answers: EndAnswers, reason: str = "", rules_dispute: bool = False) -> WorkedEnd:
    """Put the end of the game on its rows. The same again changes nothing; other figures replace its own lines.

    Anybody who enters results may do so for an open game; waiving overtime, ending a game that is not over, and a forfeit
    on time are the director's, and so is replacing a result, with a reason. Raises Refused, NotAllowed.
    rules_dispute: as of a result (`record_outcome`).
    """
    tournament = game.round.division.tournament
    require(by, tournament, Can.ENTER_RESULTS)
    waivers = [side.waiver.strip() for side in _sides(answers) if side.waiver.strip()]
    why = "; ".join(filter(None, [reason.strip(), *waivers]))
    with deciding(game.round.division, by=by, action=ResultAction.ENTERED, reason=why) as decision:
        division = decision.division
        row = published_game(division, game)
        sheet = work_out(row, answers)
        if _stands(row, answers, sheet):
            return sheet
        waived = any(side.waiver.strip() or side.disregarded for side in _sides(answers))
        if waived or sheet.forfeit is not None or answers.how in OFFICIAL:
            require(by, tournament, Can.RULE)
        again = row.outcome not in Game.UNFINISHED and is_entered_by(row, by, or_corrected=False)
        if not again:
            row = forfeits.open_game(division, row, by=by, reason=reason)
        require_dispute_ruled(row, by=by, rules_dispute=rules_dispute)
        outcomes.refuse_gone(row, sheet.outcome.kind, confirmed=bool(why), how=outcomes.WITH_A_REASON)
        before = {**facts_of(row), "lines": line_facts(row)}
        _keep(row, answers)
        save_account(row, sheet.outcome, road=Road.END_OF_GAME, by=by, lines={ENDGAME: sheet.to_add})
        fresh = again or before["outcome"] in Game.UNFINISHED
        facts = {"round": row.round.number, "table": row.table, "how": answers.how, **facts_of(row)}
        action = ResultAction.ENTERED if fresh else ResultAction.CORRECTED
        decision.record(row, before=before, after={**facts, "lines": line_facts(row)}, action=action)
    return sheet


def _stands(game: Game, answers: EndAnswers, sheet: WorkedEnd) -> bool:
    """Whether this very end of the game is on its rows already."""
    before = remembered(game)
    facts = attrgetter("side", "kind", "points", "seconds")
    lines = {facts(line) for line in sheet.to_add if line.points or line.seconds}
    there = {facts(row) for row in game.adjustments.all() if row.source == ENDGAME}
    same = before is not None and _plain(game, before) == _plain(game, answers)
    return same and lines == there and game.outcome == sheet.outcome.kind


def _plain(game: Game, answers: EndAnswers) -> EndAnswers:
    """Letters, readings and blanks in one spelling; a clock that does not count down as it was read."""
    first, second = (
        replace(
            side, rack=read_rack(side.rack).tiles, waiver=side.waiver.strip(),
            clock=_reading(seconds) if side.clock_kind == ClockKind.COUNTS_DOWN else side.clock.strip(),
        )
        for side, seconds in zip(_sides(answers), _over(game, answers), strict=True)
    )  # fmt: skip
    return replace(answers, first=first, second=second)


def _keep(game: Game, answers: EndAnswers) -> None:
    facts = asdict(_plain(game, answers))
    sides = {name: facts.pop(name) for name in EndSide}
    facts |= {f"{name}_waiver": side.pop("waiver") for name, side in sides.items()}
    for side in sides.values():
        del side["score"]  # the game has it
    GameEnd.objects.update_or_create(game=game, defaults={"first": game.first, "sides": sides, **facts})


def remembered(game: Game) -> EndAnswers | None:
    """What was given for this game last, sides as they are now; None where the calculator was not used."""
    end = GameEnd.objects.filter(game=game).first()
    if end is None or game.second_id is None:
        return None
    names = [side.value for side in (EndSide if end.first_id == game.first_id else reversed(EndSide))]
    first, second = (
        SideAnswers(score or 0, waiver=getattr(end, f"{name}_waiver"), **end.sides[name])
        for name, score in zip(names, (game.first_score, game.second_score), strict=True)
    )
    out = dict(zip(names, EndSide, strict=True)).get(end.out, "")
    return EndAnswers(end.how, first, second, out, tuple(end.turns))


def _reading(seconds: int) -> str:
    return f"-{clock_text(seconds)}" if seconds else ""
