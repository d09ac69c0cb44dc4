"""How each player's line stood in a file of tsh, kept so that it can be written the same while the results are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tdsuite.formats.model import FileDivision, Problems
from tdsuite.formats.writing import numbers_in_file, places_of
from tdsuite.tournaments.engine.names import tidy
from .division import name_and_tags
from .keys import COLUMN, END, NAME, RESULTS, results_text
from .writer import own_rounds, rounds_of


def results_of(division: FileDivision) -> dict[int, str]:
    """By player number, their opponents, scores and the scores against them in one line, to see later what changed."""
    places, (rows, _) = places_of(division), numbers_in_file(division)
    own = {
        rows[row.number or 0]: rounds_of(row, own_rounds(division, places, row), rows, Problems())
        for row in division.players
    }
    against = {
        number: [own[opponent][1][at : at + 1] if opponent else [0] for at, opponent in enumerate(opponents)]
        for number, (opponents, _) in own.items()
    }
    return {
        number: f"{results_text(*own[row])};{' '.join(str(score) for scores in against[row] for score in scores)}"
        for number, row in rows.items()
    }


def as_it_came(division: FileDivision, lines: Sequence[str]) -> FileDivision:
    """The division with each player's results, and how they stood in a line of a .t file, among the extras."""
    results = results_of(division)
    players = []
    for row in division.players:
        came = {RESULTS: results[row.number or 0]}
        if 0 < row.line <= len(lines):
            line = lines[row.line - 1].rstrip()
            head, *parts = map(str.rstrip, line.split(";"))
            rounds = len(came[RESULTS].partition(";")[0].split())
            head = head.rsplit(None, rounds)[0] if rounds else head
            came[COLUMN] = str(len(head))
            name = name_and_tags(head.rpartition(" ")[0])[0]
            if "  " in name and " ".join(filter(None, name.split(" "))) == tidy(name):
                came[NAME] = name
            if line.endswith(";") == any(parts[1:]):  # not as we end a line
                came[END] = ";" if line.endswith(";") else ""
        players.append(replace(row, extras=(*row.extras, *came.items())))
    return replace(division, players=tuple(players))
