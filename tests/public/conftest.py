import pytest

from tdsuite.platform.live import known_versions
from tests.public.hub import Hub


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    """What this process knows of versions is what the test lets it look at."""
    made = Hub()
    monkeypatch.setattr(known_versions, "process", made.versions)
    return made
