"""One door for every file a director may drop: what is it, and what does it hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath

from results.formats.absp_csv_in import is_absp, read_absp
from results.formats.event_json import read_event_json
from results.formats.model import FileFormat, ImportedFile, Problem, Stops, note
from results.formats.own_tables import kind_of, read_own_table
from results.formats.own_workbook import is_workbook, read_workbook
from results.formats.roster_csv import read_roster
from results.formats.text import decoded, lines_of, whole_number
from results.formats.tou import read_tou
from results.formats.tourney_js_in import START, read_tourney_js
from results.formats.tsh import read_tsh
from tdsuite.tournaments.engine.names import tidy

_TOU_LINE = re.compile(r"\*(M[0-9]|\*\* END OF FILE)")
_LETTER = re.compile(r"[^\W\d_]")
_CONFIG_LINE = re.compile(r"\s*(config\s+\w+\s*=|division\s+\S+\s+\S+\.t\b)", re.IGNORECASE)
MOST_PROBLEMS = 500
_READERS: dict[FileFormat, Callable[[str], ImportedFile]] = {
    FileFormat.TOU: read_tou,
    FileFormat.ABSP_CSV: read_absp,
    FileFormat.TOURNEY_JS: read_tourney_js,
    FileFormat.EVENT_JSON: read_event_json,
}
_SHEETS = frozenset({".csv", ".tsv", ".tab"})


def detect(filename: str, data: bytes) -> FileFormat:
    """The format of a file by its content, and where that leaves it open, by its name."""
    if is_workbook(data):
        return FileFormat.WORKBOOK
    text, problems = decoded(data)
    return FileFormat.UNREADABLE if problems and problems[0].fatal else _detect(filename, text)


def read_file(filename: str, data: bytes, *, name: str | None = None) -> ImportedFile:
    """Detect and read a file. `name`: the division for formats that do not name one (default: the file's stem).

    Never raises: what is wrong stands in `problems`, each with its line and a remedy.
    """
    division = name or tidy(PurePath(filename.replace("\\", "/")).stem) or "A"
    if is_workbook(data):
        book = read_workbook(data, name=division)
        return replace(book, problems=limited(book.problems))
    text, problems = decoded(data)
    if problems and problems[0].fatal:
        return ImportedFile(FileFormat.UNREADABLE, (), tuple(problems))
    kind = _detect(filename, text)
    if kind is FileFormat.TSH_CONFIG:
        message = "this is tsh's config file; it holds no players."
        wrong = Problem(None, "file", message, "Load the division files it names, such as A.t.", Stops.EVERYTHING)
        return ImportedFile(kind, (), (wrong,))
    if kind in _READERS:
        read = _READERS[kind](text)
    elif kind is FileFormat.TSH:
        read = read_tsh(text, name=division)
    elif kind is FileFormat.OWN_TABLE:
        read = read_own_table(text, name=division)
    else:
        read = read_roster(text, name=division)
    return replace(read, problems=limited((*problems, *read.problems)))


def limited(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """At most 500 problems, the gravest kept, and how many more there are."""
    if len(problems) <= MOST_PROBLEMS:
        return problems
    gravest = sorted(problems, key=lambda problem: list(Stops).index(problem.stops))[:MOST_PROBLEMS]
    more = note(None, "file", f"{len(problems) - MOST_PROBLEMS} more like these are not listed.")
    return (*gravest, more)


def _detect(filename: str, text: str) -> FileFormat:
    suffix = PurePath(filename.replace("\\", "/")).suffix.casefold()
    lines = [line for line in lines_of(text)[:500] if line.strip()]
    if lines and (marked := _marked(lines[0], suffix)):
        return marked
    if any(line.startswith("#begin_file") for line in lines):
        return FileFormat.TSH
    if any(_TOU_LINE.match(line) for line in lines) or suffix == ".tou":
        return FileFormat.TOU
    if lines and suffix not in _SHEETS:
        if sum(bool(_CONFIG_LINE.match(line)) for line in lines) * 2 > len(lines) or suffix == ".tsh":
            return FileFormat.TSH_CONFIG
        players = [line for line in lines if not line.lstrip().startswith("#")]
        if players and all(_is_tsh_player(line) for line in players[:20]):
            return FileFormat.TSH
    return FileFormat.TSH if suffix == ".t" else FileFormat.CSV


def _marked(first: str, suffix: str) -> FileFormat | None:
    """The formats that their first line gives away."""
    if first.lstrip().startswith("{") or suffix == ".json":
        return FileFormat.EVENT_JSON
    if first.lstrip().startswith(START) or suffix == ".js":
        return FileFormat.TOURNEY_JS
    if is_absp(first):
        return FileFormat.ABSP_CSV
    return FileFormat.OWN_TABLE if kind_of(first) else None


def _is_tsh_player(line: str) -> bool:
    """A name, a number, a semicolon, then nothing but numbers up to the next semicolon."""
    head, semicolon, rest = line.partition(";")
    tokens = head.split()
    numbers = all(whole_number(token) is not None for token in rest.partition(";")[0].split())
    rated = len(tokens) > 1 and tokens[-1].replace("+", "").isascii() and tokens[-1].replace("+", "").isdigit()
    return bool(semicolon) and numbers and rated and _LETTER.search(head) is not None
