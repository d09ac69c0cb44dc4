"""What the columns of a table of players hold: asked where it is unclear."""

from tdsuite.formats.reading import read_table
from tdsuite.formats.tables.roster import RosterTable
from tdsuite.formats.tables.roster_columns import ColumnChoice
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
