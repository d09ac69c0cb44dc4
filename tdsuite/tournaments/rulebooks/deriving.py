"""Provisions by their paths: looked up, put in a copy of a book, and put together to a whole book."""

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from typing import Any, cast, get_origin, get_type_hints

from .model import Provision, Rulebook, Source

Path = tuple[str, ...]


def assemble(
    *, key: str, name: str, source: Source, provisions: Mapping[Path, Provision[Any]], based_on: str, sha256: str
) -> Rulebook:
    """A book of provisions.

    Args:
        provisions: every provision of the book by its path.
    """
    parts = _parts(Rulebook, (), provisions)
    return Rulebook(key=key, name=name, source=source, based_on=based_on, sha256=sha256, **parts)


def _parts(kind: type, path: Path, provisions: Mapping[Path, Provision[Any]]) -> dict[str, Any]:
    """The fields of a section or row that are provisions, or hold some."""
    parts: dict[str, Any] = {}
    for name, hint in get_type_hints(kind).items():
        if get_origin(hint) is Provision:
            parts[name] = provisions[*path, name]
        elif is_dataclass(hint) and hint is not Source:
            section = cast(type, hint)
            parts[name] = section(**_parts(section, (*path, name), provisions))
    return parts


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
