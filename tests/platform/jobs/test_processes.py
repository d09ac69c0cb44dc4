"""Heavy work runs in a helper process: killed on cancel, never outliving its parent."""

import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import AppRegistryNotReady
from django.db import connection

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs import services
from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.errors import HelperLost, JobCancelled, WorkerStopping
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.processes import Answer, HelperDied
from tests.platform.jobs import heavy
from tests.platform.jobs.kinds import alive, claim_next, enqueued
from tests.waiting import PATIENCE, wait_for


@pytest.fixture
def context(db: None) -> JobContext:
    enqueued()
    job = claim_next("now", "ann")
    assert job is not None
    return JobContext(job, threading.Event())


def begun(work: Callable[..., Any], *args: Any) -> Answer[Any]:
    return Answer(work, args, PATIENCE)


def later(action: Callable[[], object], when: Callable[[], bool]) -> threading.Thread:
    def run() -> None:
        wait_for(when)
        action()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_work_comes_back_from_another_process(context: JobContext) -> None:
    assert context.run_in_process(heavy.add, 2, 3) == 5
    assert context.run_in_process(heavy.own_pid) != os.getpid()


def test_work_that_needs_the_database_is_told_that_helpers_have_none(context: JobContext) -> None:
    with pytest.raises(AppRegistryNotReady):
        context.run_in_process(enqueued)


def test_work_that_takes_too_long_is_killed_and_said(context: JobContext, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    with pytest.raises(HelperLost, match=r"This took longer than allowed \(1 s\)"):
        context.run_in_process(heavy.work_forever, str(note), timeout=1)
    wait_for(lambda: not note.exists() or not alive(int(note.read_text())))


def test_a_helper_that_dies_is_said_and_the_next_work_gets_another(context: JobContext) -> None:
    with pytest.raises(HelperLost, match="perhaps for want of memory"):
        context.run_in_process(heavy.die)
    assert context.run_in_process(heavy.add, 1, 1) == 2


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_jobs_helper_is_killed(tmp_path: Path) -> None:
    enqueued()
    job = claim_next("now", "ann")
    assert job is not None
    context, note = JobContext(job, threading.Event()), tmp_path / "pid"
    row = Job.objects.get(pk=job.pk)
    thread = later(lambda: services.request_cancel(row, COMMAND_LINE), note.exists)
    with pytest.raises(JobCancelled):
        context.run_in_process(heavy.work_forever, str(note))
    thread.join()
    wait_for(lambda: not alive(int(note.read_text())))


def test_a_stopping_worker_does_not_wait_for_its_helper(db: None, tmp_path: Path) -> None:
    enqueued()
    job, stopping, note = claim_next("now", "ann"), threading.Event(), tmp_path / "pid"
    assert job is not None
    thread = later(stopping.set, note.exists)
    with pytest.raises(WorkerStopping):
        JobContext(job, stopping).run_in_process(heavy.work_forever, str(note))
    thread.join()
    wait_for(lambda: not alive(int(note.read_text())))


def test_waiting_for_a_helper_keeps_the_lease(context: JobContext, tmp_path: Path) -> None:
    before, looked = context.job.lease_until, tmp_path / "looked"

    def look(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        looked.touch()
        return answer

    with connection.execute_wrapper(look):
        context.run_in_process(heavy.wait_for_file, str(looked))  # its work ends when the row was written
    context.job.refresh_from_db()
    assert before is not None and context.job.lease_until is not None and context.job.lease_until > before


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_helpers_killed_or_stopped_at_any_moment_hang_nothing(number: signal.Signals) -> None:
    """Beginning, reading, at work or answering, in messages larger than a pipe holds: nothing dies but what a helper was at."""
    rng, of_others = random.Random(2026), set(active_children())
    for _round in range(4):
        answers = [begun(heavy.echo, size * b"x") for size in rng.choices((1, 300_000), k=6)]
        assert answers[rng.choice((0, 0, 2, 5))].wait(PATIENCE)
        struck = [process.pid for process in active_children() if process not in of_others]
        for pid in struck:
            with suppress(ProcessLookupError):  # it had done its share and ended
                os.kill(pid, number)
        if number == signal.SIGSTOP:
            for answer in answers:
                answer.cancel()
        assert all(answer.wait(PATIENCE) for answer in answers)
        if number == signal.SIGKILL:
            assert len([answer for answer in answers if died(answer)]) <= len(struck)
        assert begun(heavy.add, 1, 1).result() == 2


def died(answer: Answer[bytes]) -> bool:
    try:
        answer.result()
    except HelperDied:
        return True
    return False


@pytest.mark.parametrize("refusal", [heavy.Unloadable, heavy.Unpicklable])
def test_an_error_that_cannot_travel_arrives_in_words(refusal: type[Exception]) -> None:
    with pytest.raises(RuntimeError, match=f"{refusal.__name__}: lost on the way"):
        begun(heavy.refuse_as, refusal).result()


def test_what_cannot_travel_is_an_error() -> None:
    with pytest.raises((AttributeError, pickle.PicklingError), match="pickle"):
        begun(heavy.answer_with_a_function).result()
    with pytest.raises((AttributeError, pickle.PicklingError), match="pickle"):
        begun(heavy.echo, lambda: b"").result()


def test_an_error_brings_the_lines_where_it_arose() -> None:
    with pytest.raises(ValueError, match="no such division") as caught:
        begun(heavy.refuse, "no such division").result()
    assert "in refuse\n    raise ValueError(says)" in caught.value.__notes__[0]


def test_a_helper_that_cannot_be_started_is_said(context: JobContext) -> None:
    """The system has no file handle left for one more."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))
    try:
        answer = begun(heavy.add, 1, 1)
        assert answer.wait(PATIENCE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    with pytest.raises(HelperLost, match="perhaps for want of memory"):
        context._answer(answer)
    assert begun(heavy.add, 1, 1).result() == 2


@pytest.mark.process
def test_a_busy_helper_dies_with_its_killed_parent(tmp_path: Path) -> None:
    script = textwrap.dedent(
        """
        import sys
        from tdsuite.platform.jobs.processes import Answer
        from tests.platform.jobs.heavy import work_forever
        if __name__ == "__main__":
            Answer(work_forever, (sys.argv[1],), 600).result()
        """
    )
    program, note = tmp_path / "parent.py", tmp_path / "pid"
    program.write_text(script, encoding="ascii")
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root), "DJANGO_SETTINGS_MODULE": "tdsuite.settings"}
    with subprocess.Popen([sys.executable, str(program), str(note)], cwd=root, env=environment) as parent:
        pid = int(wait_for(lambda: note.exists() and note.read_text()))
        parent.send_signal(signal.SIGKILL)
    wait_for(lambda: not alive(pid))


def test_a_new_phase_is_told_at_once_however_soon_it_comes(context: JobContext) -> None:
    context.progress(0, 3, "Reading results")
    context.progress(1, 3, "Pairing 400 players")
    context.job.refresh_from_db()
    assert (context.job.phase, context.job.percent) == ("Pairing 400 players", 33)
