"""What every test may rely on: hypothesis profiles, the collected static files, an audit trail that can be emptied."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import caches
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, TransactionTestCase
from hypothesis import HealthCheck, settings as hypothesis_settings

from tdsuite.platform.audit import triggers
from tests.migrated import put_database, put_static, remove_template_database, template_database
from tests.tidy import tidied

pytest_plugins = ["tests.strictness", "tests.actions", "tests.quickness", "tests.journeys.browser", "pytester"]
Client.request = tidied(Client.request)  # type: ignore[method-assign]

SILENT = logging.Filter("nobody")
FLUSH = "_fixture_teardown"  # Django's own name for what empties the tables after a transactional test
AS_MIGRATED = {"django_content_type", "auth_permission"}  # nothing writes there
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
    """Before the first row: the static files that every page names, and a migrated database.

    Heads of chains are not written beside the database: after each test its chains begin anew.
    """
    logging.getLogger("tdsuite.record_heads").addFilter(SILENT)  # which outlives a logging set up anew
    put_static(settings.DATA_DIR)
    staticfiles_storage.hashed_files, staticfiles_storage.manifest_hash = staticfiles_storage.load_manifest()
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["TEST"]["NAME"])
        put_database(database.parent, database.name)
    else:
        connection.settings_dict["TEST"]["TEMPLATE"] = template_database()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The SQLite database that was laid down is taken as it is; it goes with the data directory."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session", autouse=True)
def flush_empties_what_has_rows() -> Iterator[None]:
    """After a transactional test: Django's own flush takes PostgreSQL longer than most tests, and fills in again what nobody changed."""

    def empty(_case: TransactionTestCase) -> None:
        for database in connections.all():
            empty_tables(database)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, FLUSH, empty)
        yield


@pytest.fixture(autouse=True)
def no_page_of_another_test() -> None:
    """Rows that were rolled back give their numbers to others, whose pages must not be taken for older ones of the same."""
    caches["pages"].clear()


@pytest.fixture(scope="module")
def rows_of_the_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """For a fixture of this scope that makes rows: every test of the file finds them as they were made, and after the last they go.

    For files whose tests do not commit. A test gets a copy (`copy.deepcopy`) of objects that it may change.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


def empty_tables(database: BaseDatabaseWrapper) -> None:
    """Delete every row of the suite's tables, without their triggers; these are back before the next test."""
    names = database.introspection.django_table_names(only_existing=True, include_views=False)
    each = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in names if name not in AS_MIGRATED)
    triggers.lift_all(database)
    try:
        with transaction.atomic(using=database.alias), database.cursor() as cursor:
            cursor.execute(" UNION ALL ".join(each))
            for (name,) in cursor.fetchall():
                cursor.execute(f"DELETE FROM {name}")
    finally:
        triggers.install_all(database)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # under xdist the controlling process, which ends last
        remove_template_database()
