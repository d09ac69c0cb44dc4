"""No rule without a test and a page: every provision of every rulebook has both, or waits by name in pending.txt."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.urls import URLResolver, get_resolver

from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

TESTS = Path(__file__).parents[1]
BRINGS_IT = {"signed sheets"}


def lines(name: str) -> list[str]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


PLACES = {cells[0]: cells[1:] for cells in ([cell.strip() for cell in line.split("|")] for line in lines("places.txt"))}
PENDING = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1].strip() for line in lines("pending.txt")}
PATHS = sorted({".".join(path) for book in RULEBOOKS.values() for _, _, path, _ in provisions(book)})


@cache
def functions_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def addresses(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from addresses(each, each.namespace or namespace)
        elif each.name:
            yield f"{namespace}:{each.name}"


@pytest.mark.parametrize("path", PATHS)
def test_every_provision_has_a_test_of_what_it_does(path: str) -> None:
    file, _, name = PLACES[path][0].partition("::")
    assert name in functions_in(file)


@pytest.mark.parametrize("path", PATHS)
def test_every_provision_has_a_page_or_waits_for_one_by_name(path: str) -> None:
    page = PLACES[path][1]
    assert bool(page) != (path in PENDING)
    assert not page or page in set(addresses(get_resolver()))


def test_nothing_stands_in_the_lists_that_no_rulebook_has() -> None:
    assert sorted({*PLACES, *PENDING} - set(PATHS)) == []


def test_each_provision_stands_once() -> None:
    assert len(PLACES) == len(lines("places.txt"))
    assert len(PENDING) == len(lines("pending.txt"))


def test_what_is_pending_says_what_will_bring_it() -> None:
    assert set(PENDING.values()) <= BRINGS_IT


def test_a_page_that_does_not_exist_would_be_found() -> None:
    there = set(addresses(get_resolver()))
    assert ("results:ended" in there, "results:nonsense" in there) == (True, False)
