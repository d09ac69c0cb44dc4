"""The one way in which records leave: a practice event is deleted whole, its chain with it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, models

from . import triggers
from .models import ChainHead, ReasonText, Record
from .services import NotInTransaction, chain_of


@contextmanager
def written_once_lifted() -> Iterator[None]:
    """Rows that are written once may be deleted inside, in the transaction that deletes a whole practice event.

    The triggers come and go in that transaction: no other connection ever sees the tables without them.
    """
    if not connection.in_atomic_block:
        raise NotInTransaction("triggers lifted outside a transaction")
    triggers.lift_all(connection)
    yield
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # a table with checks that still wait takes no trigger
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    triggers.install_all(connection)


def discard_chain(tournament: models.Model) -> int:
    """Delete the chain of a practice event; how many records it had. Inside `written_once_lifted`."""
    records = Record.objects.filter(chain=chain_of(tournament))
    ReasonText.objects.filter(record__in=records).delete()
    count = records.count()
    records._raw_delete(records.db)
    ChainHead.objects.filter(chain=chain_of(tournament)).delete()
    return count
