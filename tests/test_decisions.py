"""What the source says of decisions: who reads the record, which actions are named, and that refusals have codes."""

import ast
from functools import cache
from typing import NamedTuple

from tests.test_architecture import named, sources

RECORD = {"Record", "ChainHead", "ReasonText"}
OPENS = {"deciding", "deciding_event", "deciding_on", "record", "append"}
READS_THE_RECORD = {
    "pairings/services/explanations.py",  # shows why boards were changed by hand
    "tdsuite/console/record.py",  # its page
    "tdsuite/ops/backups/copies.py",  # follows it in a copy
    "results/sheets/services/verify.py",  # verify_audit compares sheets with it
    "tdsuite/tournaments/services/erasure.py",  # erases the words of reasons
    "tdsuite/tournaments/services/practice.py",  # says how many records go with an event
    "tdsuite/tournaments/services/personal.py",  # hands a person the records about them
}


class Call(NamedTuple):
    """A call in the source: what is called, and what it is given as plain constants."""

    line: int
    name: str
    keywords: frozenset[str]
    bare_action: bool
    bare_first: bool


class Class(NamedTuple):
    name: str
    bases: tuple[str, ...]
    has_code: bool


class Read(NamedTuple):
    """What the tests ask of a source file, which is read once. asked: names of which `objects` is asked."""

    asked: frozenset[str]
    calls: tuple[Call, ...]
    classes: tuple[Class, ...]


@cache
def read(path):
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return Read(
        frozenset(
            node.value.id
            for node in nodes
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr == "objects"
        ),
        tuple(call_of(node) for node in nodes if isinstance(node, ast.Call)),
        tuple(class_of(node) for node in nodes if isinstance(node, ast.ClassDef)),
    )


def call_of(node):
    return Call(
        node.lineno,
        getattr(node.func, "id", getattr(node.func, "attr", "")),
        frozenset(keyword.arg for keyword in node.keywords),
        any(keyword.arg == "action" and isinstance(keyword.value, ast.Constant) for keyword in node.keywords),
        bool(node.args) and isinstance(node.args[0], ast.Constant),
    )


def class_of(node):
    has_code = any(isinstance(line, ast.Assign) and names_code(line.targets[0]) for line in node.body)
    has_code = has_code or any(
        isinstance(call, ast.Call) and any(keyword.arg == "code" for keyword in call.keywords)
        for call in ast.walk(node)
    )
    return Class(node.name, tuple(base.id for base in node.bases if isinstance(base, ast.Name)), has_code)


def names_code(target):
    return isinstance(target, ast.Name) and target.id == "code"


def test_the_record_is_asked_by_its_own_pages_alone():
    asking = [
        named(path) for path in sources() if "tdsuite/platform/audit/" not in named(path) and read(path).asked & RECORD
    ]
    assert sorted(set(asking) - READS_THE_RECORD) == []


def test_every_decision_names_a_declared_action():
    """Never a bare word: `action=` of an opened decision, and of a record that has its own."""
    bare = [
        f"{named(path)}:{call.line}"
        for path in sources()
        for call in read(path).calls
        if (call.name in OPENS and call.bare_action) or (call.name == "record" and call.bare_first)
    ]
    assert bare == []


def refusals():
    """Every class of refusals, with whether it has a code of its own."""
    coded = {"Refused": False}
    classes = [each for path in sources() for each in read(path).classes]
    for _depth in range(3):
        for each in classes:
            if bases := [base for base in each.bases if base in coded]:
                coded[each.name] = each.has_code or coded[bases[0]]
    return coded


def test_every_refusal_has_a_code():
    coded = refusals()
    without = [
        f"{named(path)}:{call.line}"
        for path in sources()
        for call in read(path).calls
        if call.name in coded and not coded[call.name] and "code" not in call.keywords
    ]
    assert without == []
