"""Beat sends what is due whatever happens to the computer's clock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from celery.schedules import BaseSchedule, schedule

from tdsuite.platform.jobs.beat import Scheduler


class Wall:
    """The computer's clock."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 16, 12, tzinfo=UTC)


class Sending(Scheduler):
    """Notes what would be sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.sent: list[str] = []
        super().__init__(*args, **kwargs)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.sent.append(entry.name)


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def beat(tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(BaseSchedule, "now", lambda schedule: wall.now)
    app = Celery("test", set_as_current=False)
    app.conf.timezone = "UTC"
    app.conf.result_expires = None
    app.conf.beat_schedule = {
        name: {"task": name, "schedule": schedule(run_every=every)} for name, every in (("five", 5.0), ("ten", 10.0))
    }
    scheduler = Sending(app, schedule_filename=str(tmp_path / "schedule"))
    yield scheduler
    scheduler.close()


def run(beat: Any, wall: Wall, seconds: int) -> list[str]:
    """What is sent in so many seconds of that clock."""
    beat.sent.clear()
    for _ in range(seconds):
        while beat.tick() == 0:
            pass
        wall.now += timedelta(seconds=1)
    return sorted(beat.sent)


def test_in_twenty_seconds_everything_is_sent_in_its_own_time(beat: Any, wall: Wall) -> None:
    run(beat, wall, 11)
    assert run(beat, wall, 20) == ["five"] * 4 + ["ten"] * 2


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=40)])
def test_a_clock_that_is_set_back_stops_nothing(beat: Any, wall: Wall, back: timedelta) -> None:
    run(beat, wall, 11)
    wall.now -= back
    assert run(beat, wall, 21) == ["five"] * 4 + ["ten"] * 2


def test_a_schedule_that_was_written_before_the_clock_was_set_back_goes_on_after_a_restart(
    beat: Any, wall: Wall, tmp_path: Path
) -> None:
    run(beat, wall, 11)
    beat.sync()
    beat.close()
    wall.now -= timedelta(hours=1)
    again = Sending(beat.app, schedule_filename=str(tmp_path / "schedule"))
    assert run(again, wall, 21) == ["five"] * 4 + ["ten"] * 2
    again.close()


def test_a_clock_that_is_set_forward_sends_each_once(beat: Any, wall: Wall) -> None:
    run(beat, wall, 11)
    wall.now += timedelta(hours=1)
    assert run(beat, wall, 4) == ["five", "ten"]
