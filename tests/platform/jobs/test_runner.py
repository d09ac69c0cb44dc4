"""What happens to a claimed job: done, refused, failed, cancelled, taken over, handed back."""

import errno
import logging
import os
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs import lease, presence, services
from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.errors import JobRefused
from tdsuite.platform.jobs.models import Job, WorkerBeat
from tdsuite.platform.jobs.runner import Runner
from tests.at_once import refused
from tests.platform.jobs.kinds import KIND, claim_next, declared, drain, enqueued, outcome
from tests.waiting import PATIENCE, wait_for


def test_a_drained_queue_is_empty_and_each_result_is_kept(db: None, runner: Runner) -> None:
    jobs = [enqueued(args={"count": count, "pause": 0}) for count in (1, 2, 3)]
    assert drain(runner, "now") == 3
    assert [job.result for job in Job.objects.all()] == [{"counted": count, "attempt": 1} for count in (1, 2, 3)]
    assert [(job.status, job.done, job.total, job.phase) for job in Job.objects.all()] == [
        ("done", count, count, "") for count in (1, 2, 3)
    ]
    assert all(job.finished_at and job.lease_until is None for job in Job.objects.filter(pk__in=[j.pk for j in jobs]))


class NoPerfectMatching(ValueError):
    """Any error with `says` is a refusal."""

    says = "Three players cannot be paired: give one a bye."


@pytest.mark.parametrize("error", [JobRefused(NoPerfectMatching.says), NoPerfectMatching("internal words")])
def test_a_refusal_fails_the_job_with_its_own_words_and_no_second_attempt(
    error: Exception, db: None, runner: Runner
) -> None:
    def work(ctx: JobContext) -> None:
        raise error

    job = outcome(work, runner)
    assert (job.status, job.attempts, job.error) == ("failed", 1, NoPerfectMatching.says)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_is_said_wherever_it_was_met(number: int, db: None, runner: Runner) -> None:
    """As when a helper finds no room for the fonts of a sheet: no file of ours, but the same remedy."""

    def work(ctx: JobContext) -> None:
        raise OSError(number, "No room")

    assert outcome(work, runner).error == "The disk is full. Free some space, then press “Try again”."


def test_an_unexpected_error_is_short_for_the_director_and_whole_in_the_log(
    db: None, runner: Runner, caplog: pytest.LogCaptureFixture
) -> None:
    """One of the system too, unless it is a full disk."""

    def work(ctx: JobContext) -> None:
        raise PermissionError(errno.EACCES, "secret_inner_name")

    with caplog.at_level(logging.ERROR):
        job = outcome(work, runner, label="Pairing round")
    assert job.status == "failed"
    assert job.error == (
        "“Pairing round” stopped on an unexpected error (PermissionError). Press “Try again”; if it happens again, the worker's log has the "
        f"details under job {job.pk}."
    )
    assert "secret_inner_name" not in job.error
    assert "secret_inner_name" in caplog.text and f"#{job.pk}" in caplog.text


def test_a_result_that_is_no_json_is_the_handlers_failure(db: None, runner: Runner) -> None:
    job = outcome(lambda ctx: {"when": object()}, runner)
    assert (job.status, job.result) == ("failed", {})
    assert "TypeError" in job.error


def test_a_kind_that_vanished_with_an_update_says_restart(db: None, runner: Runner) -> None:
    with declared(lambda ctx: None):
        job = enqueued(KIND)
    drain(runner, "now")
    job.refresh_from_db()
    assert job.status == "failed"
    assert job.error.startswith(f"This version cannot do “{KIND}”. Restart the worker")


