"""Incidents that turn on a count or a stage: the director says it, the rulebook's engine gives the remedy, then it is logged.

An exchange with too few tiles (WESPA 3.2.1(a), 3.10.17; NSA II.G, II.H.8-10), a draw out of order (WESPA 3.9.9; NSA II.C,
Guideline 7).
"""

from dataclasses import dataclass

from results.rulings.engine.drawing import BadExchange, Exchange, Undo, out_of_order_draw, rule_on_exchange
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tdsuite.tournaments.rulebooks.reasons import OURS, NeedsRuling, Reason
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.score_there import NOT_GIVEN, ScoreMeaning
from .incidents import Applied, Happened

ILLEGAL_EXCHANGE, OUT_OF_ORDER = "illegal_exchange", "out_of_order"


@dataclass(frozen=True, slots=True)
class Worked:
    """What the book says of an incident."""

    kind: str
    reasons: tuple[Reason, ...]
    applied: Applied | None = None  # the remedy that goes with it, None = none
    offence: bool = True  # there is one to log
    ruling: bool = False  # only the director can say what follows
    seconds: int | None = None  # time that the opponent has to choose tiles, None = none stated

    def happened(self, game: Game, entry: Entry, text: str = "", meaning: ScoreMeaning = NOT_GIVEN) -> Happened:
        """The incident to log, with its remedy. Raises Refused where there is no offence."""
        if not self.offence:
            raise Refused("That was allowed: there is nothing to log.", code="no_offence")
        facts = " ".join(f"{reason.text} ({reason.rule})" for reason in self.reasons)
        return Happened(
            self.kind, game=game, entry=entry, other=game.opponent(entry.pk),
            text=f"{text.strip()} {facts}".strip(), applied=self.applied, meaning=meaning,
        )  # fmt: skip


def work_out_exchange(game: Game, exchange: Exchange) -> Worked:
    """What follows when an exchange is questioned. Raises Refused with what to mend."""
    try:
        ruling = rule_on_exchange(exchange, book=game.round.division.book_in_force)
    except BadExchange as wrong:
        raise Refused(str(wrong), code="bad_exchange") from wrong
    except NeedsRuling as needed:
        return _the_directors(ILLEGAL_EXCHANGE, needed)
    rule, applied = ruling.reasons[-1].rule, None
    if ruling.points:
        applied = Applied(RemedyKind.POINTS, ruling.points, rule)
    elif ruling.undo is Undo.TURN_LOST:
        applied = Applied(RemedyKind.TURN, rule=rule)
    return Worked(ILLEGAL_EXCHANGE, ruling.reasons, applied, not ruling.legal, False, ruling.seconds)


def work_out_draw(game: Game, in_bag: int, *, opponent_starved: bool = False, take: bool = False) -> Worked:
    """What drawing out of order costs. Raises Refused where it cannot be, or takes points that the book does not give.

    in_bag: tiles in the bag before it.  opponent_starved: made before the opponent had a reasonable chance to draw, and
    leaving too few.  take: the director takes the spread points that the book allows.
    """
    book = game.round.division.book_in_force
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
    return Worked(OUT_OF_ORDER, tuple(reasons), Applied(RemedyKind.SPREAD, -draw.may_take, rule.rule) if take else None)


def _the_directors(kind: str, needed: NeedsRuling) -> Worked:
    text = f"{needed.point}: the book does not say what follows, the director rules. {needed.offered}"
    return Worked(kind, (Reason(text, needed.rule or OURS),), ruling=True)
