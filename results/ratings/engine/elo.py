"""The common part of every system that compares wins with expected wins: NASPA, NSA, WESPA, Australia, clubs.

Each segment: expected wins from the ratings at its start; the excess times the multiplier; then, where the system has
them, acceleration, feedback, the club's share; then rounding. Numbers: docs/rulebook/ratings-naspa.md and its siblings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tdsuite.platform.words.sentences import Figure, Sentence, clauses
from .bands import Bands
from .curves import Curve, performance
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
from .newcomers import FirstRatings
from .segments import segments

STEADY_GAIN = 5  # points a game; what a player gains beyond is accelerated


@dataclass(frozen=True, slots=True)
class EloRules:
    """What tells one such system from another.

    newcomers: gives first ratings. newcomers_move: a first rating is only where a new player starts, and the games move it.
    segmented: long events are cut (segments.py). acceleration: what a player gains beyond 5 points a game is added once more,
    and each rated opponent gets a twentieth of it for each game with that player. share, most: the part of a change that counts, and the
    largest change either way (0 = no limit). lowest: rating (0 would mean unrated). games_move_up: the count of games grows with each segment.
    """

    curve: Curve
    bands: Bands
    newcomers: FirstRatings
    newcomers_move: bool = False
    segmented: bool = False
    acceleration: bool = False
    share: float = 1.0
    most: float = 0.0
    lowest: int = 1
    games_move_up: bool = False


@dataclass(slots=True)
class _Account:
    """One player's running account through the segments of one call."""

    player: RatedPlayer
    rating: int
    games_before: int | None
    games: int = 0
    halves: int = 0
    expected: float = 0.0
    lines: list[GameLine] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Move:
    """One rated player's segment: everything that is added to the old rating."""

    change: float
    acceleration: float = 0.0
    feedback: float = 0.0
    counted: float = 0.0  # of the change, after the club's share and limit


def rate(task: RatingTask, rules: EloRules) -> tuple[PlayerRating, ...]:
    """Every player's rating after the task's games; `task` as `model.checked` leaves it."""
    accounts = {player.number: _Account(player, player.rating, player.games) for player in task.players}
    cut = segments(task.planned_rounds) if rules.segmented else ((1, task.planned_rounds),)
    for index, (first, last) in enumerate(cut):
        beyond = index == len(cut) - 1  # rounds beyond the planned length belong to the last segment
        if games := [game for game in task.games if game.round >= first and (beyond or game.round <= last)]:
            _rate_segment(sides_of(games, task.players), accounts, rules)
    return tuple(_result(accounts[rated_player.number], rules) for rated_player in task.players)


def _rate_segment(sides: Mapping[int, list[Side]], accounts: Mapping[int, _Account], rules: EloRules) -> None:
    rated = {number: float(account.rating) for number, account in accounts.items() if account.rating}
    unrated = {number: own for number, own in sides.items() if number not in rated}
    first = rules.newcomers(unrated, rated) if any(unrated.values()) else {}
    seen = {**rated, **first}
    movers = seen if rules.newcomers_move else rated
    moves = {
        number: _move(own, accounts[number], seen, rules) for number, own in sides.items() if own and number in movers
    }
    for number in first.keys() - moves.keys():
        _enter(sides[number], accounts[number], seen, rules)
    if rules.acceleration:
        _accelerate(moves, sides)
    for number, move in moves.items():
        _apply(accounts[number], seen[number], move, sides[number], rules)


def _enter(own: list[Side], account: _Account, seen: Mapping[int, float], rules: EloRules) -> None:
    """A newcomer's first rating."""
    rating = seen[account.player.number]
    expected = _expected(own, rating, seen, rules.curve)
    _book(own, account, seen, expected, 0.0)
    account.rating = max(rounded(rating), rules.lowest)
    if account.games_before is not None:  # a number that nobody knows counts as established in every segment, as in tsh
        account.games_before += len(own)
    account.reasons.append(
        Sentence(
            "{rounds}: new player; {wins} in {games} is a performance of {performance} ({expected} wins "
            "expected there): first rating {rating}",
            rounds=_rounds(own),
            wins=wins_text(_won(own)),
            games=games_text(len(own)),
            performance=Figure(f"{rating:.2f}"),
            expected=Figure(f"{sum(expected):.2f}"),
            rating=account.rating,
        )
    )