def test_a_busy_database_gives_the_job_another_attempt(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> dict[str, int]:
        if ctx.attempt == 1:
            raise OperationalError("database is locked")
        return {"attempt": ctx.attempt}

    job = outcome(work, runner)
    assert (job.status, job.result) == ("done", {"attempt": 2})


def test_a_database_busy_at_every_attempt_fails_with_what_to_do(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> None:
        raise OperationalError("database is locked")

    job = outcome(work, runner, max_attempts=2)
    assert (job.status, job.attempts) == ("failed", 2)
    assert job.error == "The database was busy or away for too long. Press “Try again”."


def test_a_cancelled_job_stops_at_its_next_progress(db: None, runner: Runner) -> None:
    reached: list[int] = []

    def work(ctx: JobContext) -> None:
        for number in range(10):
            ctx.progress(number, 10)
            reached.append(number)
            if number == 3:
                services.request_cancel(ctx.job, COMMAND_LINE)
                time.sleep(0.25)  # progress is written five times a second

    job = outcome(work, runner)
    assert (job.status, job.error, reached) == ("cancelled", "", [0, 1, 2, 3])


def test_no_except_exception_of_a_handler_swallows_a_cancellation(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> None:
        services.request_cancel(ctx.job, COMMAND_LINE)
        try:
            ctx.progress(1, 1)
        except Exception:
            raise AssertionError("swallowed") from None

    assert outcome(work, runner).status == "cancelled"


def test_a_cancellation_that_comes_after_the_deed_comes_too_late(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> dict[str, bool]:
        services.request_cancel(ctx.job, COMMAND_LINE)
        return {"deed": True}

    job = outcome(work, runner)
    assert (job.status, job.result) == ("done", {"deed": True})


def take_over(job: Job) -> None:
    """Another worker claims the job after its lease ran out."""
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert claim_next("now", "bob") is not None


def test_a_worker_whose_job_was_taken_over_stops_and_writes_nothing(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> None:
        take_over(ctx.job)
        ctx.progress(5, 5, "stale")
        raise AssertionError("went on")

    job = outcome(work, runner)
    assert (job.status, job.worker, job.attempts, job.phase) == ("running", "bob", 2, "")


def test_a_late_end_of_a_job_that_was_taken_over_changes_nothing(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> dict[str, bool]:
        take_over(ctx.job)
        return {"stale": True}

    job = outcome(work, runner)
    assert (job.status, job.worker, job.result) == ("running", "bob", {})


def test_a_stopping_worker_hands_its_job_back_uncharged(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> None:
        runner.stopping.set()
        ctx.progress(1, 2)
        raise AssertionError("went on")

    job = outcome(work, runner)
    assert (job.status, job.attempts, job.worker) == ("queued", 0, "")


def test_the_deed_and_its_done_are_one_transaction(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> None:
        with ctx.completing() as result:
            result["rows"] = 12
            assert Job.objects.get(pk=ctx.job.pk).status == "running"

    job = outcome(work, runner)
    assert (job.status, job.result) == ("done", {"rows": 12})


@pytest.mark.parametrize("kind", [JobContext.completing, JobContext.holding])
def test_a_deed_that_breaks_half_way_leaves_nothing(kind: Any, db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> None:
        with kind(ctx):
            WorkerBeat.objects.create(name="a trace", started_at=timezone.now(), seen_at=timezone.now())
            raise JobRefused("Somebody else published meanwhile.")

    job = outcome(work, runner)
    assert (job.status, job.error) == ("failed", "Somebody else published meanwhile.")
    assert not WorkerBeat.objects.filter(name="a trace").exists()


@pytest.mark.parametrize(
    ("meanwhile", "status"),
    [(lambda job: services.request_cancel(job, COMMAND_LINE), "cancelled"), (take_over, "running")],
    ids=["cancelled", "taken over"],
)
@pytest.mark.parametrize("kind", [JobContext.completing, JobContext.holding])
def test_a_deed_is_not_begun_by_who_may_not_finish_it(
    kind: Any, meanwhile: Any, status: str, db: None, runner: Runner
) -> None:
    def work(ctx: JobContext) -> None:
        meanwhile(ctx.job)
        with kind(ctx):
            raise AssertionError("begun")

    assert outcome(work, runner).status == status


def test_a_part_that_is_held_stays_and_the_job_goes_on(db: None, runner: Runner) -> None:
    def work(ctx: JobContext) -> dict[str, Any]:
        with ctx.holding():
            WorkerBeat.objects.create(name="a part", started_at=timezone.now(), seen_at=timezone.now())
        assert Job.objects.get(pk=ctx.job.pk).status == "running"
        assert not ctx.finished
        return {"parts": 1}

    job = outcome(work, runner)
    assert (job.status, job.result) == ("done", {"parts": 1})
    assert WorkerBeat.objects.filter(name="a part").exists()


def test_a_thousand_words_of_progress_are_few_writes_and_the_last_is_kept(
    db: None, runner: Runner, django_assert_max_num_queries: Any
) -> None:
    seen: list[Job] = []

    def work(ctx: JobContext) -> None:
        with django_assert_max_num_queries(10):
            for number in range(1, 1001):
                ctx.progress(number, 1000, "Counting")
        seen.append(Job.objects.get(pk=ctx.job.pk))

    outcome(work, runner)
    assert [(row.done, row.total, row.phase, row.percent) for row in seen] == [(1000, 1000, "Counting", 100)]


def test_progress_prolongs_the_lease(db: None, runner: Runner) -> None:
    leases: list[bool] = []

    def work(ctx: JobContext) -> None:
        before = timezone.now() + timedelta(seconds=1)
        Job.objects.filter(pk=ctx.job.pk).update(lease_until=before)
        ctx.progress(0, 1)
        leases.append(Job.objects.filter(pk=ctx.job.pk, lease_until__gt=before).exists())

    outcome(work, runner)
    assert leases == [True]


@pytest.mark.django_db(transaction=True)
def test_bulk_jobs_never_hold_more_threads_than_allowed_and_all_get_done() -> None:
    runner, inside, most, lock = Runner(bulk_at_once=2), [0], [0], threading.Lock()
    side_by_side = threading.Barrier(2)

    def work(ctx: JobContext) -> None:
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        side_by_side.wait(PATIENCE)
        time.sleep(0.05)
        with lock:
            inside[0] -= 1

    with declared(work, queue="bulk"):
        for _ in range(10):
            enqueued(KIND)
        assert refused([lambda: drain(runner, "bulk")] * 6) == []
    assert most == [2]
    assert list(Job.objects.values_list("status", flat=True)) == ["done"] * 10


@pytest.mark.django_db(transaction=True)
def test_the_pulse_keeps_a_busy_handlers_lease_and_tells_it_of_a_cancellation(settings: Any) -> None:
    settings.JOBS_LEASE_SECONDS = 1
    runner = Runner()

    def silent(ctx: JobContext) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(0.05)
            ctx.check()  # asks no database

    with declared(silent):
        job = enqueued(KIND)
        runner.start()
        thread = threading.Thread(target=runner.run, args=(job.pk,))
        thread.start()
        wait_for(lambda: Job.objects.running().filter(pk=job.pk).exists())
        job.refresh_from_db()
        leases_over = job.lease_until + timedelta(seconds=2)
        wait_for(lambda: Job.objects.filter(pk=job.pk, lease_until__gt=leases_over).exists())
        job.refresh_from_db()
        assert (job.status, job.attempts) == ("running", 1)
        assert services.worker_status().alive
        services.request_cancel(job, COMMAND_LINE)
        wait_for(lambda: Job.objects.filter(pk=job.pk, status="cancelled").exists())
        thread.join()
    runner.close()
    assert WorkerBeat.objects.count() == 0
    connection.close()


def test_the_sweep_sends_what_a_dead_worker_left_and_it_is_resumed(db: None, runner: Runner) -> None:
    job = enqueued()
    claim_next("now", "dead worker")
    assert services.sweep() == []
    before = timezone.now() - timedelta(seconds=21)
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1), created_at=before)
    assert services.sweep() == [job.pk]
    assert runner.run(job.pk) == 1
    job.refresh_from_db()
    assert (job.status, job.attempts, job.result["attempt"]) == ("done", 2, 2)


def test_what_a_killed_worker_left_is_sent_at_once_and_what_a_silent_one_holds_when_its_lease_is_over(db: None) -> None:
    killed, job, _held = presence.hold("killed"), enqueued(), presence.hold("silent")
    other = enqueued()
    assert lease.claim(job.pk, "killed") and lease.claim(other.pk, "silent")
    Job.objects.update(created_at=timezone.now() - timedelta(seconds=21))
    assert services.sweep() == []
    killed.close()  # as the system does
    assert services.sweep() == [job.pk]
    other.refresh_from_db()
    assert not other.is_left


def test_a_worker_that_ends_deletes_no_open_file(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows would refuse it."""
    worker, still_open = Runner(), []
    worker._presence = presence.hold(worker.name)

    def deleting(path: Any) -> None:
        still_open.append(str(path) in map(os.path.realpath, Path("/proc/self/fd").iterdir()))

    monkeypatch.setattr(os, "unlink", deleting)
    worker.close()
    assert still_open == [False]


def test_the_sweep_sends_a_job_whose_message_was_lost_and_leaves_a_new_one_to_its_own(db: None) -> None:
    lost, _new = enqueued(queue="bulk"), enqueued()
    Job.objects.filter(pk=lost.pk).update(created_at=timezone.now() - timedelta(seconds=4))
    assert services.sweep() == [lost.pk]


def test_the_sweep_ends_what_nobody_may_resume(db: None) -> None:
    job = enqueued()
    claim_next("now", "dead worker")
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1), attempts=3)
    assert services.sweep() == []
    job.refresh_from_db()
    assert job.status == "failed"


def test_a_message_that_comes_twice_or_for_no_job_does_nothing(db: None, runner: Runner) -> None:
    job = enqueued()
    assert [runner.run(job.pk), runner.run(job.pk), runner.run(job.pk + 1)] == [1, 0, 0]


def test_one_message_is_enough_for_all_the_bulk_work_that_waits(db: None, runner: Runner) -> None:
    jobs = [enqueued(queue="bulk") for _ in range(3)]
    assert runner.run(jobs[1].pk) == 3
    assert set(Job.objects.values_list("status", flat=True)) == {"done"}


def test_a_worker_of_one_queue_takes_nothing_of_another(db: None) -> None:
    printing, publishing = enqueued(queue="printing"), enqueued(queue="publishing")
    assert Runner(served=("printing",)).run(printing.pk) == 1
    publishing.refresh_from_db()
    assert publishing.status == "queued"


def test_a_runner_does_not_take_over_what_it_is_still_doing_itself(db: None, runner: Runner) -> None:
    again: list[int] = []

    def work(ctx: JobContext) -> None:
        Job.objects.filter(pk=ctx.job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
        again.append(runner.run(ctx.job.pk))

    assert outcome(work, runner).attempts == 1
    assert again == [0]


def test_the_self_test_shows_every_part(db: None, runner: Runner) -> None:
    job = enqueued(args={"count": 5, "pause": 0, "process": True, "file": True})
    drain(runner, "now")
    job.refresh_from_db()
    digest = "ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d"
    assert job.result == {"attempt": 1, "counted": 5, "digest": digest, "file": "worker-check.txt"}
    assert job.files.get().open().read() == b"5\n"
