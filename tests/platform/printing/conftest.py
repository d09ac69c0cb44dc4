from collections.abc import Iterator
from typing import Any

import pytest

from tdsuite.platform.jobs.processes import Helpers
from tdsuite.platform.jobs.runner import Runner
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


@pytest.fixture(scope="session")
def helpers() -> Iterator[Helpers]:
    """Real helper processes, kept warm between tests as a worker keeps them."""
    made = Helpers(at_once=1)
    yield made
    made.close()


@pytest.fixture
def runner(helpers: Helpers) -> Runner:
    """A worker's runner in this process."""
    made = Runner(bulk_at_once=1)
    made.helpers = helpers
    return made
