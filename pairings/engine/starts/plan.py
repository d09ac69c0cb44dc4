"""The starts of the next rounds of a table, so that the whole of it can end even.

Rounds that are paired together end even by themselves, two by two.  A single round is settled together with all that are still to
come, so that the whole ends as even as can be however often it is asked for.
"""

from collections.abc import Mapping, Sequence

from .balance import balanced_starts
from .even_starts import evened
from .runs import Sides, shortened

Pair = tuple[int, int]


def planned(
    rounds: Sequence[Sequence[Pair]], asked: int, sides_before: Sides, last_starts: Mapping[frozenset[int], int]
) -> list[Pair]:
    """The games of the rounds asked for in the order given, starter first, and perhaps of some behind them.

    rounds: two players a game, each player at most once a round, the preferred starter first.  asked: how many of the rounds are
    paired.  sides_before: each player's sides before, +1 a start, -1 a reply.  last_starts: who started when two last met.
    """
    settled = rounds if asked == 1 else rounds[:asked]
    before = {player: sum(sides) for player, sides in sides_before.items()}
    return shortened(balanced_starts(evened(settled, before, last_starts), before), sides_before)
