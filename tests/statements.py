"""Which SQL statements each test sends: kept by a whole run, so that a run on another database need send each of them only twice.

`TDSUITE_STATEMENTS` names a folder. A run writes there what its tests sent, and which tests there are; a run with
`TDSUITE_TESTS=services` reads it.
"""

import heapq
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from enum import StrEnum
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import connection

SORTS = "tests-"
TIMES = 2  # with other rows a statement may turn out otherwise
VALUES = re.compile(r"(\(?%s\)?,? ?)+|\d+")  # of a list, rows of an INSERT, numbers of savepoints


class Sort(StrEnum):
    """What a run with services asks of a test.

    Attributes:
        ALWAYS: it runs.
        ROWS: it runs where its statements are wanted.
        NEVER: neither the database nor a broker can change it.
    """

    ALWAYS = "always"
    ROWS = "rows"
    NEVER = "never"


class Sent(NamedTuple):
    """What a test sends: its statements, by their digests, and how long it takes in seconds."""

    statements: frozenset[str]
    seconds: float


@cache
def digest(sql: str) -> str:
    """Of a statement, whichever and however many values it is given."""
    return blake2b(VALUES.sub("%s", sql).encode(), digest_size=6).hexdigest()


class Statements:
    """Notes which tests there are, and what each sends through the suite's own connection; writes it down at the end."""

    def __init__(self, folder: Path, sort_of: Callable[[pytest.Item], Sort]) -> None:
        self.folder, self.sort_of = folder, sort_of
        self.sorts: dict[str, Sort] = {}
        self.tests: dict[str, tuple[list[str], float]] = {}
        self.now: set[str] = set()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.now.add(digest(sql))
        return execute(sql, params, many, context)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Before any is left out: with services others can run."""
        self.sorts = {item.nodeid: self.sort_of(item) for item in items}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.now, began = set(), time.perf_counter()
        if self not in connection.execute_wrappers:
            connection.execute_wrappers.append(self)
        done = yield
        if self.now:
            self.tests[item.nodeid] = sorted(self.now), round(time.perf_counter() - began, 3)
        return done

    def pytest_unconfigure(self) -> None:
        if self.tests or self.sorts:
            self.folder.mkdir(parents=True, exist_ok=True)
            for name, noted in (("", self.tests), (SORTS, self.sorts)):
                (self.folder / f"{name}{os.getpid()}.json").write_text(json.dumps(noted), encoding="utf-8")


def written(folder: Path) -> dict[str, Sent]:
    """What every test of the runs before sent, by its id."""
    return {
        test: Sent(frozenset(statements), seconds)
        for file in sorted(folder.glob("[0-9]*.json"))
        for test, (statements, seconds) in json.loads(file.read_text(encoding="utf-8")).items()
    }


def sorts_written(folder: Path) -> dict[str, Sort]:
    """Every test that the runs before collected, by its id."""
    return {
        test: Sort(sort)
        for file in sorted(folder.glob(f"{SORTS}*.json"))
        for test, sort in json.loads(file.read_text(encoding="utf-8")).items()
    }


def to_run(sorts: dict[str, Sort], sent: dict[str, Sent]) -> set[str]:
    """Of tests of these sorts those that a run with services runs: of tests that nobody noted the first case."""
    always = {test for test, sort in sorts.items() if sort is Sort.ALWAYS}
    rows = [test for test, sort in sorts.items() if sort is Sort.ROWS]
    noted = {test: sent[test] for test in rows if test in sent}
    names = {name_of(test) for test in noted}
    first: dict[str, str] = {}
    for test in rows:
        if name_of(test) not in names:
            first.setdefault(name_of(test), test)
    return always | {*first.values()} | covering(noted, already=[sent[test] for test in always if test in sent])


def name_of(test: str) -> str:
    """The id of a test without its case."""
    return test.partition("[")[0]


def file_of(test: str) -> str:
    return test.partition("::")[0]


def covering(tests: dict[str, Sent], times: int = TIMES, already: Iterable[Sent] = ()) -> set[str]:
    """Tests that send together every statement so many times, or as often as all tests do: always the one with most for its time.

    None of them can be left out.  already: of tests that run anyway.
    """
    done = Counter(statement for sent in already for statement in sent.statements)

    def worth(test: str) -> float:
        missing = sum(done[statement] < times for statement in tests[test].statements)
        return missing / (tests[test].seconds + 0.01)

    heap = [(-worth(test), test) for test in sorted(tests)]
    heapq.heapify(heap)
    chosen = set()
    while heap and heap[0][0]:
        _, test = heapq.heappop(heap)
        now = worth(test)
        if heap and now < -heap[0][0]:  # others that were chosen since send some of its statements
            heapq.heappush(heap, (-now, test))
            continue
        if now:
            chosen.add(test)
            done.update(tests[test].statements)
    for test in sorted(
        chosen, key=lambda test: (-tests[test].seconds, test)
    ):  # what others that came later send as well
        if all(done[statement] > times for statement in tests[test].statements):
            chosen.remove(test)
            done.subtract(tests[test].statements)
    return chosen
