"""The file of an event that is put aside: a zip archive of a database with its rows alone, and of its photos and prints.

The database is SQLite with the tables of the version that wrote it. A later version brings it up to date with its own migrations before
it reads the rows, so that an event comes back after any number of upgrades.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from tdsuite.ops import safety_copy
from tdsuite.ops.aside.folder import NotWhole
from tdsuite.ops.errors import NewerDatabase
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import ChainHead, ReasonText, Record
from tdsuite.platform.audit.rebuilding import in_database
from tdsuite.platform.audit.services import chain_of
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.whole import Rows, rows_of

DATABASE, MANIFEST, FILES, FORMAT = "event.sqlite3", "manifest.json", "files/", 1
COPY = "aside"  # the alias of the database of an event's file, while it is open
AT_ONCE = 500
NOT_OURS = {"auth", "contenttypes"}


def whole_event(tournament: Tournament) -> Rows:
    """The keys of everything that is the event's, by model: its rows, and its chain of records."""
    chain = chain_of(tournament)
    rows = dict(rows_of(tournament))
    rows[Record] = set(Record.objects.filter(chain=chain).values_list("pk", flat=True))
    rows[ReasonText] = set(ReasonText.objects.filter(record__chain=chain).values_list("pk", flat=True))
    rows[ChainHead] = {chain} if ChainHead.objects.filter(chain=chain).exists() else set()
    return {model: keys for model, keys in rows.items() if keys}


def mentioned(rows: Rows) -> Rows:
    """The rows that stay and that the event's rows name: people, accounts, word lists, rating lists.

    Raises NotWhole where it names rows of a kind that it takes along, of another event.
    """
    named: Rows = {}
    for model, keys in rows.items():
        for field in model._meta.concrete_fields:
            above = field.related_model
            if not isinstance(field, models.ForeignKey) or not isinstance(above, type):
                continue
            values = {key for some in slices(keys) for key in _column(model, field.attname, some) if key is not None}
            outside = values - rows.get(above, set())
            if outside and above in rows:
                raise NotWhole(f"{model._meta.label} names a row of another event")
            if outside:
                named.setdefault(above, set()).update(outside)
    return named


def _column(model: type[models.Model], name: str, keys: list[Any]) -> Iterable[Any]:
    return model._base_manager.filter(pk__in=keys).order_by().values_list(name, flat=True).distinct()


def slices(keys: Iterable[Any]) -> Iterator[list[Any]]:
    ordered = sorted(keys)
    for start in range(0, len(ordered), AT_ONCE):
        yield ordered[start : start + AT_ONCE]


def fingerprint(rows: Rows) -> str:
    """SHA-256 of the rows as the database has them, without making anything of them: quick enough for inside a transaction.

    Records are written once: the head of their chain says whether they are the same.
    """
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for model in sorted(rows, key=lambda model: model._meta.db_table):
            digest.update(f"{model._meta.db_table} {len(rows[model])}\n".encode())
            quote = connection.ops.quote_name
            columns = ", ".join(quote(str(field.column)) for field in model._meta.concrete_fields)
            key = quote(str(model._meta.pk.column))
            for keys in slices(rows[model]) if model is not Record else ():
                places = ", ".join(["%s"] * len(keys))
                cursor.execute(
                    f"SELECT {columns} FROM {quote(model._meta.db_table)} WHERE {key} IN ({places}) ORDER BY {key}",
                    keys,
                )
                for row in cursor.fetchall():
                    digest.update(repr(row).encode())
    return digest.hexdigest()


def stored_files(rows: Rows) -> list[str]:
    """The files that the rows name, as paths below MEDIA_ROOT: produced prints, photographs."""
    return sorted(
        name
        for model, keys in rows.items()
        if any(field.name == "stored" for field in model._meta.fields)
        for some in slices(keys)
        for name in model._base_manager.filter(pk__in=some).values_list("stored", flat=True)
    )


