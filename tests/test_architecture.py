"""The house: imports go one way, engines are pure, files stay small (docs/architecture.md)."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ["audit", "jobs", "printing", "live", "access", "tournaments"]  # lowest first
WINGS = ["pairings", "results", "adjudication"]
TOP = ["console", "public", "exchange", "ops"]
PURE = [
    "tdsuite/tournaments/engine",
    "tdsuite/tournaments/rulebooks",
    "pairings/engine",
    "results/engine",
    "results/formats",
    "adjudication/engine",
]
BANNED_IN_ENGINES = ("django", "rest_framework", "celery")
PURE_PACKAGES = tuple(path.replace("/", ".") for path in PURE)


def sources(*folders):
    for folder in folders or ("tdsuite", *WINGS):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imports_of(path):
    """Absolute names of the modules a file imports, relative ones resolved."""
    package = module_of(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, node.module] if node.module else base)
            yield stem
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def room_of(module):
    """The room a module stands in, and its height: a room may import those below it."""
    parts = module.split(".")
    if parts[0] in WINGS:
        return parts[0], len(FLOORS)
    if parts[0] != "tdsuite" or len(parts) < 2:
        return None
    if parts[1] in FLOORS:
        return parts[1], FLOORS.index(parts[1])
    return (parts[1], len(FLOORS) + 1) if parts[1] in TOP else None


# The launcher's path helper is standard library alone and is read by settings and launcher alike.
SHARED = {"tdsuite.ops.paths"}


def wrong_way(path, imported):
    here, there = room_of(module_of(path)), room_of(imported)
    if here is None or there is None or here == there or here[0] in TOP or imported in SHARED:
        return False
    return there[1] >= here[1]


def named(path):
    return str(path.relative_to(ROOT))


def test_imports_go_one_way():
    assert [(named(path), name) for path in sources() for name in imports_of(path) if wrong_way(path, name)] == []


def test_the_arrow_check_finds_a_wrong_import():
    assert wrong_way(ROOT / "tdsuite/jobs/models.py", "tdsuite.tournaments.models")
    assert wrong_way(ROOT / "pairings/models.py", "results.services.outcomes")
    assert not wrong_way(ROOT / "pairings/models.py", "tdsuite.tournaments.models")


def impure(name):
    return name.startswith(BANNED_IN_ENGINES) or (room_of(name) is not None and not name.startswith(PURE_PACKAGES))


def test_engines_import_no_framework_and_no_app():
    assert [(named(path), name) for path in sources(*PURE) for name in imports_of(path) if impure(name)] == []


@pytest.mark.parametrize("folder", PURE)
def test_an_engine_runs_without_django(folder):
    modules = [module_of(path) for path in sources(folder) if path.name != "__init__.py"]
    script = "import sys\n" + "".join(f"import {name}\n" for name in modules) + "sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


def test_package_files_are_empty():
    written = [path for path in sources() if path.name == "__init__.py" and path.read_text(encoding="utf-8").strip()]
    assert [named(path) for path in written] == []


def lines_of(path):
    return path.read_text(encoding="utf-8").count("\n")


def test_no_file_over_500_lines():
    pages = [path for folder in ("templates", "static") for path in (ROOT / folder).rglob("*.*")]
    files = [
        *sources(),
        *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "benchmarks").rglob("*.py"),
        ROOT / "launch.py",
        *pages,
    ]
    assert [
        named(path) for path in files if path.suffix in {".py", ".html", ".css", ".js"} and lines_of(path) > 500
    ] == []


def functions(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def too_long(path, node):
    length = (node.end_lineno or node.lineno) - node.lineno + 1
    first = next((argument.arg for argument in node.args.args), "")
    return length > (25 if "views" in named(path) and first == "request" else 50)


def test_no_function_over_50_lines_and_no_view_over_25():
    assert [(named(path), node.name) for path in sources() for node in functions(path) if too_long(path, node)] == []


def test_tests_are_at_least_as_long_as_the_source():
    assert sum(map(lines_of, (ROOT / "tests").rglob("*.py"))) >= sum(map(lines_of, sources()))


# ── a rulebook is data ───────────────────────────────────────────────────────────────────────────────────────────────


def asks_a_rulebook_its_key(tree):
    """Lines that name a rulebook by its key, or decide something by one; storing and showing a key is no matter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in RULEBOOKS:
            yield node.lineno
        if isinstance(node, ast.Attribute) and is_key(node.value):  # book.key.startswith
            yield node.lineno
        if isinstance(node, ast.Subscript) and is_key(node.slice):
            yield node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            yield from (node.lineno for argument in node.args if is_key(argument))


def is_key(node):
    """`book.key`, `rules.rulebook.key`, `tournament.rulebook`."""
    if not isinstance(node, ast.Attribute):
        return False
    owner = node.value.id if isinstance(node.value, ast.Name) else getattr(node.value, "attr", "")
    return (node.attr == "key" and owner in {"book", "rulebook"}) or (
        node.attr == "rulebook" and owner in {"tournament", "event"}
    )


def test_no_rule_hangs_on_the_key_of_a_rulebook():
    books = "tdsuite/tournaments/rulebooks/"
    outside = [path for path in sources() if not named(path).startswith(books)]
    assert [
        (named(path), line)
        for path in outside
        for line in asks_a_rulebook_its_key(ast.parse(path.read_text(encoding="utf-8")))
    ] == []


@pytest.mark.parametrize(
    "line",
    [
        'book.key == "nsa-2004"',
        'book.key.startswith("wespa")',
        "RULES[book.key]",
        "RULES.get(division.tournament.rules.rulebook.key, ())",
        'division.tournament.rulebook.startswith("wespa")',
    ],
)
def test_a_rule_that_hangs_on_a_key_would_be_found(line):
    assert list(asks_a_rulebook_its_key(ast.parse(line))) == [1]
