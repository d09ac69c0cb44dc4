"""A migrated database and the collected static files: made once in a run of the suite, copied after that.

`python -m tests.migrated` makes those of SQLite before a run, in the folder that `SHARED_BY_TESTS` names (`.ci/run`).
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
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
    shutil.copytree(collected() / "static", data / "static", copy_function=link)


def link(source: str, target: str) -> None:
    """No second copy of what nobody changes, where the file system can."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@cache
def template() -> Path:
    """The folder of a fresh database on SQLite; whichever process of the run asks first makes it."""
    folder = Path(os.environ[SHARED]) / "installation"
    with asked_first(folder) as first:
        if first:
            manage("migrate", TDSUITE_DATA=str(folder), DATABASE_URL="")
            assert not (folder / f"{NAME}-wal").exists(), "the log of the database was not written back"
    return folder


@cache
def collected() -> Path:
    """The folder of the collected static files, made as `template` is."""
    folder = Path(os.environ[SHARED]) / "collected"
    with asked_first(folder) as first:
        if first:
            manage("collectstatic", "--noinput", TDSUITE_DATA=str(folder), DATABASE_URL="")
    return folder


@cache
def template_database() -> str:
    """The name of a migrated PostgreSQL database that others are copied from; made as `template` is."""
    folder = Path(os.environ[SHARED]) / "database"
    name = folder.parent.name.replace("-", "_")
    with asked_first(folder) as first:
        if first:
            with server() as postgres:
                postgres.execute(f'CREATE DATABASE "{name}"')
            manage("migrate", DATABASE_URL=address_of(name))
    return name


def remove_template_database() -> None:
    """At the end of the run, where one was made."""
    if (Path(os.environ[SHARED]) / "database" / "made").exists():
        with server() as postgres:
            postgres.execute(f'DROP DATABASE IF EXISTS "{template_database()}" WITH (FORCE)')


@contextmanager
def asked_first(folder: Path) -> Iterator[bool]:
    """Whether no process of the run asked for this folder before; the others wait until it is made."""
    folder.mkdir(exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        locks.lock(lock, locks.LOCK_EX)
        yield not (folder / "made").exists()
        (folder / "made").touch()


def manage(*words: str, **variables: str) -> None:
    """Run a command of the suite without a broker."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tdsuite.settings", "CELERY_BROKER_URL": "", **variables}
    command = [sys.executable, "manage.py", *words, "--verbosity", "0", "--skip-checks"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def server() -> psycopg.Connection[Any]:
    """The PostgreSQL server that the tests run on."""
    return psycopg.connect(address_of("postgres"), autocommit=True)


def address_of(name: str) -> str:
    """Of a database beside the one the tests run on."""
    here = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(("postgresql", here.netloc, f"/{name}", "", ""))


if __name__ == "__main__":
    template()
    collected()
