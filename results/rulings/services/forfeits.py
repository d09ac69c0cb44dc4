"""How a game ended, other than by two scores: worked out from the rulebook, shown with its rules, overruled by a ruling.

`work_out` computes and changes nothing; `decide` puts it on the game. Rules: WESPA 2.3.6, 5.3.3, 5.7, 6.2.4, 6.3.3;
NSA III.G, Guidelines 19-21; see docs/rulebook/outcomes.md.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from results.games.actions import ResultAction
from results.games.services import outcomes
from results.games.services.disputes import require_dispute_ruled
from results.games.services.outcomes import MarginRefused, SayWhetherBegun, SayWhetherEmergency
from results.rulings.engine import forfeits as engine
from results.rulings.engine.endgame import overtime_points
from results.rulings.models import GameEnd, Ruling
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.engine.account import OUTCOME, points_of, standing_lines
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import AfterTime, PostponeBy
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason, because
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.games import GameOutcome, ScoreLine, facts_of, lines_on, published_game
from tdsuite.tournaments.services.roads import Road
from . import rulings

Kind = Game.Outcome
BOTH = "both"
SIDES = ("first", "second")
LINES = OUTCOME  # the source of the lines a decision adds to the scores
BEGUN = "the first player had drawn a tile and the opponent knew of it (NSA III.G)"
BYES = {Kind.BYE: 2, Kind.HALF_BYE: 1, Kind.ZERO_BYE: 0}


@dataclass(frozen=True, slots=True)
class HowItEnded:
    """What the director says of one game.

    first_score, second_score: on the sheet at that moment, before penalties that stand with the game; None where no
    score matters.
    rules_dispute: it rules on the dispute about the players' sheet.
    """

    kind: str  # a Game.Outcome
    offender: str = ""  # "first", "second", BOTH or "": who forfeits, resigned, left or did not come
    first_score: int | None = None
    second_score: int | None = None
    begun: bool | None = None  # None = not said
    margin: int | None = None  # points, the director's own
    elected: bool = False  # a late player chose to forfeit
    seconds_over: int = 0  # of the offender
    opponent_seconds_over: int = 0
    all_agree: bool = False  # players and director, to finish or play later
    emergency: bool | None = None  # the player who left had to go; None = not said
    rules_dispute: bool = False


def forfeit_by(
    offender: str,
    *,
    begun: bool | None,
    scores: tuple[int | None, int | None] = (None, None),
    margin: int | None = None,
    emergency: bool | None = None,
    rules_dispute: bool = False,
) -> HowItEnded:
    """A forfeit told by who forfeits and whether the game had begun: not begun, they did not come; begun, they left.

    A begun game that both forfeit is forfeited as a penalty, at the director's margin (WESPA 6.3.3(b)(iv)).
    """
    if not begun:
        return HowItEnded(Kind.NO_SHOW, offender, begun=begun, margin=margin, rules_dispute=rules_dispute)
    kind = Kind.PENALTY if offender == BOTH else Kind.LEFT
    return HowItEnded(
        kind, offender, *scores, begun=True, margin=margin, emergency=emergency, rules_dispute=rules_dispute
    )


@dataclass(frozen=True, slots=True)
class Working:
    """What follows: the outcome, lines to add to the scores, and why."""

    outcome: GameOutcome
    reasons: tuple[Reason, ...]
    lines: tuple[ScoreLine, ...] = ()
    totals: tuple[int, int] | None = None  # scores with every line, or None


@dataclass(frozen=True, slots=True)
class Override:
    """What the director rules instead.  Half wins 0, 1 or 2 and signed spread of each side; rated or not."""

    first_halves: int
    first_spread: int
    second_halves: int
    second_spread: int
    rated: bool
    ruling: rulings.RulingFacts


@dataclass(frozen=True, slots=True)
class DecidedGame:
    game: Game
    working: Working
    rounds_paired_before: tuple[int, ...]  # later rounds that were paired from the standings as they were
    ruling: Ruling | None = None


# ── working it out ───────────────────────────────────────────────────────────────────────────────────────────


def work_out(game: Game, ended: HowItEnded) -> Working:
    """What the event's rulebook makes of it; nothing is changed. Raises Refused, SayWhetherBegun."""
    book = game.round.division.book_in_force
    worker = _WORKERS.get(ended.kind)
    if worker is None:
        raise Refused(f"{ended.kind!r} is not a way for a game to end.", code="unknown_ending")
    if game.is_bye and ended.kind not in BYES:
        raise Refused("A bye is a bye, a half bye or one that scores nothing.", code="bye_or_game")
    if ended.kind in BYES and not game.is_bye:
        raise Refused("Two players stand on this board: take one off before it can be a bye.", code="bye_or_game")
    try:
        return worker(_Case(game, ended, book, standing_points(game)))
    except NeedsRuling as needed:
        raise Refused(str(needed), code="needs_ruling") from needed
    except engine.MarginNotAllowed as wrong:
        raise MarginRefused(str(wrong)) from wrong


