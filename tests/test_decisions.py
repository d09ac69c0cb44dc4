"""What the source says of decisions: who reads the record, which actions are named, and that refusals have codes."""

import ast

from tests.test_architecture import named, sources

RECORD = {"Record", "ChainHead", "ReasonText"}
READS_THE_RECORD = {
    "tdsuite/console/record.py",  # its page
    "tdsuite/ops/aside/event_file.py",  # takes it along into an event's file
    "tdsuite/ops/backups/copies.py",  # follows it in a copy
    "results/sheets/services/verify.py",  # verify_audit compares sheets with it
    "tdsuite/tournaments/services/erasure.py",  # erases the words of reasons
    "tdsuite/tournaments/services/practice.py",  # says how many records go with an event
    "tdsuite/tournaments/services/personal.py",  # hands a person the records about them
}


def names_used(path, owner):
    """Attributes asked of a name in a module, such as {"objects"} of Record."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == owner
    }


def test_the_record_is_asked_by_its_own_pages_alone():
    asking = [
        named(path)
        for path in sources()
        if "tdsuite/platform/audit/" not in named(path) and any("objects" in names_used(path, name) for name in RECORD)
    ]
    assert sorted(set(asking) - READS_THE_RECORD) == []


def calls(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node, getattr(node.func, "id", getattr(node.func, "attr", ""))


def test_every_decision_names_a_declared_action():
    """Never a bare word: `action=` of an opened decision, and of a record that has its own."""
    bare = [
        f"{named(path)}:{node.lineno}"
        for path in sources()
        for node, name in calls(path)
        if (
            name in {"deciding", "deciding_event", "deciding_on", "record", "append"}
            and any(keyword.arg == "action" and isinstance(keyword.value, ast.Constant) for keyword in node.keywords)
        )
        or (name == "record" and node.args and isinstance(node.args[0], ast.Constant))
    ]
    assert bare == []


def refusals():
    """Every class of refusals, with whether it has a code of its own."""
    coded = {"Refused": False}
    classes = [node for path in sources() for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    classes = [node for node in classes if isinstance(node, ast.ClassDef)]
    for _depth in range(3):
        for node in classes:
            bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in coded]
            if bases:
                own = any(isinstance(line, ast.Assign) and line.targets[0].id == "code" for line in node.body)
                own = own or any(
                    isinstance(call, ast.Call) and any(keyword.arg == "code" for keyword in call.keywords)
                    for call in ast.walk(node)
                )
                coded[node.name] = own or coded[bases[0]]
    return coded


def test_every_refusal_has_a_code():
    coded = refusals()
    without = [
        f"{named(path)}:{node.lineno}"
        for path in sources()
        for node, name in calls(path)
        if name in coded and not coded[name] and not any(keyword.arg == "code" for keyword in node.keywords)
    ]
    assert without == []
