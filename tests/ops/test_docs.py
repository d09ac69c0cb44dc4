"""docs/operations.md names every setting, every command and every target there is."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tdsuite.ops.launcher import cli

CHECKOUT = Path(__file__).resolve().parents[2]
TEXT = (CHECKOUT / "docs" / "operations.md").read_text(encoding="utf-8")
OURS = ("tdsuite.", "pairings", "results", "adjudication")


RELIABILITY = (CHECKOUT / "docs" / "reliability.md").read_text(encoding="utf-8")
ON_BOTH = "django_db|mark.database|COMMITTED"


def test_every_fault_has_its_test_on_each_database_that_can_change_it() -> None:
    table = RELIABILITY.partition("| what fails")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(table) > 20
    for row in table:
        *_, tests, database = (cell.strip() for cell in row.strip("|").split("|"))
        texts = [(CHECKOUT / "tests" / name).read_text("utf-8") for name in re.findall(r"`([\w/]+\.py)`", tests)]
        assert texts, row
        only = {"–": "", "both": ON_BOTH, "SQLite": f"{ON_BOTH}|mark.full", "PostgreSQL": f"{ON_BOTH}|mark.postgres"}
        assert any(re.search(only[database], text) for text in texts), row


def first_words_of_rows() -> set[str]:
    """Every word in code marks in the first column of a table."""
    cells = [line.split("|")[1] for line in TEXT.splitlines() if line.startswith("|")]
    return {words.split()[0] for cell in cells for words in re.findall(r"`([^`]+)`", cell)}


def variables_of_settings() -> set[str]:
    return set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (CHECKOUT / "tdsuite" / "settings.py").read_text("utf-8")))


def own_variables() -> set[str]:
    """Every TDSUITE_ variable that any of our files reads."""
    files = [
        path
        for folder in ("tdsuite", "pairings", "results", "adjudication", "tests", "benchmarks", ".ci")
        for path in (CHECKOUT / folder).rglob("*")
        if path.suffix in (".py", "") and path.is_file() and path != Path(__file__)
    ]
    return {name for path in files for name in re.findall(r"\bTDSUITE_[A-Z_]*[A-Z]\b", path.read_text("utf-8"))}


def test_every_setting_is_documented() -> None:
    assert variables_of_settings() >= {"DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY"}
    assert variables_of_settings() - first_words_of_rows() == set()


def test_every_variable_of_our_own_is_documented() -> None:
    assert own_variables() - first_words_of_rows() == set()


def test_no_variable_is_documented_that_nobody_reads() -> None:
    named = {word for word in first_words_of_rows() if re.fullmatch(r"[A-Z_]{5,}", word)}
    assert named - variables_of_settings() - own_variables() == {"HYPOTHESIS_PROFILE"}


def test_every_command_is_documented() -> None:
    ours = {name for name, app in get_commands().items() if str(app).startswith(OURS)}
    assert "set_password" in ours
    assert ours - first_words_of_rows() == set()


@pytest.mark.parametrize("name", ["run", "manage", "doctor"])
def test_every_word_of_the_launcher_is_documented(name: str) -> None:
    assert name in first_words_of_rows()
    assert cli.parse([name])[0].command == name


def test_every_make_target_is_documented() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    checks = {"check", "check-style", "check-types", "check-django", "check-messages", "check-release"}
    assert checks | {"run", "test", "test-full", "mutate", "messages", "lock", "wheel", "benchmark", "clean"} == targets
    assert [target for target in sorted(targets) if f"make {target}" not in TEXT] == []


@pytest.mark.parametrize(
    ("words", "wishes", "rest"),
    [
        ([], (None, 8000, False), []),
        (["--port", "9000", "--no-lan"], (None, 9000, True), []),
        (["run", "--port", "9000", "--no-lan"], ("run", 9000, True), []),
        (["manage", "pair", "--json", "run"], ("manage", 8000, False), ["pair", "--json", "run"]),
    ],
)
def test_the_launchers_own_words_are_read_and_the_rest_is_left_for_the_other_program(
    words: list[str], wishes: tuple[str | None, int, bool], rest: list[str]
) -> None:
    read, left = cli.parse(words)
    assert ((read.command, read.port, read.no_lan), left, read.no_demo) == (wishes, rest, False)
