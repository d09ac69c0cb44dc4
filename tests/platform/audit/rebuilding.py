"""An empty database of the suite beside the tests' own, for events that are made again from their record."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.management.commands.rebuild import connection_to
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.rebuilding import Rebuilt, rebuild
from tests.migrated import NAME, put_database


@contextmanager
def empty_database(folder: Path) -> Iterator[BaseDatabaseWrapper]:
    """A connection to it."""
    put_database(folder)
    with closing(connection_to(str(folder / NAME))) as other:
        yield other
    (folder / NAME).unlink()


def rebuilt(tournament: Tournament, folder: Path) -> Rebuilt:
    """An event made again, once its record was found whole."""
    verdict = verify(tournament)
    assert [*verdict.faults, *verdict.flaws] == []
    with empty_database(folder) as other:
        return rebuild(tournament, other)
