"""Games decided otherwise than by their score: margins, wins and whether they are rated.

Scores and margins are whole points; wins are half wins (2 = a win).  "Offender" is the player who forfeits,
"opponent" the other.  Sources: WESPA 2.3.6, 5.3.3, 5.7, 6.2.4, 6.3.3; NSA III.G, Guidelines 19-21.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames, Ejection, ForfeitLead, Rated, ResignWhen
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason, because, cited
from .clock_readings import MINUTE
from .endgame import overtime_points

WIN = 2
LOSS = 0


class ForfeitKind(StrEnum):
    """Named as the provisions of `forfeit_rated` in a rulebook are."""

    LATENESS = "lateness"
    OVERTIME = "overtime"
    RESIGNED = "resigned"
    EJECTION = "ejection"
    AWARDED = "awarded"


class MarginNotAllowed(ValueError):
    """The margin given is not one the rulebook allows.  The message says what is."""


@dataclass(frozen=True, slots=True)
class SideResult:
    half_wins: int  # 0, 1 or 2
    spread: int  # signed points


@dataclass(frozen=True, slots=True)
class Award:
    """How a forfeited game counts for each player.

    scores: (offender, opponent) after penalties at the moment of forfeiture, or None where no score matters.
    """

    offender: SideResult
    opponent: SideResult
    rated: bool
    reasons: tuple[Reason, ...]
    scores: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ByeResult:
    half_wins: int
    spread: int
    rated: bool
    reasons: tuple[Reason, ...] = ()


def has_begun(*, first_tile_drawn: bool, opponent_alerted: bool) -> bool:
    """Whether a game counts as begun: a first tile drawn, the opponent alerted (NSA III.G)."""
    return first_tile_drawn and opponent_alerted


def is_rated(kind: ForfeitKind, *, begun: bool, book: Rulebook) -> bool:
    """Whether a game forfeited in this way is rated (WESPA 2.3.6(b), 6.2.4; NSA III.G)."""
    rated = _rated(kind, book).value
    return rated is Rated.YES or (rated is Rated.IF_BEGUN and begun)


def begun_decides(book: Rulebook) -> bool:
    """Whether a forfeited game's rating turns on whether it had begun, which the book then defines (NSA III.G)."""
    return any(_rated(kind, book).value is Rated.IF_BEGUN for kind in ForfeitKind)


def emergency_decides(book: Rulebook) -> bool:
    """Whether a game may be given up in an emergency alone, so that it must be asked (WESPA 5.7(a), (d))."""
    return book.results.resigning.when.value is ResignWhen.EMERGENCY_ONLY


def bye(book: Rulebook, *, margin: int | None = None) -> ByeResult:
    """What a bye is worth (NSA III.G.3; else our default, or the organiser's).

    margin: the director's spread for it.  Raises MarginNotAllowed where the book fixes it.
    """
    rule = book.results.bye
    half_wins, spread = rule.half_wins.value, rule.spread.value if rule.half_wins.value else 0
    if margin is not None and margin != spread:
        if not rule.spread.ours:
            raise MarginNotAllowed(f"The spread of a bye is {spread} ({rule.spread.rule}); leave it out.")
        _not_negative(margin)
        spread = margin
    reason = because(f"{rule.half_wins.explain} {spread:+d}.", rule.half_wins)
    return ByeResult(half_wins, spread, rule.rated.value, (reason,))


def margin_may_differ(book: Rulebook) -> bool:
    """Whether the director may set another margin than the book's for a game lost by lateness (WESPA 2.3.6(a))."""
    return book.starting.lateness_forfeit.may_raise.value or not book.starting.both_absent.neither_margin.rule


def lateness_forfeit(*, book: Rulebook, elected: bool = False, margin: int | None = None, begun: bool = False) -> Award:
    """A game lost by lateness, or by not showing up (WESPA 2.3.6; NSA III.G.1, Guideline 19A).

    margin: the director's, raised for strategic lateness.  Raises MarginNotAllowed.
    """
    rules = book.starting.lateness_forfeit
    provision = rules.elected_margin if elected else rules.margin
    reasons = [because(f"Forfeited for lateness: {provision.value} points.", provision)]
    if margin is not None and margin != provision.value:
        if not rules.may_raise.value:
            raise MarginNotAllowed(f"The margin is {provision.value} ({rules.may_raise.rule}); leave it out.")
        _not_negative(margin)
        if margin < provision.value and not provision.ours:
            raise MarginNotAllowed(f"The margin may be raised above {provision.value}, not lowered ({provision.rule}).")
        reasons.append(because(f"The director sets the margin at {margin}.", rules.may_raise))
    points = provision.value if margin is None else margin
    return _award(points, ForfeitKind.LATENESS, reasons, begun=begun, book=book)


