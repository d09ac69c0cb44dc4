import pytest

from tdsuite.access.codes import PinHasher


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch):
    """PINs are hashed slowly on purpose; tests hash hundreds."""
    monkeypatch.setattr(PinHasher, "iterations", 1)
