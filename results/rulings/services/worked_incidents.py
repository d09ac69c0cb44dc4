"""Incidents that turn on a count or a stage: the director says it, the rulebook's engine gives the remedy, then it is logged.

An exchange with too few tiles (WESPA 3.2.1(a), 3.10.17; NSA II.G, II.H.8-10), a draw out of order (WESPA 3.9.9; NSA II.C,
Guideline 7), a move whose sand ran out (NSA App. B). What is worked out is shown before anything is logged.
"""

from dataclasses import dataclass

from results.rulings.engine.drawing import BadExchange, Exchange, Undo, out_of_order_draw, rule_on_exchange
from results.rulings.engine.sand_timer import NoSandTimers, move_time, sand_timers
from results.rulings.models import Incident
from results.rulings.services import incidents
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tdsuite.tournaments.rulebooks.reasons import OURS, NeedsRuling, Reason
from tdsuite.tournaments.services.decision import Refused

ILLEGAL_EXCHANGE, OUT_OF_ORDER, SAND_RUN_OUT = "illegal_exchange", "out_of_order", "sand_run_out"


@dataclass(frozen=True, slots=True)
class Worked:
    """What the book says of an incident."""

    kind: str
    reasons: tuple[Reason, ...]
    applied: incidents.Applied | None = None  # the remedy that goes with it, None = none
    offence: bool = True  # there is one to log
    ruling: bool = False  # only the director can say what follows
    seconds: int | None = None  # time that the opponent has to choose tiles, None = none stated


def work_out_exchange(game: Game, exchange: Exchange) -> Worked:
    """What follows when an exchange is questioned. Raises Refused with what to mend."""
    try:
        ruling = rule_on_exchange(exchange, book=game.round.division.tournament.rules.rulebook)
    except BadExchange as wrong:
        raise Refused(str(wrong), code="bad_exchange") from wrong
    except NeedsRuling as needed:
        return _the_directors(ILLEGAL_EXCHANGE, needed)
    rule, applied = ruling.reasons[-1].rule, None
    if ruling.points:
        applied = incidents.Applied(RemedyKind.POINTS, ruling.points, rule)
    elif ruling.undo is Undo.TURN_LOST:
        applied = incidents.Applied(RemedyKind.TURN, rule=rule)
    return Worked(ILLEGAL_EXCHANGE, ruling.reasons, applied, not ruling.legal, False, ruling.seconds)


def work_out_draw(game: Game, in_bag: int, *, opponent_starved: bool = False, take: bool = False) -> Worked:
    """What drawing out of order costs. Raises Refused where it cannot be, or takes points that the book does not give.

    in_bag: tiles in the bag before it.  opponent_starved: made before the opponent had a reasonable chance to draw, and
    leaving too few.  take: the director takes the spread points that the book allows.
    """
    book = game.round.division.tournament.rules.rulebook
    try:
        draw = out_of_order_draw(in_bag=in_bag, opponent_starved=opponent_starved, book=book)
    except NeedsRuling as needed:
        return _the_directors(OUT_OF_ORDER, needed)
    except ValueError as wrong:
        raise Refused(str(wrong), code="bad_draw") from wrong
    rule = book.during.out_of_order
    reasons = list(draw.reasons)
    if take and not draw.may_take:
        below = rule.value.investigate_below
        limit = f"only with fewer than {below} tiles in the bag" if below else "never for this"
        raise Refused(
            f"With {in_bag} tiles in the bag no spread points are taken: {limit} ({rule.rule}).",
            code="no_spread_points",
        )
    if draw.all_new_overdrawn:
        reasons.append(Reason("All the new tiles are treated as overdrawn.", rule.rule))
    if draw.may_take:
        leaning = "The book leans towards it." if draw.advised else "Look into it first."
        text = f"{in_bag} tiles in the bag: {draw.may_take} spread points may be taken, the opponent gaining none."
        reasons.append(Reason(f"{text} {leaning}", rule.rule))
    if draw.unethical:
        reasons.append(Reason("It is unethical: it is kept in the incident log.", rule.rule))
    taken = incidents.Applied(RemedyKind.SPREAD, -draw.may_take, rule.rule) if take else None
    return Worked(OUT_OF_ORDER, tuple(reasons), taken)


def work_out_sand(game: Game, *, warned: int = 0, announced: int | None = None) -> Worked:
    """Whether a move whose sand ran out is lost (NSA App. B C, D). Raises Refused where the book has no sand timers.

    warned: seconds before the last grain at which the opponent told of the shortage, 0 = only once the sand was down.
    announced: seconds after being told, None = the score was not announced.
    """
    book = game.round.division.tournament.rules.rulebook
    if warned < 0 or (announced is not None and announced < 0):
        raise Refused("Give seconds, 0 or more.", code="seconds_below_zero")
    try:
        terms = sand_timers(book)
        ended = warned + terms.notice + 1 if announced is None else announced
        move = move_time(sand_down=warned, warned_at=0, announced=announced, now=ended, book=book)
    except NoSandTimers as none:
        raise Refused(str(none), code="no_sand_timers") from none
    lost = incidents.Applied(RemedyKind.TURN, rule=move.reasons[0].rule) if move.lost else None
    in_time = (Reason("It was announced in time: the turn stands.", move.reasons[0].rule),) if not move.lost else ()
    return Worked(SAND_RUN_OUT, (*move.reasons, *in_time), lost, offence=move.lost)


def _the_directors(kind: str, needed: NeedsRuling) -> Worked:
    text = f"{needed.point}: the book does not say what follows, the director rules. {needed.offered}"
    return Worked(kind, (Reason(text, needed.rule or OURS),), ruling=True)


def log_worked(*, by: Actor, game: Game, entry: Entry, worked: Worked, text: str = "") -> Incident:
    """Log what was worked out, with its remedy. Raises Refused where there is no offence, NotAllowed."""
    if not worked.offence:
        raise Refused("That was allowed: there is nothing to log.", code="no_offence")
    other = game.second if entry.pk == game.first_id else game.first
    facts = " ".join(f"{reason.text} ({reason.rule})" for reason in worked.reasons)
    happened = incidents.Happened(
        worked.kind, game=game, entry=entry, other=other, text=" ".join(filter(None, [text.strip(), facts])),
        applied=worked.applied,
    )  # fmt: skip
    return incidents.log(by=by, division=game.round.division, happened=happened)
