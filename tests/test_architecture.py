"""The house: imports go one way, engines are pure, files stay small (docs/architecture.md)."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from tdsuite.ops.paths import shipped
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.platform.access.routes import lines_at, plain, routes, table
from tests.words import violations

ROOT = Path(__file__).resolve().parent.parent
PLATFORM = ["sqlite", "hooks", "words", "drawing", "web", "audit", "jobs", "printing", "live", "access"]  # lowest first
CORE = ["tournaments", "formats"]
APPS = ["pairings", "adjudication", "results"]
RESULTS = ["games", "rulings", "attendance", "sheets", "ratings", "prizes", "reports"]  # lowest first
TOP = ["console", "public", "exchange", "ops"]
CHECKLIST = "checklist"  # a program of its own: it reads engines, rulebooks and formats; the product does not read it
PURE = [
    "tdsuite/tournaments/engine", "tdsuite/tournaments/rulebooks", "tdsuite/formats", "pairings/engine",
    "results/games/engine", "results/rulings/engine", "results/attendance/engine", "results/sheets/engine",
    "results/ratings/engine", "results/rating_lists/engine", "results/rating_lists/formats", "results/prizes/engine",
    "adjudication/lexicons/engine", "adjudication/challenges/engine", CHECKLIST,
]  # fmt: skip
BANNED_IN_ENGINES = ("django", "rest_framework", "celery")
PURE_PACKAGES = (*(path.replace("/", ".") for path in PURE), "tdsuite.platform.words.sentences")


def sources(*folders):
    for folder in folders or ("tdsuite", *APPS, CHECKLIST):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not {"migrations", "tests"} & set(path.relative_to(ROOT).parts[1:]):
                yield path


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


class Read(NamedTuple):
    """What the tests ask of a source file, which is read once.

    Attributes:
        imports: absolute names of the modules it imports, relative ones resolved.
        functions: the name, the number of lines and the first argument of each function.
        asks_keys: lines that ask a rulebook its key.
    """

    imports: tuple[str, ...]
    functions: tuple[tuple[str, int, str], ...]
    asks_keys: tuple[int, ...]


@cache
def read(path):
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return Read(tuple(imports_of(path, nodes)), tuple(functions(nodes)), tuple(asks_a_rulebook_its_key(nodes)))


def imports_of(path, nodes):
    package = module_of(path).split(".")[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, node.module] if node.module else base)
            yield stem
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def layer_of(module):
    """The package a module stands in, and its height: a package may import those below it, never one beside it."""
    parts = [*module.split("."), "", ""]
    if parts[0] == "tdsuite":
        if parts[1] == "platform" and parts[2] in PLATFORM:
            return parts[2], PLATFORM.index(parts[2])
        if parts[1] in CORE:
            return parts[1], 10 + CORE.index(parts[1])
        return (parts[1], 40) if parts[1] in TOP else None
    if parts[0] == "results" and parts[1] in RESULTS:
        return f"results.{parts[1]}", 20 + RESULTS.index(parts[1])
    if parts[:2] == ["results", "rating_lists"]:
        return "results.rating_lists", 20
    return (parts[0], 30 if parts[0] == "results" else 20) if parts[0] in APPS else None


# The launcher's path helper is standard library alone and is read by settings and launcher alike.
SHARED = {"tdsuite.ops.paths"}


def wrong_way(path, imported):
    here, there = layer_of(module_of(path)), layer_of(imported)
    if here is None or there is None or here == there or here[0] in TOP or imported in SHARED:
        return False
    alone = there[0] == "results.rating_lists" and here[0].startswith("results.") and here[0] != "results.ratings"
    return alone or there[1] >= here[1] or (here[0].startswith("results") and there[0] in APPS)


def named(path):
    return str(path.relative_to(ROOT))


def test_imports_go_one_way():
    assert [(named(path), name) for path in sources() for name in read(path).imports if wrong_way(path, name)] == []


def test_a_file_imports_what_lies_beside_it_by_one_dot():
    for path in sources("tdsuite", *APPS):
        package = module_of(path).rpartition(".")[0]
        assert package == "tdsuite" or not re.search(
            rf"^ *from {package}\.\w+ import ", path.read_text("utf-8"), re.M
        ), path


def test_platform_has_no_loose_files():
    assert {path.name for path in (ROOT / "tdsuite/platform").glob("*.py")} == {"__init__.py"}


def test_the_layer_check_finds_a_wrong_import():
    assert wrong_way(ROOT / "tdsuite/platform/jobs/models.py", "tdsuite.tournaments.models")
    assert wrong_way(ROOT / "pairings/models.py", "results.games.services.outcomes")
    assert wrong_way(ROOT / "results/games/services/outcomes.py", "results.rulings.services.forfeits")
    assert wrong_way(ROOT / "results/prizes/services/prizes.py", "results.rating_lists.models")
    assert not wrong_way(ROOT / "results/ratings/services.py", "results.rating_lists.models")
    assert not wrong_way(ROOT / "pairings/models.py", "tdsuite.tournaments.models")


PAIRING = ["starts", "matching", "contention", "methods", "checking"]  # of pairings/engine, lowest first


def upward(path, imported):
    """Whether a file of the pairing engine imports from a package above its own."""
    heights = [
        PAIRING.index(parts[2])
        for parts in (module_of(path).split("."), imported.split("."))
        if parts[:2] == ["pairings", "engine"] and parts[2:] and parts[2] in PAIRING
    ]
    return len(heights) == 2 and heights[1] > heights[0]


def test_imports_inside_the_pairing_engine_go_one_way():
    paths = list(sources("pairings/engine"))
    assert {path.parent.name for path in paths} == {"engine", *PAIRING}
    assert [(named(path), name) for path in paths for name in read(path).imports if upward(path, name)] == []
    assert upward(ROOT / "pairings/engine/matching/matched.py", "pairings.engine.methods.registry")


def test_no_files_import_each_other_in_a_circle():
    """Also none hidden in a function or under TYPE_CHECKING."""
    files = {module_of(path).removesuffix(".__init__"): path for path in sources()}
    imports = {name: {other for other in read(path).imports if other in files} - {name} for name, path in files.items()}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def impure(name):
    return name.startswith(BANNED_IN_ENGINES) or (layer_of(name) is not None and not name.startswith(PURE_PACKAGES))


def test_engines_import_no_framework_and_no_app():
    assert [(named(path), name) for path in sources(*PURE) for name in read(path).imports if impure(name)] == []


@pytest.mark.parametrize("folder", PURE)
def test_an_engine_runs_without_django(folder):
    modules = [module_of(path) for path in sources(folder) if path.name != "__init__.py"]
    script = "import sys\n" + "".join(f"import {name}\n" for name in modules) + "sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


def test_nobody_imports_the_checklist_but_tests_and_benchmarks_its_made_up_events():
    others = [path for path in sources("tdsuite", *APPS, "benchmarks", "tests") if path.name != "__init__.py"]
    users = [(named(path), name) for path in others for name in read(path).imports if name.split(".")[0] == CHECKLIST]
    assert [user for user in users if not user[1].startswith("checklist.made_up_events")] == []
    assert {path.split("/")[0] for path, _ in users} == {"benchmarks", "tests"}


def test_the_checklist_imports_engines_rulebooks_and_formats_alone():
    own = (
        "checklist", "pairings.engine", "tdsuite.formats", "tdsuite.tournaments.engine",
        "tdsuite.tournaments.rulebooks",
    )  # fmt: skip
    paths = [*sources(CHECKLIST), *(ROOT / CHECKLIST / "tests").glob("*.py")]
    project = {"tdsuite", *APPS, "tests", "benchmarks"}
    names = [(named(path), name) for path in paths for name in read(path).imports if name.split(".")[0] in project]
    assert [(path, name) for path, name in names if not name.startswith(own)] == []


BESIDE_A_SHELF = re.compile(r"((api|forms|models|reports|urls|views)_\w+|\w+_(api|forms|models|urls|views))\.py")


def test_a_shelf_that_outgrew_one_file_is_a_folder_of_that_name():
    assert [named(path) for path in sources() if BESIDE_A_SHELF.fullmatch(path.name)] == []


def test_package_files_are_empty():
    written = [path for path in sources() if path.name == "__init__.py" and path.read_text(encoding="utf-8").strip()]
    written = [
        path for path in written if path.parent.name != "models"
    ]  # Django looks for models in the package itself
    assert [named(path) for path in written] == []


def lines_of(path):
    return path.read_text(encoding="utf-8").count("\n")


def test_no_file_over_500_lines():
    pages = [path for folder in ("templates", "static") for path in shipped(folder).rglob("*.*")]
    files = [
        *sources(), *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py"),
        *(ROOT / CHECKLIST / "tests").rglob("*.py"), ROOT / "launch.py", *pages,
    ]  # fmt: skip
    assert [
        named(path) for path in files if path.suffix in {".py", ".html", ".css", ".js"} and lines_of(path) > 500
    ] == []


def test_no_template_line_over_120_characters():
    lines = [
        (named(path), number)
        for path in shipped("templates").rglob("*.*")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > 120
    ]
    assert lines == []


def functions(nodes):
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = next((argument.arg for argument in node.args.args), "")
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1, first


def too_long(path, length, first):
    return length > (25 if "views" in named(path) and first == "request" else 50)


def test_no_function_over_50_lines_and_no_view_over_25():
    assert [
        (named(path), name)
        for path in sources()
        for name, length, first in read(path).functions
        if too_long(path, length, first)
    ] == []


# ── a rulebook is data ───────────────────────────────────────────────────────────────────────────────────────────────


def asks_a_rulebook_its_key(nodes):
    """Lines that name a rulebook by its key, read a book's key, or decide by the one that an event keeps; `identity` stores it."""
    for node in nodes:
        if isinstance(node, ast.Constant) and node.value in RULEBOOKS:
            yield node.lineno
        if isinstance(node, ast.Attribute) and (is_key(node.value) or (is_key(node) and node.attr == "key")):
            yield node.lineno
        if isinstance(node, ast.Subscript) and is_key(node.slice):
            yield node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            yield from (node.lineno for argument in node.args if is_key(argument))
        if isinstance(node, ast.Compare):
            yield from (node.lineno for side in (node.left, *node.comparators) if is_key(side))
        if isinstance(node, ast.If | ast.IfExp | ast.While) and is_key(node.test):
            yield node.lineno
        if isinstance(node, ast.Match) and is_key(node.subject):
            yield node.lineno


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
    assert [(named(path), line) for path in outside for line in read(path).asks_keys] == []