def standing_points(game: Game) -> tuple[int, int]:
    """Points that stand with the game's two scores already, but for those that came with a result and go with it."""
    return points_of(standing_lines(lines_on(game)))


@dataclass(frozen=True, slots=True)
class _Case:
    game: Game
    ended: HowItEnded
    book: Rulebook
    standing: tuple[int, int]

    @property
    def offender(self) -> int:
        """0 or 1: the side that loses."""
        if self.ended.offender not in SIDES:
            raise Refused("Say which of the two players it was.", code="say_which_player")
        return SIDES.index(self.ended.offender)

    @property
    def sheet(self) -> tuple[int, int]:
        """The scores given. Refused without both, or beyond any game."""
        first, second = self.ended.first_score, self.ended.second_score
        if first is None or second is None:
            raise Refused("Give both scores as they stood.", code="scores_needed")
        outcomes.played(first, second)
        return first, second

    @property
    def totals(self) -> tuple[int, int]:
        """The scores with the penalties that stand with the game."""
        return self.sheet[0] + self.standing[0], self.sheet[1] + self.standing[1]

    @property
    def begun(self) -> bool:
        if self.ended.begun is None:
            raise SayWhetherBegun(f"Say whether the game had begun: {BEGUN}.")
        return self.ended.begun


def _scored(case: _Case) -> Working:
    kind, (first, second) = Kind(case.ended.kind), case.sheet
    ending = case.book.ending
    reasons = []
    if kind == Kind.TIME_UP:
        if ending.overtime.after_time.value is not AfterTime.GAME_ENDS:
            raise Refused(
                f"Under {case.book.name} time up does not end a game: it goes on at a cost.",
                code="time_up_ends_no_game",
            )
        reasons.append(because(ending.overtime.after_time.explain, ending.overtime.after_time))
    if kind in (Kind.STOPPED, Kind.TIME_UP):
        reasons.append(because("The scores stand as they are: " + ending.round_stopped.explain, ending.round_stopped))
    totals = case.totals
    if totals[0] == totals[1]:
        reasons.append(because(ending.tie_half_wins.explain, ending.tie_half_wins))
    return Working(GameOutcome(kind, first_score=first, second_score=second), tuple(reasons), totals=totals)


def _lateness(case: _Case) -> Working:
    """Late beyond the limit, or did not come (WESPA 2.3.4-2.3.6; NSA III.G.1, Guideline 19A)."""
    ended = case.ended
    if ended.begun or (outcomes.shows_play(case.game) and case.begun):
        raise Refused(
            "A game that has begun is not lost by lateness: both players were there. Say who left, resigned or forfeited.",
            code="game_had_begun",
        )
    if ended.offender == BOTH:
        award = engine.neither_arrived(case.book, margin=ended.margin)
        return _awarded(Kind.DOUBLE_FORFEIT, 0, award)
    award = engine.lateness_forfeit(book=case.book, elected=ended.elected, margin=ended.margin, begun=False)
    kind = Kind.NO_SHOW if ended.kind == Kind.NO_SHOW and not ended.elected else Kind.LATENESS
    return _awarded(kind, case.offender, award)


