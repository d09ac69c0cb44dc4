"""What people ask for after every event: the highest, the lowest, the luckiest; each with the games it came from.

Only games that were played and have two scores count; a tie is neither a win nor a loss. Ties for the first place are all
listed. Definitions with worked examples: docs/rulebook/statistics.md.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property, partial
from typing import Any

from tdsuite.platform.words.sentences import Sentence

CLOSEST = 6  # games that tuff luck and lucky stiff add up
CLOSEST_IN_SHORT_EVENTS = 3
SHORT_EVENT = 10  # rounds


class Kind(StrEnum):
    """What a list is about."""

    HIGH_WIN = "high_win"
    LOW_WIN = "low_win"
    HIGH_LOSS = "high_loss"
    LOW_LOSS = "low_loss"
    HIGH_COMBINED = "high_combined"
    HIGH_SPREAD = "high_spread"
    UPSET = "upset"
    TUFF_LUCK = "tuff_luck"
    LUCKY_STIFF = "lucky_stiff"
    HIGH_AVERAGE = "high_average"
    LOW_AVERAGE_AGAINST = "low_average_against"
    COMEBACK = "comeback"
    OVERSEED = "overseed"
    RATING_GAIN = "rating_gain"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with both final scores, every adjustment included. key: the caller's own. starter: None = not recorded."""

    key: int
    round: int
    first: int
    second: int
    first_score: int
    second_score: int
    starter: int | None = None

    @property
    def margin(self) -> int:
        return abs(self.first_score - self.second_score)

    @property
    def combined(self) -> int:
        return self.first_score + self.second_score

    @property
    def winner(self) -> int | None:
        if self.first_score == self.second_score:
            return None
        return self.first if self.first_score > self.second_score else self.second

    def opponent(self, number: int) -> int:
        return self.second if number == self.first else self.first

    def score(self, number: int) -> int:
        return self.first_score if number == self.first else self.second_score


Won = tuple[PlayedGame, int, int, int, int]
"""(game, winner, loser, the winner's score, the loser's) of a game that was not tied."""


