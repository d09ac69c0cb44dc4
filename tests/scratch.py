"""A database for processes of a test, of the kind the tests run on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tests.migrated import address_of, server, template_database


@contextmanager
def scratch_database() -> Iterator[str]:
    """A migrated database beside the one the tests run on; "" on SQLite."""
    if connection.vendor != "postgresql":
        yield ""
        return
    name = f"tdsuite_scratch_{os.getpid()}"
    with server() as postgres:
        postgres.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template_database()}"')
        try:
            yield address_of(name)
        finally:
            postgres.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
