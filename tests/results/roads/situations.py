"""Situations for every road: how a game ends, as it is told, and the account that follows from what was told alone.

Nothing here reads a game's rows: what must count is worked out from the rulebook's engines and from what was put in.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from results.rulings.engine import forfeits
from results.rulings.engine.endgame import EndSide, FinalTotals, HowEnded, SideEnd, final_totals, overtime_points
from tdsuite.tournaments.engine.account import (
    END_OF_GAME,
    OUTCOME,
    SHEET,
    Account,
    AccountLine,
    Decided,
    GameFacts,
    account_of,
    points_of,
    written_scores,
)
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import AfterTime, Zero

Kind = Game.Outcome
SIDES = ("first", "second")
BOTH = "both"
RACK, RACK_POINTS = "DDB", 7
MARGIN = 120  # the director's, where the book leaves it to the director


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ends, as it is told at an edge.

    told: a Game.Outcome, or "tie" or "spread" for two equal scores and for a spread alone.  outcome: the Game.Outcome that
    it is.  offender: who forfeits, resigned, left or did not come.  begun: None = not asked.  how: a HowEnded, of the
    end-of-game calculator.  over: seconds over time of both sides.  rack: whether tiles are left.  margin: the director's.
    """

    name: str
    told: str
    outcome: str
    offender: str = ""
    begun: bool | None = None
    emergency: bool | None = None
    elected: bool = False
    margin: int | None = None
    how: str = ""
    over: tuple[int, int] = (0, 0)
    rack: bool = False

    @property
    def scored(self) -> bool:
        return self.outcome in Game.SCORED

    @property
    def has_scores(self) -> bool:
        """Whether two scores are told."""
        return (self.scored and self.told != "spread") or (
            bool(self.begun) and self.told not in (Kind.PENALTY, Kind.AWARDED)
        )


def played() -> list[Ending]:
    return [Ending("played", Kind.PLAYED, Kind.PLAYED), Ending("tie", "tie", Kind.PLAYED)]


def spread_alone() -> Ending:
    return Ending("spread", "spread", Kind.PLAYED)


def did_not_come(*, both: bool = True) -> list[Ending]:
    """Forfeits of games that never began."""
    endings = [Ending(f"no_show_{side}", Kind.NO_SHOW, Kind.NO_SHOW, side, begun=False) for side in SIDES]
    return [*endings, Ending("no_show_both", Kind.NO_SHOW, Kind.DOUBLE_FORFEIT, BOTH, begun=False)] if both else endings


def left_early(book: Rulebook) -> list[Ending]:
    """Begun, and left: in an emergency, and where the book asks, for no good reason at the director's margin."""
    if not forfeits.emergency_decides(book):
        return [Ending(f"left_{side}", Kind.LEFT, Kind.LEFT, side, begun=True) for side in SIDES]
    return [
        Ending("left_first", Kind.LEFT, Kind.LEFT, "first", begun=True, emergency=True),
        Ending("left_second", Kind.LEFT, Kind.LEFT, "second", begun=True, emergency=False, margin=MARGIN),
    ]


def stopped(book: Rulebook) -> list[Ending]:
    endings = [Ending("stopped", Kind.STOPPED, Kind.STOPPED, how=HowEnded.ROUND_STOPPED.value)]
    if book.ending.overtime.after_time.value is AfterTime.GAME_ENDS:
        endings.append(Ending("time_up", Kind.TIME_UP, Kind.TIME_UP, how=HowEnded.TIME_UP.value))
    return endings


def given_up() -> list[Ending]:
    return [
        Ending("resigned", Kind.RESIGNED, Kind.RESIGNED, "second", begun=True),
        Ending("resigned_unbegun", Kind.RESIGNED, Kind.NO_SHOW, "first", begun=False),
        Ending("resigned_improperly", Kind.IMPROPER, Kind.IMPROPER, "first", begun=True, margin=MARGIN),
        Ending("late", Kind.LATENESS, Kind.LATENESS, "first", begun=False),
        Ending("late_elected", Kind.LATENESS, Kind.LATENESS, "second", begun=False, elected=True),
    ]


def lost_on_time(book: Rulebook) -> list[Ending]:
    rule = book.ending.overtime_forfeit.value
    if rule is None:
        return []
    over = (rule.after + 5, overtime_free(book))
    return [Ending("lost_on_time", Kind.OVERTIME, Kind.OVERTIME, "first", begun=True, over=over)]


def overtime_free(book: Rulebook) -> int:
    """Some seconds over that cost a step, and no game."""
    return 61 if book.ending.overtime.points.value else 0