@dataclass(frozen=True)
class Facts:
    """One division. ratings: before the event, 0 = unrated. ranks: by number after round 0 (the seeding), 1, ... ; may be empty.

    changes: rating points gained by number, only of players rated before; may be empty. closest: how many games tuff luck
    and lucky stiff add up.
    """

    games: tuple[PlayedGame, ...]
    ratings: Mapping[int, int] = field(default_factory=dict)
    ranks: tuple[Mapping[int, int], ...] = ()
    changes: Mapping[int, int] = field(default_factory=dict)
    closest: int = CLOSEST

    @cached_property
    def won(self) -> list[Won]:
        """Every game that was not tied, from the winner's side."""
        won: list[Won] = []
        for game in self.games:
            own, other = game.first_score, game.second_score
            if own > other:
                won.append((game, game.first, game.second, own, other))
            elif other > own:
                won.append((game, game.second, game.first, other, own))
        return won

    @cached_property
    def games_of(self) -> Mapping[int, Sequence[PlayedGame]]:
        """By player number, in the order of `games`."""
        games: dict[int, list[PlayedGame]] = defaultdict(list)
        for game in self.games:
            games[game.first].append(game)
            games[game.second].append(game)
        return games

    @cached_property
    def low_points(self) -> dict[int, tuple[int, int]]:
        """By player number, the lowest rank and the last round after which it was held, the seeding left aside."""
        lowest: dict[int, tuple[int, int]] = {}
        for after, ranks in enumerate(self.ranks[1:], start=1):
            for number, rank in ranks.items():
                if number not in lowest or rank >= lowest[number][0]:
                    lowest[number] = rank, after
        return lowest

    @cached_property
    def averages(self) -> dict[int, Averages]:
        """Points for and against by player number: the page and two lists ask for them."""
        return averages(self.games)

    def in_round(self, number: int) -> Facts:
        """The same division with the games of one round only; ranks and rating changes are of the event, so they are left out."""
        return replace(self, games=tuple(game for game in self.games if game.round == number), ranks=(), changes={})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list. place: shared places are equal and the next one skips. games: the ones the value came from.

    players: whose line it is; both players of a game for the high combined score. sayer: gives `why`. order: what the list is
    sorted by, smaller first; it compares lines of the same list in several divisions.
    """

    place: int
    players: tuple[int, ...]
    value: float
    games: tuple[PlayedGame, ...]
    sayer: Callable[[Line], Sentence] = field(repr=False, compare=False)
    order: float = 0.0

    @property
    def first(self) -> int:
        return self.players[0]

    def say(self) -> Sentence:
        """Put into words only where somebody asks: of a list of all games few lines are read."""
        return self.sayer(self)

    @property
    def why(self) -> str:
        return self.say()


@dataclass(frozen=True, slots=True)
class Averages:
    """Points for and against a game. played: games with two scores."""

    number: int
    played: int
    points_for: int
    points_against: int

    @property
    def average_for(self) -> float:
        return self.points_for / self.played

    @property
    def average_against(self) -> float:
        return self.points_against / self.played


@dataclass(frozen=True, slots=True)
class StartersShare:
    """What starters won. games: those whose starter is known. halves: half wins of the starters."""

    games: int
    halves: int

    @property
    def share(self) -> float | None:
        """0 to 1; None without a game."""
        return self.halves / 2 / self.games if self.games else None


Found = tuple[float, tuple[int, ...], float, tuple[PlayedGame, ...]]
"""(order, smaller is better; players; value; games) of a line before it has a place."""
Finder = Callable[[Facts], list[Found]]
Sayer = Callable[[Facts, Line], Sentence]


def closest_games(rounds: int) -> int:
    """How many games tuff luck and lucky stiff add up in an event of that length: 6, or 3 up to 10 rounds."""
    return CLOSEST_IN_SHORT_EVENTS if rounds <= SHORT_EVENT else CLOSEST


def listing(kind: Kind, facts: Facts, most: int | None = None) -> tuple[Line, ...]:
    """The list, best first. most: at most so many lines; lines equal to the last of them are listed too."""
    find, say = _KINDS[kind]
    rows = find(facts)
    if most is not None and len(rows) > most:
        last = heapq.nsmallest(most, [each[0] for each in rows])[-1]
        rows = [each for each in rows if each[0] <= last]
    rows.sort(key=lambda row: (row[0], row[1], [game.key for game in row[3]]))
    lines: list[Line] = []
    for position, (order, players, value, games) in enumerate(rows, start=1):
        place = lines[-1].place if lines and lines[-1].order == order else position
        lines.append(Line(place, players, value, games, partial(say, facts), order))
    return tuple(lines)


def best_of_each(kind: Kind, facts: Facts) -> list[Line]:
    """The list without the lines of players who all stand above: who could get a prize for it."""
    seen: set[int] = set()
    best = []
    for line in listing(kind, facts):
        if not seen.issuperset(line.players):
            seen.update(line.players)
            best.append(line)
    return best


def averages(games: Iterable[PlayedGame]) -> dict[int, Averages]:
    """Points for and against by player number, of everyone who played a game."""
    sums: dict[int, tuple[int, int, int]] = {}
    for game in games:
        first, second = game.first_score, game.second_score
        for player, own, other in ((game.first, first, second), (game.second, second, first)):
            played, points_for, points_against = sums.get(player, (0, 0, 0))
            sums[player] = played + 1, points_for + own, points_against + other
    return {number: Averages(number, *row) for number, row in sorted(sums.items())}


def mean_score(games: Sequence[PlayedGame]) -> float | None:
    """Points a player a game over the whole division."""
    return sum(game.combined for game in games) / (2 * len(games)) if games else None


def starters_share(games: Iterable[PlayedGame]) -> StartersShare:
    """What the starters won; a tie is half a win."""
    played = halves = 0
    for game in games:
        if game.starter is not None:
            played += 1
            winner = game.winner
            halves += 1 if winner is None else 2 if winner == game.starter else 0
    return StartersShare(played, halves)


def _winning(sign: int) -> Finder:
    def find(facts: Facts) -> list[Found]:
        return [(sign * score, (winner,), score, (game,)) for game, winner, _, score, _ in facts.won]

    return find


def _losing(sign: int) -> Finder:
    def find(facts: Facts) -> list[Found]:
        return [(sign * score, (loser,), score, (game,)) for game, _, loser, _, score in facts.won]

    return find


def _high_combined(facts: Facts) -> list[Found]:
    return [(-game.combined, (game.first, game.second), game.combined, (game,)) for game in facts.games]


def _high_spread(facts: Facts) -> list[Found]:
    return [(low - high, (winner,), high - low, (game,)) for game, winner, _, high, low in facts.won]


def _upset(facts: Facts) -> list[Found]:
    candidates: list[Found] = []
    for game, winner, loser, _, _ in facts.won:
        own, other = facts.ratings.get(winner, 0), facts.ratings.get(loser, 0)
        if own and other > own:
            candidates.append((own - other, (winner,), other - own, (game,)))
    return candidates


def _closest(*, won: bool) -> Finder:
    def find(facts: Facts) -> list[Found]:
        candidates: list[Found] = []
        for number, played in facts.games_of.items():
            own = [game for game in played if game.margin and (game.winner == number) is won]
            if len(own) >= facts.closest:
                closest = sorted(own, key=lambda game: (game.margin, game.round, game.key))[: facts.closest]
                total = sum(game.margin for game in closest)
                candidates.append((total, (number,), total, tuple(closest)))
        return candidates

    return find


def _average(sign: int, *, against: bool) -> Finder:
    """Of everyone who played at least half as many games as the busiest player: a few games make no average."""

    def find(facts: Facts) -> list[Found]:
        rows = facts.averages
        busiest = max((row.played for row in rows.values()), default=0)
        candidates: list[Found] = []
        for number, row in rows.items():
            if 2 * row.played >= busiest:
                value = row.average_against if against else row.average_for
                candidates.append((sign * value, (number,), value, tuple(facts.games_of[number])))
        return candidates

    return find


def _comeback(facts: Facts) -> list[Found]:
    """From the lowest rank after any round to the last rank; ranks after round 0 are a seeding and no low point."""
    if len(facts.ranks) < 2:
        return []
    candidates: list[Found] = []
    for number, final in facts.ranks[-1].items():
        lowest, after = facts.low_points[number]
        if lowest > final:
            since = tuple(game for game in facts.games_of.get(number, ()) if game.round > after)
            candidates.append((final - lowest, (number,), lowest - final, since))
    return candidates


def _overseed(facts: Facts) -> list[Found]:
    """Places gained on the seeding."""
    if len(facts.ranks) < 2:
        return []
    gained = {number: facts.ranks[0].get(number, final) - final for number, final in facts.ranks[-1].items()}
    return [(-places, (number,), places, ()) for number, places in gained.items() if places > 0]


def _rating_gain(facts: Facts) -> list[Found]:
    return [(-gain, (number,), gain, ()) for number, gain in facts.changes.items() if gain > 0]


def _say_score(_facts: Facts, line: Line) -> Sentence:
    return Sentence("round {round}: {score} against {player}", **_score(line))


def _score(line: Line) -> dict[str, Any]:
    game = line.games[0]
    other = game.opponent(line.first)
    return {"round": game.round, "score": f"{game.score(line.first)}-{game.score(other)}", "player": f"player {other}"}


def _say_combined(_facts: Facts, line: Line) -> Sentence:
    game = line.games[0]
    total = f"{game.first_score} + {game.second_score} = {game.combined}"
    return Sentence("round {round}: {total}", round=game.round, total=total)


def _say_upset(facts: Facts, line: Line) -> Sentence:
    return Sentence(
        "round {round}: {score} against {player}, {rating} against {theirs}",
        **_score(line),
        rating=facts.ratings[line.first],
        theirs=facts.ratings[line.games[0].opponent(line.first)],
    )


def _say_tuff_luck(_facts: Facts, line: Line) -> Sentence:
    return Sentence.counted(
        "closest loss: {sum}", "closest {number} losses: {sum}", len(line.games), sum=_sum_of_margins(line)
    )


def _say_lucky_stiff(_facts: Facts, line: Line) -> Sentence:
    return Sentence.counted(
        "closest win: {sum}", "closest {number} wins: {sum}", len(line.games), sum=_sum_of_margins(line)
    )


def _sum_of_margins(line: Line) -> str:
    return f"{' + '.join(str(game.margin) for game in line.games)} = {line.value:g}"


def _say_average(_facts: Facts, line: Line) -> Sentence:
    average = Decimal(f"{line.value:.2f}")
    return Sentence.counted(
        "{average} a game over {number} game", "{average} a game over {number} games", len(line.games), average=average
    )


def _say_comeback(facts: Facts, line: Line) -> Sentence:
    lowest, after = facts.low_points[line.first]
    return Sentence(
        "rank {lowest} after round {after}, {rank} after round {last}",
        lowest=lowest,
        after=after,
        rank=facts.ranks[-1][line.first],
        last=len(facts.ranks) - 1,
    )


def _say_overseed(facts: Facts, line: Line) -> Sentence:
    return Sentence("seeded {seed}, ranked {rank}", seed=facts.ranks[0][line.first], rank=facts.ranks[-1][line.first])


def _say_gain(_facts: Facts, line: Line) -> Sentence:
    return Sentence("rating {change}", change=f"{line.value:+g}")


_KINDS: Mapping[Kind, tuple[Finder, Sayer]] = {
    Kind.HIGH_WIN: (_winning(-1), _say_score),
    Kind.LOW_WIN: (_winning(1), _say_score),
    Kind.HIGH_LOSS: (_losing(-1), _say_score),
    Kind.LOW_LOSS: (_losing(1), _say_score),
    Kind.HIGH_COMBINED: (_high_combined, _say_combined),
    Kind.HIGH_SPREAD: (_high_spread, _say_score),
    Kind.UPSET: (_upset, _say_upset),
    Kind.TUFF_LUCK: (_closest(won=False), _say_tuff_luck),
    Kind.LUCKY_STIFF: (_closest(won=True), _say_lucky_stiff),
    Kind.HIGH_AVERAGE: (_average(-1, against=False), _say_average),
    Kind.LOW_AVERAGE_AGAINST: (_average(1, against=True), _say_average),
    Kind.COMEBACK: (_comeback, _say_comeback),
    Kind.OVERSEED: (_overseed, _say_overseed),
    Kind.RATING_GAIN: (_rating_gain, _say_gain),
}
OF_A_ROUND = (
    Kind.HIGH_WIN,
    Kind.LOW_WIN,
    Kind.HIGH_LOSS,
    Kind.LOW_LOSS,
    Kind.HIGH_COMBINED,
    Kind.HIGH_SPREAD,
    Kind.UPSET,
)
