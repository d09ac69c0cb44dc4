"""Cancel, try again, and whether anybody works."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs import lease, services
from tdsuite.platform.jobs.errors import CannotRetry
from tdsuite.platform.jobs.models import Job, WorkerBeat
from tests.factories import make_tournament, make_user
from tests.platform.jobs.kinds import claim_next, enqueued


@pytest.fixture
def director(db: None) -> User:
    return make_user("director")


def test_a_waiting_job_is_cancelled_at_once(director: User) -> None:
    job = enqueued()
    assert services.request_cancel(job, director)
    assert (job.status, job.finished_at is not None) == ("cancelled", True)
    assert claim_next("now", "ann") is None


def test_a_job_whose_worker_is_gone_is_cancelled_at_once_even_if_it_was_asked_before(director: User) -> None:
    """Nobody would ever look at the request; and the worker, should it wake up, may write nothing any more."""
    job = enqueued()
    claimed = claim_next("now", "ann")
    assert claimed is not None
    services.request_cancel(job, director)
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert services.request_cancel(job, director)
    assert (job.status, job.lease_until, job.finished_at is not None) == ("cancelled", None, True)
    assert not lease.finish(claimed, {})


@pytest.mark.parametrize(("seconds", "left"), [(-1, True), (5, False)])
def test_a_job_is_left_once_its_worker_was_silent_past_the_lease(seconds: int, left: bool, director: User) -> None:
    job = enqueued()
    assert not job.is_left
    claim_next("now", "ann")
    Job.objects.update(lease_until=timezone.now() + timedelta(seconds=seconds))
    job.refresh_from_db()
    assert job.is_left is left


def test_a_job_is_cancelled_once_and_never_after_its_end(director: User) -> None:
    job = enqueued()
    running = claim_next("now", "ann")
    assert running is not None
    assert [services.request_cancel(job, director), services.request_cancel(job, director)] == [True, False]
    assert (job.status, job.cancel_requested) == ("running", True)
    lease.finish(running, {})
    assert not services.request_cancel(job, director)
    assert job.status == "done"


def test_a_failed_job_is_tried_again_with_all_its_attempts(director: User) -> None:
    enqueued()
    running = claim_next("now", "ann")
    assert running is not None
    lease.fail(running, "The disk is full.")
    job = services.retry(running, director)
    assert (job.status, job.attempts, job.error, job.worker, job.finished_at) == ("queued", 0, "", "", None)
    assert claim_next("now", "bob") == job


@pytest.mark.parametrize("status", ["queued", "running", "done"])
def test_nothing_else_can_be_tried_again(status: str, director: User) -> None:
    job = enqueued()
    running = claim_next("now", "ann") if status != "queued" else None
    if status == "done":
        assert running is not None and lease.finish(running, {})
    with pytest.raises(CannotRetry, match="Only a failed or cancelled job"):
        services.retry(job, director)
    job.refresh_from_db()
    assert job.status == status


def test_cancel_and_retry_are_on_the_record(director: User) -> None:
    tournament = make_tournament()
    job = enqueued(tournament=tournament)
    services.request_cancel(job, director)
    assert services.retry(job, director).cancel_requested is False
    found = Record.objects.of_chain(str(tournament.pk)).values_list("action", "actor_id", "object_id")
    assert list(found) == [("job.cancelled", director.pk, str(job.pk)), ("job.retried", director.pk, str(job.pk))]


def seen(seconds_ago: float) -> None:
    at = timezone.now() - timedelta(seconds=seconds_ago)
    WorkerBeat.objects.create(name=f"hall:1:{seconds_ago}", started_at=at, seen_at=at)


def test_without_a_worker_the_director_reads_what_waits_and_how_to_start_one(db: None) -> None:
    enqueued()
    enqueued()
    status = services.worker_status()
    assert (status.alive, status.last_seen, status.waiting) == (False, None, 2)
    assert status.says.startswith(
        "No worker is running. 2 jobs wait. Pairing, printing and publishing need one: end the suite"
    )
    assert "start it again" in status.says and "celery" not in status.says


def test_a_worker_silent_for_half_a_minute_is_no_more_alive_and_one_seen_just_now_is_enough(db: None) -> None:
    seen(31)
    status = services.worker_status()
    assert not status.alive and status.last_seen is not None
    assert status.says.startswith("No worker is running. Jobs will wait. Pairing, printing")
    seen(2)
    assert (services.worker_status().alive, services.worker_status().says) == (True, "")