def by_the_director(book: Rulebook) -> list[Ending]:
    award = None if book.results.ejection.gravest.value.award else MARGIN
    return [
        Ending("penalty", Kind.PENALTY, Kind.PENALTY, "second", begun=True, margin=MARGIN),
        Ending("penalty_both", Kind.PENALTY, Kind.PENALTY, BOTH, begun=True, margin=MARGIN),
        Ending("penalty_unplayed", Kind.PENALTY, Kind.PENALTY_UNPLAYED, "first", begun=False, margin=MARGIN),
        Ending("awarded", Kind.AWARDED, Kind.AWARDED, "first", begun=True, margin=award),
        Ending("void", Kind.VOID, Kind.VOID),
        Ending("postponed", Kind.POSTPONED, Kind.POSTPONED),
        Ending("adjourned", Kind.ADJOURNED, Kind.ADJOURNED),
    ]


def byes() -> list[Ending]:
    return [Ending(f"bye_{kind}", kind, kind) for kind in (Kind.BYE, Kind.HALF_BYE, Kind.ZERO_BYE)]


def worked_ends(book: Rulebook) -> list[Ending]:
    """What the calculator is given: tiles left, overtime, and a game lost on time."""
    free = overtime_free(book)
    endings = [
        Ending("went_out", "", Kind.PLAYED, how=HowEnded.WENT_OUT.value, rack=True),
        Ending("went_out_over_time", "", Kind.PLAYED, how=HowEnded.WENT_OUT.value, rack=True, over=(2 * free, free)),
        Ending("six_zeros", "", Kind.PLAYED, how=HowEnded.SIX_ZEROS.value, rack=True),
        *stopped(book),
    ]
    if book.ending.six_zeros.ends.value.may_agree_sooner:
        endings.append(Ending("agreed", "", Kind.PLAYED, how=HowEnded.AGREED.value, rack=True))
    return endings + [replace(ending, how=HowEnded.WENT_OUT.value) for ending in lost_on_time(book)]


def sheet_ends(book: Rulebook) -> list[Ending]:
    """What two players sign: scores, and overtime on the sheet where it costs points."""
    over = Ending("played_over_time", Kind.PLAYED, Kind.PLAYED, over=(overtime_free(book), 0))
    return [*played(), over] if over.over[0] else played()


# ── typed figures ────────────────────────────────────────────────────────────────────────────────────────────


def figures_for(rng: random.Random, ending: Ending, lines: Iterable[AccountLine], *, within: bool) -> tuple[int, int]:
    """Two scores that raise no doubt, also with the lines; of a tie equal in what counts."""
    first, second = rng.randint(250, 520), rng.randint(250, 520)
    if first == second:
        second += 1
    if ending.told == "tie":
        off = (0, 0) if within else points_of(lines)
        return first - off[0], first - off[1]
    return first, second


# ── what must follow ─────────────────────────────────────────────────────────────────────────────────────────


def facts_of(
    ending: Ending, typed: tuple[int, int], lines: tuple[AccountLine, ...], book: Rulebook, *, within: bool, sides: bool
) -> GameFacts:
    """What is known of the game once `ending` was told with these figures.  lines: decisions that stand already."""
    plain = GameFacts(Decided.AWAITED, lines=lines, sides=sides, rated=True)
    written = written_scores(typed, lines) if within else typed
    if ending.outcome in Game.UNCOUNTED | Game.BYES:
        return _without_a_game(ending, plain, book)
    if ending.how:
        return _worked(ending, typed, plain, book)
    return _scored(ending, written, plain, book) if ending.scored else _stated(ending, written, plain, book)


def expected(facts: GameFacts) -> Account:
    return account_of(facts)


def _without_a_game(ending: Ending, plain: GameFacts, book: Rulebook) -> GameFacts:
    if ending.outcome in Game.UNFINISHED:
        return plain
    if ending.outcome == Kind.VOID:
        return replace(plain, decided=Decided.VOID, rated=False, not_begun=True)
    worth = bye_worth(ending, book)
    return replace(plain, decided=Decided.STATED, two_players=False, stated=(worth, (0, 0)), rated=False)


def _scored(ending: Ending, written: tuple[int, int], plain: GameFacts, book: Rulebook) -> GameFacts:
    if ending.told == "spread":
        return replace(plain, decided=Decided.SCORED, spread=written[0] - written[1])
    own = overtime_lines(ending.over, book, SHEET)
    return replace(plain, decided=Decided.SCORED, written=written, lines=(*plain.lines, *own))


def bye_worth(ending: Ending, book: Rulebook) -> tuple[int, int]:
    """Half wins and spread of a bye: the book's for a bye, else by the director's decision."""
    if ending.outcome == Kind.BYE:
        worth = forfeits.bye(book)
        return worth.half_wins, worth.spread
    return (1, 0) if ending.outcome == Kind.HALF_BYE else (0, 0)


