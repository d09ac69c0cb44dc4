"""Strict habits of this suite: what a computer cannot run is left out and named first; what skips must be allowed.

`TDSUITE_REQUIRE` names, with commas, the marks that must not be left out (`.ci/run` sets it). `TDSUITE_TESTS=services`, after a whole
run without services, runs what may turn out otherwise with them; `TDSUITE_TESTS=noted` makes that whole run say what it sent.
"""

import os
import re
import shutil
from collections import Counter
from collections.abc import Generator, Iterable
from heapq import heappop, heappush
from math import inf
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter
from django.test import TransactionTestCase

from tests.asked import Note, Noted, noted
from tests.chromium import chromium

ALLOWED = "tests/allowed_skips.txt"
NOTHING = Note(1, [])


def missing_things() -> dict[str, str]:
    """Marks that cannot be run here, with the reason."""
    missing = {}
    if chromium() is None:
        missing["browser"] = "no Chromium on this computer"
    if absent := [name for name in ("nginx", "openssl", "systemd-analyze", "makensis", "7z") if not shutil.which(name)]:
        missing["deploy"] = f"no {' or '.join(absent)} on this computer"
    if not os.environ.get("TDSUITE_TEST_REDIS_URL"):
        missing["redis"] = "TDSUITE_TEST_REDIS_URL is not set"
    if not os.environ.get("TDSUITE_TEST_RABBITMQ_URL"):
        missing["rabbitmq"] = "TDSUITE_TEST_RABBITMQ_URL is not set"
    if not os.environ.get("DATABASE_URL", "").startswith(("postgres", "pgsql", "psql")):
        missing["postgres"] = "DATABASE_URL names no PostgreSQL"
    else:
        missing["sqlite"] = "DATABASE_URL names PostgreSQL"
    if os.environ.get("HYPOTHESIS_PROFILE") != "full":
        missing["full"] = "they take long; make test-full runs them"
    return missing


class LeftOut:
    """Deselects, instead of skipping, the tests of what is not here, and says so in the header."""

    def __init__(self, missing: dict[str, str], required: Iterable[str] = ()) -> None:
        self.missing = missing
        refused = [f"{mark} ({missing[mark]})" for mark in required if mark in missing]
        if refused:
            raise pytest.UsageError(f"TDSUITE_REQUIRE asks for what is not here: {', '.join(refused)}")

    def pytest_report_header(self) -> list[str]:
        return [f"left out: tests marked {mark}: {why}" for mark, why in sorted(self.missing.items())]

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        out = [item for item in items if any(mark.name in self.missing for mark in item.iter_markers())]
        if out:
            config.hook.pytest_deselected(items=out)
            items[:] = [item for item in items if item not in set(out)]


