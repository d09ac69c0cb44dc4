"""Size is what a newcomer pays: the product and the tests hold a budget (docs/architecture.md, "The budget").

A change that needs more first takes something away. Lower a number when a package has become smaller.
"""

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
APART = ("tests", "benchmarks", "docs", "deploy", "checklist", "data")
QUIET = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# Never raise a number of the first line; a package's goes up only where others go down by more.
PRODUCT_LINES, PRODUCT_TOKENS, TEST_LINES = 90_000, 655_000, 92_000
PACKAGES = {  # lines; the sum is a little over the product's, so that not every package can be at its limit
    "tdsuite/tournaments": 11_650, "tdsuite/platform": 9_150, "tdsuite/formats": 4_880, "tdsuite/console": 8_960,
    "tdsuite/public": 2_240, "tdsuite/exchange": 4_520, "tdsuite/ops": 3_750, "pairings": 15_130, "results": 23_200,
    "adjudication": 4_600,
}  # fmt: skip


def sources(*tops: Path) -> list[Path]:
    found = [path for top in tops for path in top.rglob("*.py")]
    return [path for path in found if not {"migrations", "__pycache__"} & set(path.parts)]


def product() -> list[Path]:
    tops = [path for path in ROOT.iterdir() if path.is_dir() and path.name not in APART and path.name[0] != "."]
    return [*sources(*tops), *ROOT.glob("*.py")]


def lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def tokens(path: Path) -> int:
    """What a reader's eye meets: without comments and docstrings."""
    text = path.read_text(encoding="utf-8")
    told = [node for node in ast.walk(ast.parse(text)) if isinstance(node, DOCUMENTED) and ast.get_docstring(node)]
    read = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type not in QUIET for token in read) - len(told)


def test_the_product_and_the_tests_hold_their_budget() -> None:
    size = [sum(map(lines, product())), sum(map(tokens, product())), sum(map(lines, sources(ROOT / "tests")))]
    over = [max(0, now - most) for now, most in zip(size, (PRODUCT_LINES, PRODUCT_TOKENS, TEST_LINES), strict=True)]
    assert over == [0, 0, 0], "Take as much away: lines and tokens of the product, lines of the tests"


def test_every_package_holds_its_budget() -> None:
    size: Counter[str] = Counter()
    for path in product():
        name = path.relative_to(ROOT).as_posix()
        size[next((package for package in PACKAGES if name.startswith(f"{package}/")), "")] += lines(path)
    assert {package: size[package] for package, most in PACKAGES.items() if size[package] > most} == {}
