"""docs/rulebook/rulebooks.md names every book, every option and every default of ours."""

from dataclasses import fields, is_dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from tdsuite.tournaments.rulebooks.choices import OPTIONS, describe, options, provisions
from tdsuite.tournaments.rulebooks.file_values import LIMITS, MOST, NONE, kinds
from tdsuite.tournaments.rulebooks.penalties import PenaltyScheme
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

PAGE = (Path(__file__).parents[2] / "docs" / "rulebook" / "rulebooks.md").read_text(encoding="utf-8")
LINES = PAGE.splitlines()


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_page_names_the_rulebook(key: str) -> None:
    assert f"| `{key}` | {RULEBOOKS[key].name} |" in LINES


@pytest.mark.parametrize("key", [option.key for option in OPTIONS])
def test_the_page_says_where_an_option_is_open(key: str) -> None:
    books = [book.key for book in RULEBOOKS.values() for each in options(book) if each.key == key and not each.fixed]
    line = next(line for line in LINES if line.startswith(f"| `{key}` |"))
    assert line.endswith(f"| {'all' if len(books) == 5 else ', '.join(books)} |")


def test_the_page_names_every_code_of_every_choice() -> None:
    codes = {choice.code for book in RULEBOOKS.values() for each in options(book) for choice in each.values}
    ranged = {"collins-2011", "collins-2014", "collins-2019", "collins-2021"}
    assert sorted(code for code in codes - ranged if f"`{code}`" not in PAGE) == []


COLUMNS = {"wespa-2010": "WESPA", "nsa-2004": "NSA", "sowpods-club": "SOWPODS", "scrabble-guide": "guide"}


def test_the_page_lists_our_defaults_as_they_are_and_no_others() -> None:
    """The books are named beside a point for which they have several defaults; else they are those with a dagger."""
    points: dict[str, list[str]] = {}
    books: dict[tuple[str, str], list[str]] = {}
    for key, column in COLUMNS.items():
        for row in describe(RULEBOOKS[key], {}):
            if row.our_default:
                points.setdefault(row.text, []).append(row.title)
                books.setdefault((row.title, row.text), []).append(column)
    several = {title for title, text in books if sum(title == each for each, _ in books) > 1}
    wanted = [
        f"| {text} | {'; '.join(_with_books(title, books[title, text], several) for title in dict.fromkeys(titles))} |"
        for text, titles in points.items()
    ]
    start = LINES.index("| our default | points |")
    assert LINES[start + 2 :] == wanted


def _with_books(title: str, columns: list[str], several: set[str]) -> str:
    return f"{title} ({', '.join(columns)})" if title in several else title


def test_both_editions_of_wespa_have_the_same_defaults() -> None:
    ours = [
        [(row.title, row.text) for row in describe(RULEBOOKS[key], {}) if row.our_default]
        for key in ("wespa-2010", "wespa-2012")
    ]
    assert ours[0] == ours[1]


def allowed(path: tuple[str, ...]) -> str:
    """What may stand as the value at a path, in the words of a file."""
    return _allowed(kinds()[path], ".".join(path))


def _allowed(kind: Any, name: str) -> str:
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return f'{_allowed(next(part for part in parts if part is not NoneType), name)} or "{NONE}"'
    if get_origin(kind) is tuple:
        return f"a list of {_allowed(parts[0], name)}"
    if is_dataclass(kind) and kind is not PenaltyScheme:
        return _allowed_fields(kind)
    if kind is int:
        low, high = LIMITS.get(name, (0, MOST))
        return f"{low} to {high}" if low < high else str(low)
    if issubclass(kind, StrEnum):
        return " / ".join(f'"{each}"' for each in kind)
    return OTHERS[kind]


def _allowed_fields(kind: Any) -> str:
    hints = get_type_hints(kind)
    each = (f"{field.name} = {_allowed(hints[field.name], f'{kind.__name__}.{field.name}')}" for field in fields(kind))
    return "{" + "; ".join(each) + "}"


OTHERS = {
    bool: "true / false",
    date: "a day such as 2012-01-01",
    str: "text",
    PenaltyScheme: '"single", "double", "dingle", "word:5", "turn:5", "rising:5-10-20", "time:60"',
}


def test_the_page_of_rulebook_files_lists_every_provision_and_its_values() -> None:
    files = (Path(__file__).parents[2] / "docs" / "rulebook-files.md").read_text(encoding="utf-8").splitlines()
    wanted = [f"| `{'.'.join(path)}` | {allowed(path)} |" for _, _, path, _ in provisions(RULEBOOKS["wespa-2010"])]
    start = files.index("| path | value |")
    assert files[start + 2 :] == wanted


WHERE = (Path(__file__).parents[2] / "docs" / "rulebook" / "provisions.md").read_text(encoding="utf-8").splitlines()


def test_the_page_of_provisions_gives_every_point_its_rule_in_each_book_and_marks_what_is_ours() -> None:
    """A citation, or whether a value is the book's or ours, changes in the data and on the page together."""
    tables = {key: [(row.title, row.rule, row.our_default) for row in describe(RULEBOOKS[key], {})] for key in COLUMNS}
    wanted = [
        f"| {rows[0][0]} | {' | '.join(f'{rule} †'.strip() if ours else rule for _, rule, ours in rows)} |"
        for rows in zip(*tables.values(), strict=True)
    ]
    assert [line for line in WHERE if line.startswith("| ") and not line.startswith(("| point", "| ---"))] == wanted
