"""WESPA ratings from 2012: the players are rated one after the other, each against the new ratings of those above.

Two sets of rules: what WESPA published (`PUBLISHED`) and what its rating program makes of the same files (`PROGRAM`).
Numbers, sources and doubts: docs/rulebook/ratings-wespa.md.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from tdsuite.platform.words.sentences import Figure, Sentence
from .bands import Bands
from .curves import Curve, attainable, logistic, performance
from .model import (
    GameLine,
    PlayerRating,
    RatedPlayer,
    RatingTask,
    Side,
    games_text,
    rounded,
    sides_of,
    unplayed,
    wins_text,
)

LONGEST_PASS = 35  # rounds; a longer event is rated in several passes
LOWEST = 300
GUESS = 500.0  # what newcomers count as at first
MOST_ROUNDS_OF_NEWCOMERS = 100
SETTLED = 1  # point
FULL_SPAN = 500 * 240 / 172  # points from an even score to all wins
SHORT_EVENT = 8  # games
RUNAWAY = 20  # points a game
RETURNS_AFTER, REPLACED_AFTER = 3, 5  # years away
LOST_IN_A_MONTH = 0.25
WITHOUT_RATED_OPPONENT = 1000


@dataclass(frozen=True, slots=True)
class WespaRules:
    """What tells the published ratings from the program's.

    Attributes:
        weighed: newcomers get a linear performance, and a provisional player the mean of old rating and performance,
            weighed by games. Otherwise both are rated like everybody, a newcomer from a start value, with higher multipliers.
    """

    curve: Curve
    bands: Bands
    provisional_games: int
    weighed: bool


PUBLISHED = WespaRules(logistic(300), Bands(turns_below=0), 30, weighed=True)
PROGRAM = WespaRules(logistic(250), Bands((30, 20, 16, 10), edges=(1000, 1800, 2000), turns_below=0), 50, weighed=False)


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

    def provisional(self, games: int) -> bool:
        """New, or known to have fewer than `games` rated games before."""
        return self.new or (self.player.games is not None and self.player.games < games)

    def away(self, day: date | None, years: int) -> bool:
        """Whether the last game before `day` was more than `years` years ago."""
        last = self.player.last_played
        if day is None or last is None or self.new:
            return False
        return (day.year - years, day.month, day.day) > (last.year, last.month, last.day)


def rate(task: RatingTask, rules: WespaRules) -> tuple[PlayerRating, ...]:
    """Every player's rating after the task's games; `task` as `model.checked` leaves it, its players in the order of the rows."""
    sides = sides_of(task.games, task.players)
    accounts = {
        player.number: _Account(player, sides[player.number], float(player.rating or GUESS)) for player in task.players
    }
    if rules.weighed:
        _settle(accounts, task, rules)
    else:
        for account in accounts.values():
            if account.games and (account.new or account.away(task.day, REPLACED_AFTER)):
                account.start = float(_program_start(account, accounts, task))
        _rate_rows(accounts, task, rules)
    return tuple(_result(account, rules) for account in accounts.values())


def _settle(accounts: Mapping[int, _Account], task: RatingTask, rules: WespaRules) -> None:
    """Rate everybody again, the newcomers from their last rating, until none of those moves by more than a point."""
    newcomers = [account for account in accounts.values() if account.new and account.games]
    for _ in range(MOST_ROUNDS_OF_NEWCOMERS):
        _rate_rows(accounts, task, rules)
        if max((abs(rounded(account.rating) - account.start) for account in newcomers), default=0) <= SETTLED:
            return
        for account in newcomers:
            account.start = float(rounded(account.rating))


def _rate_rows(accounts: Mapping[int, _Account], task: RatingTask, rules: WespaRules) -> None:
    """All passes of an event, row by row; whoever comes later meets the new ratings of those above."""
    passes = math.ceil(task.planned_rounds / LONGEST_PASS)
    for account in accounts.values():
        account.rating, account.gained = account.start, 0.0
    for _ in range(passes):
        for account in accounts.values():
            if account.games:
                account.opponents = [accounts[side.opponent].rating for side in account.sides]
                account.shares = [rules.curve(account.rating - opponent) for opponent in account.opponents]
                account.expected = sum(account.shares)
                change = _weighed_change if rules.weighed else _program_change
                points, account.say = change(account, passes, task.day, rules)
                account.gained += points
                account.rating = max(float(LOWEST), account.start + account.gained)


def _established_change(account: _Account, passes: int, rules: WespaRules) -> tuple[float, Callable[[], str]]:
    """By the excess over the expected wins, and what gives the words for it."""
    excess = account.wins - account.expected
    change = rules.bands.change(account.rating, excess / passes, None)
    rating, expected = account.rating, account.expected

    def words() -> str:
        return Sentence(
            "{wins} in {games} against {expected} expected, multiplier {multiplier}: {change}",
            wins=wins_text(account.wins),
            games=games_text(account.games),
            expected=Figure(f"{expected:.4f}"),
            multiplier=Figure(f"{rules.bands.multiplier(rating, None) / passes:g}"),
            change=Figure(f"{change:+.2f}"),
        )

    return change, words


def _weighed_change(account: _Account, passes: int, day: date | None, rules: WespaRules) -> tuple[float, Reasons]:
    """Newcomers go to their performance, provisional players towards it, the others by their excess."""
    change, words = _established_change(account, passes, rules)
    if not account.provisional(rules.provisional_games):
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
    beyond = before + account.games - rules.provisional_games
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


def _program_change(account: _Account, passes: int, day: date | None, rules: WespaRules) -> tuple[float, Reasons]:
    """By the excess over the expected wins, then for short events, provisional and returning players, and runaways."""
    change, words = _established_change(account, passes, rules)
    reasons: list[str] = []
    if account.games < SHORT_EVENT:
        change *= account.games / SHORT_EVENT
        reasons.append(
            Sentence.counted(
                "{number} game counts as {number} of {full}: {change}",
                "{number} games count as {number} of {full}: {change}",
                account.games,
                full=SHORT_EVENT,
                change=Figure(f"{change:+.2f}"),
            )
        )
    if account.provisional(rules.provisional_games):
        change *= 1.5 if account.rating < 1800 else 1.5 + (1800 - account.rating) / 400
        reasons.append(Sentence("provisional: {change}", change=Figure(f"{change:+.2f}")))
    elif account.away(day, RETURNS_AFTER) and day and account.player.last_played:
        change *= 1.2
        if account.rating + change > 1800:
            change *= 1 + (1800 - account.rating - change) / 1000
        last = account.player.last_played
        change -= LOST_IN_A_MONTH * (12 * (day.year - last.year) + day.month - last.month)
        reasons.append(
            Sentence(
                "back after more than {years} years: {change}", years=RETURNS_AFTER, change=Figure(f"{change:+.2f}")
            )
        )
    if change > RUNAWAY * account.games:
        change = (change + RUNAWAY * account.games) / 2
        reasons.append(
            Sentence(
                "beyond {most} points a game, half counts: {change}", most=RUNAWAY, change=Figure(f"{change:+.2f}")
            )
        )
    if account.start != account.player.rating:
        started = Sentence("started at {rating}", rating=Figure(f"{account.start:g}"))
        return change, lambda: (started, words(), *reasons)
    return change, lambda: (words(), *reasons)


def _program_start(account: _Account, accounts: Mapping[int, _Account], task: RatingTask) -> int:
    """Where a newcomer starts: the mean rated opponent, and 2.5 points for each win more than losses; more for few wins."""
    known = [accounts[side.opponent].start for side in account.sides if not accounts[side.opponent].new]
    if not known:
        return WITHOUT_RATED_OPPONENT
    unrated_share = max(0.0, 0.5 - len(known) / min(task.planned_rounds, task.after_round or task.planned_rounds))
    wins, games = account.wins, account.games
    points = 5 * games * (wins / games - 0.5)  # in this order: what is cut off below depends on the last binary digit
    if wins / games < 1 / 3:
        points *= int(3 - 6 * wins / games)
    if wins / games < 1 / 4:
        points *= 2 - wins / games
    start = int((sum(known) - 100 * unrated_share) / len(known)) + int(points)
    upper = 2000 + (start - 2000) * 0.625 if start > 2000 else start
    return int(1800 + (upper - 1800) * 0.8 if start > 1800 else 1000 + (start - 1000) * 0.8 if start < 1000 else start)


def _result(account: _Account, rules: WespaRules) -> PlayerRating:
    player = account.player
    if not account.games:
        return unplayed(player)
    new = max(LOWEST, rounded(account.start + account.gained))
    excess = account.wins - account.expected
    by_wins = abs(excess) > 1e-9 and not (rules.weighed and account.provisional(rules.provisional_games))
    return PlayerRating(
        number=player.number,
        old=player.rating,
        new=new,
        games=account.games,
        wins=account.wins,
        expected=account.expected,
        make_performance=partial(performance, rules.curve, account.opponents, account.wins),
        lines=_lines(account, account.gained / excess if by_wins else 0.0),
        reasons=(*account.say(), Sentence("new rating {rating}", rating=new)),
    )


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
