"""The glossary's list of banned words would be noticed in a name, and holds for the variables of templates."""

import re

import pytest

from tdsuite.ops.paths import shipped
from tests.words import ROOT, banned_words, names_of

PRONOUNS = banned_words() | {"each", "other", "it", "that", "this"}
BOUND = re.compile(
    r"{%-?\s*(?:for\s+(?P<loop>[\w\s,]+?)\s+in|with\s+(?P<block>\w+=)|include\s+\S+\s+with\s+(?P<passed>.*?)%})"
)


def variables_of(text: str) -> set[str]:
    """The names that a template binds: of its loops, of `with`, and of what it passes to another."""
    names: set[str] = set()
    for match in BOUND.finditer(text):
        names |= set(re.findall(r"\w+", match["loop"] or "")) | set(re.findall(r"(\w+)=", match["passed"] or ""))
        names |= {(match["block"] or "").rstrip("=")} - {""}
    return names


def test_no_variable_of_a_template_is_a_pronoun() -> None:
    templates = sorted(shipped("templates").rglob("*.html"))
    assert [
        (str(path.relative_to(ROOT)), name)
        for path in templates
        for name in sorted(variables_of(path.read_text(encoding="utf-8")) & PRONOUNS)
    ] == []


@pytest.mark.parametrize(
    "source", ["one = 1", "def f(found): ...", "def told(): ...", "import a as kept", "_made_ = 1"]
)
def test_a_banned_word_would_be_found(source: str, tmp_path) -> None:
    path = tmp_path / "module.py"
    path.write_text(source)
    assert {name.strip("_") for _line, name in names_of(path)} & banned_words()


@pytest.mark.parametrize(
    "source",
    [
        "{% for one in rows %}",
        "{% for each, count in rows %}",
        "{% with found=row %}",
        '{% include "a.html" with b=1 one=row %}',
    ],
)
def test_a_pronoun_in_a_template_would_be_found(source: str) -> None:
    assert variables_of(source) & PRONOUNS
