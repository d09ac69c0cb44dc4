"""docs/word-judge.md says what the engines do: states and moves, ways of judging."""

from pathlib import Path

from adjudication.challenges.engine.slips import LABELS, MOVES, Way
from adjudication.challenges.services.consequences import SOURCE

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "word-judge.md").read_text(encoding="utf-8")


def table_under(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its first two lines."""
    part = TEXT.split(f"## {heading}\n", 1)[1]
    lines = part[part.index("|") :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_table_of_states_is_the_engines() -> None:
    printed = {state: sorted(moves.split(", ")) for state, moves in table_under("The states of a slip")}
    assert printed == {LABELS[state]: sorted(map(str, moves)) for state, moves in MOVES.items()}


def test_every_way_of_judging_is_described() -> None:
    assert [row[0] for row in table_under("How challenges are judged")] == [str(way) for way in Way]


def test_the_source_of_the_lines_is_named() -> None:
    assert f"source `{SOURCE}`" in TEXT
