import pytest

from tdsuite.platform.access import players
from tdsuite.platform.access.codes import PinHasher
from tests.factories import make_division, make_tournament, make_user
from tests.platform.access.signing import give_link


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch):
    """PINs are hashed slowly on purpose; tests hash hundreds."""
    monkeypatch.setattr(PinHasher, "iterations", 1)


@pytest.fixture(autouse=True)
def the_events_page_is_the_players_home(monkeypatch):
    """The floors above register a page of their own; here players land where every installation has one."""
    monkeypatch.setattr(players.player_home, "_connected", [])


@pytest.fixture
def division(db):
    """Three players with links."""
    division = make_division(make_tournament(), players=3)
    for entry in division.entries.all():
        give_link(entry)
    return division


@pytest.fixture
def ada(division):
    return division.entries.get(number=1)


@pytest.fixture
def director(division):
    return make_user(tournament=division.tournament)
