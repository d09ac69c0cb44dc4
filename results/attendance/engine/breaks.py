"""The break a player is due between two rounds.  Instants and durations are whole seconds.  Source: NSA Guideline 19C."""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because


@dataclass(frozen=True, slots=True)
class RecountEnded:
    """A recount that kept a player after the game.  at: an instant.  full: the whole game was recounted."""

    at: int
    full: bool


@dataclass(frozen=True, slots=True)
class Break:
    """ready_at: the instant from which the player may be expected, None where the book sets no break."""

    ready_at: int | None
    reasons: tuple[Reason, ...]


def due_break(*, finished: int, book: Rulebook, recount: RecountEnded | None, next_started: int | None) -> Break:
    """When a player whose game ended at `finished` may be expected in the next round.

    next_started: when that round began, None = not yet.  A full recount that ends once the next round has run its ten
    minutes leaves the shorter break; any other recount leaves (our default) the full break from its end.
    """
    provision = book.starting.round_break
    rule = provision.value
    if rule.after_game is None:
        return Break(None, (because(provision.explain, provision),))
    if recount is None:
        text = f"{rule.after_game // 60} minutes after the game."
        return Break(finished + rule.after_game, (because(text, provision),))
    short = rule.after_recount
    under_way = next_started is not None and recount.at - next_started >= (rule.next_round_run or 0)
    if recount.full and under_way and short is not None:
        text = f"{short // 60} minutes after a full recount: the next round has run {(rule.next_round_run or 0) // 60}."
        return Break(recount.at + short, (because(text, provision),))
    return Break(
        recount.at + rule.after_game, (because(f"{rule.after_game // 60} minutes after the recount.", provision),)
    )