@pytest.mark.parametrize(
    "line",
    [
        'book.key == "nsa-2004"', 'book.key.startswith("wespa")', "RULES[book.key]",
        "RULES.get(division.tournament.rules.rulebook.key, ())", 'division.tournament.rulebook.startswith("wespa")',
        "same = book.key == tournament.key", "name = 1 if tournament.rulebook else 2", "row.rulebook = plan.book.key",
        "match book.key: ...".replace(" ...", "\n case _: pass"),
    ],
)  # fmt: skip
def test_a_rule_that_hangs_on_a_key_would_be_found(line):
    assert set(asks_a_rulebook_its_key(ast.walk(ast.parse(line)))) == {1}


def test_no_template_asks_a_rulebook_its_key():
    asked = re.compile(r"\b(book|rulebook)\.key\b|{% (el)?if [^%]*\btournament\.rulebook\b")
    templates = shipped("templates").rglob("*.html")
    assert [named(path) for path in templates if asked.search(path.read_text(encoding="utf-8"))] == []


def test_whoever_decides_has_a_type():
    """`by` is an Actor (tdsuite/platform/audit/actors.py), never anything at all."""
    assert [named(path) for path in sources() if re.search(r"\bby: Any\b", path.read_text(encoding="utf-8"))] == []


def test_no_name_of_the_source_is_a_banned_word():
    assert violations() == []


