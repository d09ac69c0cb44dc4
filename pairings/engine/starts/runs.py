"""Starts of a table without long runs: who has one side more than three times in a row, mended without upsetting the balance.

Turning every game of a pair that meets an even number of times moves nobody's balance at the end.  Turning pairs that meet an odd
number of times along a chain, each started by the one before, moves its two ends alone: the first loses two, the last gains two.
Where the first was two above the last they change places, and a ring moves nobody; so the sum of squared balances stays what it was,
the least there is.  Turns are taken while one shortens the runs.
"""

from collections.abc import Iterator, Mapping, Sequence

from .starters import LONGEST_RUN

Pair = tuple[int, int]
Sides = Mapping[int, Sequence[int]]

LONGEST_CHAIN = 4


def shortened(games: Sequence[Pair], sides_before: Sides) -> list[Pair]:
    """The games in the order given, starter first (two who meet again start in turn), turned so that fewer are the fourth or later in a row on one side.

    sides_before: each player's sides before these games, +1 a start, -1 a reply.
    """
    table = _Table(games, sides_before)
    while (player := table.longest()) is not None:
        turn = next((turn for turn in table.turns(player) if table.improves(turn)), None)
        if turn is None:
            table.given_up.add(player)
    return table.games


class _Table:
    def __init__(self, games: Sequence[Pair], sides_before: Sides) -> None:
        self.games = list(games)
        self.before = sides_before
        self.given_up: set[int] = set()
        self.places: dict[int, list[int]] = {}  # a player's games
        self.meetings: dict[frozenset[int], list[int]] = {}
        for at, game in enumerate(games):
            self.meetings.setdefault(frozenset(game), []).append(at)
            for player in game:
                self.places.setdefault(player, []).append(at)

    def longest(self) -> int | None:
        """The player with the most games too many in a row; None where nobody has one who was not given up."""
        waiting = {player: self.excess(player) for player in self.places if player not in self.given_up}
        player = max(waiting, key=lambda number: (waiting[number], -number), default=None)
        return player if player is not None and waiting[player] else None

    def excess(self, player: int) -> int:
        """How many of these games are the player's fourth or later in a row on one side."""
        run = last = over = 0
        sides = [
            *self.before.get(player, ()),
            *(1 if self.games[at][0] == player else -1 for at in self.places[player]),
        ]
        begins = len(sides) - len(self.places[player])
        for at, side in enumerate(sides):
            run = run + 1 if side == last else 1
            last = side
            over += at >= begins and run > LONGEST_RUN
        return over

    def balance(self, player: int) -> int:
        """Starts less replies at the end."""
        own = sum(1 if self.games[at][0] == player else -1 for at in self.places[player])
        return own + sum(self.before.get(player, ()))

    def turns(self, player: int) -> Iterator[list[frozenset[int]]]:
        """Pairs whose games may be turned together, the fewest first: of this player, or a chain through them."""
        for pair in self.meetings:
            if player in pair and len(self.meetings[pair]) % 2 == 0:
                yield [pair]
        for length in range(1, LONGEST_CHAIN + 1):
            for ends_here in (False, True):
                yield from self._chains([player], [], length, backwards=ends_here)

    def _chains(
        self, players: list[int], pairs: list[frozenset[int]], length: int, *, backwards: bool
    ) -> Iterator[list[frozenset[int]]]:
        here, begin = players[-1], players[0]
        if len(pairs) == length:
            step = self.balance(begin) - self.balance(here)
            if here == begin or step == (-2 if backwards else 2):
                yield pairs
            return
        for at in self.places[here]:
            starter, other = self.games[at]
            pair = frozenset((starter, other))
            there = starter if backwards else other
            if there == here or pair in pairs or len(self.meetings[pair]) % 2 == 0 or at != self.meetings[pair][0]:
                continue
            if there not in players[1:]:
                yield from self._chains([*players, there], [*pairs, pair], length, backwards=backwards)

    def improves(self, turn: list[frozenset[int]]) -> bool:
        """Turn the games of these pairs; turned back where the runs come out no shorter."""
        touched = {player for pair in turn for player in pair}
        now = sum(map(self.excess, touched))
        self._turn(turn)
        if sum(map(self.excess, touched)) < now:
            self.given_up -= touched
            return True
        self._turn(turn)
        return False

    def _turn(self, turn: list[frozenset[int]]) -> None:
        for pair in turn:
            for at in self.meetings[pair]:
                self.games[at] = self.games[at][::-1]
