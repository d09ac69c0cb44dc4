"""A division and rating lists to fill it from."""

from datetime import date

import pytest

from results.rating_lists.models import RatingList
from results.rating_lists.services.lists import ListFile, load_list
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Entry, Player, Tournament
from tests.factories import make_division, make_tournament

MAY = b"""\
NASPA,Name,Rating,Games,Expires,Suspended
AA000001,"Winterbourne, Ada",1725,212,2027-01-31,
AA000002,"Lindqvist, Robert",1402,40,2026-03-01,
AA000003,"Okafor, Cy",900,7,Life,2026-12-31
"""
JUNE = MAY.replace(b"1725,212", b"1750,226").replace(b",2026-12-31", b",")
PLAYERS = [("Ada Winterbourne", 1700), ("Robert Lindqvist", 0), ("Cy Okafor", 0), ("Dee Nobody", 1000)]


@pytest.fixture
def division() -> Division:
    """Four players on 16 and 17 May 2026: one matched, one under another number, one suspended, one of no list."""
    row = make_division(make_tournament("open"), players=0)
    for number, (name, rating) in enumerate(PLAYERS, start=1):
        given, family = name.split()
        number_of_another = "AA000009" if given == "Robert" else ""
        person = Player.objects.create(name=name, filing_name=f"{family}, {given}", naspa_id=number_of_another)
        Entry.objects.create(division=row, player=person, number=number, seed=number, rating=rating)
    return row


def list_file(
    data: bytes = MAY, *, body: str = "naspa", as_of: date | None = date(2026, 5, 1), **more: object
) -> ListFile:
    return ListFile(str(more.pop("filename", "list.csv")), data, body, as_of=as_of, **more)  # type: ignore[arg-type]


def loaded(data: bytes = MAY, *, tournament: Tournament | None = None, **more: object) -> RatingList:
    """A list, loaded in the first event where none is named."""
    tournament = tournament or Tournament.objects.first() or make_tournament("lists")
    return load_list(by=COMMAND_LINE, file=list_file(data, **more), tournament=tournament)  # type: ignore[arg-type]


@pytest.fixture
def may(division: Division) -> RatingList:
    return loaded()
