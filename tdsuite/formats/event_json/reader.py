"""Reads the suite's own document of a whole event.  Its model: `tdsuite.formats.event_json.document`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, DecodeError, ValidationError
from msgspec.json import decode
from msgspec.structs import asdict

from tdsuite.formats.assemble import roster_problems
from tdsuite.formats.model import (
    FileAdjustment,
    FileDivision,
    FileFormat,
    FileGame,
    ImportedFile,
    Outcome,
    Problem,
    Problems,
    RosterRow,
    StartsBy,
)
from tdsuite.tournaments.engine.account import AccountLine, written_scores, written_spread
from .checks import AGAIN, SCORED, division_problems, event_problems, round_problems
from .document import DocumentDivision, DocumentGame, DocumentPlayer, EventDocument

SETTINGS = (
    "venue", "time_zone", "rulebook", "rulebook_file", "choices", "game_minutes", "visibility", "status", "ends_on",
)  # fmt: skip
IN_SETTINGS = ("entry_mode", "starts_by_schedule", "sheets_open_early")  # fields of their own before the first release
OWN_FORMAT = "tdsuite-event"
INSTEAD = "Of another program take its .TOU file, its tsh files or a table of players: Woogles exports the first two."
# What documents held before the first release and no event has any more, by the part that held it.
FORMER = {
    "divisions": ("missed_rounds",), "prize_rules": ("mentions",), "prize_terms": ("one_each", "mentions"),
    "table_needs": ("features",), "table_plan": ("sessions", "features", "order"),
}  # fmt: skip
TYPES = {
    "int": "a whole number", "str": "text", "bool": "true or false", "array": "a list", "object": "an object",
    "null": "nothing", "datetime": "an instant such as 2026-05-16T09:30:00+00:00", "date": "a day such as 2026-05-16",
}  # fmt: skip


def read_event_json(text: str) -> ImportedFile:
    """Read a document that `export_tournament --format json` wrote.  Never raises; see `problems`."""
    try:
        document = _decoded(text)
    except (DecodeError, RecursionError) as error:
        return ImportedFile(FileFormat.EVENT_JSON, problems=(_refusal(text, error),))
    if "\\u0000" in text and (places := list(_not_text(json.loads(text)))):
        refusals = tuple(Problem(None, place, "it has a character that is no text.", AGAIN) for place in places[:20])
        return ImportedFile(FileFormat.EVENT_JSON, problems=refusals)
    problems = Problems()
    divisions = tuple(_division(division, problems) for division in document.divisions)
    if not divisions:
        problems.add(None, "divisions", "the event has no division.", "Add one before exporting.")
    problems.extend(event_problems(document))
    own = {name: value for name in SETTINGS if (value := getattr(document, name)) is not UNSET}
    settings = {**document.settings, **own}
    return ImportedFile(
        FileFormat.EVENT_JSON, divisions, tuple(problems), document.name, document.starts_on, settings, document
    )


def _decoded(text: str) -> EventDocument:
    """The document; without the fields that earlier ones had, where it has any.  Raises DecodeError, RecursionError."""
    try:
        return decode(text, type=EventDocument)
    except ValidationError as error:
        if "unknown field" not in str(error):
            raise
        data = _without_former(json.loads(text))
        if "settings" not in data:
            data["settings"] = {name: data.pop(name) for name in IN_SETTINGS if name in data}
        return decode(json.dumps(data), type=EventDocument)


def _without_former(data: Any, holder: str = "") -> Any:
    if isinstance(data, list):
        return [_without_former(value, holder) for value in data]
    if not isinstance(data, dict):
        return data
    former = FORMER.get(holder, ())
    return {name: _without_former(value, name) for name, value in data.items() if name not in former}


def _refusal(text: str, error: Exception) -> Problem:
    """Why a text is no document, with the place in it and what to do."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as unreadable:
        line = getattr(unreadable, "lineno", None)
        return Problem(line, "file", f"it is not whole JSON ({unreadable}).", "Export the event again.")
    if not isinstance(data, dict) or data.get("format") != OWN_FORMAT:
        message = f'it is no event of this suite: it does not say "format": "{OWN_FORMAT}".'
        return Problem(None, "file", message, INSTEAD)
    if isinstance(data.get("version"), int) and data["version"] > 1:
        message = f"it has version {data['version']}; this program reads version 1."
        return Problem(None, "version", message, "Update this program, or export from an older one.")
    message, _, place = str(error).partition(" - at `$")
    if not isinstance(error, ValidationError):
        message = f"it is not whole JSON ({message})"
    message = re.sub(r"Invalid RFC3339 encoded (\w+)", r"it is not `\1`", message)
    message = re.sub(
        r"`([a-z| ]+)`", lambda match: " or ".join(TYPES.get(word, word) for word in match[1].split(" | ")), message
    )
    return Problem(None, place.strip(".`") or "document", f"{message[:200]}.", AGAIN)


