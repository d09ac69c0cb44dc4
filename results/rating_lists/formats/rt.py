"""RT lists, as AUPAIR's rating programs and WESPA's write them: fixed columns.

    nick (1-4), state or country (6-8), name (10-29), games (to 34), rating (to 39), yyyymmdd last played (41-48), deviation

Names are cut at 20 letters. The numbers are found from the right, so that lists whose columns moved are read too.
"""

import re
from datetime import date

from tdsuite.formats.model import Problem, note
from tdsuite.formats.tables.cells import HIGHEST_USUAL_RATING, name_problem
from tdsuite.formats.text import lines_of
from tdsuite.tournaments.engine.names import CUT_AT, display_name, filing_name, tidy
from .model import ListEntry, ReadList

_NUMBERS = re.compile(
    r"\s*(?P<games>[0-9]{1,6})\s+(?P<rating>[0-9]{1,4})\s+(?P<played>[0-9]{8})(?:\s+(?P<deviation>[0-9]+(?:\.[0-9]*)?))?\s*",
    re.ASCII,
)
_TAIL = re.compile(
    r"(?P<head>.*?\S)(?P<numbers>\s+[0-9]{1,6}\s+[0-9]{1,4}\s+[0-9]{8}(?:\s+[0-9]+(?:\.[0-9]*)?)?\s*)", re.ASCII
)
_NAME_FROM, _NAME_TO = 9, 29
_LONGEST_LINE = 200
NEVER = "00000000"
KEY_MAP = (
    ("columns 10-29", "name"),
    ("columns 30-34", "lifetime games"),
    ("columns 35-39", "rating"),
    ("columns 41-48", "last played"),
    ("columns 6-8", "country"),
)


def is_rt(line: str) -> bool:
    """Whether a line has the columns of an RT list."""
    return _cut(_detabbed(line)) is not None


def _cut(line: str) -> tuple[str, re.Match[str]] | None:
    """What stands before the numbers, and the numbers: by columns, else from the right where those moved.

    None where the nick's place does not hold capitals, figures or nothing: a name there would lose its beginning.
    """
    if len(line) > _LONGEST_LINE:
        return None
    head, numbers = line[:_NAME_TO], _NUMBERS.fullmatch(line[_NAME_TO:])
    if numbers is None or head[-1:].isdigit():
        moved = _TAIL.fullmatch(line)
        numbers = _NUMBERS.fullmatch(moved["numbers"]) if moved else None
        head = moved["head"] if moved else ""
    nick = head[:_NAME_FROM]
    return (head, numbers) if numbers is not None and nick == nick.upper() and not nick[8:].strip() else None


def _detabbed(line: str) -> str:
    return line.expandtabs() if "\t" in line else line


def _is_heading(line: str) -> bool:
    words = line.casefold().split()
    if words and words[0].startswith("nick") and "name" in "".join(words):
        return True  # NICKstateNAME, the source file and the day, as WESPA heads its lists
    return "name" in words and any(word.startswith(("rat", "games")) for word in words)


def read_rt(text: str) -> ReadList:
    """Read an RT list.  Never raises; a line that is none of it is a fatal problem, a day that is none a note."""
    entries: list[ListEntry] = []
    problems: list[Problem] = []
    cut = 0
    for number, raw in enumerate(lines_of(text), start=1):
        line = _detabbed(raw.rstrip())
        if not line.strip() or line.startswith(("#", "***")) or (not entries and _is_heading(line)):
            continue
        entry = _entry(number, line, problems)
        if entry is not None:
            entries.append(entry)
            cut += len(entry.name) == CUT_AT
    if cut:
        message = f"{cut} names have {CUT_AT} letters and may be cut."
        message = message if cut > 1 else f"One name has {CUT_AT} letters and may be cut."
        problems.append(note(None, "name", message, "Each is asked about."))
    return ReadList(tuple(entries), tuple(problems), KEY_MAP)


def _entry(number: int, line: str, problems: list[Problem]) -> ListEntry | None:
    parts = _cut(line)
    if parts is None:
        remedy = "A line has nick, name in columns 10 to 29, games, rating and the day as 20260531. Correct it or take it out."
        problems.append(Problem(number, "line", "this is no line of an RT list.", remedy))
        return None
    head, numbers = parts
    name = tidy(head[_NAME_FROM:])
    if wrong := name_problem(name):
        problems.append(Problem(number, "name", *wrong))
        return None
    rating = int(numbers["rating"])
    if rating > HIGHEST_USUAL_RATING:
        problems.append(note(number, "rating", f"{rating} is unusually high.", "Check the column."))
    return ListEntry(
        line=number, name=display_name(name), filing_name=filing_name(name), rating=rating, games=int(numbers["games"]),
        country=tidy(head[5:8]), last_played=_played(number, numbers["played"], problems),
        deviation=float(numbers["deviation"]) if numbers["deviation"] else None,
    )  # fmt: skip


def _played(number: int, text: str, problems: list[Problem]) -> date | None:
    if text == NEVER:
        return None
    try:
        return date(int(text[:4]), int(text[4:6]), int(text[6:]))
    except ValueError:
        problems.append(note(number, "last played", f"{text} is no day and is left out."))
        return None
