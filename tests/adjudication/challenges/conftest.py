import pytest

from tests.adjudication.challenges.cases import Table, table


@pytest.fixture
def at() -> Table:
    return table()


@pytest.fixture
def nsa() -> Table:
    return table("nsa-2004")