def _overtime(case: _Case) -> Working:
    """Ten minutes over (WESPA 5.3.3). The penalties up to that moment stand as lines of the score."""
    rule = case.book.ending.overtime_forfeit
    loser = case.offender
    own, other = case.totals[loser], case.totals[1 - loser]
    over, opponent_over = case.ended.seconds_over, case.ended.opponent_seconds_over
    award = engine.overtime_forfeit(
        own_score=own, opponent_score=other, seconds_over=over, opponent_seconds_over=opponent_over, book=case.book
    )
    if award is None or rule.value is None:
        takes = f"that takes {rule.value.after // 60} minutes over" if rule.value else "that takes never"
        raise Refused(f"Not lost on time ({rule.rule}): under {case.book.name} {takes}.", code="not_lost_on_time")
    at = {SIDES[loser]: rule.value.after, SIDES[1 - loser]: opponent_over}
    charge = case.book.ending.overtime.points
    lines = tuple(
        ScoreLine(side, "overtime", -overtime_points(at[side], case.book), seconds=at[side], rule=charge.rule)
        for side in SIDES
        if at[side]
    )
    scores = award.scores or (own, other)
    totals = (scores[0], scores[1]) if loser == 0 else (scores[1], scores[0])
    return _awarded(Kind.OVERTIME, loser, award, sheet=case.sheet, lines=lines, totals=totals)


def _resigned(case: _Case) -> Working:
    """Resigned, or left and not to be finished (WESPA 5.7; NSA III.G.2). Before it began: as one who did not come."""
    if not case.begun:
        working = _lateness(replace(case, ended=replace(case.ended, kind=Kind.NO_SHOW, begun=False)))
        note = Reason("The game had not begun: it counts as one the player did not come to.", "our default")
        return replace(working, reasons=(note, *working.reasons))
    loser, totals = case.offender, case.totals
    award = engine.resignation(
        own_score=totals[loser],
        opponent_score=totals[1 - loser],
        book=case.book,
        proper=_proper(case),
        margin=case.ended.margin,
        begun=True,
    )
    return _awarded(Kind(case.ended.kind), loser, award, sheet=case.sheet, totals=totals)


def _proper(case: _Case) -> bool:
    """Whether it was given up for a reason the book accepts: who left early is asked (WESPA 5.7(a), (d))."""
    if case.ended.kind != Kind.LEFT or not engine.emergency_decides(case.book):
        return case.ended.kind != Kind.IMPROPER
    if case.ended.emergency is None:
        rule = case.book.results.resigning.when.rule or "our default"
        raise SayWhetherEmergency(f"Say whether the player left in an emergency ({rule}).")
    return case.ended.emergency


def _penalty(case: _Case) -> Working:
    """Forfeited as a penalty, by one or by both, at the director's margin (WESPA 6.3.3(b)(iv))."""
    begun, margin = case.begun, _margin(case)
    award = engine.awarded(margin=margin, book=case.book, begun=begun)
    kind = Kind.PENALTY if begun else Kind.PENALTY_UNPLAYED
    scored = begun and case.ended.first_score is not None and case.ended.second_score is not None
    sheet = case.sheet if scored else None
    if case.ended.offender == BOTH:
        return _awarded(kind, 0, replace(award, opponent=award.offender), sheet=sheet)
    return _awarded(kind, case.offender, award, sheet=sheet, totals=case.totals if scored else None)


def _ejected(case: _Case) -> Working:
    """Awarded to the opponent of a player put out of the event, by hand (WESPA 6.2.4(a)(ii))."""
    asks = engine.begun_decides(case.book) and not outcomes.shows_play(case.game)
    begun = case.begun if asks else case.ended.begun is not False
    award = engine.awarded_by_hand(book=case.book, margin=case.ended.margin, begun=begun)
    return _awarded(Kind.AWARDED if begun else Kind.PENALTY_UNPLAYED, case.offender, award)


def _void(case: _Case) -> Working:
    return Working(
        GameOutcome(Kind.VOID, rated=False), (because("Counts for neither player.", case.book.director_fills_gaps),)
    )


