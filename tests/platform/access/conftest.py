import pytest

from tdsuite.platform.access import players
from tdsuite.platform.access.codes import PinHasher


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch):
    """PINs are hashed slowly on purpose; tests hash hundreds."""
    monkeypatch.setattr(PinHasher, "iterations", 1)


@pytest.fixture(autouse=True)
def the_events_page_is_the_players_home(monkeypatch):
    """The floors above register a page of their own; here players land where every installation has one."""
    monkeypatch.setattr(players.player_home, "_connected", [])
