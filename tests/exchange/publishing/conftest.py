from pathlib import Path
from typing import Any

import pytest

from tests.exchange.publishing.servers import Cut


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