def _later(case: _Case) -> Working:
    """Postponed before it began, or adjourned (NSA III.G.1-2): it holds up neither the round nor the standings."""
    results, ended = case.book.results, case.ended
    adjourned = ended.kind == Kind.ADJOURNED
    provision = results.resigning.finish_later if adjourned else results.postponed
    agreement = results.postponed.value is PostponeBy.OPPONENT_AND_DIRECTOR
    if agreement and not ended.all_agree:
        raise Refused(
            f"A game is played later only if the opponent and you agree ({provision.rule}).", code="agreement_needed"
        )
    why = because("Played later: " + results.postponed.explain, results.postponed)
    if adjourned and provision.value:
        why = because("Finished later: " + provision.explain, provision)
    elif adjourned:
        why = because("Finished later by your decision; a resigned game would not be.", case.book.director_fills_gaps)
    return Working(GameOutcome(ended.kind, rated=True), (why,))


def _bye(case: _Case) -> Working:
    """A bye as the event has it, whatever gave it (NSA III.G.3); a half bye or one that scores nothing by ruling."""
    kind, margin = Kind(case.ended.kind), case.ended.margin
    worth = engine.bye(case.book, margin=margin if kind == Kind.BYE else None)
    if kind == Kind.BYE:
        kind = next(name for name, halves in BYES.items() if halves == worth.half_wins)
    else:
        spread = 0 if margin is None else _margin(case)
        reason = because(f"{('Nothing', 'Half a win')[BYES[kind]]}, {spread:+d}.", case.book.director_fills_gaps)
        worth = replace(worth, half_wins=BYES[kind], spread=spread, reasons=(reason,))
    outcome = GameOutcome(kind, first_halves=worth.half_wins, first_spread=worth.spread, rated=worth.rated)
    return Working(outcome, worth.reasons)


_WORKERS: dict[str, Callable[[_Case], Working]] = {
    Kind.PLAYED: _scored,
    Kind.STOPPED: _scored,
    Kind.TIME_UP: _scored,
    Kind.LATENESS: _lateness,
    Kind.NO_SHOW: _lateness,
    Kind.OVERTIME: _overtime,
    Kind.RESIGNED: _resigned,
    Kind.IMPROPER: _resigned,
    Kind.LEFT: _resigned,
    Kind.PENALTY: _penalty,
    Kind.AWARDED: _ejected,
    Kind.VOID: _void,
    Kind.POSTPONED: _later,
    Kind.ADJOURNED: _later,
    Kind.BYE: _bye,
    Kind.HALF_BYE: _bye,
    Kind.ZERO_BYE: _bye,
}


def _margin(case: _Case) -> int:
    margin = case.ended.margin
    if margin is None:
        raise NeedsRuling("Margin", "Give the margin you set.")
    if not 0 <= margin <= outcomes.SCORE_LIMIT:
        raise Refused(f"A margin is 0 to {outcomes.SCORE_LIMIT} points.", code="margin_out_of_range")
    return margin


def _awarded(
    kind: str,
    loser: int,
    award: engine.Award,
    *,
    sheet: tuple[int, int] | None = None,
    lines: tuple[ScoreLine, ...] = (),
    totals: tuple[int, int] | None = None,
) -> Working:
    """An award of the engine as an outcome of this game."""
    first, second = (award.offender, award.opponent) if loser == 0 else (award.opponent, award.offender)
    if max(abs(first.spread), abs(second.spread)) > outcomes.SCORE_LIMIT:
        raise Refused(f"A margin is 0 to {outcomes.SCORE_LIMIT} points.", code="margin_out_of_range")
    first_score, second_score = sheet or (None, None)
    outcome = GameOutcome(
        kind, first_score, second_score, first.half_wins, second.half_wins, first.spread, second.spread, award.rated
    )
    return Working(outcome, award.reasons, lines, totals)


# ── deciding it ──────────────────────────────────────────────────────────────────────────────────────────────


