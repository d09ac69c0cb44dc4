"""Writes the ABSP's games file: Division,Round,Player1,Score1,Player2,Score2, where Player1 started."""

from __future__ import annotations

from collections.abc import Sequence

from results.formats.model import ImportedDivision, Outcome, Problem, StartsBy, Stops, note
from results.formats.writing import NOT_RATED, Written, listed
from tdsuite.tournaments.engine.csv_text import table_text

HEADER = ("Division", "Round", "Player1", "Score1", "Player2", "Score2")


def write_absp(divisions: Sequence[ImportedDivision]) -> Written:
    """Every rated game of an event, one a line; byes and forfeits have no line, as they are not rated."""
    losses: list[Problem] = []
    rows: list[tuple[object, ...]] = []
    for division in divisions:
        names = {row.number: row.name for row in division.players}
        for game in sorted(division.games, key=lambda one: (one.round, one.board or 0, one.first)):
            if game.outcome is Outcome.AWAITED or game.second is None:
                continue
            where = f"{division.name}, round {game.round}, {names[game.first]} and {names[game.second]}"
            if game.outcome is not Outcome.PLAYED:
                losses.append(note(None, "result", f"{where}: {NOT_RATED} has no line."))
                continue
            if game.first_score is None or game.second_score is None:
                losses.append(Problem(None, "score", f"{where}: only the spread is known.", "Enter both.", Stops.GAMES))
                continue
            if game.starts_by is not StartsBy.ASSIGNED:
                losses.append(note(None, "starter", f"{where}: who started is not known; the first is written first."))
            rows.append(
                (division.name, game.round, names[game.first], game.first_score, names[game.second], game.second_score)
            )
    return Written(table_text(HEADER, rows), listed(losses))