def overtime_lines(over: tuple[int, int], book: Rulebook, source: str) -> tuple[AccountLine, ...]:
    return tuple(
        AccountLine(side, "overtime", -overtime_points(seconds, book), seconds, source=source)
        for side, seconds in zip(SIDES, over, strict=True)
        if seconds
    )


def _stated(ending: Ending, typed: tuple[int, int], plain: GameFacts, book: Rulebook) -> GameFacts:
    award, loser = _award(ending, typed, plain.lines, book), 1 if ending.offender == "second" else 0
    values = [(side.half_wins, side.spread) for side in (award.offender, award.opponent)]
    stated = (values[0], values[1]) if loser == 0 else (values[1], values[0])
    own: tuple[AccountLine, ...] = ()
    if ending.outcome == Kind.OVERTIME and book.ending.overtime_forfeit.value:
        own = overtime_lines((book.ending.overtime_forfeit.value.after, ending.over[1]), book, OUTCOME)
    return replace(
        plain, decided=Decided.STATED, written=typed if ending.has_scores else None, stated=stated, rated=award.rated,
        not_begun=ending.outcome in Game.NOT_BEGUN, lines=(*plain.lines, *own),
    )  # fmt: skip


def _award(ending: Ending, typed: tuple[int, int], lines: tuple[AccountLine, ...], book: Rulebook) -> forfeits.Award:
    """The rulebook engine's award.  The scores at that moment have the penalties that stand in."""
    loser = 1 if ending.offender == "second" else 0
    first, second = points_of(lines)
    scores = (typed[0] + first, typed[1] + second)
    own, other = scores[loser], scores[1 - loser]
    begun = bool(ending.begun)
    if ending.outcome == Kind.DOUBLE_FORFEIT:
        return forfeits.neither_arrived(book)
    if ending.outcome in (Kind.NO_SHOW, Kind.LATENESS):
        return forfeits.lateness_forfeit(book=book, elected=ending.elected, begun=False)
    if ending.outcome == Kind.OVERTIME:
        award = forfeits.overtime_forfeit(
            own_score=own, opponent_score=other, seconds_over=ending.over[0], opponent_seconds_over=ending.over[1],
            book=book,
        )  # fmt: skip
        assert award is not None
        return award
    if ending.outcome in (Kind.PENALTY, Kind.PENALTY_UNPLAYED):
        award = forfeits.awarded(margin=ending.margin or 0, book=book, begun=begun)
        return replace(award, opponent=award.offender) if ending.offender == BOTH else award
    if ending.outcome == Kind.AWARDED:
        return forfeits.awarded_by_hand(book=book, margin=ending.margin, begun=begun)
    proper = ending.outcome != Kind.IMPROPER and ending.emergency is not False
    return forfeits.resignation(
        own_score=own, opponent_score=other, book=book, proper=proper, margin=ending.margin, begun=begun
    )


def _worked(ending: Ending, typed: tuple[int, int], plain: GameFacts, book: Rulebook) -> GameFacts:
    """By the calculator: what the engine of the end of the game adds comes as lines of the result."""
    if ending.outcome == Kind.OVERTIME:
        facts = _stated(ending, typed, plain, book)
        return replace(facts, lines=tuple(replace(line, source=END_OF_GAME) if line.came_with_result else line
                                          for line in facts.lines))  # fmt: skip
    totals = worked_totals(ending, typed, plain.lines, book)
    own = tuple(
        AccountLine(line.side.value, line.label, line.points, source=END_OF_GAME)
        for line in totals.lines
        if line.label != "score"
    )
    return replace(plain, decided=Decided.SCORED, written=typed, lines=(*plain.lines, *own))


def worked_totals(
    ending: Ending, typed: tuple[int, int], lines: tuple[AccountLine, ...], book: Rulebook
) -> FinalTotals:
    """The engine's totals.  The second player holds RACK; where nobody went out the first holds none."""
    rack = RACK_POINTS if ending.rack else 0
    off = points_of(lines)
    how = HowEnded(ending.how)
    zeros = [Zero.PASS_TURN] * book.ending.six_zeros.ends.value.turns if how is HowEnded.SIX_ZEROS else []
    return final_totals(
        SideEnd(typed[0] + off[0], 0, ending.over[0]), SideEnd(typed[1] + off[1], rack, ending.over[1]), how, book=book,
        out=EndSide.FIRST if how is HowEnded.WENT_OUT else None, zeros=zeros,
    )  # fmt: skip
