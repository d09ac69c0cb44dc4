"""How often the database is asked."""

from collections.abc import Callable

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def statements_of(call: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as made:
        call()
    return len(made)


def statements_of_page(client: Client, address: str, **headers: str) -> int:
    """Of a page that was opened before, so that nothing is read for the first time."""
    client.get(address, headers=headers)

    def again() -> None:
        assert client.get(address, headers=headers).status_code == 200

    return statements_of(again)
