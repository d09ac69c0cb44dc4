"""Which actions of the record the source reaches from the API: names are followed from its addresses through everything they use."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("tdsuite", "pairings", "results", "adjudication")
Place = tuple[str, str]  # a module and a name at its top


class Module:
    """What stands at a module's top, by name, and what its imports stand for."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        is_package = path.name == "__init__.py"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.imports: dict[str, str] = {}
        self.nodes: dict[str, list[ast.AST]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self.imports |= {
                    alias.asname or alias.name.split(".")[0]: alias.name if alias.asname else alias.name.split(".")[0]
                    for alias in node.names
                }
            elif isinstance(node, ast.ImportFrom):
                above = name.split(".")[: (0 if is_package else -1) + 1 - node.level or None] if node.level else []
                stem = ".".join([*above, *([node.module] if node.module else [])])
                self.imports |= {alias.asname or alias.name: f"{stem}.{alias.name}" for alias in node.names}
        for statement in tree.body:
            for named in _names(statement):
                self.nodes.setdefault(named, []).append(statement)


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))


@cache
def modules() -> dict[str, Module]:
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts]
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {name: Module(name, path) for name, path in named.items()}


@cache
def used(place: Place) -> frozenset[tuple[Place, str]]:
    """What stands at the top of a module and is used in this place, with the attribute that is asked of it, if any."""
    module = modules()[place[0]]
    targets = set()
    for statement in module.nodes[place[1]]:
        for node in ast.walk(statement):
            words = _words(node)
            start = words and module.imports.get(words[0])
            if start:
                target, rest = resolve((*start.split("."), *words[1:]))
            elif words and words[0] in module.nodes:
                target, rest = (module.name, words[0]), words[1:]
            else:
                continue
            if target is not None:
                targets.add((target, rest[0] if rest else ""))
    return frozenset(targets)


def _words(node: ast.AST) -> tuple[str, ...]:
    """A dotted name, in its parts; () where it is none."""
    words: list[str] = []
    while isinstance(node, ast.Attribute):
        words, node = [node.attr, *words], node.value
    return (node.id, *words) if isinstance(node, ast.Name) else ()


def resolve(words: tuple[str, ...]) -> tuple[Place | None, tuple[str, ...]]:
    """The place that a dotted name stands for, followed through modules that only pass it on; and what is asked of it."""
    for length in range(len(words) - 1, 0, -1):
        module = modules().get(".".join(words[:length]))
        if module is not None:
            name, rest = words[length], words[length + 1 :]
            if name in module.nodes:
                return (module.name, name), rest
            if name in module.imports:
                return resolve((*module.imports[name].split("."), *rest))
            return None, ()
    return None, ()


def reached(*start: Place, models: bool = True) -> set[tuple[Place, str]]:
    """Everything that these use, and what that uses.

    Args:
        models: also what the classes of models use, whose managers' methods nobody need have asked for.
    """
    seen, waiting, targets = set(start), list(start), set()
    while waiting:
        for target in used(waiting.pop()):
            targets.add(target)
            if target[0] not in seen and (models or not target[0][0].endswith(".models")):
                seen.add(target[0])
                waiting.append(target[0])
    return targets


def takes_actor(place: Place) -> bool:
    """Whether it is a function that says by whom."""
    functions = [node for node in modules()[place[0]].nodes[place[1]] if isinstance(node, ast.FunctionDef)]
    return any(argument.arg == "by" for node in functions for argument in (*node.args.args, *node.args.kwonlyargs))
