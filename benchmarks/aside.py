"""How long putting an event of 500 players aside takes, and for how much of that nobody else can write; the same for bringing it back.

Runs on a database of its own in a temporary folder; `python -m benchmarks.aside`.
"""

import os
import tempfile
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from benchmarks.pairing_service import make_division

SIZES = (40, 500)
ROUNDS = 15
LIMIT_SECONDS = 5.0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        held = [measure(size) for size in SIZES][-1]
    print(f"{SIZES[-1]} players, the database held / limit of {LIMIT_SECONDS:.0f} s: {held / LIMIT_SECONDS:.2f}")


def measure(size: int) -> float:
    """Put an event aside and bring it back; the longer of the two times for which the database was held, in seconds."""
    from tdsuite.ops.aside import services
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.platform.audit.services import verify
    from tdsuite.tournaments.models import Tournament

    tournament = make_division(size, ROUNDS).tournament
    head = verify(tournament).head
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    tournament.refresh_from_db()
    event, aside = timed("_let_go", lambda: services.put_aside(by=COMMAND_LINE, tournament=tournament))
    _, back = timed("_take_in", lambda: services.bring_back(by=COMMAND_LINE, event=event))
    assert verify(tournament).head == head
    for name, (whole, held) in (("put aside", aside), ("brought back", back)):
        print(
            f"{size} players after {ROUNDS} rounds {name} in {whole:.2f} s, of which the database was held {held:.2f} s; "
            f"file of {event.size / 1_000_000:.2f} MB"
        )
    return max(aside[1], back[1])


def timed(transaction: str, decide: Callable[[], Any]) -> tuple[Any, tuple[float, float]]:
    """What it answers, and the seconds of the whole and of its transaction."""
    from tdsuite.ops.aside import services

    within, held = getattr(services, transaction), []

    def measured(*args: Any) -> Any:
        began = time.perf_counter()
        answer = within(*args)
        held.append(time.perf_counter() - began)
        return answer

    began = time.perf_counter()
    with patch.object(services, transaction, measured):
        answer = decide()
    return answer, (time.perf_counter() - began, *held)


if __name__ == "__main__":
    main()
