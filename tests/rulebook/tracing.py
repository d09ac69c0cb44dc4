"""A copy of a rulebook that notes which of its provisions are read, and by what kind of code."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import PurePath
from typing import Any

import pytest

from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.choices import EffectiveRules, provisions
from tdsuite.tournaments.rulebooks.deriving import put
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook

WHAT_IS_READ = {"value", "explain"}
# Code that reads every provision alike: a loaded file, a comparison of two books.
ALIKE = {
    "rulebooks/as_file.py",
    "rulebooks/changing.py",
    "rulebooks/checking.py",
    "rulebooks/deriving.py",
    "rulebooks/differences.py",
    "rulebooks/model.py",
}
COPIES = {"dataclasses.py", "<string>"}  # dataclasses' own copying, comparing and hashing
TELLS = {"rulebooks/choices.py", "rulebooks/summary.py"}  # what the Rules page and "Rules of this event" are made by


@dataclass(slots=True)
class Reads:
    """Paths of provisions such as "ending.overtime.points".

    used: read by code that acts on that very provision.  told: read by a page that tells the rules to people.
    """

    used: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)


class Traced(Provision[Any]):
    """A provision that notes who reads its value or its sentence.

    A copy with the director's own value in it, made by `dataclasses.replace`, is theirs and notes nothing.
    """

    path: str = ""
    reads: Reads | None = None

    def __getattribute__(self, name: str) -> Any:
        reads: Reads | None = object.__getattribute__(self, "reads") if name in WHAT_IS_READ else None
        if reads is not None:
            reader = PurePath(sys._getframe(1).f_code.co_filename)
            path: str = object.__getattribute__(self, "path")
            if "/".join(reader.parts[-2:]) in TELLS:
                reads.told.add(path)
            elif reader.name not in COPIES and "/".join(reader.parts[-2:]) not in ALIKE:
                reads.used.add(path)
        return object.__getattribute__(self, name)


def traced(provision: Provision[Any], path: str, reads: Reads) -> Traced:
    copy = object.__new__(Traced)
    for each in fields(provision):
        object.__setattr__(copy, each.name, getattr(provision, each.name))
    object.__setattr__(copy, "path", path)
    object.__setattr__(copy, "reads", reads)
    return copy


def traced_book(book: Rulebook, reads: Reads) -> Rulebook:
    for _, _, path, provision in list(provisions(book)):
        book = put(book, path, traced(provision, ".".join(path), reads))
    return book


@contextmanager
def tracing() -> Iterator[Reads]:
    """Every event's rules in force are traced while this is open."""
    reads, rules = Reads(), Tournament.__dict__["rules"].fget
    copies: dict[str, EffectiveRules] = {}

    def rules_traced(tournament: Tournament) -> EffectiveRules:
        source = f"{tournament.rulebook} {tournament.rulebook_file} {tournament.choices}"
        if source not in copies:
            in_force = rules(tournament)
            copies[source] = replace(in_force, rulebook=traced_book(in_force.rulebook, reads))
        return copies[source]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tournament, "rules", property(rules_traced))
        yield reads
