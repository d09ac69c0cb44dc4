import pytest
from django.test import Client

from tests.results.rulings.cases import Event, logged_in, make_event


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def director(event: Event) -> Client:
    return logged_in(event.director)
