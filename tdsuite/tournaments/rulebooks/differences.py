"""In what one rulebook differs from another, for a preview and for the record."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from tdsuite.tournaments.rulebooks.as_file import as_toml
from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.rulebooks.file_values import encode
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook


@dataclass(frozen=True, slots=True)
class Difference:
    """One provision that is not as in the other book."""

    path: str  # dotted
    section: str
    title: str
    before: Provision[Any]
    after: Provision[Any]

    @property
    def value_changes(self) -> bool:
        """Whether it decides otherwise; else only its words, its citation or the organiser's choice differ."""
        return bool(self.before.value != self.after.value)

    @property
    def in_short(self) -> str:
        """For the record: "ending.overtime.points: 10 → 2 (Club 7)"."""
        cited = self.after.rule or "ours"
        return f"{self.path}: {as_toml(encode(self.before.value))} → {as_toml(encode(self.after.value))} ({cited})"

    def as_facts(self) -> dict[str, Any]:
        """For programs."""
        facts = {
            "path": self.path,
            "before": _fact(encode(self.before.value)),
            "after": _fact(encode(self.after.value)),
        }
        return facts | {"rule": self.after.rule, "ours": self.after.ours}


def _fact(data: Any) -> Any:
    """A day as text, as programs write one."""
    if isinstance(data, dict):
        return {word: _fact(each) for word, each in data.items()}
    if isinstance(data, list):
        return [_fact(each) for each in data]
    return data.isoformat() if isinstance(data, date) else data


def differences(base: Rulebook, book: Rulebook) -> tuple[Difference, ...]:
    """Every provision of `book` that is not the base's, in the books' order."""
    return tuple(
        Difference(".".join(path), section, title, before, after)
        for (section, title, path, after), (*_, before) in zip(provisions(book), provisions(base), strict=True)
        if after != before
    )
