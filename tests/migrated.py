"""An empty, migrated SQLite database for installations of tests: made once in each process of the tests, copied after that."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAME = "tdsuite.sqlite3"


def put_database(data: Path) -> None:
    """Lay the database where an installation with this data directory looks for it."""
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(_template(), data / NAME)


@cache
def _template() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="tdsuite-migrated-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    environment = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "tdsuite.settings", "TDSUITE_DATA": str(folder), "DATABASE_URL": "", "CELERY_BROKER_URL": "",
    }  # fmt: skip
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], cwd=ROOT, env=environment, check=True)
    assert not list(folder.glob(f"{NAME}-*")), "the log of the database was not written back"
    return folder / NAME
