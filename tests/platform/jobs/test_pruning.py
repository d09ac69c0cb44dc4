"""Old finished jobs and their files go; what is wanted stays."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tdsuite.platform.jobs import pruning
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.platform.jobs.pruning import PrunedJobs, prune_jobs
from tdsuite.tournaments.models import Division, Tournament
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db
Status = Job.Status


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "files"
    return tmp_path / "files"


@pytest.fixture
def running() -> Division:
    return make_division(make_tournament("running-open"), players=2)


@pytest.fixture
def over() -> Division:
    return make_division(make_tournament("past-open", status=Tournament.Status.FINISHED), players=2)


def make_job(
    division: Division | None,
    days: float,
    status: str = Status.DONE,
    *,
    about: Any = None,
    report: str = "",
    files: int = 0,
) -> Job:
    """A job that ended so many days ago, with files of 10 bytes."""
    ended = timezone.now() - timedelta(days=days)
    finished = status in Job.FINISHED
    job = Job.objects.create(
        kind="printing.print", queue="now", tournament=division.tournament if division else None, status=status,
        subject_type=about._meta.label_lower if about else "", subject_id=str(about.pk) if about else "",
        args={"report": report} if report else {}, finished_at=ended if finished else None, created_at=ended,
        error="It failed." if status == Status.FAILED else "", attempts=1,
        worker="ann" if status == Status.RUNNING else "", lease_until=ended if status == Status.RUNNING else None,
    )  # fmt: skip
    for number in range(files):
        file = JobFile.objects.create(
            job=job, name=f"{number}.pdf", stored=f"jobs/{job.pk}/{number}.pdf", size=10, content_type="application/pdf",
            sha256="0" * 64, created_at=ended,
        )  # fmt: skip
        file.path.parent.mkdir(parents=True, exist_ok=True)
        file.path.write_bytes(b"0123456789")
    return job


def left() -> set[int]:
    return set(Job.objects.values_list("pk", flat=True))


def pruned() -> PrunedJobs:
    return prune_jobs(before=timezone.now() - timedelta(days=30))


@pytest.mark.parametrize("status", Job.FINISHED)
def test_a_finished_job_goes_after_its_days_with_its_files(
    over: Division, media: Path, status: str, django_capture_on_commit_callbacks: Any
) -> None:
    old, young = make_job(over, 31, status, files=2), make_job(over, 29, status, files=1)
    with django_capture_on_commit_callbacks(execute=True):
        assert pruned() == PrunedJobs(1, 2, 20)
    assert left() == {young.pk}
    assert [path.name for path in media.rglob("*.pdf")] == ["0.pdf"]
    assert not (media / "jobs" / str(old.pk)).exists() and (media / "jobs" / str(young.pk)).exists()
    assert pruned() == PrunedJobs()


@pytest.mark.parametrize("status", Job.ACTIVE)
def test_a_job_that_waits_or_runs_stays_however_old(over: Division, status: str) -> None:
    job = make_job(over, 400, status, files=1)
    assert pruned() == PrunedJobs()
    assert left() == {job.pk} and job.files.count() == 1


def test_a_running_event_keeps_its_newest_file_of_each_kind_subject_and_report(running: Division) -> None:
    kept = {
        make_job(running, 40, about=running, report="standings", files=1).pk,
        make_job(running, 50, about=running, report="slips", files=3).pk,
        make_job(running, 60, about=running.tournament, report="slips", files=1).pk,
    }
    gone = [
        make_job(running, 70, about=running, report="standings", files=1),
        make_job(running, 41, about=running, report="standings"),  # no file
        make_job(running, 35, Status.FAILED, about=running, report="standings", files=1),  # half of a set
    ]
    assert pruned() == PrunedJobs(len(gone), 2, 20)
    assert left() == kept


def test_the_newest_file_may_be_younger_than_the_days(running: Division) -> None:
    make_job(running, 40, about=running, report="standings", files=1)
    young = make_job(running, 1, about=running, report="standings", files=1)
    assert pruned().jobs == 1 and left() == {young.pk}


def test_a_job_that_was_tried_again_has_the_newest_file_though_it_is_the_older_row(running: Division) -> None:
    again = make_job(running, 31, about=running, report="standings", files=1)
    make_job(running, 45, about=running, report="standings", files=1)
    pruned()
    assert left() == {again.pk}


def test_events_that_are_finished_keep_none(over: Division, running: Division) -> None:
    make_job(over, 40, about=over, report="standings", files=1)
    kept = make_job(running, 40, about=running, report="standings", files=1)
    pruned()
    assert left() == {kept.pk}


def test_a_job_that_is_tried_again_meanwhile_stays(over: Division, monkeypatch: pytest.MonkeyPatch) -> None:
    job = make_job(over, 31, Status.FAILED, files=1)
    prune_one = pruning._prune

    def meanwhile(*args: Any, **how: Any) -> PrunedJobs:
        Job.objects.filter(pk=job.pk).update(status=Status.QUEUED, finished_at=None, error="")
        return prune_one(*args, **how)

    monkeypatch.setattr(pruning, "_prune", meanwhile)
    assert pruned() == PrunedJobs()
    assert left() == {job.pk} and job.files.count() == 1


def test_a_file_that_is_gone_from_the_disk_is_no_obstacle(
    over: Division, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    job = make_job(over, 31, files=1)
    job.files.get().path.unlink()
    with django_capture_on_commit_callbacks(execute=True):
        assert pruned() == PrunedJobs(1, 1, 10)
    assert not (media / "jobs" / str(job.pk)).exists()


def test_many_jobs_go_in_parts_and_queries_grow_by_the_part(over: Division) -> None:
    counts = []
    for number in (1, 100):
        for _ in range(number):
            make_job(over, 31, files=1)
        with CaptureQueriesContext(connection) as captured:
            assert pruned().jobs == number
        counts.append(len(captured))
    assert counts[0] == counts[1]
    for _ in range(250):
        make_job(over, 31)
    assert pruned().jobs == 250
