"""Whatever is tapped in whatever order: times stay within the game time, the record explains every row, nothing doubles."""

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from results.attendance.services.attendance import (
    arrive,
    mark,
    rest_is_here,
    start_clock,
    undo_arrival,
    undo_clock,
    warn_late,
)
from results.attendance.services.tables import round_tables
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Presence
from tdsuite.tournaments.services.decision import Refused
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall, at
from tests.results.rulings.test_one_gate import SILENT
from tests.rulebook.books import RULED

SEED = 20030811
TAPS = 60


def any_tap(hall: Hall, rng: random.Random, now: datetime) -> None:
    """One tap by the director at a time; a refusal is an answer like any other."""
    board = rng.choice([1, 2])
    number = rng.choice([1, 2] if board == 1 else [3, 4])
    seat: dict[str, Any] = {"by": hall.director, "game": hall.game(board), "entry": hall.player(number)}
    taps = [
        lambda: arrive(**seat, at=now), lambda: mark(**seat, status="absent", at=now),
        lambda: mark(**seat, status="on_way", at=now),
        lambda: start_clock(**seat, at=now, opponent_ready=rng.choice([True, False]), reason="late again"),
        lambda: undo_arrival(**seat), lambda: undo_clock(**seat), lambda: warn_late(**seat, at=now),
    ]  # fmt: skip
    try:
        rng.choice(taps)()
    except Refused as refused:
        assert str(refused).endswith((".", ")"))


def held(hall: Hall, now: datetime) -> None:
    """What must be true of every table at any moment."""
    shown = round_tables(hall.round, now)
    full = shown.book.before.game_time.seconds.value
    for seat in (seat for table in shown.tables for seat in table.seats):
        row = seat.presence
        assert 0 <= seat.clock.left <= full
        assert seat.clock.left == full or (row is not None and row.clock_started_at is not None)
        assert seat.is_here == (row is not None and row.arrived_at is not None)
        assert not (seat.clock.runs and seat.is_here)


@pytest.mark.parametrize(
    "book", [pytest.param(book, marks=[pytest.mark.full] if book in SILENT else []) for book in RULED]
)
def test_any_taps_in_any_order_keep_the_tables_sound_and_their_record(ruled_by: RuledBy, book: str) -> None:
    hall, rng, now = ruled_by(book), random.Random(f"{SEED}{book}"), at("9:03")
    for _ in range(TAPS):
        any_tap(hall, rng, now)
        held(hall, now)
        now += timedelta(seconds=rng.randint(0, 40))
    assert Presence.objects.count() <= 4
    assert verify(hall.division.tournament).whole
    compared = 0
    for row in Presence.objects.all():
        said = Record.objects.about(row).filter(action__in=["attendance.arrived", "attendance.marked"]).last()
        later = Record.objects.filter(action__in=["attendance.clock_started", "attendance.arrival_undone"])
        if said is None or later.filter(seq__gt=said.seq).exists():
            continue
        compared += 1
        assert (said.after["status"], said.after["arrived"]) == (
            row.status,
            row.arrived_at.isoformat() if row.arrived_at else None,
        )
    assert compared


def test_the_rest_is_here_touches_no_clock(hall: Hall) -> None:
    start_clock(by=hall.director, game=hall.game(), entry=hall.player(2), at=at("9:01"), opponent_ready=True)
    assert rest_is_here(by=hall.director, round=hall.round, at=at("9:02")) == 2
    assert hall.presence(2).clock_runs
