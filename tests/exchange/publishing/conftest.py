from pathlib import Path
from typing import Any

import pytest

from tdsuite.tournaments.models import Division, Round
from tests.exchange.publishing.servers import Cut
from tests.factories import make_played_event, make_round


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path / "data"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder that is published to."""
    path = tmp_path / "target"
    path.mkdir()
    return path


@pytest.fixture
def cut() -> Cut:
    return Cut()


@pytest.fixture
def event() -> Division:
    division = make_played_event(players=6, played=2)
    make_round(division, 3, status=Round.Status.PLAYING)
    make_round(division, 4, status=Round.Status.DRAFT)
    return division
