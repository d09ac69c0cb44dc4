"""Which line of a TOML text each key stands on: the standard library reads TOML and says no lines."""

import tomllib
from typing import Any

Place = tuple[str | int, ...]
PATIENCE = 50  # lines in which brackets may stand in texts, so that counting them is no guide


def lines_of(text: str) -> dict[Place, int]:
    """The line, from 1, of every header and key of a text that tomllib reads whole.

    An array of tables counts from 0: ("changes", "during.challenge.scheme", "choices", 1).
    """
    lines = text.split("\n")
    found: dict[Place, int] = {}
    header: Place = ()
    number = 0
    while number < len(lines):
        start, stripped = number, lines[number].strip()
        number += 1
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.startswith("["):
            header = _header(tomllib.loads(lines[start]), found)
            _remember(found, header, start + 1)
            continue
        statement = lines[start]
        while (data := _parsed(statement, number - start)) is None and number < len(lines):
            statement += "\n" + lines[number]
            number += 1
        for place in _places(data or {}):
            _remember(found, (*header, *place), start + 1)
    return found


def _remember(found: dict[Place, int], place: Place, line: int) -> None:
    for length in range(1, len(place) + 1):
        found.setdefault(place[:length], line)


def _header(data: Any, found: dict[Place, int]) -> Place:
    """The place a header opens.  Raises nothing: the text was read whole before."""
    place: Place = ()
    while isinstance(data, dict | list) and data:
        if isinstance(data, list):
            at = sum(
                1 for known in found if len(known) == len(place) + 1 and known[:-1] == place and _is_index(known[-1])
            )
            place, data = (*place, at), data[0]
        else:
            [(name, data)] = data.items()
            place = (*place, name)
    return place


def _is_index(part: str | int) -> bool:
    return isinstance(part, int)


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
