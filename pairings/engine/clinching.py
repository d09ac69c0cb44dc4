"""Who can still catch whom, and whose place is settled ("Gibsonized").

A player who wins every round left while another loses every one gains as many wins as there are rounds left.  Where
that makes them level, spread decides: within the swing that the event thinks possible they can still change places.
"""

from bisect import bisect_left
from collections.abc import Sequence

from pairings.engine.model import Contestant

Players = Sequence[Contestant]


def swing_of(per_round: Sequence[int], rounds_left: int) -> int:
    """How far the spread between two players can move in the rounds left, in points.

    per_round: what one player can gain or lose in a round, last round first; the last number repeats.
    """
    return 2 * sum(per_round[min(at, len(per_round) - 1)] for at in range(rounds_left))


def can_catch(ahead: Contestant, behind: Contestant, rounds_left: int, swing: int) -> bool:
    """Whether the player behind can still end level with or above the one ahead.

    rounds_left: with the round to be paired.  swing: see `swing_of`.
    """
    margin = ahead.halves - behind.halves
    if margin != 2 * rounds_left:
        return margin < 2 * rounds_left
    return ahead.spread - behind.spread <= swing


def best_finish(players: Players, at: int, rounds_left: int, swing: int) -> int:
    """The best place, from 1, that the player at position `at` of the standings can still reach.

    Whoever is out of reach stands above everyone who is within, as the standings are sorted by wins and spread.
    """
    within = bisect_left(range(at), True, key=lambda above: can_catch(players[above], players[at], rounds_left, swing))
    return 1 + within


def settled_places(
    players: Players, rounds_left: int, swing: int, *, last_place: int, equal_places: Sequence[tuple[int, int]] = ()
) -> tuple[int, ...]:
    """The places, from 1 to last_place, whose players can neither rise nor fall, in order.

    equal_places: places with the same prize, (first, last): moving about inside them is neither.
    """
    found = []
    for place in range(1, min(last_place, len(players)) + 1):
        begin, end = next(((one, two) for one, two in equal_places if one <= place <= two), (place, place))
        player = players[place - 1]
        falls = end < len(players) and can_catch(player, players[end], rounds_left, swing)
        rises = begin > 1 and can_catch(players[begin - 2], player, rounds_left, swing)
        if not falls and not rises:
            found.append(place)
    return tuple(found)
