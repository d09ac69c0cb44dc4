"""What a provision's sentence must say for its value: the words of every term, number and yes or no.

The sentence is what a director and the players read; the value is what the engines compute from.
"""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any

from tdsuite.tournaments.rulebooks import outcomes as o
from tdsuite.tournaments.rulebooks import terms as t
from tdsuite.tournaments.rulebooks.penalties import PenaltyScheme
from tests.rulebook.citations import REAL

DIRECTOR = r"director"
_TERMS: tuple[tuple[Enum, str], ...] = (
    (t.MoveLimit.NONE, r"^No limit"),
    (t.MoveLimit.DIRECTOR_FOR_TIME_WASTING, r"director may set one .* wasting time"),
    (t.NoClocks.FORBIDDEN, r"^Not allowed"),
    (t.NoClocks.SAND_TIMERS, r"^Sand timers"),
    (t.NoClocks.ANNOUNCED, r"announces"),
    (t.NoClocks.DIRECTOR, r"^The director decides"),
    (t.EquipmentRule.DIRECTOR, r"^The director decides"),
    (t.EquipmentRule.MORE_CONFORMING, r"^The more conforming"),
    (t.Timer.DIGITAL_STANDARD, r"^Standard digital"),
    (t.Timer.DIGITAL_OTHER, r"then other digital"),
    (t.Timer.DIGITAL_COUNT_UP, r"then counting up"),
    (t.Timer.ANALOGUE, r"then analogue; nothing else"),
    (t.Timer.COUNTDOWN_EXACT, r"^Clocks counting down with exact overtime first"),
    (t.Timer.COUNTDOWN_INEXACT, r"then the rest"),
    (t.Timer.COUNT_UP_OR_INEXACT_ANALOGUE, r"then the rest"),
    (t.Timer.SAND, r"then the rest"),
    (t.Seat.NON_STARTER, r"player who replies"),
    (t.Seat.DIRECTOR, DIRECTOR),
    (t.LikeTiles.GAME_NOT_BEGUN, r"^The game not begun changes"),
    (t.LikeTiles.FIRST_PLAYERS_SET, r"neither begun: the one using its first player's set"),
    (t.LikeTiles.DRAW_NEAREST_Z, r"a draw, nearest Z"),
    (t.LikeTiles.DIRECTOR, DIRECTOR),
    (t.StartSystem.ASSIGNED, r"[Aa]ssigned"),
    (t.StartSystem.BALANCE, r"^Self-balancing"),
    (t.StartSystem.DRAW, r"^A tile draw"),
    (t.StartTest.FEWER_STARTS, r"^Fewer (starts|firsts)"),
    (t.StartTest.MORE_REPLIES, r"then more seconds"),
    (t.StartTest.DRAW, r"draw( whatever the records|, also where the replies differ|\.)"),
    (t.Startless.BYE, r"^Byes"),
    (t.Startless.FORFEIT_BEFORE_DRAW, r"games forfeited before a tile is drawn"),
    (t.DrawTie.REDRAW_TILES_KEPT_OUT, r"no tiles go back until the start is decided"),
    (t.DrawTie.REDRAW, r"^(Draw again|Repeat as needed)\."),
    (t.TilesBack.ONCE_DECIDED, r"once decided"),
    (t.TilesBack.BEFORE_PLAY, r"^Returned before play"),
    (t.TilesBack.RESHUFFLED_BEFORE_PLAY, r"reshuffled before play"),
    (t.Duty.MUST, r"must start it"),
    (t.Duty.MAY, r"may start it"),
    (t.Duty.RULING, r"decides whether and when"),
    (t.OnArrival.STOP_AND_ASSIGN, r"no tiles are drawn before both have arrived"),
    (t.OnArrival.STOP_FOR_PRELIMINARIES, r"stops on arrival for the preliminaries"),
    (t.OnArrival.RULING, r"decides whether and when"),
    (t.NoOfficialStart.WARN_THEN_CLOCK, r"^Warn"),
    (t.NoOfficialStart.DIRECTOR, r"^The director decides"),
    (t.BothAbsent.SECOND_ALSO_CHARGED_FIRST_WAIT, r"less what the first lost"),
    (t.BothAbsent.RULING, r"^The director decides"),
    (t.ElectWhen.ASSIGNED_TIME_BELOW, r"assigned time is under"),
    (t.ElectWhen.ANY_ARRIVAL, r"^At any arrival"),
    (t.ElectWhen.RULING, r"^The director decides"),
    (t.MustForfeit.ASSIGNED_TIME_EXPIRED, r"assigned time has expired|all 25 minutes have run"),
    (t.MustForfeit.RULING, r"^The director decides"),
    (t.FreeChallenge.PLACEMENT, r"where a word is placed"),
    (t.FreeChallenge.EXCHANGE, r"to an exchange"),
    (t.FreeChallenge.OUT_PLAY, r"^The going-out play"),
    (t.FreeChallenge.LOST_TILE_TO_CHALLENGED, r"a lost tile went to the challenged player"),
    (t.FreeChallenge.BLANK_MISUNDERSTOOD, r"a misunderstood blank"),
    (t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, r"every challenged word is acceptable|^Nothing is ever due"),
    (t.Charged.CHALLENGER, r"off the challenger's score"),
    (t.CountSpan.GAME, r"in that game"),
    (t.CountSpan.EVENT, r"challenges in the event"),
    (t.Asker.EITHER, r"^Either player"),
    (t.Asker.AFFECTED, r"^The affected player may ask once"),
    (t.IfOpinionsDiffer.DIRECTOR_FINAL, r"differ, the director's is final"),
    (t.IfOpinionsDiffer.THIRD, r"a third if the two differ"),
    (t.IfOpinionsDiffer.SECOND_FINAL, r"no further referral"),
    (t.SelfLookup.AS_ANY_VERDICT, r"^As any other verdict"),
    (t.SelfLookup.FINAL_UNLESS_FLAWED, r"^Final unless the program is flawed"),
    (t.MisadjudicationRemedy.CORRECT_IN_TIME, r"corrected only while"),
    (t.MisadjudicationRemedy.SPREAD_AWARD, r"the player's own spread gains"),
    (t.MisadjudicationRemedy.RULING, r"^The director decides"),
    (t.CorrectUntil.NEW_TILE_ON_RACK, r"^Wrongly acceptable: corrected only while no new tile"),
    (t.CorrectUntil.RETRACTED_TILE_ON_RACK, r"Wrongly unacceptable: only while no retracted tile"),
    (t.CorrectUntil.NEVER, r"^The director decides|The result and the opponent's spread stand"),
    (t.OverdrawMethod.SHOW_EXTRA_AND_TWO, r"opponent shows two more tiles than were overdrawn"),
    (t.OverdrawMethod.UNSEEN, r"takes the extra number at random"),
    (t.OverShown.SHOW_ONLY_EXTRA, r"^All face down again; only the extra number is shown"),
    (t.OverShown.EXTRA_UNSEEN, r"goes back unseen, taken at random"),
    (t.OverShown.DIRECTOR, r"^The director decides"),
    (t.LooseTiles.COUNT_AS_OVERDRAW, r"has overdrawn"),
    (t.LooseTiles.NOT_AN_OVERDRAW, r"not an overdraw"),
    (t.LooseTiles.DIRECTOR, r"^The director decides"),
    (t.PutBack.SHOW_FROM_BAG_AND_TWO, r"^As many from the bag and two from the rack"),
    (t.PutBack.DIRECTOR, r"^The director decides"),
    (t.EightRemedy.OVERDRAW, r"^Corrected as an overdraw"),
    (t.EightRemedy.PLAY_OFF_TURN_LOST, r"^Before the opponent .*: play off, overdraw procedure, turn lost"),
    (t.EightRemedy.SCORE_LOST, r"turn lost; after: the play's score is lost"),
    (t.EightRemedy.EXCESS_UNSEEN, r"takes the excess at random; the play stands"),
    (t.EightRemedy.RULING, r"^The director decides"),
    (t.UnderdrawUntil.UNDERDRAWERS_NEXT_TURN, r"before the underdrawer's next turn ends"),
    (t.UnderdrawUntil.OPPONENTS_NEXT_PLAY, r"before the opponent's next play ends"),
    (t.UnderdrawUntil.RULING, r"^The director decides"),
    (t.ExchangeRemedy.CHALLENGE, r"^Challenged until an unwanted tile is back"),
    (t.ExchangeRemedy.BY_STAGE, r"^By stage"),
    (t.ExchangeRemedy.RULING, r"^The director decides"),
    (t.UnnumberedExchange.IS_A_PASS, r"is a pass"),
    (t.UnnumberedExchange.DIRECTOR, r"^The director decides"),
    (t.SlipFixed.GIVEN_TO_RUNNER, r"given to the runner"),
    (t.SlipFixed.CHALLENGER_LEFT, r"the challenger leaves the table"),
    (t.SlipFixed.ARRIVED, r"arrived at the computer"),
    (t.SlipReissue.UNLIKE_BOARD, r"may be reissued"),
    (t.OneGo.WHOLE_PLAY, r"no further word of the same play|in one go only"),
    (t.Compelled.ONCE_SAID, r"must challenge|is binding"),
    (t.Concession.NEVER, r"may not concede"),
    (t.VerdictSaid.WHOLE_SLIP, r"never told"),
    (t.TileRank.BLANK_THEN_A_TO_Z, r"^Nearest A; a blank comes before A"),
    (t.RackRule.BOTH_LOSE, r"value of their own rack|final scores|the turn is lost"),
    (t.RackRule.NO_CHANGE, r"scores as they stand|nothing is added or deducted|No adjustment"),
    (t.Fault.MISORIENTED, r"misoriented tiles"),
    (t.Fault.WRONG_SCORE, r"wrong scores"),
    (t.Fault.TRACKING, r"delay by tracking"),
    (o.AfterTime.PLAY_ON, r"The game (goes on|continues)"),
    (o.AfterTime.GAME_ENDS, r"Time up ends the game"),
    (o.ForfeitLead.OPPONENTS, r"by the opponent's lead then"),
    (o.ForfeitLead.EITHERS, r"by either's lead"),
    (o.TilesLeft.SPLIT, r"^\(a\) their value to the player who went out and off the opponent"),
    (o.TilesLeft.DOUBLE, r"^Twice their value to the player who went out, nothing off the other"),
    (o.Zero.PASS_TURN, r"pass|without tiles placed"),
    (o.Zero.EXCHANGE, r"exchange|without tiles placed"),
    (o.Zero.PLAY_CHALLENGED_OFF, r"challenged off|or challenge|without tiles placed"),
    (o.Zero.FAILED_CHALLENGE, r"failed ones too"),
    (o.FoundUntil.SHEET_SIGNED, r"^Until the sheet is signed"),
    (o.FoundUntil.GAME_OVER, r"once the game is over|of the last play"),
    (o.FoundUntil.RULING, r"^The director decides"),
    (o.FoundGoesTo.SHORT_PLAYER_DRAWS, r"a player short of seven draws"),
    (o.FoundGoesTo.SHOULD_HAVE_DRAWN, r"goes to whoever should have drawn"),
    (o.FoundGoesTo.RULING, r"^The director decides"),
    (o.CorrectionDeadline.NEXT_GAME_STARTS, r"before the next game starts"),
    (o.CorrectionDeadline.NONE, r"no deadline"),
    (o.Rated.NO, r"[Nn]ot rated"),
    (o.Rated.YES, r"^Rated\."),
    (o.Rated.IF_BEGUN, r"once begun|^Not begun: no"),
    (o.HandsIn.WINNER, r"^The winner hands the sheet in"),
    (o.HandsIn.EITHER, r"[Ee]ither player hands"),
    (o.PostponeBy.DIRECTOR, r"^The director decides"),
    (o.PostponeBy.OPPONENT_AND_DIRECTOR, r"if opponent and director agree"),
    (o.ResignWhen.EMERGENCY_ONLY, r"^Only in an emergency"),
    (o.ResignWhen.MUST_LEAVE, r"who must leave"),
    (o.EjectedGames.VOID, r"games are void"),
    (o.EjectedGames.AWARDED, r"go to the opponents by"),
    (o.EjectedGames.STAND, r"already played stand|third play with eight"),
    (o.EjectedGames.RULING, r"^The director decides"),
    (o.ReportTo.RULES_COMMITTEE, r"Rules Committee"),
    (o.ReportTo.ASSOCIATION, r"association"),
    (o.ReportTo.WESPA, r"or to WESPA"),
    (o.AppealTo.ASSOCIATION, r"after the event, to the WESPA Executive"),
    (o.AppealTo.NOBODY, r"^The director is final"),
    (o.IncidentCatalogue.WESPA, r"^WESPA's procedures"),
    (o.IncidentCatalogue.NSA, r"^NSA's procedures"),
    (o.IncidentCatalogue.SOWPODS, r"as under WESPA"),
    (o.IncidentCatalogue.GUIDE, r"^The guide's procedures"),
    (o.MarginBy.DIRECTOR, r"^The director sets the margin"),
)
TERMS = {(type(term), term): words for term, words in _TERMS}  # members of two kinds may be equal texts

