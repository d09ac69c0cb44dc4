"""Which SQL statements each test sends: kept by a whole run, so that a run on another database need send each of them only twice.

`TDSUITE_STATEMENTS` names a folder. A run writes there what its tests sent; a run with `TDSUITE_TESTS=services` reads it.
"""

import heapq
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import connection

TIMES = 2  # with other rows a statement may turn out otherwise
VALUES = re.compile(r"(\(?%s\)?,? ?)+|\d+")  # of a list, rows of an INSERT, numbers of savepoints


class Sent(NamedTuple):
    """What a test sends: its statements, by their digests, and how long it takes in seconds."""

    statements: frozenset[str]
    seconds: float


@cache
def digest(sql: str) -> str:
    """Of a statement, whichever and however many values it is given."""
    return blake2b(VALUES.sub("%s", sql).encode(), digest_size=6).hexdigest()


class Statements:
    """Notes what every test sends through the suite's own connection, and writes it down at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tests: dict[str, tuple[list[str], float]] = {}
        self.now: set[str] = set()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.now.add(digest(sql))
        return execute(sql, params, many, context)

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
        if self.tests:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{os.getpid()}.json").write_text(json.dumps(self.tests), encoding="utf-8")


def written(folder: Path) -> dict[str, Sent]:
    """What every test of the runs before sent, by its id."""
    return {
        test: Sent(frozenset(statements), seconds)
        for file in sorted(folder.glob("*.json"))
        for test, (statements, seconds) in json.loads(file.read_text(encoding="utf-8")).items()
    }


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
