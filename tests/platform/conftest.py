import pytest

from tdsuite.platform.jobs.runner import Runner


@pytest.fixture
def runner() -> Runner:
    """A worker's runner in this process, without its pulse."""
    return Runner(bulk_at_once=1)