def neither_arrived(book: Rulebook, *, margin: int | None = None) -> Award:
    """Neither player ever arrives: both lose (NSA III.G.1; else our default).  Neither is the other's opponent.

    margin: the director's, where the book sets none.  Raises MarginNotAllowed.
    """
    rules = book.starting.both_absent
    provision = rules.neither_margin
    reasons = [because(f"Neither player arrived: both lose by {provision.value}.", provision)]
    if margin is not None and margin != provision.value:
        if provision.rule:
            raise MarginNotAllowed(f"Each loses by {provision.value} ({provision.rule}); leave the margin out.")
        _not_negative(margin)
        reasons.append(because(f"The director sets the margin at {margin}.", book.director_fills_gaps))
    side = SideResult(LOSS, -(provision.value if margin is None else margin))
    return Award(side, side, rules.neither_rated.value, tuple(reasons))


def overtime_forfeit(
    *, own_score: int, opponent_score: int, seconds_over: int, book: Rulebook, opponent_seconds_over: int = 0
) -> Award | None:
    """A game lost by running too far over time, or None where it is not lost (WESPA 5.3.3).

    Scores are those before any overtime penalty.  The game ends at the moment of forfeiture, so time beyond it
    costs nothing more.  The lead is the opponent's then, penalties included: where the offender is still ahead, the
    least margin holds, unless the organiser reads the rule so that whoever leads, the lead counts.
    Raises NeedsRuling where both are given as so far over: the game ended with the first.
    """
    provision = book.ending.overtime_forfeit
    rule = provision.value
    if rule is None or seconds_over < rule.after:
        return None
    if opponent_seconds_over >= rule.after:
        offered = "The first to do so loses: give the other's time over at that moment."
        raise NeedsRuling(f"Both players ran {_span(rule.after)} over", offered, provision.rule)
    own = own_score - overtime_points(rule.after, book)
    other = opponent_score - overtime_points(opponent_seconds_over, book)
    either = rule.lead is ForfeitLead.EITHERS
    lead, whose = (abs(other - own), "the lead") if either else (other - own, "the opponent's lead")
    margin = max(lead, rule.minimum)
    reasons = [
        because(f"{_span(rule.after).capitalize()} over: {own}-{other} with penalties, {whose} is {lead}.", provision),
        because(f"Loses by {margin}, the greater of that lead and {rule.minimum}.", provision),
    ]
    return _award(margin, ForfeitKind.OVERTIME, reasons, begun=True, book=book, scores=(own, other))


def _span(seconds: int) -> str:
    """ "ten minutes", "90 seconds"."""
    minutes, rest = divmod(seconds, MINUTE)
    return f"{seconds} seconds" if rest else "ten minutes" if minutes == 10 else f"{minutes} minutes"


def resignation(
    *, own_score: int, opponent_score: int, book: Rulebook, proper: bool = True, margin: int | None = None,
    begun: bool = True,
) -> Award:  # fmt: skip
    """A game resigned, or left and not to be finished (WESPA 5.7; NSA III.G.2).

    proper: for a reason the book accepts.  margin: the director's, for an improper one where the book leaves it to
    them.  Raises NeedsRuling where that is missing, MarginNotAllowed where it is not asked for.
    """
    rules = book.results.resigning
    scores = (own_score, opponent_score)
    if not proper and rules.improper_by_director.value:
        if margin is None:
            by_director = rules.improper_by_director.rule
            raise NeedsRuling("Margin of an improper resignation", "Give the margin you set.", by_director)
        _not_negative(margin)
        reason = because(f"Improper: the director sets the margin at {margin}.", rules.improper_by_director)
        return _award(margin, ForfeitKind.RESIGNED, [reason], begun=begun, book=book, scores=scores)
    if margin is not None:
        raise MarginNotAllowed("The rulebook sets the margin of a proper resignation: leave it out.")
    lead = opponent_score - own_score
    provision = rules.level_margin if lead == 0 else rules.margin
    loses_by = provision.value.base + max(0, lead)
    where = f"leads by {lead}" if lead > 0 else f"trails by {-lead}" if lead else "is level"
    reasons = [
        because(f"The opponent {where}: the margin is {loses_by}.", provision),
        because(rules.mirrored.explain, rules.mirrored),
    ]
    return _award(loses_by, ForfeitKind.RESIGNED, reasons, begun=begun, book=book, scores=scores)


def awarded(*, margin: int, book: Rulebook, begun: bool = True) -> Award:
    """A game forfeited as a penalty, by the margin the director sets (WESPA 6.3.3(b)(iv))."""
    _not_negative(margin)
    rule = cited(book.results.penalty_forfeit)
    reason = Reason(f"Forfeited as a penalty: the director sets the margin at {margin}.", rule)
    return _award(margin, ForfeitKind.AWARDED, [reason], begun=begun, book=book)


def awarded_by_hand(*, book: Rulebook, margin: int | None, begun: bool) -> Award:
    """A game given to the opponent of a player put out of the event (WESPA 6.2.4(a)(ii)).

    margin: the director's, where the book sets none.  Raises NeedsRuling, MarginNotAllowed.
    """
    provision = book.results.ejection.gravest
    fixed = provision.value.award
    if not margin and not fixed:
        raise NeedsRuling("Margin of an awarded game", "Give the margin at which the game is awarded.", provision.rule)
    if fixed and margin not in (None, fixed):
        raise MarginNotAllowed(
            f"A game is awarded by {fixed} ({provision.rule}); for another margin forfeit it as a penalty, "
            "or rule otherwise with a finding."
        )
    points = fixed or margin or 0
    _not_negative(points)
    reason = because(f"Awarded to the opponent by {points}.", provision)
    return _award(points, ForfeitKind.AWARDED, [reason], begun=begun, book=book)


