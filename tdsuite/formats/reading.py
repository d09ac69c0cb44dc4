"""One door for every file a director may drop: what is it, and what does it hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath

from tdsuite.formats.absp.reader import is_absp, read_absp
from tdsuite.formats.event_json.reader import read_event_json
from tdsuite.formats.tables.cells import DELIMITERS
from tdsuite.formats.tables.games import is_games_table, read_games_table
from tdsuite.formats.tables.roster import RosterTable, read_roster, roster_table
from tdsuite.formats.tables.roster_columns import ColumnChoice
from tdsuite.formats.tou.reader import read_tou
from tdsuite.formats.tourney_js.reader import is_tourney_js, read_tourney_js
from tdsuite.formats.tsh.as_it_came import as_it_came
from tdsuite.formats.tsh.keys import unknown_keys, with_known_keys
from tdsuite.formats.tsh.reader import read_tsh
from tdsuite.tournaments.engine.names import tidy
from .model import FileFormat, ImportedFile, Problem, Problems, Stops, note
from .text import decoded, lines_of, whole_number

_TOU_LINE = re.compile(r"\*(M[0-9]|[A-Z][0-9]{2}[^0-9][0-9]{2}[^0-9][0-9]{4}|\*\* END OF FILE)")
_LETTER = re.compile(r"[^\W\d_]")
_WEB_PAGE = re.compile(r"[\s\ufeff]*(<\?xml[^>]*>\s*)?<(!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_CONFIG_LINE = re.compile(r"\s*(config\s+\w+\s*=|division\s+\S+\s+\S+\.t\b)", re.IGNORECASE)
MOST_PROBLEMS = 500
MOST_LINES, MOST_CELLS = (
    20_000,
    200_000,
)  # a person waits for it; four times as many lines as a division may have players
LONGEST_HEADING = 2_000  # letters of a first line that are looked at
_TABLE_OF_GAMES = re.compile(r"First[,;\t]First number[,;\t]First score[,;\t]Second")
_READERS: dict[FileFormat, Callable[[str], ImportedFile]] = {
    FileFormat.TOU: read_tou,
    FileFormat.ABSP_CSV: read_absp,
    FileFormat.TOURNEY_JS: read_tourney_js,
    FileFormat.EVENT_JSON: read_event_json,
}
_SHEETS = frozenset({".csv", ".tsv", ".tab"})


def detect(filename: str, data: bytes) -> FileFormat:
    """The format of a file by its content, and where that leaves it open, by its name."""
    text, problems = decoded(data)
    return FileFormat.UNREADABLE if problems and problems[0].fatal else _detect(filename, text)


def read_table(filename: str, data: bytes, choice: ColumnChoice | None = None) -> RosterTable | None:
    """The cells of a file that is a table of players, and what its columns hold; None for every other file."""
    text, problems = decoded(data)
    if (problems and problems[0].fatal) or _detect(filename, text) is not FileFormat.CSV or _too_much(text):
        return None
    broken = Problems()
    table = roster_table(text, choice, broken)
    askable = table.choice.fields and not broken and not _TABLE_OF_GAMES.search(text[:400])
    return table if askable else None


def read_file(
    filename: str, data: bytes, *, name: str | None = None, choice: ColumnChoice | None = None
) -> ImportedFile:
    """Detect and read a file.

    Args:
        name: the division for formats that do not name one (default: the file's stem).
        choice: what the columns of a table of players hold, where an organiser said.

    Never raises: what is wrong stands in `problems`, each with its line and a remedy.
    """
    division = name or tidy(PurePath(filename.replace("\\", "/")).stem) or "A"
    text, problems = decoded(data)
    if problems and problems[0].fatal:
        return ImportedFile(FileFormat.UNREADABLE, (), tuple(problems))
    kind = _detect(filename, text)
    if refusal := _refusal(kind, text):
        return ImportedFile(kind, (), (refusal,))
    if kind in _READERS:
        read = _READERS[kind](text)
    elif kind is FileFormat.TSH:
        read = read_tsh(text, name=division)
    elif kind is FileFormat.GAMES_TABLE:
        read = read_games_table(text, name=division)
    else:
        read = read_roster(text, name=division, choice=choice)
    from_tsh = kind in (FileFormat.TSH, FileFormat.TOURNEY_JS)
    divisions = tuple(with_known_keys(division) for division in read.divisions)
    if from_tsh and read.usable:
        lines = lines_of(text) if kind is FileFormat.TSH else ()
        divisions = tuple(as_it_came(division, lines) for division in divisions)
    notes = (*problems, *read.problems, *unknown_keys(read.divisions))
    return replace(read, divisions=divisions, problems=limited(notes))


def _refusal(kind: FileFormat, text: str) -> Problem | None:
    """Why a file is not even tried."""
    if kind is FileFormat.UNREADABLE:
        remedy = "Save the file that the page links to, or copy its table into a spreadsheet and save that as CSV."
        return Problem(None, "file", "it is a web page, not a file of an event.", remedy)
    if not text.strip("\ufeff\x1a \t\r\n"):
        return Problem(None, "file", "it is empty.", "Save it again where it was made, or choose another.")
    if kind not in (FileFormat.TOURNEY_JS, FileFormat.EVENT_JSON) and (message := _too_much(text)):
        return Problem(None, "file", message, "Is this the right file?")
    if kind is FileFormat.TSH_CONFIG:
        message = "this is tsh's config file; it holds no players."
        return Problem(None, "file", message, "Load the division files it names, such as A.t.")
    if kind is FileFormat.CSV and _TABLE_OF_GAMES.search(text[:400]):
        message = "this is the suite's table of games, which is for spreadsheets."
        return Problem(None, "file", message, "Load the event's JSON or its tsh bundle.")
    return None


def _too_much(text: str) -> str:
    """What it has more of than can be read while somebody waits; "" for a file of a usual size."""
    lines, cells = len(text.splitlines()), max(text.count(delimiter) for delimiter in DELIMITERS)
    if lines > MOST_LINES:
        return f"it has {lines} lines; at most {MOST_LINES} can be read."
    return f"it has {cells} cells; at most {MOST_CELLS} can be read." if cells > MOST_CELLS else ""


def limited(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """At most 500 problems, the gravest kept, and how many more there are."""
    if len(problems) <= MOST_PROBLEMS:
        return problems
    gravest = sorted(problems, key=lambda problem: list(Stops).index(problem.stops))[:MOST_PROBLEMS]
    return (*gravest, note(None, "file", f"{len(problems) - MOST_PROBLEMS} more like these are not listed."))


def _detect(filename: str, text: str) -> FileFormat:
    suffix = PurePath(filename.replace("\\", "/")).suffix.casefold()
    lines = [line for line in lines_of(text)[:500] if line.strip()]
    if lines and (marked := _marked(text, lines[0][:LONGEST_HEADING], suffix)):
        return marked
    if any(line.startswith("#begin_file") for line in lines):
        return FileFormat.TSH
    if any(_TOU_LINE.match(line) for line in lines) or suffix == ".tou":
        return FileFormat.TOU
    configured = sum(bool(_CONFIG_LINE.match(line)) for line in lines) * 2 > len(lines) or suffix == ".tsh"
    if lines and suffix not in _SHEETS and configured:
        return FileFormat.TSH_CONFIG
    players = [line for line in lines if not line.lstrip().startswith("#")]
    if players and all(_is_tsh_player(line, suffix in _SHEETS) for line in players[:20]):
        return FileFormat.TSH
    return FileFormat.TSH if suffix == ".t" else FileFormat.CSV


def _marked(text: str, first: str, suffix: str) -> FileFormat | None:
    """The formats that their beginning gives away; a web page is unreadable."""
    if _WEB_PAGE.match(text[:LONGEST_HEADING]):
        return FileFormat.UNREADABLE
    if suffix == ".js" or is_tourney_js(text):
        return FileFormat.TOURNEY_JS
    if first.lstrip().startswith("{") or suffix == ".json":
        return FileFormat.EVENT_JSON
    if is_absp(first):
        return FileFormat.ABSP_CSV
    if is_games_table(first):
        return FileFormat.GAMES_TABLE
    return None


def _is_tsh_player(line: str, in_a_sheet: bool) -> bool:
    """A name, a number, a semicolon, then nothing but numbers up to the next semicolon.

    in_a_sheet: a table may have a team "Dock 2" with the rating 1500 beside it, so an opponent must stand there too, or no score.
    """
    head, semicolon, rest = line.partition(";")
    tokens = head.split()
    numbers = all(whole_number(token) is not None for token in rest.partition(";")[0].split())
    rated = len(tokens) > 1 and tokens[-1].replace("+", "").isascii() and tokens[-1].replace("+", "").isdigit()
    rated = rated and (not in_a_sheet or not rest.strip() or tokens[-2].isdigit())
    return bool(semicolon) and numbers and rated and _LETTER.search(head) is not None
