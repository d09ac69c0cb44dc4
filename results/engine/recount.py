"""Whether a game may be recounted.  Sources: WESPA 5.4.1, 5.5.1, 5.5.2; NSA III.E, III.F."""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because

from .finality import may_recount
from .sheet_states import State


@dataclass(frozen=True, slots=True)
class RecountRight:
    """full_only: a recount of part of the game is not acceptable."""

    allowed: bool
    full_only: bool
    reasons: tuple[Reason, ...]


def recount_right(
    *, margin: int, book: Rulebook, state: State = State.EMPTY, next_game_began: bool = False
) -> RecountRight:
    """Whether either player may ask for a recount.

    margin: difference of the two scores, either sign.  state: of the game's sheet, SIGNED or HANDED_IN once both signed
    its scores; EMPTY where the game has none.  next_game_began: the next round of either player is playing.
    """
    provision = book.ending.recount
    in_time = may_recount(state, book, next_game_began=next_game_began)
    if not in_time.allowed:
        return RecountRight(False, provision.value.full_only, (in_time.reason,))
    limit, gap = provision.value.max_margin, abs(margin)
    allowed = limit is None or gap <= limit
    if limit is None:
        text = "Any game may be recounted."
    elif allowed:
        text = f"The margin is {gap}, within {limit}."
    else:
        text = f"The margin is {gap}: a recount needs {limit} or less."
    return RecountRight(allowed, provision.value.full_only, (because(text, provision),))