def decide(
    *,
    by: Actor,
    game: Game,
    ended: HowItEnded,
    reason: str = "",
    override: Override | None = None,
    road: Road = Road.HOW_IT_ENDED,
    replaces: bool = True,
) -> DecidedGame:
    """Put it on the game, at once or in place of what was there. Raises Refused, NotAllowed.

    Two scores of an open game anybody who enters results may give. All else is the director's, with a reason; what was
    there stays in the record. A dispute about the sheet is named, and asked about (SheetDisputed).
    override: the ruling that departs from what the rulebook gives.  replaces False: raises ResultThere over a result.
    """
    tournament = game.round.division.tournament
    require(by, tournament, Can.ENTER_RESULTS if ended.kind == Kind.PLAYED and override is None else Can.RULE)
    if ended.kind != Kind.PLAYED and not reason.strip():
        raise Refused("Say why: it is kept with the record.", code="reason_needed")
    with deciding(game.round.division, by=by, action=ResultAction.DECIDED, reason=reason) as decision:
        division = decision.division
        row = open_game(division, game, by=by, reason=reason, replaces=replaces)
        require_dispute_ruled(row, by=by, rules_dispute=ended.rules_dispute or road is Road.APPEAL)
        before = _facts(row)
        working = work_out(row, ended)
        ruling = None
        if override is not None:
            working = _overruled(working, override)
            ruling = rulings.make_ruling(
                by=by, division=division, facts=override.ruling, subject=Ruling.Subject.OUTCOME, game=row, departs=True
            )
        outcomes.refuse_gone(row, working.outcome.kind, confirmed=bool(reason.strip()), how=outcomes.WITH_A_REASON)
        save_account(row, working.outcome, road=road, by=by, lines={LINES: working.lines})
        why = [f"{reason.text} ({reason.rule})" for reason in working.reasons]
        after = {**_facts(row), "why": why, "ruling": ruling.pk if ruling else None}
        entered = before["outcome"] in Game.UNFINISHED
        action = ResultAction.ENTERED if entered and ended.kind == Kind.PLAYED else ResultAction.DECIDED
        decision.record(row, before={} if entered else before, after=after, action=action)
    return DecidedGame(row, working, outcomes.rounds_paired_from(division, row.round.number), ruling)


def open_game(division: Division, game: Game, *, by: Actor, reason: str, replaces: bool = True) -> Game:
    """The game's row, in a published round; replacing what stands there takes the right to correct, and a reason."""
    row = published_game(division, game)
    if row.outcome in Game.UNFINISHED:
        return row
    there = f"{outcomes.where(row)} has a result already ({outcomes.result_text(row)})"
    if not replaces:
        raise outcomes.ResultThere(f"{there}: correct it, with a reason.")
    require(by, division.tournament, Can.CORRECT_RESULTS)
    require_reason(reason, f"{there}: say why it changes.")
    return row


def forget_end(game: Game) -> None:
    """The end-of-game calculator's figures go with the result that they gave."""
    GameEnd.objects.filter(game=game).delete()


def _overruled(working: Working, override: Override) -> Working:
    spreads = override.first_spread, override.second_spread
    halves = override.first_halves, override.second_halves
    if any(halve not in (0, 1, 2) for halve in halves) or any(abs(spread) > outcomes.SCORE_LIMIT for spread in spreads):
        raise Refused("Half wins are 0, 1 or 2; a spread is within 1500 points.", code="ruling_out_of_range")
    if working.outcome.kind in Game.UNCOUNTED:
        raise Refused("A game that does not count has no wins and no spread to rule on.", code="game_does_not_count")
    kind = Kind.AWARDED if working.outcome.kind in Game.SCORED else working.outcome.kind
    outcome = replace(
        working.outcome, kind=kind, first_halves=halves[0], second_halves=halves[1], first_spread=spreads[0],
        second_spread=spreads[1], rated=override.rated,
    )  # fmt: skip
    sentence = f"The director rules {halves[0] / 2:g}-{halves[1] / 2:g}, spread {spreads[0]:+d} and {spreads[1]:+d}."
    return replace(
        working, outcome=outcome, reasons=(*working.reasons, Reason(sentence, override.ruling.rule or "ruling"))
    )


def _facts(game: Game) -> dict[str, Any]:
    lines = [[line.side, line.kind, line.points, line.source] for line in game.adjustments.all()]
    return {"round": game.round.number, "table": game.table, "lines": lines, **facts_of(game)}