# A yes or no inside a value: the words stand in the sentence exactly where it is yes.
YES: dict[tuple[str, str], str] = {
    ("WordSourceRule", "may_deviate"): r"may deviate",
    ("TimerOrder", "overtime_readable"): r"nothing else|whose overtime cannot be read",
    ("SpecialNeeds", "device_agreed_before"): r"in advance",
    ("LateClock", "opponent_ready"): r"if the opponent is ready",
    ("SecondOpinion", "another_judge"): r"another (adjudicator|person) looks",
    ("SecondOpinion", "third_at_discretion"): r"or the director wishes",
    ("Overdraw", "single_due_shows_only_new"): r"One tile due",
    ("OutOfOrder", "unethical"): r"but unethical",
    ("Underdraw", "unethical"): r"unethical",
    ("OutOfOrder", "starved_is_overdraw"): r"all the new tiles are overdrawn",
    ("OutOfOrder", "ruling"): r"^The director decides",
    ("AfterEnd", "disregarded"): r"is disregarded|^None for time",
    ("AfterEnd", "opponents_fault_waived"): r"starting the opponent's clock on the out play",
    ("AfterEnd", "director_may_erase"): r"may erase a penalty",
    ("ZeroTurns", "not_at_zero_zero"): r"not while it is 0-0",
    ("ZeroTurns", "may_agree_sooner"): r"may agree to end sooner",
    ("ZeroTurns", "double_pass_ends"): r"both passing twice ends the game",
    ("RoundStopped", "warn_players"): r"players warned",
    ("RoundStopped", "judge_delay"): r"judges delay",
    ("Recount", "full_only"): r"in full",
    ("RecountCourse", "sheet_to_director"): r"gives their sheet to the director",
    ("RecountCourse", "sat_out_may_not_ask"): r"who sat one out asks for no other",
    ("RecountCourse", "halted_applies_agreed"): r"what was agreed so far is applied",
    ("RecountCourse", "may_bar"): r"nothing changes in one player's favour",
    ("RecountCourse", "director_verifies"): r"verifies a play",
    ("RecountCourse", "report"): r"and reports it",
    ("SignedSheet", "director_told_before_submission"): r"tell the director of a scoring error",
    ("SignedSheet", "differing_sheets_to_director"): r"Cards that differ go to the director",
    ("SignedSheet", "tally_sheet_rules"): r"a signed tally sheet rules",
    ("FoundTile", "unknown_left_out"): r"play goes on without it|still goes to whoever",
    ("Ejection", "bottom_of_standings"): r"goes to the bottom",
    ("Ejection", "remaining_are_byes"): r"is a bye from then on",
    ("Ejection", "remaining_forfeited"): r"cost awards and remaining games",
    ("Ejection", "prizes_lost"): r"may cost awards",
    ("Ejection", "must_report"): r"Reported to the association",
    ("Reporting", "must"): r"^Always",
    ("Appeal", "conduct_only"): r"finding on conduct only",
    ("Appeal", "after_event"): r"after the event",
    ("Appeal", "may_amend_results"): r"may have results amended",
    ("Appeal", "incident_report"): r"files incident reports",
    ("Appeal", "jury_on_permissibility"): r"jury is final on permissibility",
}
# Yes or no by itself: the sentence says the one or the other.
ALONE: dict[str, tuple[str, str]] = {
    "director_fills_gaps": (r"director( decides|'s decision)", r"nobody decides"),
    "starting.both_absent.neither_rated": (r"^Rated", r"^Not rated"),
    "starting.lateness_forfeit.may_raise": (r"strategic lateness|the director's anyway", r"always 50"),
    "during.slips.put_right": (r"is put right before the look-up", r"^Not once the words are fixed"),
    "ending.overtime.part_counts": (r"a whole (one|minute)|Part of a minute costs", r"^No points"),
    "results.bye.rated": (r"^Rated", r"^Not rated"),
    "results.resigning.finish_later": (r"^Finished later", r"never resumed"),
    "results.resigning.mirrored": (r"by the same margin|mirrors it", r"unchanged"),
    "results.resigning.improper_by_director": (r"^The director (sets|decides)", r"no margin"),
    "results.offence_levels": (r"^Level 1 .* level 2 .* level 3", r"no offence levels"),
}
NOTHING: dict[str, str] = {
    "starting.lateness_forfeit.deliberate_level": r"no offence levels",
    "ending.overtime_forfeit": r"^None[.;]",
    "before.time_given": r"by a ruling",
    "during.challenge.free": r"^Every challenge is free",
    "during.objections": r"^No faults are counted",
    "before.disputed_equipment.timers": r"^The director decides",
    "during.eight_tiles.conduct": r"no (offence )?levels",
    "starting.round_break": r"^As scheduled",
    "ending.recount": r"^Any game",
    "results.reports": r"Nobody outside|asks for no report",
}
WORDS = {0: "no", 1: "one", 2: "two", 3: "three", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def number(value: int) -> str:
    """A number as a sentence may write it."""
    forms = [rf"\b{value}\b"]
    if value in WORDS:
        forms.append(rf"(?i:\b{WORDS[value]}\b)")
    if value in (1, 2, 3):
        forms.append({1: r"\bonce\b", 2: r"\btwice\b", 3: r"\bthird\b"}[value])
    return "|".join(forms)


def duration(seconds: int) -> str:
    """Whole seconds as a sentence may write them: "five seconds", "a minute", "25 minutes", "15:00", "54:00"."""
    if seconds % 60 or not seconds:
        return rf"(?:{number(seconds)}) seconds?"
    minutes = seconds // 60
    clock = rf"\b{minutes}:00\b"
    if minutes == 1:
        return rf"(?i:\ba minute|the minute\b)|{clock}"
    return rf"(?:{number(minutes)}) minutes|{clock}|(?i:\b{WORDS.get(minutes, 'never')} (?:if|after)\b)"


SECONDS = {"seconds", "stop_after", "per_move", "grace", "notice", "earliest", "below", "after_game", "after_recount"} | {
    "next_round_run", "stops_after", "after",
}  # fmt: skip
UNSAID = {("WordList", "max_length"), ("WordList", "min_length"), ("WordList", "roots"), ("TimeRule", "in_game")} | {
    ("TimeRule", "accommodation"), ("Counter", "over_event"),
    ("Counter", "every"),
    ("Counter", "after_warning"),
}  # fmt: skip


NEVER = r"(?!)"  # nothing can say so
IN_ORDER = {t.StartTest, t.Timer, t.LikeTiles}


def wanted(path: str, value: Any) -> Iterator[tuple[str, bool]]:
    """(pattern, whether it must be found) for the sentence of a provision with this value."""
    if isinstance(value, bool):
        yield ALONE[path][0 if value else 1], True
    elif value is None or value == ():
        yield NOTHING[path], True
    elif isinstance(value, int):
        yield from _alone(path, value)
    else:
        yield from _inside(path, value, "")


def _alone(path: str, value: int) -> Iterator[tuple[str, bool]]:
    if path == "ending.overtime.per_seconds":
        yield duration(value) + ("|^No points" if value == t.MINUTE else ""), True
    elif path == "before.game_time.seconds":
        yield (NEVER if value % t.MINUTE else rf"\b{value // t.MINUTE} (?:minutes )?each"), True
    elif path.endswith("half_wins"):
        yield {2: r"^A win", 1: r"[Hh]alf a win each"}[value], True
    elif path == "starting.lateness_forfeit.elected_margin" and value == 50:
        yield r"^The same", True
    elif value == 0:
        yield r"^No points", True
    else:
        yield number(value), True


def _inside(path: str, value: Any, name: str) -> Iterator[tuple[str, bool]]:
    if isinstance(value, Enum):
        yield TERMS[type(value), value], True
    elif isinstance(value, PenaltyScheme):
        yield (
            {"word:5": r"^5 points for each word", "double": r"^Loss of turn", "single": r"^(No points|None)"}[
                value.code
            ],
            True,
        )
    elif isinstance(value, date):
        yield rf"{value.day} \w+ {value.year}|{value.year} and beyond", True
    elif isinstance(value, tuple):
        yield from _listed(value)
        for each in value:
            yield from _inside(path, each, name)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _fields(path, value)


def _listed(value: tuple[Any, ...]) -> Iterator[tuple[str, bool]]:
    """A list of terms: each once, in the order of the sentence, and no other term of that kind in it."""
    if not value or not all(isinstance(each, Enum) for each in value):
        return
    kind = type(value[0])
    words = [TERMS[kind, each] for each in value]
    if kind in IN_ORDER and len(set(words)) > 1:
        yield ".*".join(f"(?:{pattern.lstrip('^')})" for pattern in dict.fromkeys(words)), True
    if len(set(value)) < len(value):
        yield NEVER, True
    for each in kind:
        if each not in value and (kind, each) in TERMS:
            yield TERMS[kind, each], False


def _fields(path: str, value: Any) -> Iterator[tuple[str, bool]]:
    kind = type(value).__name__
    if isinstance(value, t.TimeRule):
        yield ("" if {("wespa", value.rule), ("nsa", value.rule)} & REAL else NEVER), True
    if isinstance(value, o.Reporting) and value.must and not value.to:
        yield NEVER, True
    if isinstance(value, o.Appeal) and value.to is o.AppealTo.ASSOCIATION:
        yield rf"to the {value.body.removesuffix(' Committee')}, ", True
    if isinstance(value, t.EightConduct) and value.knowingly:
        yield rf"unethical \(level {value.knowingly}\); .* cheating \(level {value.undisclosed}\)", True
    silent = any(getattr(value, each.name) == "ruling" for each in fields(value))
    for field in fields(value):
        inner = getattr(value, field.name)
        if (kind, field.name) in UNSAID:
            continue
        if isinstance(inner, bool):
            yield YES[kind, field.name], inner
        elif isinstance(inner, int):
            if inner and silent:
                yield NEVER, True
            elif inner:
                yield (duration(inner) if field.name in SECONDS else number(inner)), True
        else:
            yield from _inside(path, inner, field.name)
    prefix = next((each for each in NOTHING if path.startswith(each)), "")
    if prefix and all(not getattr(value, each.name) for each in fields(value)):
        yield NOTHING[prefix], True


def missing(path: str, value: Any, sentence: str) -> list[str]:
    """What the sentence does not say, or says although the value does not."""
    return [pattern for pattern, must in wanted(path, value) if bool(re.search(pattern, sentence)) != must]
