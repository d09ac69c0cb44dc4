"""Writes a rulebook as a file to start from: loads as it is, and every provision stands in it to be changed."""

import json
from datetime import date
from typing import Any

from .choices import provisions
from .file_values import encode
from .model import Provision, Rulebook

HEAD = """\
# A rulebook for one event, made from {name}.
# Every provision of that book stands below as a comment. To change one, take the "# " off its lines and write what your
# rules say; cite the rule, or write ours = true. What stays a comment is as in {key}.
# docs/rulebook-files.md says which values there are.

key = "{own_key}"
name = {title}
based_on = "{key}"

[source]
document = {title}
edition = ""
address = ""
"""


def as_file(book: Rulebook) -> str:
    """One of the suite's books as the text of a file that changes nothing yet."""
    title = as_toml(f"{book.name}, with changes")
    parts = [HEAD.format(name=book.name, key=book.key, own_key=book.own_key, title=title)]
    section = ""
    for heading, label, path, provision in provisions(book):
        if heading != section:
            section = heading
            parts.append(f"\n# ── {heading} " + "─" * max(3, 100 - len(heading)) + "\n")
        parts.append(f"\n# {label}\n" + "".join(f"# {line}\n" for line in _change(".".join(path), provision)))
    return "".join(parts)


def _change(path: str, provision: Provision[Any]) -> list[str]:
    words: dict[str, Any] = {"value": encode(provision.value)}
    if provision.rule:
        words["rule"] = provision.rule
    if provision.ours:
        words["ours"] = True
    words["explain"] = provision.explain
    if provision.note:
        words["note"] = provision.note
    if provision.span is not None:
        words["span"] = encode(provision.span)
    if provision.extensible:
        words["extensible"] = True
    if provision.extension_rule:
        words["extension_rule"] = provision.extension_rule
    lines = [f'[changes."{path}"]', *(f"{word} = {as_toml(value)}" for word, value in words.items())]
    if provision.choices:
        choices = [f"  {as_toml(encode(choice))}," for choice in provision.choices]
        lines += ["choices = [", *choices, "]"]
    return lines


def as_toml(value: Any) -> str:
    """Plain data of `file_values.encode` as TOML in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{word} = {as_toml(each)}" for word, each in value.items()) + "}"
    return str(value)
