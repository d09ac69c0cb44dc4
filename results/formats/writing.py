"""What every writer of result files shares: the text with what it could not hold, and a player's rounds in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from results.formats.model import ImportedDivision, ImportedGame, Outcome, Problem, note

NOT_RATED = "a forfeit, or a game that is not rated,"  # what no ratings file has as a game


@dataclass(frozen=True, slots=True)
class Written:
    """A file's text, and what the format could not hold or holds otherwise, to be shown before it is sent."""

    text: str
    losses: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A game as one of its players sees it.  halves: half wins, None while awaited.  score: None where none is known."""

    game: ImportedGame
    opponent: int | None
    score: int | None
    against: int | None
    started: bool

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome

    @property
    def stated(self) -> tuple[int | None, int | None]:
        """(half wins, spread) that the outcome states for this player; None where they follow from the scores."""
        if self.opponent is None or self.started:
            return self.game.first_halves, self.game.first_spread
        return self.game.second_halves, self.game.second_spread


def places_of(division: ImportedDivision) -> Mapping[int, Mapping[int, Place]]:
    """Player number -> round -> that player's game there."""
    found: dict[int, dict[int, Place]] = defaultdict(dict)
    for one in division.games:
        found[one.first][one.round] = Place(one, one.second, one.first_score, one.second_score, True)
        if one.second is not None:
            found[one.second][one.round] = Place(one, one.first, one.second_score, one.first_score, False)
    return found


def numbers_in_file(division: ImportedDivision) -> tuple[dict[int, int], list[Problem]]:
    """(row number by player number, notes): rows count from 1 without gaps, whatever the numbers in the event."""
    order = sorted(row.number or 0 for row in division.players)
    rows = {number: row for row, number in enumerate(order, start=1)}
    moved = [number for number, row in rows.items() if number != row]
    if not moved:
        return rows, []
    message = f"{len(moved)} players get another number in the file, where rows count from 1 without gaps."
    return rows, [note(None, "number", message, f"The first is player {moved[0]}, row {rows[moved[0]]}.")]


def listed(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """The losses without repeats, in order."""
    return tuple(dict.fromkeys(found))
