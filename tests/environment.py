"""Loaded by `-p tests.environment` before Django's settings: every process has a data directory of its own, gone afterwards.

Of the installation's variables only DATABASE_URL and CELERY_BROKER_URL reach the tests; the others would change answers.
Run pytest as `python -m pytest` (or `make test`) from the checkout, so that this module is found.
"""

import atexit
import os
import shutil
import sys
import tempfile

MEMORY = "/dev/shm"
ENOUGH_BYTES = 2 * 1024**3
SHARED = "SHARED_BY_TESTS"
NOT_FOR_TESTS = (
    "ALLOWED_HOSTS", "BEHIND_TLS_PROXY", "CSRF_TRUSTED_ORIGINS", "DEBUG", "JOBS_BULK_AT_ONCE", "JOBS_LEASE_SECONDS",
    "LOG_LEVEL", "SECOND_FACTOR", "SECRET_KEY",
)  # fmt: skip

os.environ["PUBLISHING_NETWORKS"] = "127.0.0.0/8"  # the tests' own servers
for _name in ("API_CALLS_A_MINUTE", "API_CALLS_A_MINUTE_OF_STRANGERS"):  # tests call faster than anybody
    os.environ[_name] = "1000000"
os.environ["WEB_PROCESSES"] = "1"  # a server that a test starts; tests of several say so


def fast_folder() -> str | None:
    """Where the test data is quickest: memory if there is enough of it, else the usual place (None)."""
    try:
        roomy = shutil.disk_usage(MEMORY).free > ENOUGH_BYTES
    except OSError:
        return None
    return MEMORY if roomy and os.access(MEMORY, os.W_OK) else None


def temporary_folder(prefix: str) -> str:
    """A folder that goes when this process ends."""
    folder = tempfile.mkdtemp(prefix=prefix, dir=fast_folder())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


for _name in NOT_FOR_TESTS:
    os.environ.pop(_name, None)
# Compiled modules are kept beside their sources: without them every worker rewrites the asserts of all tests again, and every
# server and command that a test starts compiles the project.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ["TDSUITE_DATA"] = temporary_folder("tdsuite-test-")
# The run's first process makes the folders that all its processes share, and takes them away. What tests are begun with may lie in one
# that somebody made for several runs.
for _name in (SHARED, "PYTEST_DEBUG_TEMPROOT"):
    if not os.path.isdir(os.environ.get(_name, "")):
        os.environ[_name] = temporary_folder("tdsuite-tests-")
