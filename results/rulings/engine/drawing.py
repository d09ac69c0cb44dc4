"""An exchange with too few tiles in the bag, and a draw out of order.

Sources: WESPA 3.9.9, 3.10.17, 3.10.15(a); NSA II.C, II.H.8, II.H.10, Guideline 7.
"""

from dataclasses import dataclass
from enum import StrEnum

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason, because
from tdsuite.tournaments.rulebooks.terms import ExchangeRemedy, UnnumberedExchange

RACK = 7


class BadExchange(ValueError):
    """The exchange described cannot be.  The message says what to mend."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """How far an exchange has gone when it is questioned."""

    in_bag: int  # tiles in the bag when it was announced
    exchanged: int = 1  # how many tiles
    numbered: bool = True  # a number was said, or tiles laid down
    drawn: bool = False  # a new tile has left the bag
    old_in_bag: bool = False  # an unwanted tile is back in the bag
    new_on_rack: bool = False  # a new tile is on the rack, or mixed with the old
    opponent_played: bool = False  # the opponent's next play is made
    opponent_racked: bool = False  # and a new tile of theirs is on their rack


class Undo(StrEnum):
    NOTHING = "nothing"  # it stands
    PASS_TAKE_BACK = "a"  # face-down tiles go back to the rack
    PASS_SHOW_NEW = "b"  # new tiles shown, returned; old tiles back to the rack
    OPPONENT_CHOOSES_SEPARATE = "c"  # from the new tiles, the bag and two of the rack
    OPPONENT_CHOOSES_MIXED = "d"  # from exchanged + 2 of the rack and the bag
    TOO_LATE_POINTS = "e"
    TURN_LOST = "turn-lost"  # old tiles back to the rack


@dataclass(frozen=True, slots=True)
class ExchangeRuling:
    legal: bool  # enough tiles were there
    undo: Undo
    points: int  # signed, on the offender's score
    seen_of_rack: int  # tiles of the offender's rack that the opponent looks at
    seconds: int | None  # time to choose, None = none stated
    reasons: tuple[Reason, ...]


def rule_on_exchange(exchange: Exchange, *, book: Rulebook) -> ExchangeRuling:
    """What follows when an exchange is questioned.

    Too few tiles in the bag is settled before a number left unsaid, save where that alone makes it a pass.  Raises
    BadExchange, and NeedsRuling where the book is silent.
    """
    _check(exchange)
    rules = book.during.exchange
    if not exchange.numbered and rules.unnumbered.value is UnnumberedExchange.IS_A_PASS:
        why = because(rules.unnumbered.explain, rules.unnumbered)
        return ExchangeRuling(False, Undo.PASS_TAKE_BACK, 0, 0, None, (why,))
    least = rules.least_in_bag
    if exchange.in_bag >= least.value:
        if not exchange.numbered:
            raise NeedsRuling("An exchange with no number said", "Make it a pass, or let it go on.")
        return _stands(True, because(f"{exchange.in_bag} tiles in the bag: legal.", least))
    few = because(f"{exchange.in_bag} tiles in the bag: {least.value} are needed.", least)
    kind = rules.remedy.value.remedy
    if kind is ExchangeRemedy.RULING:
        offered = "Undo it and take the turn, or let it stand."
        raise NeedsRuling(f"{few.text} The exchange is illegal", offered, rules.remedy.rule or least.rule)
    if kind is ExchangeRemedy.BY_STAGE:
        return _by_stage(exchange, book, few)
    if exchange.old_in_bag:
        late = because("An unwanted tile is back in the bag: too late to challenge.", rules.remedy)
        return _stands(False, few, late)
    upheld = because("The challenge is upheld: the turn is lost.", rules.remedy)
    return ExchangeRuling(False, Undo.TURN_LOST, 0, 0, None, (few, upheld))


def _check(exchange: Exchange) -> None:
    if exchange.in_bag < 0 or not 1 <= exchange.exchanged <= RACK:
        raise BadExchange("The bag holds 0 tiles or more, and 1 to 7 are exchanged.")
    if exchange.opponent_racked and not exchange.opponent_played:
        raise BadExchange("A new tile of the opponent's is racked only after their next play: say that it was made.")


def _stands(legal: bool, *reasons: Reason) -> ExchangeRuling:
    return ExchangeRuling(legal, Undo.NOTHING, 0, 0, None, reasons)


def _by_stage(exchange: Exchange, book: Rulebook, few: Reason) -> ExchangeRuling:
    """NSA II.H.10 a-e."""
    provision = book.during.exchange.remedy
    rule = provision.value
    points, seen, seconds = 0, 0, None
    if exchange.new_on_rack and not (exchange.old_in_bag or exchange.opponent_played):
        raise NeedsRuling("A new tile is on the rack, no old one in the bag", "Follow case b or d.", provision.rule)
    if exchange.opponent_played and exchange.opponent_racked:
        undo, points, text = Undo.TOO_LATE_POINTS, -rule.points, f"Case e: {rule.points} points off."
    elif exchange.new_on_rack or exchange.opponent_played:
        undo, seen, seconds = Undo.OPPONENT_CHOOSES_MIXED, min(RACK, exchange.exchanged + 2), rule.seconds
        text = f"Case d: the opponent sees {seen} tiles and the bag, and gives as many back."
    elif exchange.old_in_bag:
        undo, seen, seconds = Undo.OPPONENT_CHOOSES_SEPARATE, min(2, RACK - exchange.exchanged), rule.seconds
        text = f"Case c: the opponent sees the new tiles, the bag and {seen} of the rack, and gives the right number."
    elif exchange.drawn:
        undo, text = Undo.PASS_SHOW_NEW, "Case b: a pass; the new tiles are shown and go back in the bag."
    else:
        undo, text = Undo.PASS_TAKE_BACK, "Case a: a pass; the tiles laid down go back to the rack."
    return ExchangeRuling(False, undo, points, seen, seconds, (few, because(text, provision)))


@dataclass(frozen=True, slots=True)
class OutOfOrderDraw:
    """What drawing out of order may cost."""

    may_take: int  # spread points the director may take from the offender, the opponent gaining nothing; 0 = none
    advised: bool  # whether the book leans towards taking them
    all_new_overdrawn: bool  # the new tiles are treated as overdrawn
    unethical: bool  # the draw is a matter for the conduct log
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
