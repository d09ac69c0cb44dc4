"""Real players under other spellings: each is offered first, and no two people of one event are taken for one."""

import csv
import random
import re
from collections.abc import Callable

import pytest

from results.rating_lists.engine.index import Index
from results.rating_lists.engine.matching import MATCHED, RosterPlayer, match_all
from results.rating_lists.formats.model import Body, ListEntry
from tdsuite.formats.reading import read_file
from tdsuite.tournaments.engine.names import filing_name, name_key, plain_letters
from tests.oracles.files import oracle

pytestmark = pytest.mark.oracle
PAIRS = 200


def swapped(name: str, luck: random.Random) -> str:
    at = luck.choice([at for at in range(1, len(name) - 1) if name[at : at + 2].isalpha()])
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def left_out(name: str, luck: random.Random) -> str:
    at = luck.choice([at for at in range(1, len(name)) if name[at].isalpha()])
    return name[:at] + name[at + 1 :]


SPELLINGS: list[Callable[[str, random.Random], str]] = [
    swapped,
    left_out,
    lambda name, _luck: plain_letters(name).lower(),
    lambda name, _luck: re.sub("[-']", "", name),
    lambda name, _luck: " ".join(reversed(name.rsplit(" ", 1))),
    lambda name, _luck: f"{name[0]} {name.partition(' ')[2]}",
    lambda name, _luck: f"{name[: max(3, name.find(' ') // 2)]} {name.partition(' ')[2]}",
]


def events() -> list[list[str]]:
    """The names of each division of the files of WESPA, and of CoCo's rating files."""
    divisions = []
    for path in sorted([*oracle("wespa-site").glob("*.tou"), *oracle("wespa-reports").rglob("*.tou")]):
        read = read_file(path.name, path.read_bytes())
        divisions += [[row.name for row in division.players] for division in read.divisions]
    for path in sorted(oracle("coco/results").glob("*-ratings.csv")):
        rows = csv.reader(path.read_text(encoding="utf-8-sig").splitlines())
        divisions.append([row[0].strip() for row in rows if row[1:] and row[1].strip().isdigit()])
    return divisions


def people(names: list[str]) -> Index:
    lines = enumerate(dict.fromkeys(names), start=1)
    return Index([ListEntry(line, name, filing_name(name)) for line, name in lines], Body.OWN)


def test_of_200_spellings_of_real_players_98_in_100_are_offered_first_among_everybody() -> None:
    everybody = sorted({name_key(name): name for names in events() for name in names if " " in name}.values())
    index, luck, missed = people(everybody), random.Random(37), []
    for at in range(PAIRS):
        name = typed = ""
        while typed == name:
            name = luck.choice(everybody)
            typed = SPELLINGS[at % len(SPELLINGS)](name, luck)
        if (first := next(iter(index.search(typed)), None)) is None or first.name != name:
            missed.append((typed, name, first and first.name))
    assert len(everybody) > 1000 and len(missed) <= PAIRS * 2 // 100, missed


def test_no_two_people_of_one_event_are_taken_for_one() -> None:
    for names in events():
        index = people(names)
        for entry in index.by_line.values():
            assert index.search(entry.name)[0] == entry
        roster = [RosterPlayer(line, entry.name, {}) for line, entry in index.by_line.items()]
        for without in roster[:3]:
            others = Index([entry for line, entry in index.by_line.items() if line != without.number], Body.OWN)
            assert {match.kind in MATCHED for match in match_all([without], others)} <= {False}, without.name
        assert all(match.entry and match.entry.line == match.number for match in match_all(roster, index))
