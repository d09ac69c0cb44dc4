from collections.abc import Iterator
from typing import Any

import pytest

from tdsuite.platform.printing.registry import Report
from tdsuite.tournaments.models import Tournament
from tests.factories import make_tournament
from tests.platform.printing import samples


@pytest.fixture
def sample(settings: Any) -> Iterator[Report]:
    settings.TEMPLATES = samples.with_samples(settings.TEMPLATES)
    with samples.declared() as report:
        yield report


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament(name="Lakeside Open & Friends")
