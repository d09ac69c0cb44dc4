"""What a decision changes in an event: its facts before and after, compared. Nothing is kept of it."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a fact is about, in the order in which a director settles it."""

    WAITS = "waits"  # what waits for an official
    BOARDS = "boards"  # who meets whom at which table, byes, who starts, who sits nowhere
    ROUNDS = "rounds"  # drafts and the plan
    RESULTS = "results"
    SHEETS = "sheets"
    STANDINGS = "standings"
    PRIZES = "prizes"
    PAPERS = "papers"  # prints that no longer hold
    FILES = "files"  # what a rating body gets


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that the program says of an event now.

    Attributes:
        about: what it is about, of its kind; the same before and after.
        subject: that in words.
        says: what is so.
        url: the page where it is settled or read, "" for none.
    """

    kind: Kind
    about: Hashable
    subject: str
    says: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Consequence:
    """A fact that is another after a decision. before, after: what it said, "" where it was not there."""

    kind: Kind
    subject: str
    before: str
    after: str
    url: str = ""


def consequences(before: Iterable[Fact], after: Iterable[Fact]) -> list[Consequence]:
    """What differs, by kind, then in the order of the facts after, and what is gone at the end of its kind."""
    old, new = ({(fact.kind, fact.about): fact for fact in facts} for facts in (before, after))
    rows = [
        Consequence(fact.kind, fact.subject, old[key].says if key in old else "", fact.says, fact.url)
        for key, fact in new.items()
        if key not in old or old[key].says != fact.says
    ]
    rows += [Consequence(fact.kind, fact.subject, fact.says, "") for key, fact in old.items() if key not in new]
    order = list(Kind)
    return sorted(rows, key=lambda row: order.index(row.kind))
