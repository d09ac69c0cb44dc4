"""How many small faults in the engines the tests notice: `make mutate`, or `python -m tests.mutate --count 40 --seed 1 [PATH...]`.

Each mutant is one changed comparison, operator, number, constant or condition of an engine. On a copy of the tree run the tests that import
its file, then the others of that engine, until one fails; a mutant that no test notices is listed with its place. The last line is the score.
"""

import argparse
import ast
import difflib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.migrated import collected, template

ROOT = Path(__file__).resolve().parents[1]
TESTS = {  # engines, and the tests that are theirs
    "tdsuite/tournaments/engine": ("tests/rulebook", "tests/tournaments/test_account.py", "tests/tournaments/test_tie_breaks.py", "tests/tournaments/test_table_plans.py"),
    "tdsuite/tournaments/rulebooks": ("tests/rulebook", "tests/public/test_rules_page.py"),
    "tdsuite/formats": ("tests/formats", "tests/exchange/test_round_trips.py", "tests/exchange/test_nothing_lost.py", "tests/exchange/test_result_rows.py", "tests/exchange/test_settings_of_files.py"),
    "pairings/engine": ("tests/pairings/engine", "tests/pairings/test_rules.py", "tests/pairings/test_planning.py"),
    "results/games/engine": ("tests/results/games",),
    "results/rulings/engine": ("tests/rulebook", "tests/results/rulings"),
    "results/attendance/engine": ("tests/rulebook", "tests/results/attendance"),
    "results/sheets/engine": ("tests/results/sheets",),
    "results/ratings/engine": ("tests/results/ratings",),
    "results/rating_lists/engine": ("tests/results/rating_lists",),
    "results/prizes/engine": ("tests/results/prizes",),
    "adjudication/challenges/engine": ("tests/adjudication/challenges",),
    "adjudication/lexicons/engine": ("tests/adjudication/lexicons",),
}  # fmt: skip
COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult}
GUARDS = {"frozen", "gc", "kw_only", "slots", "strict"}  # keywords that change nothing as long as the code is right
SLOW = ("tests/facts/", "tests/oracles/", "tests/journeys/", "tests/ops/")  # never asked first
SECONDS = 600


@dataclass(frozen=True)
class Mutant:
    """One changed place.

    Attributes:
        path: the file, from the root.
        index: which of the file's places, in the order of `ast.walk`.
        line: its line in the unchanged file.
    """

    path: str
    index: int
    line: int


def places(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node that can be changed."""
    guards = {each.value for each in ast.walk(tree) if isinstance(each, ast.keyword) and each.arg in GUARDS}
    for node in ast.walk(tree):
        if node not in guards and (
            (isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS)
            or (isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not isinstance(node.left, ast.Constant))
            or (isinstance(node, ast.Constant) and type(node.value) in {int, bool})
            or isinstance(node, ast.BoolOp)
            or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        ):
            yield node


def mutated(source: str, index: int) -> str:
    """The file with one place changed; comments are lost, which no test sees."""
    tree = ast.parse(source)
    node = list(places(tree))[index]
    if isinstance(node, ast.Compare):
        node.ops = [COMPARISONS[type(node.ops[0])]()]
    elif isinstance(node, ast.BinOp):
        node.op = OPERATORS[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    return ast.unparse(ast.fix_missing_locations(tree))


def changed(mutant: Mutant) -> list[str]:
    """The lines that the mutant takes away and puts in."""
    source = (ROOT / mutant.path).read_text(encoding="utf-8")
    plain = ast.unparse(ast.parse(source)).splitlines()
    return [line for line in difflib.ndiff(plain, mutated(source, mutant.index).splitlines()) if line[0] in "+-"]


def sample(folders: list[str], count: int, seed: int) -> list[Mutant]:
    """`count` places drawn from the engines, the same for the same seed and tree."""
    drawn = [
        Mutant(str(path.relative_to(ROOT)), index, getattr(node, "lineno", 0))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        for index, node in enumerate(places(ast.parse(path.read_text(encoding="utf-8"))))
    ]
    return random.Random(seed).sample(drawn, min(count, len(drawn)))


def tests_of(path: str) -> Iterator[list[str]]:
    """The test files that import an engine's file, the engine's own first; then the other tests of the engine."""
    package, _, name = path.removesuffix(".py").replace("/", ".").rpartition(".")
    asks = re.compile(rf"^from {re.escape(package)}(\.{name} import| import .*\b{name}\b)", re.MULTILINE)
    files = {str(each.relative_to(ROOT)): each for each in sorted(ROOT.glob("tests/**/test_*.py"))}
    near = [name for name, each in files.items() if not name.startswith(SLOW) and asks.search(each.read_text("utf-8"))]
    own = next(tests for folder, tests in TESTS.items() if path.startswith(folder))
    if near:
        yield sorted(near, key=lambda name: not name.startswith(own))
    yield [name for name in own if name not in near] + [f"--ignore={name}" for name in near]


def is_noticed(mutant: Mutant, copy: Path) -> bool:
    """Run the engine's tests on the copy with this one change."""
    file = copy / mutant.path
    original = file.read_text(encoding="utf-8")
    file.write_text(mutated(original, mutant.index), encoding="utf-8")
    words = ["-q", "-x", "-m", "not browser and not process", "-p", "no:cacheprovider"]
    try:
        return any(
            subprocess.run(
                [sys.executable, "-m", "pytest", *words, *tests],
                cwd=copy, env={**os.environ, "HYPOTHESIS_PROFILE": "ci"}, capture_output=True, timeout=SECONDS, check=False,
            ).returncode not in (0, 5)  # 5: these files have browsers alone
            for tests in tests_of(mutant.path)
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True  # an endless loop is noticed by whoever waits for it
    finally:
        file.write_text(original, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="*", help="engines; all without")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    mutants = sample(options.folders or list(TESTS), options.count, options.seed)
    left = []
    template(), collected()  # once, of the tree as it is
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(
            ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache")
        )
        for mutant in mutants:
            noticed = is_noticed(mutant, copy)
            print(f"{'noticed' if noticed else 'NOT NOTICED'}  {mutant.path}:{mutant.line}", flush=True)
            if not noticed:
                left.append(mutant)
                print("\n".join(f"    {line}" for line in changed(mutant)), flush=True)
    print(f"noticed {len(mutants) - len(left)} of {len(mutants)} = {100 * (1 - len(left) / len(mutants)):.0f} %")


if __name__ == "__main__":
    main()
