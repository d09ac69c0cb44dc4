"""The suite's own rules: nothing skips unseen, nothing is left out unsaid, nothing touches the user's data."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest
from django.conf import settings
from django.contrib.auth.hashers import get_hasher

from tests import asked, environment

CHECKOUT = Path(__file__).resolve().parents[2]


class Run(Protocol):
    """What a run of pytest said, and how it ended."""

    ret: int | pytest.ExitCode
    outlines: list[str]
    errlines: list[str]


@pytest.fixture
def run_pytest(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """run_pytest(test, allowed, *words, **variables): a small suite under the strict plugin, in this process."""

    def run(test: str, allowed: str = "", *more: str, **variables: str) -> Run:
        pytester.mkdir("tests").joinpath("allowed_skips.txt").write_text(allowed, encoding="utf-8")
        marks = "redis: x\n process: x\n database: x\n django_db: x\n browser: x"
        pytester.makefile(".ini", pytest=f"[pytest]\nmarkers =\n {marks}\n")
        pytester.makepyfile(test_small=f"import pytest\n\n{test}\n")
        for name in [name for name in os.environ if name.startswith(("TDSUITE_", "DATABASE_URL"))]:
            monkeypatch.delenv(name)
        for name, value in {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TDSUITE_CHROMIUM": "/nowhere", **variables}.items():
            monkeypatch.setenv(name, value)
        return pytester.runpytest_inprocess("-p", "tests.strictness", "-p", "no:cacheprovider", *more)

    return run


TIRED = "def test_it():\n    pytest.skip('too tired')"
MODULE = "pytest.importorskip('no_such_module_anywhere')\ndef test_it(): pass"
LATER = "@pytest.mark.xfail(reason='later')\ndef test_it():\n    assert False"


@pytest.mark.parametrize(
    ("test", "words", "told"),
    [
        pytest.param(TIRED, (), "test_small.py::test_it: Skipped: too tired", id="a skip"),
        pytest.param(TIRED, ("-p", "xdist", "-n", "1"), "test_small.py::test_it: Skipped: too tired", id="in parallel"),
        pytest.param(MODULE, (), "test_small.py: Skipped: could not import 'no_such_module_anywhere'", id="a module"),
        pytest.param(LATER, (), "test_small.py::test_it: expected to fail: later", id="an expected failure"),
    ],
)
def test_a_skip_without_an_allowed_reason_fails_the_run(
    run_pytest: Callable[..., Run], test: str, words: tuple[str, ...], told: str
) -> None:
    done = run_pytest(test, "^oracle absent: ", *words)
    assert (done.ret, told in str(done.outlines)) == (1, True), done.outlines
    assert re.search(r"1 (skipped|xfailed) in", done.outlines[-1])  # pytest's closing line stays the last


FAILS_ONCE = """
from pathlib import Path

{mark}
def test_it():
    tried = Path(__file__).with_name("tried")
    again = tried.exists()
    tried.touch()
    assert again
"""


@pytest.mark.parametrize("mark", ["@pytest.mark.process", ""])
def test_nothing_runs_a_failed_test_again(run_pytest: Callable[..., Run], mark: str) -> None:
    """A test that passes at the second try has told us nothing."""
    words = ("-rR", "-p", "no:django", "-p", "no:schemathesis")  # beside them, every plugin that is installed
    done = run_pytest(FAILS_ONCE.format(mark=mark), "", *words, CI="true", PYTEST_DISABLE_PLUGIN_AUTOLOAD="")
    assert (done.ret, "RERUN" in str(done.outlines)) == (1, False), done.outlines


def test_tests_of_browsers_and_then_of_processes_come_first(run_pytest: Callable[..., Run]) -> None:
    marks = {"quick": "database", "long": "process", "drawn": "browser", "last": "database"}
    tests = "\n\n".join(f"@pytest.mark.{mark}\ndef test_{name}(): pass" for name, mark in marks.items())
    done = run_pytest(tests, "", "--collect-only", "-q", TDSUITE_CHROMIUM=shutil.which("true") or "")
    assert [line.rpartition("::")[2] for line in done.outlines if "::" in line] == [
        "test_drawn", "test_long", "test_quick", "test_last",
    ]  # fmt: skip


def test_a_skip_with_an_allowed_reason_passes(run_pytest: Callable[..., Run]) -> None:
    allowed = (CHECKOUT / "tests" / "allowed_skips.txt").read_text(encoding="utf-8")
    done = run_pytest("def test_it():\n    pytest.skip('oracle absent: some.t')", allowed)
    assert (done.ret, "does not allow" in "\n".join(done.outlines)) == (0, False)


def test_what_is_not_here_is_deselected_and_named_in_the_header(run_pytest: Callable[..., Run]) -> None:
    body = "@pytest.mark.redis\ndef test_it(): assert False\n\ndef test_other(): pass"
    done = run_pytest(body)
    assert "left out: tests marked redis: TDSUITE_TEST_REDIS_URL is not set" in done.outlines
    assert "1 passed, 1 deselected in" in done.outlines[-1]


def test_what_is_required_and_not_here_stops_the_run(run_pytest: Callable[..., Run]) -> None:
    done = run_pytest("def test_it(): pass", TDSUITE_REQUIRE="redis")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert "TDSUITE_REQUIRE asks for what is not here: redis (TDSUITE_TEST_REDIS_URL is not set)" in str(done.errlines)


SORTS = """
from django.test import TestCase