# ── ejection ─────────────────────────────────────────────────────────────────────────────────────────────────


class EjectionCause(StrEnum):
    GRAVEST = "gravest"  # cheating or abuse (WESPA level 1)
    LESSER = "lesser"  # other misconduct (WESPA level 2; NSA: plays with eight or more tiles)
    LEFT = "left"  # no misconduct: who left a round robin early, so that the games played are annulled


# The books void a round robin's games after an ejection alone (WESPA 6.2.4(a)(i)); of who leaves by themselves none speaks.
LEFT_EARLY = Provision(
    Ejection(EjectedGames.VOID, EjectedGames.STAND),
    Sentence(
        "The player left the round robin before half of the rounds: the director may annul all their games, so that every "
        "opponent has met the same field."
    ),
    ours=True,
)


def left_early(*, first_missed: int | None, rounds: int) -> bool:
    """Whether a player who is out from round `first_missed` on (None: who plays) was there for less than half of the rounds."""
    return first_missed is not None and 2 * (first_missed - 1) < rounds


@dataclass(frozen=True, slots=True)
class PlayedGame:
    key: int  # the caller's name for the game
    opponent_margin: int  # signed, > 0 where the opponent of the ejected won
    rated: bool = True


@dataclass(frozen=True, slots=True)
class EjectedGame:
    """How a played game stands after the ejection."""

    key: int
    void: bool  # it counts for neither; the two results are then None
    changed: bool
    opponent: SideResult | None
    offender: SideResult | None
    rated: bool


@dataclass(frozen=True, slots=True)
class EjectionResult:
    """games: in the order given.  The rest says what becomes of the player and of the games still to come."""

    games: tuple[EjectedGame, ...]
    bottom_of_standings: bool
    later_opponents_have_a_bye: bool
    later_games_void: bool
    later_games_forfeited: bool
    prizes_lost: bool
    must_report: bool
    reasons: tuple[Reason, ...]


def ejection(
    games: Sequence[PlayedGame], *, round_robin: bool, book: Rulebook, cause: EjectionCause = EjectionCause.GRAVEST
) -> EjectionResult:
    """What becomes of the games of an ejected player (WESPA 6.2.4, 6.3.3(b)(v); NSA Guidelines 20-21).

    Raises NeedsRuling where the book leaves it to the director.
    """
    provision = ejection_rule(book, cause)
    rule = provision.value
    fate = rule.round_robin if round_robin else rule.otherwise
    if fate is EjectedGames.RULING:
        raise NeedsRuling("Games of an ejected player", "Void them, award them, or let them stand.", provision.rule)
    return EjectionResult(
        tuple(_ejected_game(game, fate, rule, book) for game in games),
        rule.bottom_of_standings and not round_robin,
        rule.remaining_are_byes and not round_robin,
        fate is EjectedGames.VOID,
        rule.remaining_forfeited,
        rule.prizes_lost,
        rule.must_report,
        (because(provision.explain, provision),),
    )


def ejection_rule(book: Rulebook, cause: EjectionCause) -> Provision[Ejection]:
    """What the book says of a player put out of the event for this."""
    if cause is EjectionCause.LEFT:
        return LEFT_EARLY
    rules = book.results.ejection
    return rules.gravest if cause is EjectionCause.GRAVEST else rules.lesser


def _ejected_game(game: PlayedGame, fate: EjectedGames, rule: Ejection, book: Rulebook) -> EjectedGame:
    margin = game.opponent_margin
    if fate is EjectedGames.VOID:
        return EjectedGame(game.key, True, True, None, None, False)
    if fate is EjectedGames.STAND or margin >= rule.award:
        return EjectedGame(game.key, False, False, _side(margin), _side(-margin), game.rated)
    rated = game.rated and is_rated(ForfeitKind.AWARDED, begun=True, book=book)
    return EjectedGame(game.key, False, True, SideResult(WIN, rule.award), SideResult(LOSS, -rule.award), rated)


def _side(margin: int) -> SideResult:
    return SideResult(WIN if margin > 0 else 1 if margin == 0 else LOSS, margin)


def _rated(kind: ForfeitKind, book: Rulebook) -> Provision[Rated]:
    provision: Provision[Rated] = getattr(book.results.forfeit_rated, kind.value)
    return provision


def _award(
    margin: int, kind: ForfeitKind, reasons: list[Reason], *, begun: bool, book: Rulebook,
    scores: tuple[int, int] | None = None,
) -> Award:  # fmt: skip
    rated = is_rated(kind, begun=begun, book=book)
    why = because("Rated." if rated else "Not rated.", _rated(kind, book))
    return Award(SideResult(LOSS, -margin), SideResult(WIN, margin), rated, (*reasons, why), scores)


def _not_negative(margin: int) -> None:
    if margin < 0:
        raise MarginNotAllowed("A margin is 0 points or more.")
