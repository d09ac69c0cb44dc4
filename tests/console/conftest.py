"""People of the console's tests, and an event under way."""

import pytest
from django.test import Client

from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Round
from tests.factories import make_played_event, make_round, make_user


@pytest.fixture
def under_way() -> Division:
    """8 players, three rounds closed, the fourth playing with one of four results."""
    division = make_played_event(players=8, played=3)
    make_round(division, 4, status=Round.Status.PLAYING, results=1)
    return division


@pytest.fixture
def as_role(under_way: Division):
    """as_role(Role.SCORER): a browser where somebody of that role is logged in; as_role(None): a stranger with an account."""

    def log_in(role: Role | None) -> Client:
        tournament = under_way.tournament if role else None
        client = Client()
        client.force_login(make_user(role or "stranger", tournament=tournament, role=role))
        return client

    return log_in


@pytest.fixture
def director(as_role) -> Client:
    return as_role(Role.DIRECTOR)


@pytest.fixture
def keeper() -> Client:
    """The keeper of the installation, who may make events."""
    client = Client()
    client.force_login(make_user("keeper", is_superuser=True))
    return client
