"""Writes the ABSP's games file: Division,Round,Player1,Score1,Player2,Score2, where Player1 started."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tdsuite.formats.model import FileDivision, Outcome, StartsBy, Stops
from tdsuite.formats.writing import NOT_RATED, Written, listed, without_room
from tdsuite.tournaments.engine.csv_text import table_text

HEADER = ("Division", "Round", "Player1", "Score1", "Player2", "Score2")


def write_absp(divisions: Sequence[FileDivision]) -> Written:
    """Every rated game of an event, one a line; byes and forfeits have no line, as they are not rated."""
    losses = without_room(divisions, (), _without_line(divisions))
    rows: list[tuple[object, ...]] = []
    open_starts: Counter[str] = Counter()
    for division in divisions:
        names = {row.number: row.name for row in division.players}
        for game in sorted(division.games, key=lambda game: (game.round, game.board or 0, game.first)):
            if game.outcome is Outcome.AWAITED or game.second is None:
                continue
            where = f"{division.name}, round {game.round}, {names[game.first]} and {names[game.second]}"
            if game.outcome is not Outcome.PLAYED:
                losses.note(None, "result", f"{where}: {NOT_RATED} has no line.")
                continue
            if game.first_score is None or game.second_score is None:
                losses.add(None, "score", f"{where}: only the spread is known.", "Enter both.", Stops.GAMES)
                continue
            if game.starts_by is not StartsBy.ASSIGNED:
                open_starts[division.name] += 1
            rows.append(
                (division.name, game.round, names[game.first], game.first_score, names[game.second], game.second_score)
            )
    for name, count in open_starts.items():
        message = f"{name}: who started is not known in {count} of {sum(row[0] == name for row in rows)} games; whoever stands first there need not have."
        losses.note(None, "starter", message)
    if not rows:
        message = "no game has a result that is rated, so there is nothing to send yet."
        losses.add(None, "file", message, "Enter results first.", Stops.GAMES)
    return Written(table_text(HEADER, rows), listed(losses))


def _without_line(divisions: Sequence[FileDivision]) -> list[str]:
    """What has no line because it is no game between two players with a result."""
    games = [game for division in divisions for game in division.games]
    players = sum(len(division.players) for division in divisions)
    paired = {
        (division.name, number)
        for division in divisions
        for game in division.games
        if game.second
        for number in game.players
    }
    counts = {
        "rounds without an opponent": sum(game.second is None for game in games),
        "games without a result": sum(game.outcome is Outcome.AWAITED for game in games),
        "players without a game": players - len(paired),
        "spread points given to one player alone": sum(len(division.adjustments) for division in divisions),
    }
    return [
        "the event’s name and day",
        "the order of players",
        *(f"{what} ({count})" for what, count in counts.items() if count),
    ]
