"""Whose place is settled ("Gibsonized").  Who can still catch whom is the kernel's rule, the one that standings show."""

from collections.abc import Sequence

from pairings.engine.model import Contestant
from tdsuite.tournaments.engine.reach import best_place as best_finish, can_catch

__all__ = ["best_finish", "can_catch", "settled_places", "swing_of"]

Players = Sequence[Contestant]


def swing_of(per_round: Sequence[int], rounds_left: int) -> int:
    """How far the spread between two players can move in the rounds left, in points.

    per_round: what one player can gain or lose in a round, last round first; the last number repeats.
    """
    return 2 * sum(per_round[min(at, len(per_round) - 1)] for at in range(rounds_left))


def settled_places(
    players: Players, rounds_left: int, swing: int, *, last_place: int, equal_places: Sequence[tuple[int, int]] = ()
) -> tuple[int, ...]:
    """The places, from 1 to last_place, whose players can neither rise nor fall, in order.

    equal_places: places with the same prize, (first, last): moving about inside them is neither.
    """
    places = []
    for place in range(1, min(last_place, len(players)) + 1):
        begin, end = next(
            ((first, second) for first, second in equal_places if first <= place <= second), (place, place)
        )
        player = players[place - 1]
        falls = end < len(players) and can_catch(player, players[end], rounds_left, swing)
        rises = begin > 1 and can_catch(players[begin - 2], player, rounds_left, swing)
        if not falls and not rises:
            places.append(place)
    return tuple(places)
