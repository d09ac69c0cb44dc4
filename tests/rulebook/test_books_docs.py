"""docs/rulebook/rulebooks.md names every book, every option and every default of ours."""

from pathlib import Path

import pytest

from tdsuite.tournaments.rulebooks.choices import OPTIONS, describe, options, provisions
from tdsuite.tournaments.rulebooks.file_values import allowed
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


def test_the_page_lists_our_defaults_as_they_are_and_no_others() -> None:
    ours: dict[tuple[str, str], list[str]] = {}
    for book in RULEBOOKS.values():
        for row in describe(book, {}):
            if row.our_default:
                ours.setdefault((row.title, row.text), []).append(book.key)
    wanted = [
        f"| {title} | {text} | {'all' if len(keys) == 5 else ', '.join(keys)} |" for (title, text), keys in ours.items()
    ]
    start = LINES.index("| point | our default | books |")
    assert LINES[start + 2 :] == wanted


def test_the_page_of_rulebook_files_lists_every_provision_and_its_values() -> None:
    files = (Path(__file__).parents[2] / "docs" / "rulebook-files.md").read_text(encoding="utf-8").splitlines()
    wanted = [
        f"| `{'.'.join(path)}` | {f'{section}: ' if section else ''}{title} | {allowed(path)} |"
        for section, title, path, _ in provisions(RULEBOOKS["wespa-2010"])
    ]
    start = files.index("| path | what it is | value |")
    assert files[start + 2 :] == wanted


WHERE = (Path(__file__).parents[2] / "docs" / "rulebook" / "provisions.md").read_text(encoding="utf-8").splitlines()
COLUMNS = ("wespa-2010", "nsa-2004", "sowpods-club", "scrabble-guide")


def test_the_page_of_provisions_gives_every_point_its_rule_in_each_book_and_marks_what_is_ours() -> None:
    """A citation, or whether a value is the book's or ours, changes in the data and on the page together."""
    tables = {key: [(row.title, row.rule, row.our_default) for row in describe(RULEBOOKS[key], {})] for key in COLUMNS}
    wanted = [
        f"| {rows[0][0]} | {' | '.join(f'{rule} †'.strip() if ours else rule for _, rule, ours in rows)} |"
        for rows in zip(*tables.values(), strict=True)
    ]
    assert [line for line in WHERE if line.startswith("| ") and not line.startswith(("| point", "| ---"))] == wanted


def test_wespa_2012_cites_as_2010_but_for_the_word_source() -> None:
    rules = [[(row.title, row.rule) for row in describe(RULEBOOKS[key], {})] for key in ("wespa-2010", "wespa-2012")]
    differing = [new for old, new in zip(*rules, strict=True) if old != new]
    assert differing == [("Word source", "1.2(b), App. 2, caveat")]
