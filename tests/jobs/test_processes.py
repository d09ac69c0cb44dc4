"""Heavy work runs in a helper process: warm, killed on cancel, never outliving its parent."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import AppRegistryNotReady

from tdsuite.access.guard import COMMAND_LINE
from tdsuite.jobs import lease, processes, services
from tdsuite.jobs.context import JobContext
from tdsuite.jobs.errors import HelperLost, JobCancelled, WorkerStopping
from tdsuite.jobs.models import Job
from tdsuite.jobs.processes import Helpers

from .heavy import add, die, own_pid, refuse, work_forever
from .kinds import alive, enqueued, wait_for


@pytest.fixture
def context(db: None, helpers: Helpers) -> JobContext:
    enqueued()
    job = lease.claim("now", "ann")
    assert job is not None
    return JobContext(job, helpers, threading.Event())


def later(action: Callable[[], object], when: Callable[[], bool]) -> threading.Thread:
    def run() -> None:
        wait_for(when)
        action()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_work_comes_back_from_another_process(context: JobContext) -> None:
    assert context.run_in_process(add, 2, 3) == 5
    assert context.run_in_process(own_pid) != os.getpid()


def test_a_helper_is_warm_the_second_time(context: JobContext) -> None:
    context.run_in_process(own_pid)
    pids = {context.run_in_process(own_pid) for _ in range(8)}
    assert len(pids) <= 2


def test_an_error_of_the_work_arrives_as_it_is(context: JobContext) -> None:
    with pytest.raises(ValueError, match="no such division"):
        context.run_in_process(refuse, "no such division")


def test_work_that_needs_the_database_is_told_that_helpers_have_none(context: JobContext) -> None:
    with pytest.raises(AppRegistryNotReady):
        context.run_in_process(enqueued)


def test_work_that_takes_too_long_is_killed_and_said(context: JobContext, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    with pytest.raises(HelperLost, match=r"This took longer than it may \(1 s\)"):
        context.run_in_process(work_forever, str(note), timeout=1)
    wait_for(lambda: not alive(int(note.read_text())))


def test_a_helper_that_dies_is_said_and_the_next_work_gets_another(context: JobContext) -> None:
    with pytest.raises(HelperLost, match="perhaps for want of memory"):
        context.run_in_process(die)
    assert context.run_in_process(add, 1, 1) == 2


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_jobs_helper_is_killed(helpers: Helpers, tmp_path: Path) -> None:
    enqueued()
    job = lease.claim("now", "ann")
    assert job is not None
    context, note = JobContext(job, helpers, threading.Event()), tmp_path / "pid"
    row = Job.objects.get(pk=job.pk)
    thread = later(lambda: services.request_cancel(row, COMMAND_LINE), note.exists)
    with pytest.raises(JobCancelled):
        context.run_in_process(work_forever, str(note))
    thread.join()
    wait_for(lambda: not alive(int(note.read_text())))


def test_a_stopping_worker_does_not_wait_for_its_helper(db: None, helpers: Helpers, tmp_path: Path) -> None:
    enqueued()
    job, stopping, note = lease.claim("now", "ann"), threading.Event(), tmp_path / "pid"
    assert job is not None
    thread = later(stopping.set, note.exists)
    with pytest.raises(WorkerStopping):
        JobContext(job, helpers, stopping).run_in_process(work_forever, str(note))
    thread.join()
    wait_for(lambda: not alive(int(note.read_text())))


def test_waiting_for_a_helper_keeps_the_lease(context: JobContext) -> None:
    before = context.job.heartbeat_at
    context.run_in_process(time.sleep, 0.8)
    context.job.refresh_from_db()
    assert before is not None and context.job.heartbeat_at is not None and context.job.heartbeat_at > before


def test_idle_helpers_are_let_go_and_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    helpers = Helpers(at_once=1)
    first = helpers.submit(own_pid, (), timeout=20).result()
    assert not helpers.rest()
    monkeypatch.setattr(processes, "IDLE_SECONDS", 0.0)
    assert helpers.rest()
    wait_for(lambda: not alive(first))
    assert helpers.submit(own_pid, (), timeout=20).result() != first
    helpers.close()


def test_a_pool_that_broke_is_replaced() -> None:
    helpers = Helpers(at_once=1)
    first = helpers.submit(own_pid, (), timeout=20).result()
    os.kill(first, signal.SIGKILL)
    time.sleep(0.5)
    assert helpers.submit(own_pid, (), timeout=20).result() != first
    helpers.close()


@pytest.mark.process
def test_a_busy_helper_dies_with_its_killed_parent(tmp_path: Path) -> None:
    script = textwrap.dedent(
        """
        import sys
        from tdsuite.jobs.processes import Helpers
        from tests.jobs.heavy import work_forever
        if __name__ == "__main__":
            Helpers(at_once=2).submit(work_forever, (sys.argv[1],), timeout=600).result()
        """
    )
    program, note = tmp_path / "parent.py", tmp_path / "pid"
    program.write_text(script, encoding="ascii")
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "DJANGO_SETTINGS_MODULE": "tdsuite.settings"}
    with subprocess.Popen([sys.executable, str(program), str(note)], cwd=root, env=environment) as parent:
        pid = int(wait_for(lambda: note.exists() and note.read_text()))
        parent.send_signal(signal.SIGKILL)
    wait_for(lambda: not alive(pid), 5)


def test_a_new_phase_is_told_at_once_however_soon_it_comes(context: JobContext) -> None:
    context.progress(0, 3, "Reading results")
    context.progress(1, 3, "Pairing 400 players")
    context.job.refresh_from_db()
    assert (context.job.phase, context.job.percent) == ("Pairing 400 players", 33)
