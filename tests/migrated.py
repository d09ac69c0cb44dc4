"""A migrated SQLite database and the collected static files: made once in a run of the suite, copied after that."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from django.core.files import locks

from tests.environment import SHARED

ROOT = Path(__file__).resolve().parents[1]
NAME = "tdsuite.sqlite3"


def put_database(data: Path, name: str = NAME) -> None:
    """Lay the database where an installation with this data directory looks for it."""
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(template() / NAME, data / name)


def put_static(data: Path) -> None:
    """Lay the collected static files where an installation with this data directory serves them from."""
    shutil.copytree(template() / "static", data / "static", copy_function=link)


def link(source: str, target: str) -> None:
    """No second copy of what nobody changes, where the file system can."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@cache
def template() -> Path:
    """The folder of a fresh installation; whichever process of the run asks first makes it."""
    folder = Path(os.environ[SHARED]) / "installation"
    with folder.with_suffix(".lock").open("w") as lock:
        locks.lock(lock, locks.LOCK_EX)
        if not (folder / "made").exists():
            environment = {
                **os.environ, "DJANGO_SETTINGS_MODULE": "tdsuite.settings", "TDSUITE_DATA": str(folder), "DATABASE_URL": "", "CELERY_BROKER_URL": "",
            }  # fmt: skip
            for words in (["migrate"], ["collectstatic", "--noinput"]):
                command = [sys.executable, "manage.py", *words, "--verbosity", "0"]
                subprocess.run(command, cwd=ROOT, env=environment, check=True)
            assert not list(folder.glob(f"{NAME}-*")), "the log of the database was not written back"
            (folder / "made").touch()
    return folder
