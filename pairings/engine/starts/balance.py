"""Starts of rounds that are paired together, solved together.

Two players who meet several times in the block start in turn, so only pairs that meet an odd number of times move
anyone's balance: each such pair is a link directed from the first starter.  Turning every link of a path from u to v
takes 2 off u's balance (starts less replies) and adds 2 to v's.  While some path leads from a balance to one lower by
more than 2, turning it lowers the sum of squared balances; when none does, that sum is the least possible (no negative
cycle is left in a flow with convex costs: Ahuja, Magnanti and Orlin, "Network Flows", 1993, ch. 14).  From equal
records the least sum is that of an Eulerian orientation, so everyone ends within 1 of even.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence

Pair = tuple[int, int]


def balanced_starts(games: Sequence[Pair], before: Mapping[int, int]) -> list[Pair]:
    """The games with the starter first, in the order given, with the least sum of squared balances at the end.

    games: two players each, in the order of play, with the preferred starter first where a pair meets for the first
    time; later meetings are turned as needed.  before: each player's balance before the block, 0 where missing.
    """
    times = Counter(frozenset(game) for game in games)
    links: dict[frozenset[int], Pair] = {frozenset(game): game for game in reversed(games)}
    started = _Links([link for pair, link in links.items() if times[pair] % 2], before)
    started.balance_out()
    turned = {frozenset(link): link for link in started.pairs()}
    return _in_turn(games, links | turned)


def _in_turn(games: Sequence[Pair], first_meeting: Mapping[frozenset[int], Pair]) -> list[Pair]:
    result: list[Pair] = []
    last_starter: dict[frozenset[int], int] = {}
    for first, second in games:
        pair = frozenset((first, second))
        if pair in last_starter:
            starter = second if last_starter[pair] == first else first
        else:
            starter = first_meeting[pair][0]
        last_starter[pair] = starter
        result.append((first, second) if starter == first else (second, first))
    return result


class _Links:
    """Directed links between players, and everyone's balance with them counted in."""

    def __init__(self, pairs: Sequence[Pair], before: Mapping[int, int]) -> None:
        self.out: dict[int, set[int]] = {}
        self.balance: dict[int, int] = {}
        for starter, other in pairs:
            self.out.setdefault(starter, set()).add(other)
            self.out.setdefault(other, set())
        for player, others in self.out.items():
            self.balance[player] = self.balance.get(player, before.get(player, 0)) + len(others)
            for other in others:
                self.balance[other] = self.balance.get(other, before.get(other, 0)) - 1

    def pairs(self) -> list[Pair]:
        return [(starter, other) for starter, others in self.out.items() for other in others]

    def balance_out(self) -> None:
        """Turn paths until none lowers the sum of squares."""
        while any(
            self._relieve(player) for player in sorted(self.out, key=lambda player: (-self.balance[player], player))
        ):
            pass

    def _relieve(self, player: int) -> bool:
        """Turn a shortest path from this player to the neediest one within reach, if that lowers the sum."""
        came_from: dict[int, int] = {player: player}
        queue = deque([player])
        neediest = player
        while queue:
            here = queue.popleft()
            if self.balance[here] < self.balance[neediest]:
                neediest = here
            for there in sorted(self.out[here]):
                if there not in came_from:
                    came_from[there] = here
                    queue.append(there)
        if self.balance[player] - self.balance[neediest] <= 2:
            return False
        here = neediest
        while here != player:
            previous = came_from[here]
            self.out[previous].remove(here)
            self.out[here].add(previous)
            here = previous
        self.balance[player] -= 2
        self.balance[neediest] += 2
        return True
