"""A table of text cut into cells, and what single cells mean: names, ratings."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from tdsuite.formats.model import Problem
from tdsuite.formats.text import lines_of, whole_number
from tdsuite.tournaments.engine.names import LONGEST_NAME, display_name, filing_name

DELIMITERS = ("\t", ";", "|", ",")
_MARKED = re.compile(r"(?P<value>.*?)\s*(?:[*^?~!]|\(p\)|p)+", re.IGNORECASE)
_GROUPED = re.compile(r"[0-9]{1,3}([,.'\u00a0\u202f ][0-9]{3})+", re.ASCII)
_ZEROS = re.compile(r"(?P<whole>[0-9]{1,9})[.,]0+", re.ASCII)
_LETTER = re.compile(r"[^\W\d_]")
_LIST_MARK = re.compile(r"^ *(?:[-–—•*·] *|[0-9]{1,3}[.)] *)(?=[^\W\d_])", re.MULTILINE)
UNRATED = frozenset({"unrated", "unr", "ur", "new", "none", "nr", "n/a", "na", "nil", "-", "--", "–", "—", "?", "0"})
HIGHEST_USUAL_RATING = 4000
LONGEST_RATING = 30
MOST_COLUMNS = 250  # with anything in them; sheets of organisers have up to 80


@dataclass(frozen=True, slots=True)
class Cells:
    """One row of the table. line: where it starts in the file."""

    line: int
    cells: tuple[str, ...]


def without_list_marks(text: str) -> str:
    """Lines of a pasted list without its numbers and bullets: "1. Ann Lee", "2) Bo", "- Zoë"."""
    return _LIST_MARK.sub("", text)


def cut_table(text: str, delimiter: str) -> tuple[list[Cells], Problem | None]:
    """The rows that hold anything, up to where the table breaks off, and why it does."""
    reader = csv.reader((f"{line}\n" for line in lines_of(text)), delimiter=delimiter)
    rows: list[Cells] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.count("\n") > 2 for cell in cells):
                message = "a cell runs over several lines."
                return rows, Problem(line, "file", message, "Look for a quotation mark that is never closed.")
            if any(cell.strip() for cell in cells):
                rows.append(Cells(line, tuple(cells[:MOST_COLUMNS])))
            if any(cell.strip() for cell in cells[MOST_COLUMNS:]):
                message = f"it has {len(cells)} columns; at most {MOST_COLUMNS} can be read."
                return rows, Problem(line, "file", message, "Is this the right file?")
            line = reader.line_num + 1
    except csv.Error as error:
        message = f"the table cannot be read on from here ({error})."
        return rows, Problem(line, "file", message, "Look for a quotation mark that is never closed.")
    return rows, None


def names_from(name: str, given_name: str, family: str) -> tuple[str, str]:
    """(display, filing) from whichever columns there are."""
    if family and given_name:
        return f"{given_name} {family}", f"{family}, {given_name}"
    whole = name or family or given_name
    return display_name(whole), filing_name(whole)


def name_problem(name: str) -> tuple[str, str] | None:
    """What is wrong with a name and what to do; None for a good one."""
    if not name:
        return "the name is missing.", "Give the name, or take the line out."
    if not _LETTER.search(name):
        return f"{name[:40]!r} is not a name.", "Give the name, or take the line out."
    if len(name) > LONGEST_NAME:
        return f"the name has {len(name)} letters.", f"Shorten it to {LONGEST_NAME}."
    return None


def deviation_in(text: str) -> float | None:
    """A rating's deviation, over 0 and under 1,000 points; None for anything else."""
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if 0 < value < 1000 else None


def rating_in(text: str) -> int | None:
    """The rating a cell means, None where it means none: "1725", "1,725", "1725.0", "1725*", "unrated"."""
    text = text.strip()
    if len(text) > LONGEST_RATING:
        return None
    if text.casefold() in UNRATED:
        return 0
    if match := _MARKED.fullmatch(text):
        text = match["value"]
    if match := _ZEROS.fullmatch(text):
        text = match["whole"]
    elif _GROUPED.fullmatch(text):
        text = re.sub(r"[^0-9]", "", text)
    value = whole_number(text)
    return value if value is not None and value >= 0 else None
