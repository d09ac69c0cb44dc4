"""Exactly one worker owns a job at a time; whoever was silent too long can write nothing."""

import threading
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone

from tdsuite.platform.jobs import lease
from tdsuite.platform.jobs.models import Job
from tests.at_once import refused
from tests.platform.jobs.kinds import claim_next, enqueued


def let_expire(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def claimed(worker: str = "ann") -> Job:
    enqueued()
    job = claim_next("now", worker)
    assert job is not None
    return job


def test_a_claim_gives_a_lease_and_charges_an_attempt(db: None) -> None:
    job = claimed()
    assert claim_next("now", "bob") is None and lease.end_abandoned() == 0
    assert (job.status, job.worker, job.attempts) == ("running", "ann", 1)
    assert job.lease_until is not None and job.started_at is not None
    assert job.lease_until - job.started_at == lease.length()


def test_a_silent_workers_job_goes_to_another_with_the_next_attempt(db: None) -> None:
    job = claimed()
    let_expire(job)
    again = claim_next("now", "bob")
    assert again is not None
    assert (again.pk, again.worker, again.attempts, again.started_at) == (job.pk, "bob", 2, job.started_at)


def test_the_worker_that_lost_its_job_changes_nothing(db: None) -> None:
    old = claimed()
    let_expire(old)
    new = claim_next("now", "bob")
    writes = [
        lease.refresh(old, done=9, total=9, phase="stale"),
        lease.finish(old, {"stale": True}),
        lease.fail(old, "stale"),
        lease.cancelled(old),
        lease.give_back(old, charge=True),
    ]
    assert writes == [False] * 5
    assert Job.objects.filter(pk=old.pk).values().get() == Job.objects.filter(pk=new.pk).values().get()  # type: ignore[union-attr]
    assert lease.finish(new, {"fresh": True})  # type: ignore[arg-type]


def test_the_same_worker_cannot_write_for_its_own_earlier_attempt(db: None) -> None:
    old = claimed("ann")
    let_expire(old)
    assert claim_next("now", "ann") is not None
    assert not lease.refresh(old)


def test_a_job_that_killed_its_last_worker_fails_visibly(db: None) -> None:
    job = claimed()
    Job.objects.filter(pk=job.pk).update(attempts=3)
    let_expire(job)
    assert claim_next("now", "bob") is None
    assert lease.end_abandoned() == 1
    job.refresh_from_db()
    assert job.status == "failed"
    assert job.error.startswith("The worker stopped while doing this") and "Press “Try again”" in job.error


def test_a_cancelled_job_of_a_dead_worker_ends_as_cancelled(db: None) -> None:
    job = claimed()
    Job.objects.filter(pk=job.pk).update(cancel_requested=True)
    let_expire(job)
    assert claim_next("now", "bob") is None
    assert lease.end_abandoned() == 1
    job.refresh_from_db()
    assert (job.status, job.error) == ("cancelled", "")


@pytest.mark.parametrize(("charge", "attempts"), [(True, 1), (False, 0)])
def test_a_job_given_back_waits_again_and_keeps_or_loses_its_attempt(charge: bool, attempts: int, db: None) -> None:
    job = claimed()
    assert lease.give_back(job, charge=charge)
    job.refresh_from_db()
    assert (job.status, job.worker, job.attempts, job.lease_until) == ("queued", "", attempts, None)


@pytest.mark.django_db(transaction=True)
def test_of_many_claims_at_once_each_job_has_one_winner() -> None:
    jobs = {enqueued().pk for _ in range(40)}
    won: Counter[int] = Counter()

    def work(name: str) -> None:
        while (job := claim_next("now", name)) is not None:
            won[job.pk] += 1

    assert refused([partial(work, f"worker-{number}") for number in range(6)]) == []
    assert won == dict.fromkeys(jobs, 1)


@pytest.mark.django_db(transaction=True)
def test_of_many_rescuers_of_one_abandoned_job_one_wins() -> None:
    job = claimed("gone")
    let_expire(job)
    winners: list[str] = []

    def rescue(name: str) -> None:
        if claim_next("now", name) is not None:
            winners.append(name)

    assert refused([partial(rescue, f"worker-{number}") for number in range(6)]) == []
    job.refresh_from_db()
    assert (winners, job.attempts) == ([job.worker], 2)


@pytest.mark.django_db(transaction=True)
def test_the_patience_of_a_worker_that_stops_ends() -> None:
    stopping = threading.Event()
    stopping.set()

    def write() -> bool:
        raise OperationalError("database is locked")

    with pytest.raises(OperationalError):
        lease.insist(write, stopping, patience=0.3)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("job_queue_known", {"queue": "soon"}),
        ("job_status_known", {"status": "lost"}),
        ("job_running_is_leased", {"status": "running", "worker": "ann"}),
        ("job_running_is_leased", {"status": "running", "lease_until": timezone.now()}),
        ("job_finished_has_time", {"status": "done"}),
        ("job_finished_has_time", {"finished_at": timezone.now()}),
        ("job_failed_says_why", {"status": "failed", "finished_at": timezone.now()}),
        ("job_attempts_bounded", {"attempts": 4}),
        ("job_attempts_bounded", {"max_attempts": 0}),
        ("job_subject_whole", {"subject_type": "tournaments.tournament"}),
    ],
)
def test_the_database_forbids_the_bad_state(name: str, change: dict[str, object], db: None) -> None:
    job = enqueued()
    with pytest.raises(IntegrityError, match=f"{name}|job_finished_has_time"), transaction.atomic():
        Job.objects.filter(pk=job.pk).update(**change)
