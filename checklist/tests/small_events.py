"""Small events for the checklist's tests, made game by game, as documents, or as a file's text with one change."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from checklist.judging import judge
from checklist.made_files import (
    SUFFIXES,
    WrittenFormat,
    document_of,
    json_text,
    made_division,
    written_event,
)
from tdsuite.formats.event_json.document import DocumentDivision, EventDocument
from tdsuite.formats.model import FileDivision, FileFormat, FileGame, ImportedFile, Outcome, RosterRow, StartsBy
from tdsuite.formats.reading import read_file

SOUND = made_division(14, 7, 3)


def failing(event: ImportedFile) -> set[int]:
    return {answer.question.number for answer in judge(event)}


def game(round_: int, first: int, second: int | None = None, **more: object) -> FileGame:
    """A game that was played, 400 to 350, the first player starting; a bye without a second player."""
    if second is None:
        own: dict[str, object] = {"outcome": Outcome.BYE, "first_halves": 2, "first_spread": 50}
    else:
        own = {
            "first_score": 400 + first,
            "second_score": 350,
            "starts_by": StartsBy.ASSIGNED,
            "outcome": Outcome.PLAYED,
        }
    return replace(FileGame(round_, None, first, second), **{**own, **more})


def forfeit(
    round_: int, halves: tuple[int, int] = (2, 0), spreads: tuple[int, int] = (50, -50), **more: object
) -> FileGame:
    own = {
        "first_halves": halves[0],
        "second_halves": halves[1],
        "first_spread": spreads[0],
        "second_spread": spreads[1],
    }
    scoreless = {"first_score": None, "second_score": None, "outcome": Outcome.FORFEIT}
    return game(round_, 1, 2, **{**own, **scoreless, **more})


def event(players: int, *games: FileGame, **columns: dict[int, object]) -> ImportedFile:
    """A division of so many players; columns: of the roster, a value by player."""
    rows = tuple(
        RosterRow(
            f"P {number}",
            f"P {number}",
            number,
            **{name: row[number] for name, row in columns.items() if number in row},
        )
        for number in range(1, players + 1)
    )
    return ImportedFile(FileFormat.TSH, (FileDivision("A", rows, games, rounds=max(game.round for game in games)),))


def of_division(event: ImportedFile, **changes: object) -> ImportedFile:
    return replace(event, divisions=(replace(event.divisions[0], **changes),))


def document(change: Callable[[DocumentDivision], object]) -> ImportedFile:
    """A sound event as its document, with one change."""
    whole = document_of(SOUND)
    change(whole.divisions[0])
    return read_file("a.json", json_text(whole).encode())


def whole_document(change: Callable[[EventDocument], object]) -> ImportedFile:
    """The same with a change anywhere in it."""
    whole = document_of(SOUND)
    change(whole)
    return read_file("a.json", json_text(whole).encode())


def table_of(division: DocumentDivision) -> list:
    return division.standings.table


def text_of(format_: WrittenFormat, old: str, new: str) -> ImportedFile:
    text = written_event(SOUND, format_)
    assert old in text
    return read_file(f"a{SUFFIXES[format_]}", text.replace(old, new, 1).encode())


def four_wins_each_way() -> list[FileGame]:
    games = [game(round_, 1, 1 + round_) for round_ in (1, 2, 3, 4)]
    return games + [game(round_, 5 + round_, 10) for round_ in (1, 2, 3, 4)]


NINE, HOUR = datetime(2026, 5, 16, 9, tzinfo=UTC), timedelta(hours=1)
