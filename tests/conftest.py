"""What every test may rely on: hypothesis profiles, the collected static files, an audit trail that can be emptied."""

import os
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tdsuite.audit import triggers

pytest_plugins = ["tests.strictness"]

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
    """Before the first row: quick password hashes, and the static files that every page names."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture(scope="session", autouse=True)
def flush_lifts_the_audit_triggers() -> Iterator[None]:
    """Emptying the tables after a transactional test needs the triggers off; they are back before the next test."""
    flush: Callable[[TransactionTestCase], None] = getattr(TransactionTestCase, FLUSH)

    def lifted_flush(case: TransactionTestCase) -> None:
        for connection in connections.all():
            triggers.lift_all(connection)
        try:
            flush(case)
        finally:
            for connection in connections.all():
                triggers.install_all(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, FLUSH, lifted_flush)
        yield
