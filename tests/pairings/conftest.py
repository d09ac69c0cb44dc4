"""What most files here begin with; a file with another division has a fixture of its own by the same name."""

import pytest
from django.test import Client

from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division
from tests.factories import make_division, make_tournament, make_user


@pytest.fixture
def division() -> Division:
    """Eight players, seven rounds, none of them paired."""
    return make_division(make_tournament(), players=8, rounds=7)


@pytest.fixture
def director(division: Division, client: Client) -> User:
    """The director, logged in."""
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user
