"""How many statements the database is sent for something."""

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext


def statements(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as sent:
        act()
    return len(sent)
