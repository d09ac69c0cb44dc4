"""WESPA ratings from 2012 to 2020: the players are rated one after the other, each against the new ratings of those above.

Numbers, sources and doubts: docs/rulebook/ratings-wespa.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from results.ratings.engine.bands import Bands
from results.ratings.engine.curves import attainable, logistic, performance
from results.ratings.engine.model import (
    GameLine,
    PlayerRating,
    RatedPlayer,
    RatingTask,
    Side,
    games_text,
    rounded,
    sides_of,
    wins_text,
)
from tdsuite.platform.words.sentences import Figure, Sentence

LONGEST_PASS = 35  # rounds; a longer event is rated in several passes
LOWEST = 300
GUESS = 500.0  # what newcomers count as at first
MOST_ROUNDS_OF_NEWCOMERS = 100
SETTLED = 1  # point
FULL_SPAN = 500 * 240 / 172  # points from an even score to all wins
PROVISIONAL_GAMES = 30
CURVE, BANDS = logistic(300), Bands(turns_below=0)
Reasons = Callable[[], tuple[str, ...]]


@dataclass(slots=True)
class _Account:
    """One player in the course of the calculation.

    Attributes:
        start: what the event is rated from.
        wins, games: of the sides; worked out once, for every pass asks.
        gained: points over `start`, not rounded.
        rating: the newest.
        opponents: their ratings in the newest pass, by side.
        shares: of a win expected against each of them.
        expected: the sum of the shares.
        say: gives the reasons of the newest change; of many passes and players few are read.
    """

    player: RatedPlayer
    sides: Sequence[Side]
    start: float
    wins: float = field(init=False)
    games: int = field(init=False)
    gained: float = 0.0
    rating: float = 0.0
    opponents: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    expected: float = 0.0
    say: Reasons = tuple

    def __post_init__(self) -> None:
        self.wins, self.games = sum([side.halves for side in self.sides]) / 2, len(self.sides)

    @property
    def new(self) -> bool:
        return not self.player.rating

    @property
    def provisional(self) -> bool:
        """New, or known to have few rated games before."""
        return self.new or (self.player.games is not None and self.player.games < PROVISIONAL_GAMES)


def rate(task: RatingTask) -> tuple[PlayerRating, ...]:
    """Every player's rating after the task's games; `task` as `model.checked` leaves it, its players in the order of the rows."""
    sides = sides_of(task.games, task.players)
    accounts = {
        player.number: _Account(player, sides[player.number], float(player.rating or GUESS)) for player in task.players
    }
    _settle(accounts, task)
    return tuple(_result(account) for account in accounts.values())


def _settle(accounts: Mapping[int, _Account], task: RatingTask) -> None:
    """Rate everybody again, the newcomers from their last rating, until none of those moves by more than a point."""
    newcomers = [account for account in accounts.values() if account.new and account.games]
    for _ in range(MOST_ROUNDS_OF_NEWCOMERS):
        _rate_rows(accounts, task)
        moved = max((abs(rounded(account.rating) - account.start) for account in newcomers), default=0)
        if moved <= SETTLED:
            return
        for account in newcomers:
            account.start = float(rounded(account.rating))


def _rate_rows(accounts: Mapping[int, _Account], task: RatingTask) -> None:
    """All passes of an event, row by row; whoever comes later meets the new ratings of those above."""
    passes = math.ceil(task.planned_rounds / LONGEST_PASS)
    for account in accounts.values():
        account.rating, account.gained = account.start, 0.0
    for _ in range(passes):
        for account in accounts.values():
            if account.games:
                account.opponents = [accounts[side.opponent].rating for side in account.sides]
                account.shares = [CURVE(account.rating - opponent) for opponent in account.opponents]
                account.expected = sum(account.shares)
                points, account.say = _change(account, passes)
                account.gained += points
                account.rating = max(float(LOWEST), account.start + account.gained)


def _established_change(account: _Account, passes: int) -> tuple[float, Callable[[], str]]:
    """By the excess over the expected wins, and what gives the words for it."""
    excess = account.wins - account.expected
    change = BANDS.change(account.rating, excess / passes, None)
    rating, expected = account.rating, account.expected

    def words() -> str:
        return Sentence(
            "{wins} in {games} against {expected} expected, multiplier {multiplier}: {change}",
            wins=wins_text(account.wins),
            games=games_text(account.games),
            expected=Figure(f"{expected:.4f}"),
            multiplier=Figure(f"{BANDS.multiplier(rating, None) / passes:g}"),
            change=Figure(f"{change:+.2f}"),
        )

    return change, words


def _change(account: _Account, passes: int) -> tuple[float, Reasons]:
    """Newcomers go to their performance, provisional players towards it, the others by their excess."""
    change, words = _established_change(account, passes)
    if not account.provisional:
        return change, lambda: (words(),)
    mean = sum(account.opponents) / account.games
    reached = mean + FULL_SPAN * (2 * attainable(account.wins, account.games) / account.games - 1)
    level = Sentence(
        "{wins} in {games} against {mean} on average: performance {performance}",
        wins=wins_text(account.wins),
        games=games_text(account.games),
        mean=Figure(f"{mean:.1f}"),
        performance=Figure(f"{reached:.1f}"),
    )
    before = account.player.games or 0
    if account.new:
        return reached - account.rating, lambda: (Sentence("{level}, the first rating", level=level),)
    weighed = (before * account.rating + account.games * reached) / (before + account.games) - account.rating
    weighed /= passes
    weighing = Sentence(
        "{level}, weighed with {games} at {rating}: {change}",
        level=level,
        games=games_text(before),
        rating=Figure(f"{account.rating:.1f}"),
        change=Figure(f"{weighed:+.2f}"),
    )
    beyond = before + account.games - PROVISIONAL_GAMES
    if beyond <= 0:
        return weighed, lambda: (weighing,)
    share = beyond / account.games
    mixed = (1 - share) * weighed + share * change
    later = Sentence.counted(
        "{number} of {games} was beyond game 30: {change}",
        "{number} of {games} were beyond game 30: {change}",
        beyond,
        games=games_text(account.games),
        change=Figure(f"{mixed:+.2f}"),
    )
    return mixed, lambda: (weighing, words(), later)


def _result(account: _Account) -> PlayerRating:
    player = account.player
    if not account.games:
        unchanged = (Sentence("No rated game: the rating stays."),)
        return PlayerRating(player.number, player.rating, player.rating, 0, 0.0, 0.0, make_reasons=lambda: unchanged)
    new = max(LOWEST, rounded(account.start + account.gained))
    excess = account.wins - account.expected
    by_wins = abs(excess) > 1e-9 and not account.provisional
    each = account.gained / excess if by_wins else 0.0
    return PlayerRating(
        number=player.number,
        old=player.rating,
        new=new,
        games=account.games,
        wins=account.wins,
        expected=account.expected,
        make_performance=partial(performance, CURVE, account.opponents, account.wins),
        make_lines=partial(_lines, account, each),
        make_reasons=partial(_reasons, account.say, new),
    )


def _reasons(say: Reasons, new: int) -> tuple[str, ...]:
    return *say(), Sentence("new rating {rating}", rating=new)


def _lines(account: _Account, each: float) -> tuple[GameLine, ...]:
    """each: points for a whole win above expectation."""
    return tuple(
        [
            GameLine(
                side.round, side.opponent, rating, share, side.halves, side.spread, (side.halves / 2 - share) * each
            )
            for side, rating, share in zip(account.sides, account.opponents, account.shares, strict=True)
        ]
    )