def write(tournament: Tournament, rows: Rows, named: Rows, work: Path) -> Path:
    """Write the event's file into the folder to work in, and compare it with the rows here; where it lies.

    Raises NotWhole, OSError, sqlite3.Error, DatabaseError.
    """
    database, archive = work / DATABASE, work / "archive"
    with opened(database) as copy:
        _make_tables(copy)
        with transaction.atomic(using=COPY):
            for model, keys in named.items():
                _insert(model, map(_without_secrets, _instances(model, keys, DEFAULT_DB_ALIAS)), COPY)
            for model, keys in rows.items():
                _insert(model, _instances(model, keys, DEFAULT_DB_ALIAS), COPY)
    files = [name for name in stored_files(rows) if (Path(settings.MEDIA_ROOT) / name).is_file()]
    manifest = {
        "format": FORMAT,
        "event": tournament.pk,
        "slug": tournament.slug,
        "name": tournament.name,
        "installation": settings.RECORD_KEY_ID,
        "rows": {model._meta.label_lower: len(keys) for model, keys in rows.items()},
    }
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr(MANIFEST, json.dumps(manifest, indent=1))
        packed.write(database, DATABASE)
        for name in files:
            packed.write(Path(settings.MEDIA_ROOT) / name, FILES + name)
    database.unlink()
    compare(archive, rows, work)
    return archive


def compare(archive: Path, rows: Rows, work: Path) -> None:
    """Read an event's file again and compare every row and every file with those here.  Raises NotWhole."""
    with zipfile.ZipFile(archive) as packed:
        if damaged := packed.testzip():
            raise NotWhole(f"{damaged} could not be read back")
        packed.extract(DATABASE, work)
        for name in packed.namelist():
            if name.startswith(FILES):
                with (
                    packed.open(name) as copy,
                    (Path(settings.MEDIA_ROOT) / name.removeprefix(FILES)).open("rb") as file,
                ):
                    if hashlib.file_digest(copy, "sha256").digest() != hashlib.file_digest(file, "sha256").digest():  # type: ignore[arg-type]
                        raise NotWhole(f"{name} is not the same in the file")
    with opened(work / DATABASE):
        for model, keys in rows.items():
            names = [field.attname for field in model._meta.concrete_fields]
            for some in slices(keys):
                both = [
                    list(model._base_manager.using(alias).filter(pk__in=some).order_by("pk").values_list(*names))
                    for alias in (DEFAULT_DB_ALIAS, COPY)
                ]
                if both[0] != both[1]:
                    raise NotWhole(f"{model._meta.verbose_name_plural} are not the same in the file")


def unpack(archive: Path, work: Path) -> Path:
    """Open an event's file in the folder to work in, check it and bring it up to date; where its database lies.

    Raises NotWhole, NewerDatabase, sqlite3.Error, DatabaseError, zipfile.BadZipFile, KeyError, ValueError.
    """
    database = work / DATABASE
    with zipfile.ZipFile(archive) as packed:
        manifest = json.loads(packed.read(MANIFEST))
        if manifest["format"] > FORMAT:
            raise NewerDatabase([f"format {manifest['format']}"])
        packed.extract(DATABASE, work)
    with closing(sqlite3.connect(database)) as opened_raw:
        answer = opened_raw.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if answer != "ok":
            raise NotWhole(f"its database is damaged ({answer})")
        safety_copy.refuse_unknown(opened_raw.execute("SELECT app, name FROM django_migrations").fetchall())
    with closing(_connection_to(database, DEFAULT_DB_ALIAS)) as other, in_database(other):
        executor = MigrationExecutor(other)
        targets = [key for key in executor.loader.graph.leaf_nodes() if key[0] not in NOT_OURS]
        if executor.migration_plan(targets):
            executor.migrate(targets)
    return database


