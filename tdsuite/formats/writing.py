"""What every writer of result files shares: the text with what it could not hold, and a player's rounds in order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from tdsuite.formats.tsh.keys import KNOWN
from tdsuite.tournaments.engine.names import name_key
from .assemble import is_forfeit
from .model import FileDivision, FileGame, Outcome, Problem, Problems, RosterRow, Stops, note

NOT_RATED = "a forfeit, or a game that is not rated,"  # what no ratings file has as a game
NO_ROOM = "columns"  # the field of the note of what a format never holds: nothing that could be put right
COLUMNS = {  # what is known of a player, and some formats have no column for
    "rating": "ratings", "lifetime_games": "lifetime games", "deviation": "deviations", "last_played": "days last played",
    "class_name": "classes", "team": "teams", "club": "clubs", "country": "countries", "national_id": "national numbers",
    "naspa_id": "NASPA numbers", "wespa_id": "WESPA numbers", "absp_id": "ABSP numbers", "off": "who left",
}  # fmt: skip
HELD_BY_TSH = frozenset({"rating", "lifetime_games", "class_name", "team", "naspa_id", "off", "board", "keys"})
KEYS_OF_TSH = KNOWN - {"board", "lifeg", "off", "p12", "penalty"}  # those that nothing else of the event says


@dataclass(frozen=True, slots=True)
class Written:
    """A file's text, and what the format could not hold or holds otherwise, to be shown before it is sent."""

    text: str
    losses: tuple[Problem, ...] = ()


class Place(Struct, gc=False):  # two for every game: a thousand players' would set off a collection of garbage
    """A game as one of its players sees it.  score: None where none is known."""

    game: FileGame
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


def places_of(division: FileDivision) -> Mapping[int, Mapping[int, Place]]:
    """Player number -> round -> that player's game there."""
    places: dict[int, dict[int, Place]] = defaultdict(dict)
    for game in division.games:
        places[game.first][game.round] = Place(game, game.second, game.first_score, game.second_score, True)
        if game.second is not None:
            places[game.second][game.round] = Place(game, game.first, game.second_score, game.first_score, False)
    return places


def numbers_in_file(division: FileDivision) -> tuple[dict[int, int], Problems]:
    """(row number by player number, notes): rows count from 1 without gaps, whatever the numbers in the event."""
    rows = {number: row for row, number in enumerate(sorted(row.number or 0 for row in division.players), start=1)}
    problems = Problems()
    if moved := [number for number, row in rows.items() if number != row]:
        message = f"{len(moved)} players get another number in the file, where rows count from 1 without gaps."
        problems.note(None, "number", message, f"The first is player {moved[0]}, row {rows[moved[0]]}.")
    return rows, problems


def without_room(divisions: Sequence[FileDivision], held: Collection[str], besides: Sequence[str] = ()) -> Problems:
    """One note, with the field NO_ROOM, of what the event has and the format never holds; nothing where there is no such thing.

    Args:
        held: what it does hold: keys of `COLUMNS`, "board" and "keys" (of tsh).
        besides: what else it has no room for, in words.
    """
    rows = [row for division in divisions for row in division.players]
    words = [*besides]
    filled = {name for row in rows for name in COLUMNS if getattr(row, name) or (name == "off" and row.off is not None)}
    words += [word for name, word in COLUMNS.items() if name not in held and name in filled]
    if "board" not in held and any(game.board for division in divisions for game in division.games):
        words.append("boards")
    if "keys" not in held and any(key in KEYS_OF_TSH for row in rows for key, _ in row.extras):
        words.append("tsh’s own keys, such as ratings and ranks after each round")
    problems = Problems()
    if words:
        problems.note(None, NO_ROOM, f"the format has no room for {_and(words)}.")
    return problems


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def rounds_without_game(row: RosterRow, rounds: Sequence[int], written_as: str) -> list[Problem]:
    """A note of a player's rounds that a format without empty rounds has to fill; nothing where there is none."""
    if not rounds:
        return []
    which = f"round {rounds[0]}" if len(rounds) == 1 else f"rounds {_and([str(number) for number in rounds])}"
    return [
        note(
            None,
            "rounds",
            f"{row.name} has no game in {which}, which is written as {written_as}: no round can be empty.",
        )
    ]


def read_as_forfeit(row: RosterRow, number: int, place: Place) -> list[Problem]:
    """A note, for the first of the two players, of a game that was played with scores that every reader takes for a forfeit."""
    if not place.started or place.score is None or place.against is None or not is_forfeit(place.score, place.against):
        return []
    message = (
        f"{row.name}, round {number}: {place.score} to {place.against} is read again as a forfeit, and is not rated."
    )
    return [note(None, "score", message, "Tell who rates the event that it was played.")]


def names_alike(names: Iterable[str]) -> list[Problem]:
    """A problem for each name that two players of a file would share: it could not be read again."""
    spelled = list(names)
    counts = Counter(map(name_key, spelled))
    return [
        Problem(None, "name", f"two players would be called {name}.", "Change one of the names.", Stops.EVERYTHING)
        for name in dict.fromkeys(spelled)
        if counts[name_key(name)] > 1
    ]


def listed(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The losses without repeats, in order."""
    return tuple(dict.fromkeys(problems))
