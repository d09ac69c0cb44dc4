"""The standings of a file's division, counted from its games."""

from collections.abc import Iterator

from tdsuite.tournaments.engine.account import AccountLine, points_of
from tdsuite.tournaments.engine.standings import (
    Adjustment,
    Entrant,
    GameSide,
    Standing,
    StandingsOptions,
    standings_by_round,
)
from .model import FileDivision, FileGame, Outcome

PLAYED = frozenset({Outcome.PLAYED, Outcome.STOPPED, Outcome.TIME_UP})
NOT_COUNTED = frozenset({Outcome.AWAITED, Outcome.POSTPONED, Outcome.ADJOURNED, Outcome.VOID})


def standings_of(division: FileDivision) -> tuple[tuple[Standing, ...], ...]:
    """The standings after round 0, 1, ... with the caps and adjustments that the file states."""
    rows = {row.number: row for row in division.players if row.number is not None}
    entrants = [
        Entrant(number, row.rating or 0, row.seed or 0, number in division.left_out, row.at_bottom)
        for number, row in rows.items()
    ]
    sides = [side for game in division.games for side in sides_of(game) if side.entry in rows]
    adjustments = [
        Adjustment(line.number, line.round, line.points) for line in division.adjustments if line.number in rows
    ]
    last = max([division.rounds, *(game.round for game in division.games)])
    options = StandingsOptions(spread_caps_of(division))
    return standings_by_round(entrants, sides, last, adjustments=adjustments, options=options)


def spread_caps_of(division: FileDivision) -> tuple[int, ...]:
    """Caps of rounds 1, 2, ... as the file states them; the last one repeats, 0 = none."""
    document = division.document
    caps = document.spread_caps if document is not None else division.settings.get("spread_caps", ())
    return tuple(max(int(cap), 0) for cap in caps)


def sides_of(game: FileGame) -> Iterator[GameSide]:
    """What a game counts for each of its players; nothing while it is not decided."""
    halves, spreads = [game.first_halves, game.second_halves], [game.first_spread, game.second_spread]
    if game.outcome in NOT_COUNTED:
        return
    if game.outcome in PLAYED and game.second is not None:
        margin = margin_of(game)
        if margin is None:
            return
        halves, spreads = [half_wins(margin), half_wins(-margin)], [margin, -margin]
    for number, opponent, own_halves, spread in zip(
        game.players, (game.second, game.first), halves, spreads, strict=False
    ):
        if own_halves is not None and spread is not None:
            yield GameSide(game.round, number, opponent, own_halves, spread, game.outcome.value)


def margin_of(game: FileGame) -> int | None:
    """The first player's margin with all lines; None where neither scores nor spread are known."""
    first, second = points_of(AccountLine(line.side, line.kind, line.points) for line in game.lines)
    if game.first_score is not None and game.second_score is not None:
        return game.first_score + first - game.second_score - second
    return None if game.first_spread is None else game.first_spread + first - second


def half_wins(margin: int) -> int:
    """Half wins of a margin."""
    return 1 + (margin > 0) - (margin < 0)
