"""What an installation throws away once a day: asked by beat, told in the log."""

import logging
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.utils import timezone

from tdsuite.celery import app
from tdsuite.ops import tasks
from tdsuite.ops.pruning import prune
from tdsuite.platform.access.models import PlayerSession, Tries
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.platform.jobs.queues import QUEUES
from tests.results.sheets.pages.hall import make_pages

CHECKOUT = Path(__file__).resolve().parents[2]
PRUNED = {
    "jobs.Job",
    "jobs.JobFile",
    "access.PlayerSession",
    "access.Tries",
    "access.AnsweredCall",
    "access.AccountSession",
}


@pytest.fixture
def old(db: None, tmp_path: Path, settings: Any) -> None:
    """A job of 31 days ago with a file of 2.5 MB by its row, and one old row of wrong tries."""
    settings.MEDIA_ROOT = tmp_path
    ended = timezone.now() - timedelta(days=31)
    job = Job.objects.create(kind="jobs.selftest", queue="now", status=Job.Status.DONE, finished_at=ended)
    JobFile.objects.create(
        job=job, name="a.pdf", stored=f"jobs/{job.pk}/a.pdf", size=2_500_000, content_type="x", sha256="0"
    )
    Tries.objects.create(key="old", count=1, last_at=ended)


SAID = (
    "1 finished jobs with 1 files (2.5 MB), 0 players' sessions, 0 officials' sessions, 1 counts of wrong tries, "
    "0 answers of calls"
)


def test_the_log_tells_what_was_removed(old: None, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "tdsuite.ops.pruning"):
        tasks.prune_daily()
    assert [record.getMessage() for record in caplog.records] == [f"Removed: {SAID}"]
    assert not Job.objects.exists() and not Tries.objects.exists()


def test_the_days_are_settings(old: None, settings: Any) -> None:
    settings.JOBS_KEPT_DAYS = 32
    prune()
    assert Job.objects.exists()
    settings.JOBS_KEPT_DAYS = 31
    prune()
    assert not Job.objects.exists()


def test_beat_asks_for_tasks_and_queues_that_there_are() -> None:
    app.loader.import_default_modules()  # as a worker does at its start
    asked = settings.CELERY_BEAT_SCHEDULE.values()
    assert [entry["task"] for entry in asked if entry["task"] not in app.tasks] == []
    assert {entry["options"]["queue"] for entry in asked if "options" in entry} <= set(QUEUES)
    assert settings.CELERY_BEAT_SCHEDULE["prune"]["task"] == tasks.prune_daily.name


@pytest.mark.parametrize("name", ["JOBS_KEPT_DAYS", "PLAYER_SESSIONS_KEPT_DAYS"])
def test_days_below_one_stop_the_start(name: str, tmp_path: Path) -> None:
    words = [sys.executable, "manage.py", "check"]
    given = os.environ | {name: "0", "TDSUITE_DATA": str(tmp_path)}
    done = subprocess.run(words, cwd=CHECKOUT, env=given, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0 and f"{name}: use a number of days from 1 to 36500, not 0" in done.stderr


def rows_of_everything_else() -> dict[str, list[Any]]:
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_models()
        if model._meta.label not in PRUNED
    }


def test_no_result_sheet_signature_or_record_is_touched_however_old(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = make_pages()
    pages.both_sign()
    before = rows_of_everything_else()
    assert all(
        before[label] for label in ("results.Sheet", "results.SheetVersion", "results.Signature", "audit.Record")
    )
    years = timezone.now() + timedelta(days=5000)
    monkeypatch.setattr(timezone, "now", lambda: years)
    prune()
    assert not PlayerSession.objects.exists()
    assert rows_of_everything_else() == before
