from collections.abc import Iterator

import pytest

from tdsuite.platform.jobs.processes import Helpers
from tdsuite.platform.jobs.runner import Runner


@pytest.fixture(scope="session")
def helpers() -> Iterator[Helpers]:
    """Real helper processes, kept warm between tests as a worker keeps them."""
    made = Helpers(at_once=2)
    yield made
    made.close()


@pytest.fixture
def runner(helpers: Helpers) -> Runner:
    """A worker's runner in this process, without its pulse."""
    made = Runner(bulk_at_once=1)
    made.helpers = helpers
    return made
