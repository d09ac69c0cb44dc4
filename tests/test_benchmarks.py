"""The benchmarks: each can be started."""

import ast
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import judge
from benchmarks.pairing import trf_text
from checklist.made_up_events import MadeUpEvent

ROOT = Path(__file__).resolve().parents[1]
IMPORT_ALL = """
import importlib, pkgutil, benchmarks
for module in pkgutil.iter_modules(benchmarks.__path__):
    importlib.import_module(f"benchmarks.{module.name}")
    print(module.name)
"""


def test_every_benchmark_can_be_imported_before_django_is_set_up() -> None:
    """Each sets Django up itself, with a data directory of its own, or drives a server of its own."""
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == "" and done.returncode == 0
    assert sorted(done.stdout.split()) == sorted(
        path.stem for path in (ROOT / "benchmarks").glob("*.py") if path.stem != "__init__"
    )


def test_a_benchmark_ends_with_1_where_a_limit_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    judge({"kept": 1.0})
    with pytest.raises(SystemExit) as ended:
        judge({"kept": 0.5, "broken": 1.01, "no number": float("nan")})
    assert ended.value.code == 1
    assert capsys.readouterr().out == "kept: 1.00\nkept: 0.50\nbroken: 1.01  BROKEN\nno number: nan  BROKEN\n"


def test_every_benchmark_with_a_limit_ends_by_judging_it() -> None:
    sources = {path.stem: path.read_text("utf-8") for path in (ROOT / "benchmarks").glob("*.py")}
    limited = {name for name, text in sources.items() if re.search(r"^(LIMIT|FASTER|TIMES|MEGABYTES)", text, re.M)}
    assert {name for name in limited if " judge(" not in sources[name]} == {
        "growth"  # counts the processes that a limit asks for
    }


def test_an_event_is_written_in_the_columns_that_other_pairing_programs_read() -> None:
    task = MadeUpEvent(5, 9, seed=3).play_quickly(2).task()
    first, *rows = trf_text(task).splitlines()
    assert first == "XXR 9"
    for player, row in zip(sorted(task.contestants, key=lambda player: player.number), rows, strict=True):
        assert (row[:3], int(row[4:8]), row[14:47].strip()) == ("001", player.number, f"Player {player.number}")
        assert (float(row[80:84]) * 2, int(row[85:89])) == (player.halves, player.rank)
        assert tuple(int(row[91 + 10 * at : 95 + 10 * at]) for at in (0, 1)) == player.opponents
        colours = [row[96 + 10 * at] for at in (0, 1)]
        assert [{"w": 1, "b": -1}[colour] for colour in colours if colour != "-"] == list(player.record.sides)


def test_what_a_benchmark_takes_inside_a_function_is_there_too() -> None:
    missing = []
    for script in (ROOT / "benchmarks").glob("*.py"):
        for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                module = import_module(node.module)
                names = [name.name for name in node.names if not hasattr(module, name.name)]
                packages = hasattr(module, "__path__")
                missing += [name for name in names if not (packages and find_spec(f"{node.module}.{name}"))]
    assert missing == []
