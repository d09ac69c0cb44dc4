"""Which statements each test sends to its database: noted by a whole run (`TDSUITE_TESTS=noted`), read by the one with services after it.

Both find the notes in the folder that `SHARED_BY_TESTS` names (`.ci/run`).
"""

import json
import os
import re
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from django.db import connection

from tests.environment import SHARED

POINTS = ("SAVEPOINT ", "RELEASE ", "ROLLBACK ")
SEVERAL = re.compile(r"(\(%s\)|%s)(, \1)+")  # as many values, or rows of one value, as there happen to be
ROWS = re.compile(r"(\(%s(?:, %s)*\))(, \1)+")


def shape_of(statement: str) -> int:
    """The same number for statements that differ in how many values they have."""
    return crc32(SEVERAL.sub(r"\1", ROWS.sub(r"\1", statement)).encode())


class Note(NamedTuple):
    """What a test sent.  sent: the numbers of its statements, or in their place anything that names what the test alone does."""

    seconds: float
    sent: Sequence[int | str]


class Noted:
    """Notes what was sent, and which kind of error came back instead of an answer; and how long the test took."""

    def __init__(self) -> None:
        self.sent: dict[str, Note] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        sent: set[str] = set()

        def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
            try:
                answer = execute(sql, params, many, context)
            except Exception as error:
                sent.add(f"{type(error).__name__}: {sql}")
                raise
            sent.add(sql)
            return answer

        connection.execute_wrappers.append(note)
        begun = monotonic()
        ran = yield
        if note in connection.execute_wrappers:  # a test may have put others in their place
            connection.execute_wrappers.remove(note)
        shapes = sorted({shape_of(sql) for sql in sent if not sql.startswith(POINTS)})
        self.sent[item.nodeid] = Note(round(monotonic() - begun, 3) or 0.001, shapes)
        return ran

    def pytest_sessionfinish(self) -> None:
        path = Path(os.environ[SHARED]) / f"asked-{os.environ.get('PYTEST_XDIST_WORKER', '')}.json"
        path.write_text(json.dumps(self.sent), encoding="utf-8")


def noted() -> dict[str, Note]:
    """What each test that ran sent; empty where no run noted it."""
    sent: dict[str, Note] = {}
    for path in sorted(Path(os.environ[SHARED]).glob("asked-*.json")):
        sent |= {test: Note(*note) for test, note in json.loads(path.read_text(encoding="utf-8")).items()}
    return sent
