"""Loaded by `-p tests.environment` before Django's settings: every run has a data directory of its own, gone afterwards.

Of the installation's variables only DATABASE_URL and CELERY_BROKER_URL reach the tests; the others would change answers.
Run pytest as `python -m pytest` (or `make test`) from the checkout, so that this module is found.
"""

import atexit
import os
import shutil
import tempfile

MEMORY = "/dev/shm"
ENOUGH_BYTES = 512 * 1024 * 1024
NOT_FOR_TESTS = (
    "ALLOWED_HOSTS",
    "BEHIND_TLS_PROXY",
    "CSRF_TRUSTED_ORIGINS",
    "DEBUG",
    "JOBS_BULK_AT_ONCE",
    "JOBS_LEASE_SECONDS",
    "LOG_LEVEL",
    "SECRET_KEY",
)


def fast_folder() -> str | None:
    """Where the test data is quickest: memory if there is enough of it, else the usual place (None)."""
    try:
        roomy = shutil.disk_usage(MEMORY).free > ENOUGH_BYTES
    except OSError:
        return None
    return MEMORY if roomy and os.access(MEMORY, os.W_OK) else None


def fresh_data_dir() -> str:
    """Make a data directory for this process and let it go when the process ends."""
    made = tempfile.mkdtemp(prefix="tdsuite-test-", dir=fast_folder())
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


for _name in NOT_FOR_TESTS:
    os.environ.pop(_name, None)
os.environ["TDSUITE_DATA"] = fresh_data_dir()
