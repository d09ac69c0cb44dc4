"""Say that something changed; learn which version of it a page shows."""

import re

from django.db import connection

from tdsuite.platform.audit.services import NotInTransaction
from .models import LiveTopic

TABLE = LiveTopic._meta.db_table
TOPIC = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._-]{0,79}")


class BadTopic(ValueError):
    """A topic is 1 to 80 letters, digits and `:._-`, and begins with a letter or digit."""


def bump(*keys: str) -> None:
    """Raise the version of each topic; watchers hear of it within a second of the commit.

    Raises NotInTransaction outside `transaction.atomic()`, BadTopic on a key that no page could watch.
    Call it late in the transaction: on PostgreSQL others who change the same topic wait from here to the commit.
    """
    if not connection.in_atomic_block:
        raise NotInTransaction(f"live.bump({', '.join(keys)}) outside a transaction")
    topics_bumped = sorted(set(keys))
    if not topics_bumped:
        return
    for key in topics_bumped:
        if not TOPIC.fullmatch(key):
            raise BadTopic(key)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{TABLE}" (key, version) VALUES {", ".join(["(%s, 1)"] * len(topics_bumped))} '
            f'ON CONFLICT (key) DO UPDATE SET version = "{TABLE}".version + 1',
            topics_bumped,  # in one order: two decisions never wait for each other
        )


def versions(*keys: str) -> dict[str, int]:
    """The version of each topic now; 0 for one that never changed. Plain SQL: every page asks, some twice."""
    current: dict[str, int] = {}
    if keys:
        with connection.cursor() as cursor:
            places = ", ".join(["%s"] * len(keys))
            cursor.execute(f'SELECT key, version FROM "{TABLE}" WHERE key IN ({places})', keys)
            current = dict(cursor.fetchall())
    return {key: current.get(key, 0) for key in keys}
