"""Finishing an event or making it practice, and deciding a game of it at the same instant: one waits for the other, never both.

On PostgreSQL, where rows are locked one by one; SQLite has one writer at a time.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.practice import delete_practice_event, mark_practice
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db(transaction=True)
WAITS = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
PATIENCE = 300


def decided_meanwhile(tournament: Tournament, act: Callable[[], Any]) -> list[object]:
    """What came of `act` while a decision owned the division and went on to own the event, as `deciding` does in one query."""
    came: list[object] = []

    def run() -> None:
        try:
            came.append(act())
        except Exception as error:
            came.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    with transaction.atomic():
        Division.objects.select_for_update().get(tournament=tournament)
        thread.start()
        until_it_waits()
        Tournament.objects.select_for_update().get(pk=tournament.pk)
    thread.join(PATIENCE)
    return came


def until_it_waits(number: int = 1) -> None:
    """Until so many wait for the transaction of this very thread."""
    if connection.vendor != "postgresql":
        return
    until = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while time.monotonic() < until:
            cursor.execute(WAITS)
            if cursor.fetchone()[0] >= number:
                return
            time.sleep(0.02)
    raise AssertionError("it did not wait for the division")


def test_finishing_waits_for_a_decision_under_way() -> None:
    event = make_division(make_tournament(), players=2).tournament
    (row,) = decided_meanwhile(
        event, lambda: update_tournament(by=COMMAND_LINE, tournament=event, values={"status": "finished"})
    )
    assert getattr(row, "status", row) == "finished"


def test_making_it_practice_and_deleting_it_wait_for_a_decision_under_way() -> None:
    event = make_division(make_tournament(), players=2).tournament
    (row,) = decided_meanwhile(event, lambda: mark_practice(by=COMMAND_LINE, tournament=event, practice=True))
    assert getattr(row, "is_practice", row) is True
    (gone,) = decided_meanwhile(event, lambda: delete_practice_event(by=COMMAND_LINE, tournament=event))
    assert isinstance(gone, dict), gone
