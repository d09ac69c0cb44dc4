"""Who starts by tiles: one tile each, nearest A, a blank before A, again on a tie.

Sources: WESPA 2.1(a), NSA I.C.3, SOWPODS "Starting the game", guide "Drawing tiles"; each book's tie rule is its own.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because
from tdsuite.tournaments.rulebooks.terms import DrawTie
from .tiles import BadRack, check_in_set

BLANK = "?"
BLANK_NAMES = frozenset({"?", "*", "_", "BLANK"})
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST, SECOND = 0, 1


class BadDraw(ValueError):
    """Tiles that cannot have been drawn so.  The message says which to correct."""


@dataclass(frozen=True, slots=True)
class DrawResult:
    """Where a tile draw stands."""

    starter: int | None  # 0 the first player named, 1 the second, None while undecided
    draws: tuple[tuple[str, str], ...]
    kept_out: tuple[str, ...]  # tiles that stay out of the bag for the moment, in the order drawn
    reasons: tuple[Reason, ...]  # what happened and what to do next


def tile(text: str) -> str:
    """The letter typed, as A to Z, or "?" for a blank.  Raises BadDraw."""
    letter = text.strip().upper()
    if letter in BLANK_NAMES:
        return BLANK
    if len(letter) != 1 or letter not in ALPHABET:
        raise BadDraw(f"{text!r} is no tile: type a letter from A to Z, or ? for a blank.")
    return letter


def rank(letter: str) -> int:
    """0 for a blank, then 1 for A to 26 for Z: the lower starts."""
    return 0 if letter == BLANK else 1 + ALPHABET.index(letter)


def tile_draw(draws: Sequence[tuple[str, str]], book: Rulebook) -> DrawResult:
    """Decide the start from the tiles drawn so far, (first player's, second player's) each time.

    Raises BadDraw for no tile, for more tiles of a letter than the set has (over all draws where tied tiles stay out of
    the bag, in one draw elsewhere), or for a draw after the start was decided.
    """
    rules = book.starting.tile_draw
    drawn = tuple((tile(first_tile), tile(second_tile)) for first_tile, second_tile in draws)
    ties = [first_tile == second_tile for first_tile, second_tile in drawn]
    if not all(ties[:-1]):
        raise BadDraw(f"Draw {ties.index(False) + 1} decided the start already: take the later tiles out.")
    if not drawn:
        return DrawResult(None, (), (), (because("Each player draws one tile. " + rules.rank.explain, rules.rank),))
    kept_out = rules.on_tie.value is DrawTie.REDRAW_TILES_KEPT_OUT
    # Each draw takes from one set of 100 tiles, and so do all together where none goes back (WESPA 2.1(a)).
    out: Counter[str] = Counter()
    for number, pair in enumerate(drawn, start=1):
        out = out + Counter(pair) if kept_out else Counter(pair)
        try:
            check_in_set(out)
        except BadRack as wrong:
            raise BadDraw(f"Draw {number} cannot be: {wrong} Correct the tiles.") from wrong
    first_tile, second_tile = drawn[-1]
    if first_tile == second_tile:
        tied = because(f"{named(first_tile)} against {named(second_tile)}: a tie. {rules.on_tie.explain}", rules.on_tie)
        return DrawResult(None, drawn, tuple(letter for pair in drawn for letter in pair) if kept_out else (), (tied,))
    starter = FIRST if rank(first_tile) < rank(second_tile) else SECOND
    best = named(drawn[-1][starter])
    decided = because(f"{named(first_tile)} against {named(second_tile)}: {best} starts.", rules.rank)
    return DrawResult(starter, drawn, (), (decided, because(rules.tiles_back.explain, rules.tiles_back)))


def named(letter: str) -> str:
    return "the blank" if letter == BLANK else letter
