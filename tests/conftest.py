"""What every test may rely on: hypothesis profiles, the collected static files, an audit trail that can be emptied."""

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connection, connections
from django.test import Client, TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tdsuite.platform.audit import triggers
from tests.migrated import put_database, put_static
from tests.tidy import tidied

pytest_plugins = ["tests.strictness", "tests.actions", "tests.quickness", "tests.journeys.browser"]
Client.request = tidied(Client.request)  # type: ignore[method-assign]

FLUSH = "_fixture_teardown"  # Django's own name for what empties the tables after a transactional test
SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]
hypothesis_settings.register_profile("dev", max_examples=40, deadline=None)
hypothesis_settings.register_profile(
    "ci", max_examples=50, deadline=None, derandomize=True, print_blob=True, suppress_health_check=SLOW_IS_FINE
)
hypothesis_settings.register_profile(
    "full", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=SLOW_IS_FINE
)
hypothesis_settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") == "true" else "dev")
)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Before the first row: the static files that every page names, on SQLite a migrated database.

    Heads of chains are not written beside the database: after each test its chains begin anew.
    """
    logging.getLogger("tdsuite.record_heads").disabled = True
    put_static(settings.DATA_DIR)
    staticfiles_storage.hashed_files, staticfiles_storage.manifest_hash = staticfiles_storage.load_manifest()
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["TEST"]["NAME"])
        put_database(database.parent, database.name)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The SQLite database that was laid down is taken as it is; it goes with the data directory."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session", autouse=True)
def flush_lifts_the_audit_triggers() -> Iterator[None]:
    """Emptying the tables after a transactional test needs the triggers off; they are back before the next test."""
    flush: Callable[[TransactionTestCase], None] = getattr(TransactionTestCase, FLUSH)

    def lifted_flush(case: TransactionTestCase) -> None:
        for database in connections.all():
            triggers.lift_all(database)
        try:
            flush(case)
        finally:
            for database in connections.all():
                triggers.install_all(database)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, FLUSH, lifted_flush)
        yield