def _move(own: list[Side], account: _Account, seen: Mapping[int, float], rules: EloRules) -> _Move:
    """What the games of a segment are worth to a rated player, before bonuses."""
    rating = seen[account.player.number]
    expected = _expected(own, rating, seen, rules.curve)
    excess = _won(own) - sum(expected)
    change = rules.bands.change(rating, excess, account.games_before)
    each = change / excess if abs(excess) > 1e-9 else rules.bands.multiplier(rating, account.games_before)
    _book(own, account, seen, expected, each)
    return _Move(change)


def _expected(own: list[Side], rating: float, seen: Mapping[int, float], curve: Curve) -> list[float]:
    return [curve(rating - seen[side.opponent]) for side in own]


def _book(own: list[Side], account: _Account, seen: Mapping[int, float], expected: list[float], each: float) -> None:
    """Write the games into the account at `each` points a win above expectation."""
    for side, share in zip(own, expected, strict=True):
        points = (side.halves / 2 - share) * each
        line = GameLine(side.round, side.opponent, seen[side.opponent], share, side.halves, side.spread, points)
        account.lines.append(line)
        account.halves += side.halves
    account.expected += sum(expected)
    account.games += len(own)


def _accelerate(moves: Mapping[int, _Move], sides: Mapping[int, list[Side]]) -> None:
    for number, move in moves.items():
        move.acceleration = max(0.0, move.change - STEADY_GAIN * len(sides[number]))
    for number, move in moves.items():
        if move.acceleration:
            for side in sides[number]:
                if side.opponent in moves:
                    moves[side.opponent].feedback += move.acceleration / 20


def _apply(account: _Account, rating: float, move: _Move, own: list[Side], rules: EloRules) -> None:
    move.counted = move.change * rules.share
    if rules.most:
        move.counted = max(-rules.most, min(rules.most, move.counted))
    account.rating = max(rounded(rating + move.counted + move.acceleration + move.feedback), rules.lowest)
    account.reasons.append(_reason(account, rating, move, own, rules))
    if rules.games_move_up and account.games_before is not None:
        account.games_before += len(own)


def _reason(account: _Account, rating: float, move: _Move, own: list[Side], rules: EloRules) -> str:
    expected = sum(line.expected for line in account.lines[-len(own) :])
    multiplier = rules.bands.multiplier(rating, account.games_before)
    parts = [
        Sentence(
            "{rounds}: {wins} in {games} against {expected} expected",
            rounds=_rounds(own),
            wins=wins_text(_won(own)),
            games=games_text(len(own)),
            expected=Figure(f"{expected:.4f}"),
        ),
        Sentence(
            "multiplier {multiplier} at {rating}: {change}",
            multiplier=Figure(f"{multiplier:g}"),
            rating=Figure(f"{rating:g}"),
            change=Figure(f"{move.change:+.2f}"),
        ),
    ]
    if move.counted != move.change:
        parts.append(Sentence("of which {points} counts", points=Figure(f"{move.counted:+.2f}")))
    if move.acceleration:
        parts.append(
            Sentence(
                "acceleration {points} for more than {most} points a game",
                points=Figure(f"{move.acceleration:+.2f}"),
                most=STEADY_GAIN,
            )
        )
    if move.feedback:
        parts.append(Sentence("feedback {points} from accelerated opponents", points=Figure(f"{move.feedback:+.3f}")))
    parts.append(Sentence("{old} becomes {rating}", old=Figure(f"{rating:g}"), rating=account.rating))
    return clauses(*parts)


def _result(account: _Account, rules: EloRules) -> PlayerRating:
    if not account.games:
        return unplayed(account.player)
    against = [line.opponent_rating for line in account.lines]
    return PlayerRating(
        number=account.player.number,
        old=account.player.rating,
        new=account.rating,
        games=account.games,
        wins=account.halves / 2,
        expected=account.expected,
        make_performance=lambda: performance(rules.curve, against, account.halves / 2),
        lines=tuple(account.lines),
        reasons=tuple(account.reasons),
    )


def _won(own: list[Side]) -> float:
    return sum([side.halves for side in own]) / 2


def _rounds(own: list[Side]) -> Sentence:
    first, last = own[0].round, own[-1].round
    if first == last:
        return Sentence("Round {round}", round=first)
    return Sentence("Rounds {first}-{last}", first=first, last=last)
