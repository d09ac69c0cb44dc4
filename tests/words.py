"""Names of the source that are on the glossary's list of banned words.  `python -m tests.words results/games` lists them."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ("tdsuite", "pairings", "results", "adjudication", "checklist")


def banned_words() -> frozenset[str]:
    """The first column of the last table of docs/glossary.md."""
    table = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("## Banned words")[1]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")][2:]
    return frozenset(word.strip() for row in rows for word in row.split(","))


def names_of(path: Path) -> Iterator[tuple[int, str]]:
    """Every name that a file binds, with its line; the file's own name at line 0."""
    yield 0, path.stem
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def violations(*folders: str) -> list[str]:
    """Where a banned word is a name: `path:line name`.  A leading or trailing underscore makes no other word of it."""
    banned = banned_words()
    paths = [path for folder in folders or SOURCE for path in sorted((ROOT / folder).rglob("*.py"))]
    return [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in paths
        if not {"migrations", "tests"} & set(path.parts)
        for line, name in names_of(path)
        if re.sub(r"^_+|_+$", "", name) in banned
    ]


if __name__ == "__main__":
    print("\n".join(violations(*(folder.rstrip("/") for folder in sys.argv[1:]))))
