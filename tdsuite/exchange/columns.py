"""What the columns of a table of players hold: asked where it is unclear."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from tdsuite.formats.reading import read_table
from tdsuite.formats.tables.roster import HEADER_WITHIN, RosterTable
from tdsuite.formats.tables.roster_columns import FAMILY, GIVEN, NAME, SPELLINGS, ColumnChoice, field_of
from tdsuite.tournaments.engine.names import tidy
from tdsuite.tournaments.services.decision import Refused

from .event_sources import SourceFile
from .models import EventUploadFile, RosterUpload


def source_of(upload: RosterUpload | EventUploadFile) -> SourceFile:
    """A kept file, with what was said of its columns."""
    answers = upload.columns
    choice = answers and ColumnChoice(answers["heading_row"], tuple(answers["fields"]))
    return SourceFile(upload.filename, bytes(upload.data), choice)


def table_of(source: SourceFile) -> RosterTable | None:
    """The cells of a file and what its columns hold; None where it is no table of players."""
    return read_table(source.name, source.data, source.choice)


def unclear(source: SourceFile) -> bool:
    """Whether an organiser is better asked what a file's columns hold before it is looked at."""
    table = table_of(source)
    return table is not None and source.choice is None and bool(table.questions)


def with_columns(sources: Sequence[SourceFile], columns: Sequence[str]) -> list[SourceFile]:
    """Files with what was said of the columns of the tables among them: "HEADING=FIELD", or the column's number from 1.

    Nothing behind the sign leaves a column out.

    Raises:
        Refused: code ``no_such_column``, ``no_such_field``, ``no_names``.
    """
    pairs = [
        (tidy(heading).casefold(), field.strip()) for heading, _, field in (text.rpartition("=") for text in columns)
    ]
    fields = {heading: field_of(field) or "" for heading, field in pairs}
    for _, field in pairs:
        if field and field_of(field) is None:
            message = f"{field!r} is nothing that a column can hold. Choose one of: {', '.join(SPELLINGS)}."
            raise Refused(message, code="no_such_field")
    chosen = [_with_columns(source, fields) for source in sources]
    if fields and all(source.choice is None for source in chosen):
        named = ", ".join(repr(heading) for heading, _ in pairs)
        raise Refused(
            f"No file is a table with the columns {named}. Name them as its first line does, or by their numbers from 1.",
            code="no_such_column",
        )
    return chosen


def _with_columns(source: SourceFile, fields: Mapping[str, str]) -> SourceFile:
    """The file with its choice where it has all these columns."""
    table = table_of(source) if fields else None
    if table is None:
        return source
    headings = {heading for heading in fields if not heading.isdecimal()}
    rows = [[tidy(cell).casefold() for cell in row.cells] for row in table.rows[:HEADER_WITHIN]]
    at = (
        next((index for index, cells in enumerate(rows) if headings <= set(cells)), None)
        if headings
        else table.choice.heading_row
    )
    if headings and at is None:
        return source
    cells = [] if at is None else [tidy(cell) for cell in table.rows[at].cells]
    names = [cells[index] if index < len(cells) else "" for index in range(len(table.choice.fields))]
    own = [fields.get(name.casefold(), fields.get(str(number))) for number, name in enumerate(names, start=1)]
    if sum(field is not None for field in own) < len(fields):
        return source
    taken = {field for field in own if field} | {""}
    guesses = () if any(problem.fatal for problem in table.questions) else table.choice.fields
    held = [
        (guess if guess not in taken else "") if field is None else field
        for field, guess in zip_longest(own, guesses, fillvalue="")
    ]
    if not {NAME, GIVEN, FAMILY} & set(held):
        message = "No column holds the names: say which one does, as in --column 'Nom du joueur=name'."
        raise Refused(message, code="no_names")
    return replace(source, choice=ColumnChoice(at, tuple(held)))
