"""A division and rating lists to fill it from."""

from datetime import date

import pytest

from results.rating_list_models import RatingList
from results.services.rating_lists import GivenList, load_list
from tdsuite.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Entry, Player
from tests.factories import make_division, make_tournament

MAY = b"""\
NASPA,Name,Rating,Games,Expires,Suspended
AA000001,"Winterbourne, Ada",1725,212,2027-01-31,
AA000002,"Lindqvist, Robert",1402,40,2026-03-01,
AA000003,"Okafor, Cy",900,7,Life,2026-12-31
"""
JUNE = MAY.replace(b"1725,212", b"1750,226").replace(b",2026-12-31", b",")
PLAYERS = [("Ada Winterbourne", 1700), ("Bob Lindqvist", 0), ("Cy Okafor", 0), ("Dee Nobody", 1000)]


@pytest.fixture
def division() -> Division:
    """Four players on 16 and 17 May 2026: one matched, one near, one suspended, one of no list."""
    row = make_division(make_tournament("open"), players=0)
    for number, (name, rating) in enumerate(PLAYERS, start=1):
        given, family = name.split()
        person = Player.objects.create(name=name, filing_name=f"{family}, {given}")
        Entry.objects.create(division=row, player=person, number=number, seed=number, rating=rating)
    return row


def given_list(
    data: bytes = MAY, *, body: str = "naspa", as_of: date | None = date(2026, 5, 1), **more: object
) -> GivenList:
    return GivenList(str(more.pop("filename", "list.csv")), data, body, as_of=as_of, **more)  # type: ignore[arg-type]


def loaded(data: bytes = MAY, **more: object) -> RatingList:
    return load_list(by=COMMAND_LINE, given=given_list(data, **more))  # type: ignore[arg-type]


@pytest.fixture
def may(division: Division) -> RatingList:
    return loaded()