def _not_text(data: Any, place: str = "") -> Iterator[str]:
    """The places of texts with a NUL, which no database keeps."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _not_text(value, f"{place}.{key}".lstrip("."))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from _not_text(value, f"{place}[{at}]")
    elif isinstance(data, str) and "\x00" in data:
        yield place


def _division(division: DocumentDivision, problems: Problems) -> FileDivision:
    players = tuple(_player(player) for player in division.players)
    rounds = [(row.number, [_game(row.number, game) for game in row.games]) for row in division.rounds]
    games = tuple(game for _, row_games in rounds for game in row_games)
    problems += [
        *roster_problems(players, numbers_tell=True),
        *round_problems(division, rounds),
        *division_problems(division, games),
    ]
    return FileDivision(
        name=division.name,
        players=players,
        games=games,
        adjustments=tuple(
            FileAdjustment(row.player, row.round, row.points, row.reason, row.rule, row.at)
            for row in division.spread_adjustments
        ),
        rounds=max((game.round for game in games), default=0),
        left_out=frozenset(player.number for player in division.players if player.unranked),
        code=division.code,
        document=division,
    )


def _player(player: DocumentPlayer) -> RosterRow:
    values = asdict(player)
    del values["unranked"]  # of the division: `left_out`
    values |= {"absences": tuple(player.absences), "extras": tuple(player.extras.items())}
    return RosterRow(**values | {"seed": None if player.seed is UNSET else player.seed})


def _game(number: int, game: DocumentGame) -> FileGame:
    """A game of round `number`: the document's scores are final ones, the game's stand without its lines."""
    outcome = Outcome.AWAITED if game.outcome == "awaited" else Outcome(game.outcome)
    lines = [AccountLine(line.side, line.kind, line.points) for line in game.lines]
    scores = (game.first_score, game.second_score)
    halves, spreads = (game.first_halves, game.second_halves), (game.first_spread, game.second_spread)
    if outcome in SCORED:
        halves = (None, None)
        spreads = _written_spreads(spreads, lines) if None in scores else (None, None)
    if game.first_score is not None and game.second_score is not None:
        scores = written_scores((game.first_score, game.second_score), lines)
    return FileGame(
        round=number, board=game.board, first=game.first, second=game.second,
        first_score=scores[0], second_score=scores[1], starts_by=StartsBy(game.starts_by), outcome=outcome,
        first_halves=halves[0], second_halves=halves[1], first_spread=spreads[0], second_spread=spreads[1],
        rated_in_file=game.rated, match_game=game.match_game, table="" if game.table == str(game.board) else game.table,
        reason=game.reason, table_reason=game.table_reason, lines=tuple(game.lines), decided_at=game.decided_at,
        entered_by=game.entered_by, entered_road=game.entered_road,
    )  # fmt: skip


def _written_spreads(
    spreads: tuple[int | None, int | None], lines: Sequence[AccountLine]
) -> tuple[int | None, int | None]:
    """The spreads of a game of which only they are known, without its lines."""
    first, second = spreads
    if first is None or second is None:
        return spreads
    return written_spread(first, lines), -written_spread(-second, lines)
