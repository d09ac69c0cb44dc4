"""Points of spread that a ruling takes, the result untouched.  Source: NSA Guideline 7 (II.C)."""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason, because


@dataclass(frozen=True, slots=True)
class OutOfOrderDraw:
    """What drawing out of order may cost.

    may_take: spread points the director may take from the offender, the opponent gaining nothing; 0 = none.
    advised: whether the book leans towards taking them.  all_new_overdrawn: the new tiles are treated as overdrawn.
    unethical: the draw is a matter for the conduct log.
    """

    may_take: int
    advised: bool
    all_new_overdrawn: bool
    unethical: bool
    reasons: tuple[Reason, ...]


def out_of_order_draw(*, in_bag: int, opponent_starved: bool, book: Rulebook) -> OutOfOrderDraw:
    """A draw made before the opponent's own (WESPA 3.9.9; NSA II.C, Guideline 7).

    in_bag: tiles in the bag before the draw.  opponent_starved: made before the opponent had a reasonable chance
    to draw, and leaving fewer tiles than that draw needed.  Raises NeedsRuling where the book is silent, ValueError
    for an empty bag.
    """
    if in_bag < 1:
        raise ValueError("Nobody draws from an empty bag: count the tiles that were in it before the draw.")
    provision = book.during.out_of_order
    rule = provision.value
    if rule.ruling:
        raise NeedsRuling("Drawing out of order", "Let it stand, or treat the new tiles as overdrawn.", provision.rule)
    may_take = rule.spread_points if rule.investigate_below is not None and in_bag < rule.investigate_below else 0
    advised = bool(may_take) and rule.above_all_below is not None and in_bag < rule.above_all_below
    overdrawn = rule.starved_is_overdraw and opponent_starved
    return OutOfOrderDraw(may_take, advised, overdrawn, rule.unethical, (because(provision.explain, provision),))