def test_every_decision_has_its_status_date_and_consequences():
    pages = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    index = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert all(f"\n| {fact} | " in text for fact in ("status", "date", "consequences")), page.name
        assert f"]({page.name})" in index, page.name


PAGES = [
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "checklist/README.md")),
]
NAMED_FILE = re.compile(r"`([\w./-]+\.(?:py|html|toml|md|txt|css|js|svg))`")
NO_FILES = {"tourney.js", "_partial.html"}  # a format, and a pattern of names


@pytest.fixture(scope="module")
def files():
    folders = ("tdsuite", *APPS, CHECKLIST, "templates", "static", "tests", "benchmarks", "docs", "deploy")
    paths = [*ROOT.glob("*"), *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    return [f"/{named(path)}" for path in paths]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_somewhere_and_every_file_that_a_page_names_is_there(page, files):
    text = page.read_text(encoding="utf-8")
    names = sorted(set(NAMED_FILE.findall(text)) - NO_FILES)
    assert [name for name in names if not any(path.endswith(f"/{name.lstrip('./')}") for path in files)] == []
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_address_has_a_line_in_the_table_of_who_may_and_every_line_an_address():
    """A page needs a line in tests/platform/access/matrix.txt, a call of the API one in the tables of docs/api.md."""
    assert [plain(route) for route in routes() if not lines_at(route)] == []
    assert sorted(set(table()) - {plain(route) for route in routes()}) == []
