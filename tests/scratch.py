"""A database for processes of a test, of the kind the tests run on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

from django.db import connection


@contextmanager
def scratch_database() -> Iterator[str]:
    """A fresh database beside the one the tests run on; "" on SQLite."""
    if connection.vendor != "postgresql":
        yield ""
        return
    import psycopg

    base = urlsplit(os.environ["DATABASE_URL"])
    name = f"tdsuite_scratch_{os.getpid()}"
    with psycopg.connect(urlunsplit(("postgresql", base.netloc, "/postgres", "", "")), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit((base.scheme, base.netloc, f"/{name}", "", ""))
        finally:
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
