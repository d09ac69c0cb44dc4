"""The commands: what they print and how they end."""

import json
from pathlib import Path

import pytest

from checklist.__main__ import main
from checklist.judging import QUESTIONS, checklist_text, judge
from checklist.questions.model import Weight
from tdsuite.formats.reading import read_file

KEPT = Path(__file__).resolve().parent / "kept_event.json"


@pytest.fixture
def made(tmp_path):
    def make(name, *words):
        path = tmp_path / name
        assert main(["make", "--players", "14", "--rounds", "7", "--seed", "3", "-o", str(path), *words]) == 0
        return str(path)

    return make


@pytest.fixture
def run(capsys):
    """(exit status, standard output, standard error)."""

    def run(*words):
        status = main(words)
        return status, *capsys.readouterr()

    return run


def test_an_event_that_passes_prints_nothing_and_ends_well(made, run):
    assert run("check", made("a.t")) == (0, "", f"a.t: 0 of {len(QUESTIONS)} questions fail: 0 lines.\n")


def test_a_serious_failure_names_round_players_and_what_was_expected_and_ends_well(made, run):
    status, out, _ = run("check", made("a.t", "--fault", "repeat_at_once"))
    assert status == 0
    line = next(line for line in out.splitlines() if line.startswith("201 serious: "))
    assert line.startswith("201 serious: division a, round 2, table ")
    assert ": expected other opponents: they met in round 1; player " in line


def test_a_grave_failure_ends_with_1(made, run):
    status, out, err = run("check", made("a.json", "--format", "json", "--fault", "wrong_rank"))
    assert status == 1
    assert out.startswith("503 grave: division A, round 7, ")
    assert err.endswith(" A grave question fails.\n")


def test_of_several_files_each_line_names_its_own_and_the_worst_decides(made, run):
    status, out, err = run("check", made("a.json", "--format", "json", "--fault", "wrong_rank"), made("b.t"))
    assert status == 1
    assert {line.partition(": ")[0] for line in out.splitlines()} == {"a.json"}
    assert [line.partition(": ")[0] for line in err.splitlines()] == ["a.json", "b.t"]


def test_failures_as_json(made, run):
    status, out, _ = run("check", made("a.t", "--fault", "both_start"), "--json")
    (answer,) = json.loads(out)
    assert (status, answer["file"], answer["questions"], answer["grave"]) == (0, "a.t", len(QUESTIONS), False)
    failure = next(failure for failure in answer["failures"] if failure["question"] == 603)
    assert failure["weight"] == "serious"
    assert failure["line"] >= 1
    assert "both went first" in failure["expected"]


def test_a_file_that_is_not_there_ends_with_2(made, run, tmp_path):
    status, _, err = run("check", str(tmp_path / "none.t"), made("a.t"))
    assert status == 2
    assert "none.t cannot be read" in err
    assert "a.t: 0 of" in err


def test_the_questions_are_printed_as_the_page_has_them(run):
    assert run("questions")[1] == checklist_text()


@pytest.mark.parametrize(
    "words",
    ["--players 1", "--rounds 61", "--format tou --fault wrong_rank", "--rounds 2 --fault five_starts"],
)
def test_an_event_that_cannot_be_made_is_refused(words, run):
    status, out, err = run("make", *words.split())
    assert (status, out) == (1, "")
    assert err.endswith(".\n")


def test_an_event_that_the_suite_ran_passes_but_for_slight_questions():
    answers = judge(read_file(KEPT.name, KEPT.read_bytes()))
    assert {answer.question.number for answer in answers if answer.question.weight is not Weight.SLIGHT} == set()
    assert {answer.question.number for answer in answers} >= {212, 619}  # clubs meet in round 1; no word list is named
