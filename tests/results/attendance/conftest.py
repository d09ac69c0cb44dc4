"""Four players at two tables of a round that was to start at nine."""

from collections.abc import Callable

import pytest

from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Round
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.results.attendance.hall import Hall, at

RuledBy = Callable[[str], Hall]


@pytest.fixture
def ruled_by(db: None) -> RuledBy:
    """A hall under a rulebook: 1 starts against 2 at table 1, 3 against 4 at table 2; started at nine, as scheduled."""

    def build(book: str) -> Hall:
        division = make_division(make_tournament(rulebook=book), players=4, rounds=3)
        row = make_round(division, 1, pairs=[(1, 2), (3, 4)], status=Round.Status.PLAYING)
        Round.objects.filter(pk=row.pk).update(scheduled_at=at("9:00"), started_at=at("9:00"))
        return Hall(division, make_user(tournament=division.tournament))

    return build


@pytest.fixture
def hall(ruled_by: RuledBy) -> Hall:
    return ruled_by("wespa-2010")


@pytest.fixture
def nsa(ruled_by: RuledBy) -> Hall:
    return ruled_by("nsa-2004")


@pytest.fixture
def official(hall: Hall) -> User:
    return make_user("door", tournament=hall.division.tournament, role=Role.OFFICIAL)


@pytest.fixture
def judge(hall: Hall) -> User:
    return make_user("judge", tournament=hall.division.tournament, role=Role.JUDGE)
