from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

import environ
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from tdsuite.platform.audit.rebuilding import in_database
from tdsuite.tournaments.commands import find_tournament, refusals_exit_1
from tdsuite.tournaments.services.rebuilding import rebuild, require_empty


class Command(BaseCommand):
    help = (
        "Make an event again from its record alone, in an empty database, and compare every row and the standings. "
        "Exit 1 names what is not the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument(
            "--into",
            metavar="PATH_OR_URL",
            help="an SQLite file that is made, or postgres://USER:PASSWORD@HOST:PORT/NAME; by default a file in the data directory",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_tournament(options["slug"])
        into = options["into"] or str(settings.DATA_DIR / f"rebuilt-{tournament.slug}.sqlite3")
        try:
            with closing(connection_to(into)) as other, refusals_exit_1():
                require_empty(other)
                with in_database(other):
                    call_command("migrate", verbosity=0)
                rebuilt = rebuild(tournament, other)
        except (DatabaseError, OSError, ValueError) as error:
            raise CommandError(f"--into {into}: this database cannot be used: {error}") from error
        for difference in rebuilt.differences:
            self.stderr.write(difference)
        if rebuilt.differences:
            raise CommandError(f"{tournament.slug}: {len(rebuilt.differences)} differences. Made again in {into}.")
        self.stdout.write(
            f"{tournament.slug}: made again from {rebuilt.records} records in {into}. {rebuilt.rows} rows and the standings of "
            f"{rebuilt.divisions} divisions are the same."
        )


def connection_to(into: str) -> BaseDatabaseWrapper:
    """A connection to a database by its URL, or to an SQLite file, which is made for its owner alone."""
    if "://" in into:
        config = environ.Env.db_url_config(into)
    else:
        Path(into).touch(mode=0o600)
        config = {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": into,
            "OPTIONS": {"init_command": "PRAGMA synchronous=OFF;"},  # whoever stops it begins anew
        }
    config = connections.configure_settings({DEFAULT_DB_ALIAS: config})[DEFAULT_DB_ALIAS]
    return load_backend(config["ENGINE"]).DatabaseWrapper(config, DEFAULT_DB_ALIAS)