def test_figures(): pass

@pytest.mark.process
def test_process(): pass

@pytest.mark.process
@pytest.mark.database
def test_process_on_it(): pass

@pytest.mark.django_db
def test_rows(): pass

@pytest.fixture
def db(): pass

@pytest.fixture
def player(db): pass

@pytest.mark.parametrize("number", [1, 2])
def test_fixture_with_rows(player, number): pass

@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", [1, 2])
def test_commits(number): pass

@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_looks(): pass

@pytest.mark.redis
def test_broker(): pass

@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_file(): pass

class TestOfDjango(TestCase):
    def test_own(self): pass
"""


def test_the_run_with_services_leaves_out_what_they_cannot_change_and_says_so(run_pytest: Callable[..., Run]) -> None:
    variables = {"TDSUITE_TESTS": "services", "TDSUITE_TEST_REDIS_URL": "redis://x"}
    done = run_pytest(SORTS, "", "--collect-only", "-v", **variables)
    told = done.outlines
    assert "left out: tests that neither the database nor a broker can change (TDSUITE_TESTS=services)" in told
    assert [line.strip(" <>").split()[-1] for line in told if "<Function" in line or "<TestCaseFunction" in line] == [
        "test_process_on_it", "test_rows", "test_fixture_with_rows[1]", "test_commits[1]", "test_commits[2]", "test_broker", "test_own",
    ]  # fmt: skip


@pytest.mark.parametrize(("sends", "kept"), [([1], []), ([1, 2], ["test_rows", "test_fixture_with_rows[2]"]), ([], [])])
def test_the_run_with_services_sends_each_noted_statement_twice_by_the_quickest_tests(
    run_pytest: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sends: list[int], kept: list[str]
) -> None:
    names = ("test_rows", "test_fixture_with_rows[1]", "test_fixture_with_rows[2]")
    sent = {f"test_small.py::{name}": [seconds, sends] for name, seconds in zip(names, (0.3, 0.9, 0.1), strict=True)}
    sent |= {f"test_small.py::test_commits[{number}]": [1, [1]] for number in (1, 2)}
    tmp_path.joinpath("asked-gw1.json").write_text(json.dumps(sent), encoding="utf-8")
    monkeypatch.setenv(environment.SHARED, str(tmp_path))
    done = run_pytest(SORTS, "", "--collect-only", "-q", TDSUITE_TESTS="services")
    told = [line.rpartition("::")[2] for line in done.outlines if "::" in line]
    assert [name for name in told if name in names] == kept


@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_whole_run_notes_the_statements_of_each_test_and_their_errors(
    run_pytest: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(environment.SHARED, str(tmp_path))
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    sends = (
        "from django.db import connection\n\ndef test_it():\n    connection.cursor().execute('SELECT %s, %s', [1, 2])"
    )
    fails = "def test_other():\n    with pytest.raises(Exception), connection.cursor() as asked:\n        asked.execute('NO')"
    assert run_pytest(f"{sends}\n\n{fails}", TDSUITE_TESTS="noted").ret == 0
    shapes = {"test_it": "SELECT %s", "test_other": "OperationalError: NO"}
    notes = {test.partition("::")[2]: note.sent for test, note in asked.noted().items()}
    assert notes == {name: [asked.shape_of(shape)] for name, shape in shapes.items()}


def test_the_suite_never_touches_the_users_data() -> None:
    folder = Path(os.environ["TDSUITE_DATA"])
    assert folder == settings.DATA_DIR
    assert folder.parent in (Path(environment.MEMORY), Path(tempfile.gettempdir()))


def test_a_data_directory_of_a_test_run_goes_with_its_process() -> None:
    code = "import os, tests.environment; print(os.environ['TDSUITE_DATA'], os.path.isdir(os.environ['TDSUITE_DATA']))"
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=CHECKOUT
    ).stdout.split()
    assert told[1] == "True"
    assert not Path(told[0]).exists()


def test_passwords_are_hashed_quickly_whichever_test_ran_before() -> None:
    """Django remembers the hasher it was first asked for: a file without the database must not settle on a real one for all others."""
    assert get_hasher().algorithm == "md5"
