"""A linter of the style sheets: `python -m tests.stylesheets`, part of `make check`.

It reads them with tinycss2, the parser that also makes the PDFs, and knows what general linters cannot: the templates and scripts.
"""

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import tinycss2

from tdsuite.ops.paths import shipped

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 120
# What our sheets set; each is known to browsers or, the bookmarks, to the PDF library. A new one is added there.
PROPERTIES = set((ROOT / "tests/css_properties.txt").read_text(encoding="utf-8").split())
AT_RULES = {"media", "supports", "container", "page", "font-face", "keyframes"}
GROUPS = {"media", "supports", "container"}
# Classes of which a page writes only the beginning, before a figure or a key.
BUILT = ("paper-", "at-", "stroke-")
Finding = tuple[int, str]


def rules_of(nodes: list[Any]) -> Iterator[Any]:
    """Every rule of a sheet, those inside media queries too."""
    for node in nodes:
        yield node
        if node.type == "at-rule" and node.content is not None and node.lower_at_keyword in GROUPS:
            yield from rules_of(tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True))


def tokens_of(tokens: list[Any]) -> Iterator[Any]:
    """Every token, those inside brackets and functions too."""
    for token in tokens:
        yield token
        yield from tokens_of(getattr(token, "content", None) or getattr(token, "arguments", None) or [])


def classes_in(prelude: list[Any]) -> Iterator[str]:
    tokens = list(tokens_of(prelude))
    for dot, name in pairwise(tokens):
        if dot.type == "literal" and dot.value == "." and name.type == "ident":
            yield name.value


def findings_in_block(content: list[Any], variables: set[str]) -> Iterator[Finding]:
    """Declarations that no browser understands, that stand twice, or that use a variable nobody sets."""
    seen: dict[str, str] = {}
    for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if node.type == "error":
            yield node.source_line, node.message
        if node.type != "declaration":
            continue
        value = tinycss2.serialize(node.value).strip()
        if not node.name.startswith("--") and node.lower_name not in PROPERTIES:
            yield node.source_line, f"unknown property {node.name}"
        if seen.get(node.name) == value:
            yield node.source_line, f"{node.name} stands twice"
        seen[node.name] = value
        for token in tokens_of(node.value):
            if token.type == "function" and token.lower_name == "var" and token.arguments[0].value not in variables:
                yield node.source_line, f"nothing sets {token.arguments[0].value}"


def findings_in(sheet: str, variables: set[str], names: set[str]) -> Iterator[Finding]:
    """What is wrong with one sheet.

    Args:
        variables: custom properties that some sheet sets.
        names: classes that pages and scripts write.
    """
    for node in rules_of(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)):
        if node.type == "error":
            yield node.source_line, node.message
        elif node.type == "at-rule" and node.lower_at_keyword not in AT_RULES:
            yield node.source_line, f"unknown rule @{node.at_keyword}"
        elif node.type == "qualified-rule":
            yield from findings_in_block(node.content, variables)
            for name in sorted(set(classes_in(node.prelude)) - names):
                if not name.startswith(BUILT):
                    yield node.source_line, f"no page has the class {name}"
    for number, line in enumerate(sheet.splitlines(), start=1):
        if len(re.sub(r"url\(\"data:[^\"]*\"\)", "", line)) > WIDTH:
            yield number, f"over {WIDTH} characters"


def names_on_pages() -> set[str]:
    """Every word that stands in a class attribute of a template, or in a text of a program or script."""
    names: set[str] = set()
    for path in shipped("templates").rglob("*.html"):
        for attribute in re.findall(
            r"class=(\"[^\"]*(?:\{[{%].*?[%}]\}[^\"]*)*\")", path.read_text(encoding="utf-8"), re.DOTALL
        ):
            names |= set(re.findall(r"[\w-]+", attribute))
        names |= words_in_texts(path.read_text(encoding="utf-8")) if path.name.endswith(".html") else set()
    for folder in ("tdsuite", "pairings", "results", "adjudication", "static"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".js"} and "migrations" not in path.parts:
                names |= words_in_texts(path.read_text(encoding="utf-8"))
    return names


def words_in_texts(source: str) -> set[str]:
    texts = re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`", source)
    return {word for text in texts for part in text for word in re.findall(r"[\w-]+", part)}


def main() -> int:
    """Print every finding; 1 if there is one."""
    sheets = {path: path.read_text(encoding="utf-8") for path in sorted(shipped("static").rglob("*.css"))}
    variables = {name for sheet in sheets.values() for name in re.findall(r"(--[\w-]+)\s*:", sheet)}
    names = names_on_pages()
    findings = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path, sheet in sheets.items()
        for line, text in findings_in(sheet, variables, names)
    ]
    used = {name for sheet in sheets.values() for name in re.findall(r"var\(\s*(--[\w-]+)", sheet)}
    findings += [f"static: nothing uses {name}" for name in sorted(variables - used)]
    print("\n".join(findings) or f"{len(sheets)} style sheets are right.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
