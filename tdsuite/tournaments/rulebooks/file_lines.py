"""Which line of a TOML text each key stands on: the standard library reads TOML and says no lines."""

import tomllib
from typing import Any

Place = tuple[str | int, ...]
PATIENCE = 50  # lines in which brackets may stand in texts, so that counting them is no guide
MOST_LINES, MOST_LETTERS = 100, 20_000  # of one value: far beyond any rule, and read in a moment


class TooLong(ValueError):
    """A value goes on beyond MOST_LINES or MOST_LETTERS.  line: where it begins."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(f"A value has up to {MOST_LINES} lines and {MOST_LETTERS} letters. Write this one shorter.")


def lines_of(text: str) -> dict[Place, int]:
    """The line, from 1, of every header and key of a text that tomllib reads whole.

    An array of tables counts from 0: ("changes", "during.challenge.scheme", "choices", 1).  Raises TooLong.
    """
    lines = text.split("\n")
    known: dict[Place, int] = {}
    rows: dict[Place, int] = {}
    header: Place = ()
    number = 0
    while number < len(lines):
        start, stripped = number, lines[number].strip()
        number += 1
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.startswith("["):
            header = _header(tomllib.loads(lines[start]), rows)
            _remember(known, header, start + 1)
            continue
        statement = lines[start]
        while (data := _parsed(statement, number - start)) is None and number < len(lines):
            statement += "\n" + lines[number]
            number += 1
            if number - start > MOST_LINES or len(statement) > MOST_LETTERS:
                raise TooLong(start + 1)
        for place in _places(data or {}):
            _remember(known, (*header, *place), start + 1)
    return known


def _remember(known: dict[Place, int], place: Place, line: int) -> None:
    for length in range(1, len(place) + 1):
        known.setdefault(place[:length], line)


def _header(data: Any, rows: dict[Place, int]) -> Place:
    """The place a header opens.  rows: how many tables each array has so far; counts this one.  Raises nothing: the text was
    read whole before."""
    place: Place = ()
    while isinstance(data, dict | list) and data:
        if isinstance(data, list):
            at = rows.get(place, 0)
            rows[place] = at + 1
            place, data = (*place, at), data[0]
        else:
            [(name, data)] = data.items()
            place = (*place, name)
    return place


def _parsed(statement: str, lines: int) -> dict[str, Any] | None:
    """The statement's data, None while it goes on in the next line."""
    open_still = any(statement.count(left) > statement.count(right) for left, right in ("[]", "{}"))
    if lines > PATIENCE and (open_still or statement.count('"""') % 2 or statement.count("'''") % 2):
        return None
    try:
        return tomllib.loads(statement)
    except tomllib.TOMLDecodeError:
        return None


def _places(data: Any) -> list[Place]:
    if not isinstance(data, dict):
        return []
    return [place for name, each in data.items() for place in ((name,), *((name, *below) for below in _places(each)))]
