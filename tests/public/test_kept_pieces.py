"""Pieces of pages that are kept once they are made (Django's tag `{% cache %}`): nothing in them may be left out of their key."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Template
from django.template.base import FilterExpression, Node, Token, TokenType, Variable
from django.template.defaulttags import ForNode
from django.template.loader import get_template
from django.template.smartif import TokenBase
from django.templatetags.cache import CacheNode

TEMPLATES = Path(settings.BASE_DIR, "templates")
WITH_PIECES = sorted(
    str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html") if "{% cache " in path.read_text("utf-8")
)


def kept_pieces(template: str) -> list[CacheNode]:
    compiled = get_template(template).template  # type: ignore[attr-defined]
    assert isinstance(compiled, Template)
    pieces: list[CacheNode] = compiled.nodelist.get_nodes_by_type(CacheNode)
    return pieces


def names_in(part: Any, own: frozenset[str] = frozenset()) -> Iterator[str]:
    """The variables that a part of a template reads, `division.code`, without those that it makes itself."""
    if isinstance(part, Token):  # of a sentence to be translated
        name = part.contents if part.token_type is TokenType.VAR else ""
        yield from {name} - {"", *own}
    elif isinstance(part, FilterExpression):
        yield from names_in(part.var, own)
        yield from names_in([value for _, arguments in part.filters for is_name, value in arguments if is_name], own)
    elif isinstance(part, Variable):
        if part.lookups and part.lookups[0] not in own:
            yield ".".join(part.lookups)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from names_in(each, own)
    elif isinstance(part, Node | TokenBase):
        if isinstance(part, ForNode):
            own |= {"forloop", *part.loopvars}
        made = getattr(part, "extra_context", {})  # of `with` and `blocktranslate`
        yield from names_in(list(made.values()), own)
        own |= made.keys()
        yield from names_in(
            [value for name, value in vars(part).items() if name not in {"token", "extra_context"}], own
        )


@pytest.mark.parametrize("template", WITH_PIECES)
def test_the_key_of_a_kept_piece_names_all_that_it_shows(template: str) -> None:
    pieces = kept_pieces(template)
    assert pieces
    for piece in pieces:
        key = {str(part.token) for part in piece.vary_on}
        assert "LANGUAGE_CODE" in key
        shown = set(names_in(piece.nodelist))
        left_out = {name for name in shown if not any(name == part or name.startswith(f"{part}.") for part in key)}
        assert shown and not left_out, f"{template}, {piece.fragment_name}: add {left_out} to its key"
