"""Whole chains: taken on as they stand, and deleted with a practice event."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, models

from . import triggers
from .actions import AuditAction
from .actors import CommandLine
from .comparing import recorded_rows
from .models import ChainHead, ReasonText, Record
from .services import RECORDED, NotInTransaction, accept, chain_of, deciding_on, note_rows


def take_on(tournament: models.Model | None) -> None:
    """Seal a chain as it stands with this installation's key, and keep every row of it as it is now, in one record."""
    with deciding_on(tournament, by=CommandLine(), action=AuditAction.CHAIN_ACCEPTED) as decision:
        accept(chain_of(tournament))
        for model, declared in RECORDED.items():
            if bool(declared.event) != (tournament is None):
                note_rows(model, declared.rows_of(tournament).values_list("pk", flat=True))
        decision.record(ChainHead.objects.get(chain=chain_of(tournament)))


@contextmanager
def written_once_lifted() -> Iterator[None]:
    """Rows that are written once may be deleted inside, in the transaction in which a whole event leaves.

    The triggers come and go in that transaction: no other connection ever sees the tables without them.
    """
    if not connection.in_atomic_block:
        raise NotInTransaction("triggers lifted outside a transaction")
    triggers.lift_all(connection)
    yield
    _checks_are("IMMEDIATE")  # a table with checks that still wait takes no trigger
    triggers.install_all(connection)
    _checks_are("DEFERRED")


def _checks_are(when: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET CONSTRAINTS ALL {when}")


def discard_chain(tournament: models.Model) -> int:
    """Delete the chain of an event whose rows are gone; how many records it had. Inside `written_once_lifted`.

    Rows that remain, of people who play elsewhere too and of accounts, are kept by the record of the deletion.
    """
    chain = chain_of(tournament)
    newest = recorded_rows(chain)
    for model in RECORDED:
        keys = [pk for (label, pk), row in newest.items() if label == model._meta.label_lower and row.chain == chain]
        note_rows(model, model._base_manager.filter(pk__in=keys).values_list("pk", flat=True))
    records = Record.objects.filter(chain=chain)
    ReasonText.objects.filter(record__in=records).delete()
    count = records.count()
    records._raw_delete(records.db)
    ChainHead.objects.filter(chain=chain).delete()
    return count
