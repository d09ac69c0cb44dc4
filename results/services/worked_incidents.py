"""Incidents that turn on a count or a stage: the director says it, the rulebook's engine gives the remedy, then it is logged.

An exchange with too few tiles (WESPA 3.2.1(a), 3.10.17; NSA II.G, II.H.8-10), a draw out of order (WESPA 3.9.9; NSA II.C,
Guideline 7), a move whose sand ran out (NSA App. B). What is worked out is shown before anything is logged.
"""

from dataclasses import dataclass
from typing import Any

from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.reasons import OURS, NeedsRuling, Reason
from tdsuite.tournaments.services.decision import Refused

from ..engine.conduct import out_of_order_draw
from ..engine.exchange import BadExchange, Exchange, ExchangeRuling, Undo, rule_on_exchange
from ..engine.incident_terms import RemedyKind
from ..engine.sand_timer import NoSandTimers, move_time, sand_timers
from ..models import Incident
from . import incidents

ILLEGAL_EXCHANGE, OUT_OF_ORDER, SAND_RUN_OUT = "illegal_exchange", "out_of_order", "sand_run_out"


@dataclass(frozen=True, slots=True)
class Worked:
    """What the book says of an incident.  applied: the remedy that goes with it, None = none.  offence: there is one to log.

    ruling: only the director can say what follows.  seconds: time that the opponent has to choose tiles, None = none stated.
    """

    kind: str
    reasons: tuple[Reason, ...]
    applied: incidents.Applied | None = None
    offence: bool = True
    ruling: bool = False
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw out of order.  in_bag: tiles in the bag before it.  opponent_starved: made before the opponent had a
    reasonable chance to draw, and leaving too few.  take: the director takes the spread points that the book allows."""

    in_bag: int
    opponent_starved: bool = False
    take: bool = False


@dataclass(frozen=True, slots=True)
class Sand:
    """A move whose sand ran out, in seconds.  warned: how long before the last grain the opponent told of the shortage, 0 =
    only once the sand was down.  announced: after being told, None = the score was not announced."""

    warned: int = 0
    announced: int | None = None


def work_out_exchange(game: Game, exchange: Exchange) -> Worked:
    """What follows when an exchange is questioned. Raises Refused with what to mend."""
    try:
        ruling = rule_on_exchange(exchange, book=game.round.division.tournament.rules.rulebook)
    except BadExchange as wrong:
        raise Refused(str(wrong)) from wrong
    except NeedsRuling as needed:
        return _the_directors(ILLEGAL_EXCHANGE, needed)
    return Worked(ILLEGAL_EXCHANGE, ruling.reasons, _remedy(ruling), not ruling.legal, False, ruling.seconds)


def _remedy(ruling: ExchangeRuling) -> incidents.Applied | None:
    rule = ruling.reasons[-1].rule
    if ruling.points:
        return incidents.Applied(RemedyKind.POINTS, ruling.points, rule)
    if ruling.undo is Undo.TURN_LOST:
        return incidents.Applied(RemedyKind.TURN, rule=rule)
    return None


def work_out_draw(game: Game, draw: Draw) -> Worked:
    """What drawing out of order costs. Raises Refused where it cannot be, or where points are taken that the book does not give."""
    book = game.round.division.tournament.rules.rulebook
    try:
        found = out_of_order_draw(in_bag=draw.in_bag, opponent_starved=draw.opponent_starved, book=book)
    except NeedsRuling as needed:
        return _the_directors(OUT_OF_ORDER, needed)
    except ValueError as wrong:
        raise Refused(str(wrong)) from wrong
    rule = book.during.out_of_order
    reasons = list(found.reasons)
    if draw.take and not found.may_take:
        below = rule.value.investigate_below
        limit = f"only with fewer than {below} tiles in the bag" if below else "never for this"
        raise Refused(f"With {draw.in_bag} tiles in the bag no spread points are taken: {limit} ({rule.rule}).")
    if found.all_new_overdrawn:
        reasons.append(Reason("All the new tiles are treated as overdrawn.", rule.rule))
    if found.may_take:
        leaning = "The book leans towards it." if found.advised else "Look into it first."
        text = (
            f"{draw.in_bag} tiles in the bag: {found.may_take} spread points may be taken, the opponent gaining none."
        )
        reasons.append(Reason(f"{text} {leaning}", rule.rule))
    if found.unethical:
        reasons.append(Reason("It is unethical: it is kept in the incident log.", rule.rule))
    taken = incidents.Applied(RemedyKind.SPREAD, -found.may_take, rule.rule) if draw.take else None
    return Worked(OUT_OF_ORDER, tuple(reasons), taken)


def work_out_sand(game: Game, sand: Sand) -> Worked:
    """Whether the turn is lost (NSA App. B C, D). Raises Refused where the book has no sand timers."""
    book = game.round.division.tournament.rules.rulebook
    if sand.warned < 0 or (sand.announced is not None and sand.announced < 0):
        raise Refused("Give seconds, 0 or more.")
    try:
        terms = sand_timers(book)
        ended = sand.warned + terms.notice + 1 if sand.announced is None else sand.announced
        move = move_time(sand_down=sand.warned, told=0, announced=sand.announced, now=ended, book=book)
    except NoSandTimers as none:
        raise Refused(str(none)) from none
    lost = incidents.Applied(RemedyKind.TURN, rule=move.reasons[0].rule) if move.lost else None
    in_time = (Reason("It was announced in time: the turn stands.", move.reasons[0].rule),) if not move.lost else ()
    return Worked(SAND_RUN_OUT, (*move.reasons, *in_time), lost, offence=move.lost)


def _the_directors(kind: str, needed: NeedsRuling) -> Worked:
    text = f"{needed.point}: the book does not say what follows, the director rules. {needed.offered}"
    return Worked(kind, (Reason(text, needed.rule or OURS),), ruling=True)


def log_worked(*, by: Any, game: Game, entry: Entry, worked: Worked, text: str = "") -> Incident:
    """Log what was worked out, with its remedy. Raises Refused where there is no offence, NotAllowed."""
    if not worked.offence:
        raise Refused("That was allowed: there is nothing to log.")
    other = game.second if entry.pk == game.first_id else game.first
    facts = " ".join(f"{reason.text} ({reason.rule})" for reason in worked.reasons)
    happened = incidents.Happened(
        worked.kind, game=game, entry=entry, other=other, text=" ".join(filter(None, [text.strip(), facts])),
        applied=worked.applied,
    )  # fmt: skip
    return incidents.log(by=by, division=game.round.division, happened=happened)
