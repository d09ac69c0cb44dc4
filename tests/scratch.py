"""A database for processes of a test, of the kind the tests run on, and another program that holds one locked."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg
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


@contextmanager
def held_locked(database: str) -> Iterator[None]:
    """Inside, another program holds the database: rows are read, and nobody writes.

    database: the path of a SQLite file, or the address of a PostgreSQL database.
    """
    if "://" in database:
        with psycopg.connect(database) as other:
            other.execute("LOCK TABLE tournaments_division IN EXCLUSIVE MODE")  # which whoever decides takes first
            yield
            other.rollback()
        return
    with closing(sqlite3.connect(database, isolation_level=None)) as other_file:
        other_file.execute("BEGIN IMMEDIATE")
        yield
        other_file.execute("ROLLBACK")
