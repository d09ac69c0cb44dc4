"""No road goes round the account: who writes a game's result or its lines, and that every road is known."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tdsuite.tournaments.services.roads import Road
from tests.results.roads.table import ROADS

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ("tdsuite", "pairings", "results", "adjudication")
RESULT = frozenset(
    {
        "outcome", "first_score", "second_score", "first_halves", "second_halves", "first_spread", "second_spread",
    }
)  # fmt: skip
WRITERS = {
    "tdsuite/tournaments/services/accounts.py": "puts a result on a game",
    "tdsuite/tournaments/services/games.py": "writes lines",
    "tdsuite/tournaments/services/sides.py": "turns a whole game round: scores and lines stay with their players",
}
DOORS = {"save_account", "put_outcome", "replace_lines", "add_line", "line_row", "remove_line", "remove_all_lines"}
MAKES = frozenset({"create", "bulk_create", "get_or_create", "update_or_create"})


def trees() -> Iterator[tuple[str, ast.Module]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def name_of(node: ast.AST) -> str:
    """The dotted name of an expression, "" where it has none."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}"
    return name_of(node.func) if isinstance(node, ast.Call) else ""


def writes_result(node: ast.AST) -> bool:
    """Whether a game's row gets a result here: by assignment, by its constructor, or by an update of rows."""
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = [part for target in targets for part in ast.walk(target)]
        return any(isinstance(part, ast.Attribute) and part.attr in RESULT and part_is_row(part) for part in parts)
    if isinstance(node, ast.Call):
        named = {keyword.arg for keyword in node.keywords} & RESULT
        called = name_of(node.func)
        made = called.startswith("Game.objects") and called.rpartition(".")[2] in MAKES
        return bool(named) and (called == "Game" or made or called.endswith(".update"))
    return False


def part_is_row(node: ast.Attribute) -> bool:
    return not (isinstance(node.value, ast.Name) and node.value.id == "self")


def writes_lines(node: ast.AST) -> bool:
    """Whether rows of lines are made, changed or deleted here."""
    if not isinstance(node, ast.Call):
        return False
    called = name_of(node.func)
    if called == "GameAdjustment":
        return True
    last = called.rpartition(".")[2]
    rows = called.startswith("GameAdjustment.objects") or ".adjustments." in called
    return (rows and last in MAKES | {"delete", "update", "bulk_update"}) or called in (
        "adjustment.delete", "line.delete",
    )  # fmt: skip


class Read(NamedTuple):
    """What the tests ask of the source, which is read once: where results and lines are written, which roads are named, and which
    calls of the account name none."""

    writes: list[str]
    roads: set[str]
    silent: list[str]


@cache
def read() -> Read:
    found = Read([], set(), [])
    for name, tree in trees():
        for node in ast.walk(tree):
            if name not in WRITERS and (writes_result(node) or writes_lines(node)):
                found.writes.append(f"{name}:{node.lineno}")
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Road":
                found.roads.add(node.attr)
            if is_silent(node):
                found.silent.append(f"{name}:{node.lineno}")
    return found


def is_silent(node: ast.AST) -> bool:
    """Whether it calls the account and names no road."""
    return (
        isinstance(node, ast.Call)
        and name_of(node.func).rpartition(".")[2] in DOORS
        and "road" not in {keyword.arg for keyword in node.keywords}
    )


def test_only_the_account_writes_results_and_lines():
    assert read().writes == []


def test_the_check_of_writers_finds_each_way_of_writing():
    wrong = (
        "game.outcome = 'played'", "row.first_score += 1", "Game(round=row, first_score=1)",
        "Game.objects.filter(pk=1).update(second_spread=2)", "GameAdjustment.objects.create(game=game)",
        "game.adjustments.all().delete()", "GameAdjustment(game=game)", "adjustment.delete()",
    )  # fmt: skip
    for text in wrong:
        assert any(writes_result(node) or writes_lines(node) for node in ast.walk(ast.parse(text))), text
    for text in (
        "GameOutcome('played', first_score=1)",
        "game.adjustments.all()",
        "Game.objects.filter(outcome='')",
        "game.board = 3",
    ):
        assert not any(writes_result(node) or writes_lines(node) for node in ast.walk(ast.parse(text))), text


def test_every_road_is_in_the_table_and_every_road_is_used():
    assert set(ROADS) == set(Road)
    assert read().roads == {road.name for road in Road}


def test_every_call_of_the_account_says_by_which_road():
    assert read().silent == []