def rows_in_file() -> Rows:
    """The keys of all rows of the file that is open, by model."""
    return {
        model: set(model._base_manager.using(COPY).values_list("pk", flat=True))
        for model in apps.get_models()
        if model._meta.app_label not in NOT_OURS and model._base_manager.using(COPY).exists()
    }


def copy_back(rows: Mapping[type[models.Model], set[Any]]) -> None:
    """Write rows of the file that is open into the database, as they are; in a transaction."""
    for model, keys in rows.items():
        _insert(model, _instances(model, keys, COPY), DEFAULT_DB_ALIAS)


def stored_in(archive: Path) -> list[Path]:
    """Where the photos and prints of an event's file lay, and will lie again."""
    root = Path(settings.MEDIA_ROOT)
    with zipfile.ZipFile(archive) as packed:
        names = [name.removeprefix(FILES) for name in packed.namelist() if name.startswith(FILES)]
    return [root / name for name in names if ".." not in PurePosixPath(name).parts and not name.startswith("/")]


def sizes_in(archive: Path, paths: Iterable[Path]) -> Iterator[int]:
    with zipfile.ZipFile(archive) as packed:
        for path in paths:
            yield packed.getinfo(FILES + path.relative_to(settings.MEDIA_ROOT).as_posix()).file_size


def unpack_files(archive: Path, paths: Iterable[Path]) -> None:
    """Lay photos and prints where they lay.  Raises OSError, BadZipFile."""
    with zipfile.ZipFile(archive) as packed:
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f".{path.name}.part")
            with (
                packed.open(FILES + path.relative_to(settings.MEDIA_ROOT).as_posix()) as source,
                draft.open("wb") as file,
            ):
                shutil.copyfileobj(source, file, 1 << 20)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)


def model_named(label: str) -> type[models.Model]:
    return apps.get_model(label)


def _instances(model: type[models.Model], keys: Iterable[Any], alias: str) -> Iterator[models.Model]:
    for some in slices(keys):
        yield from model._base_manager.using(alias).filter(pk__in=some).order_by("pk")


def _insert(model: type[models.Model], instances: Iterable[models.Model], alias: str) -> None:
    """Write rows with their keys and every value as it is: no default, no time of now, no signal."""
    fields, waiting = model._meta.concrete_fields, []
    rows: Any = models.QuerySet(model, using=alias)
    most = connections[alias].ops.bulk_batch_size(fields, [None] * AT_ONCE)
    for instance in instances:
        waiting.append(instance)
        if len(waiting) >= most:
            rows._insert(waiting, fields=fields, using=alias, raw=True)
            waiting = []
    if waiting:
        rows._insert(waiting, fields=fields, using=alias, raw=True)


def _without_secrets(row: models.Model) -> models.Model:
    """Of an account the file has its number and name, no password: it is named only, and stays here."""
    return User(pk=row.pk, username=row.username, password=make_password(None)) if isinstance(row, User) else row


@contextmanager
def opened(path: Path) -> Iterator[BaseDatabaseWrapper]:
    """The database of an event's file, under the alias `COPY`."""
    with closing(_connection_to(path, COPY)) as copy:
        connections[COPY] = copy
        try:
            yield copy
        finally:
            del connections[COPY]


def _connection_to(path: Path, alias: str) -> BaseDatabaseWrapper:
    options = {"init_command": "PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY;"}  # whoever is killed begins anew
    config = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}
    config = connections.configure_settings({DEFAULT_DB_ALIAS: config})[DEFAULT_DB_ALIAS]
    return load_backend(config["ENGINE"]).DatabaseWrapper(config, alias)


def _make_tables(copy: BaseDatabaseWrapper) -> None:
    """The tables of this version, and which migrations they come from."""
    with copy.schema_editor() as editor:
        for model in apps.get_models():
            editor.create_model(model)
    applied = MigrationRecorder(connection).applied_migrations()
    recorder = MigrationRecorder(copy)
    recorder.ensure_schema()
    recorder.migration_qs.bulk_create(recorder.Migration(app=app, name=name) for app, name in applied)
