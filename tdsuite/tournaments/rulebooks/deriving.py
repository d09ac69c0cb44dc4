"""Makes a book out of another one by changing provisions: one way for the suite's own editions and for loaded files."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from tdsuite.tournaments.rulebooks.model import Provision, Rulebook, Source

Path = tuple[str, ...]


def derive(
    base: Rulebook, *, key: str, name: str, source: Source, changes: Mapping[Path, Provision[Any]], sha256: str = ""
) -> Rulebook:
    """`base` under another key, each provision of `changes` in the place of the base's; all else is the base's own."""
    book = replace(base, key=key, name=name, source=source, based_on=base.key, sha256=sha256)
    for path, provision in changes.items():
        book = put(book, path, provision)
    return book


def provision_at(book: Rulebook, path: Path) -> Provision[Any]:
    """The provision that stands at `path`, such as ("ending", "overtime", "points")."""
    node: object = book
    for name in path:
        node = getattr(node, name)
    return cast("Provision[Any]", node)


def put(node: Any, path: Path, provision: Provision[Any]) -> Any:
    """A copy of `node`, a book or a part of one, with `provision` at `path`."""
    head, *rest = path
    return replace(node, **{head: put(getattr(node, head), tuple(rest), provision) if rest else provision})
