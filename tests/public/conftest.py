import pytest

from tdsuite.platform.live import known_versions
from tdsuite.tournaments.models import Division, Round
from tests.factories import make_played_event, make_round
from tests.public.hub import Hub


@pytest.fixture
def division() -> Division:
    """Three rounds closed, the fourth playing with one result of four, the fifth a draft."""
    made = make_played_event(players=8, played=3)
    make_round(made, 4, status=Round.Status.PLAYING, results=1)
    make_round(made, 5, status=Round.Status.DRAFT)
    return made


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    """What this process knows of versions is what the test lets it look at."""
    made = Hub()
    monkeypatch.setattr(known_versions, "process", made.versions)
    return made
