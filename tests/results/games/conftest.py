import pytest
from django.test import Client

from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.results.games.keyboard import Keyboard


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=8, rounds=3)


@pytest.fixture
def director(division: Division, client: Client) -> User:
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user


@pytest.fixture
def desk(division: Division, director: User, client: Client) -> Keyboard:
    """The director's keyboard page: 1-2, 3-4, 5-6, 7-8 on tables 1 to 4; the first named starts."""
    return Keyboard(make_round(division, 1, pairs=[(1, 2), (3, 4), (5, 6), (7, 8)]), client)