class OfServices:
    """Leaves out what neither the suite's database nor a broker can change, and says so in the header.

    What runs: every test marked `database`, `redis`, `rabbitmq` or `postgres`; every test with real commits; of the others that use the
    database so many that each statement that any sends, and each error that any meets, is there `ENOUGH` times: always next the one with
    the most that is new a second, down to `WORTH`. Where no run noted what they send: the first case of each. What never runs: rules,
    paper, who may what, and what a browser draws, which come from the same rows; and processes, which bring a SQLite file and a folder
    for a broker of their own, unless they are marked.
    """

    ENOUGH = 2  # the same statement finds other rows
    WORTH = 1  # statement a second: what only the dearest tests send is nearly always a cheap one's with another filter

    MARKS = frozenset({"database", "redis", "rabbitmq", "postgres"})
    LOOKS = frozenset({"browser"})
    COMMITS = frozenset({"transactional_db", "live_server"})
    SAME_ROWS = (
        "tests/platform/printing/", "tests/results/reports/", "tests/pairings/test_reports.py", "tests/rulebook/",
        "tests/platform/access/test_matrix.py", "tests/platform/access/test_hostile_player.py",
        "tests/api/test_docs.py", "tests/api/test_openapi.py", "tests/exchange/test_nothing_private.py",
        "tests/console/test_rulebook_every_page.py",
    )  # fmt: skip

    def pytest_report_header(self) -> str:
        return "left out: tests that neither the database nor a broker can change (TDSUITE_TESTS=services)"

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        there = [item for item in items if not item.get_closest_marker("sqlite")]  # what those send is never sent there
        kept = set(filter(self.always, there))
        sent = noted()
        known = Counter(statement for item in kept for statement in sent.get(item.nodeid, NOTHING).sent)
        rows = [(-inf, place, item) for place, item in enumerate(there) if item not in kept and self.of_rows(item)]
        while rows:
            _worth, place, item = heappop(rows)
            note = sent.get(item.nodeid, Note(1, [item.nodeid.partition("[")[0]]))
            if new := sum(known[statement] < (self.ENOUGH if sent else 1) for statement in note.sent):
                now = (-new / note.seconds, place, item)  # less than it was, where others sent the same since
                if rows and now > rows[0]:
                    heappush(rows, now)
                elif -now[0] >= self.WORTH:
                    kept.add(item)
                    known.update(note.sent)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]

    @classmethod
    def always(cls, item: pytest.Item) -> bool:
        """Marked for a service, or with real commits."""
        marks = {mark.name: mark for mark in item.iter_markers()}
        if not cls.MARKS.isdisjoint(marks):
            return True
        database = marks.get("django_db")
        return cls.LOOKS.isdisjoint(marks) and (
            bool(database is not None and database.kwargs.get("transaction"))
            or not cls.COMMITS.isdisjoint(getattr(item, "fixturenames", ()))
            or issubclass(getattr(item, "cls", None) or object, TransactionTestCase)
        )

    @classmethod
    def of_rows(cls, item: pytest.Item) -> bool:
        """Whether it uses the database for something that another database could change."""
        marks = {mark.name for mark in item.iter_markers()}
        return (
            cls.LOOKS.isdisjoint(marks)
            and ("django_db" in marks or "db" in getattr(item, "fixturenames", ()))
            and not item.nodeid.startswith(cls.SAME_ROWS)
        )


class LongestFirst:
    """Puts tests that start real servers and browsers first, so that at the end no core waits for another one's.

    Those with a browser follow each other, so that one Chromium serves them all (tests/journeys/browser.py). Others that use the test
    database stay where pytest-django puts them.
    """

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=self.place)

    @staticmethod
    def place(item: pytest.Item) -> int:
        marks = {mark.name for mark in item.iter_markers()}
        if "browser" in marks:
            return 0
        return 1 if "process" in marks and "django_db" not in marks else 2


class SkipJudge:
    """Fails the run when a test skips, or fails as expected, for a reason that is not allowed.

    allowed: regular expressions, one a line, searched in the reason; blank lines and lines with # say nothing.
    """

    def __init__(self, allowed: Path) -> None:
        lines = allowed.read_text(encoding="utf-8").splitlines() if allowed.exists() else []
        self._allowed = [re.compile(line) for line in lines if line.strip() and not line.startswith("#")]
        self.refused: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._judge(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._judge(report)

    def _judge(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if not report.skipped:
            return
        expected_failure = getattr(report, "wasxfail", None)
        told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = f"expected to fail: {expected_failure}" if expected_failure is not None else told
        if not any(pattern.search(reason) for pattern in self._allowed):
            self.refused.append(f"{report.nodeid}: {reason}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.refused and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(wrapper=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> Generator[None]:
        yield
        if self.refused:
            terminalreporter.section(f"skips that {ALLOWED} does not allow", red=True)
            for line in self.refused:
                terminalreporter.line(line)


def pytest_configure(config: pytest.Config) -> None:
    required = [word.strip() for word in os.environ.get("TDSUITE_REQUIRE", "").split(",") if word.strip()]
    config.pluginmanager.register(LeftOut(missing_things(), required), "tdsuite-left-out")
    if os.environ.get("TDSUITE_TESTS") == "services":
        config.pluginmanager.register(OfServices(), "tdsuite-of-services")
    if os.environ.get("TDSUITE_TESTS") == "noted":
        config.pluginmanager.register(Noted(), "tdsuite-noted")
    config.pluginmanager.register(LongestFirst(), "tdsuite-longest-first")
    if not hasattr(config, "workerinput"):  # under xdist the controlling process judges
        config.pluginmanager.register(SkipJudge(config.rootpath / ALLOWED), "tdsuite-skips")
