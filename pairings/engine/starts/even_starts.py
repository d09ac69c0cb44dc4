"""Starts that are even after every second round of a table, as far as a choice of starters can make them so.

The games of two rounds taken together form rings and chains, as everyone has at most one game in each.  Going round a
ring and letting each player start against the next gives everyone on it one start and one reply; so does a chain for
all but its two ends, where the way is taken that leaves them closer to even.
"""

from collections.abc import Iterator, Mapping, Sequence

Pair = tuple[int, int]


def evened(
    rounds: Sequence[Sequence[Pair]], before: Mapping[int, int], last_starts: Mapping[frozenset[int], int]
) -> list[Pair]:
    """The games of the rounds in the order given, starter first.

    rounds: two players a game, each player at most once a round, the preferred starter first.  before: each player's
    starts less replies before the block.  last_starts: who started when two last met.  Two who meet again start in turn.
    """
    balance = dict(before)
    last_starter = dict(last_starts)
    ordered: list[Pair] = []
    begin = 0
    for size in _blocks(rounds, balance):
        games = [game for row in rounds[begin : begin + size] for game in row]
        begin += size
        started: list[Pair | None] = []
        for game in games:
            started.append(turn := _in_turn(game, last_starter))
            if turn is not None:
                _count(turn, balance)
                last_starter[frozenset(turn)] = turn[0]
        for at, game in _oriented(games, [at for at, game in enumerate(started) if game is None], balance):
            started[at] = game
        for game in filter(None, started):
            last_starter[frozenset(game)] = game[0]
            ordered.append(game)
    return ordered


def _blocks(rounds: Sequence[Sequence[Pair]], balance: Mapping[int, int]) -> Iterator[int]:
    """How many rounds are taken together: two, but one first where most players are one off even, and one at the end."""
    players = {player for row in rounds for game in row for player in game}
    left = len(rounds)
    if 2 * sum(balance.get(player, 0) % 2 for player in players) > len(players):
        yield 1
        left -= 1
    while left > 0:
        yield min(2, left)
        left -= 2


def _in_turn(game: Pair, last_starter: Mapping[frozenset[int], int]) -> Pair | None:
    first, second = game
    starter = last_starter.get(frozenset(game))
    if starter is None:
        return None
    return (second, first) if starter == first else (first, second)


def _oriented(games: Sequence[Pair], free: Sequence[int], balance: dict[int, int]) -> Iterator[tuple[int, Pair]]:
    """The free games with their starters, ring by ring and chain by chain; `balance` is kept up to date."""
    at_player: dict[int, list[int]] = {}
    for at in free:
        for player in games[at]:
            at_player.setdefault(player, []).append(at)
    ends = [player for player, places in at_player.items() if len(places) == 1]
    seen: set[int] = set()
    for begin in (*ends, *at_player):
        chain = list(_walk(begin, games, at_player, seen))
        if not chain:
            continue
        if _turns_better(chain, games, balance):
            chain = [(at, (second, first)) for at, (first, second) in chain]
        for at, game in chain:
            _count(game, balance)
            yield at, game


def _walk(
    begin: int, games: Sequence[Pair], at_player: Mapping[int, list[int]], seen: set[int]
) -> Iterator[tuple[int, Pair]]:
    """The games from a player on, each started by the one we come from."""
    here = begin
    while (at := next((item for item in at_player[here] if item not in seen), None)) is not None:
        seen.add(at)
        first, second = games[at]
        there = second if here == first else first
        yield at, (here, there)
        here = there


def _turns_better(chain: Sequence[tuple[int, Pair]], games: Sequence[Pair], balance: Mapping[int, int]) -> bool:
    """Whether the other way round leaves the two ends closer to even, or, where that is alike, starts the first game
    of the table as preferred."""
    first, last = chain[0][1][0], chain[-1][1][1]
    if first != last:
        left, right = balance.get(first, 0), balance.get(last, 0)
        if left != right:
            return left > right
    earliest = min(chain)
    return earliest[1] != games[earliest[0]]


def _count(game: Pair, balance: dict[int, int]) -> None:
    balance[game[0]] = balance.get(game[0], 0) + 1
    balance[game[1]] = balance.get(game[1], 0) - 1
