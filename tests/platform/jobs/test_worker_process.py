"""Real worker processes on each broker: run, progress, cancel, SIGKILL and resume."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.platform.jobs.installation import Installation, kill
from tests.platform.jobs.kinds import alive
from tests.scratch import scratch_database
from tests.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.process


ENDLESS, SHORT = 100_000, {"count": 20, "pause": 0.05}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "installation"


@pytest.fixture
def laptop(folder: Path) -> Iterator[Installation]:
    with Installation(folder, "filesystem://") as site:
        yield site


def drive_through_everything(site: Installation) -> None:
    """One worker does, reports and cancels; it is killed over a job, which a second worker brings to its end."""
    first = site.worker("first")

    done = site.until(site.count_to(20), status="done")
    assert (done["done"], done["result"]) == (20, {"counted": 20, "attempt": 1})
    assert "Task jobs.run" in site.log("first")

    endless = site.count_to(ENDLESS)
    part = site.until(endless, status="running", done_above=3)
    assert (part["total"], part["attempts"]) == (ENDLESS, 1)
    site.tell("cancel", job=endless)
    cancelled = site.until(endless, status="cancelled")
    assert (cancelled["error"], cancelled["done"] < ENDLESS) == ("", True)

    site.until(site.count_to(1, args={"process": True}), status="done")
    helpers = children(first.pid)
    orphan = site.count_to(ENDLESS)
    killed_at = site.until(orphan, status="running", done_above=10)
    kill(first)
    assert site.row(orphan)["status"] == "running"
    wait_for(lambda: helpers and not any(alive(pid) for pid in helpers), what="the killed worker leaves no helper")
    site.tell("change", job=orphan, args=SHORT)
    site.worker("second")
    resumed = site.until(orphan, status="done")
    assert (resumed["attempts"], resumed["result"]) == (2, {"counted": 20, "attempt": 2})
    assert resumed["worker"] != killed_at["worker"]
    wait_for(lambda: "Task jobs.sweep" in site.log("second"), what="beat reminds the worker to sweep")


def test_filesystem_broker_run_progress_cancel_and_kill(laptop: Installation) -> None:
    drive_through_everything(laptop)


@pytest.mark.redis
def test_redis_broker_run_progress_cancel_and_kill(folder: Path) -> None:
    with Installation(folder, os.environ["TDSUITE_TEST_REDIS_URL"]) as site:
        drive_through_everything(site)


@pytest.mark.rabbitmq
def test_rabbitmq_broker_run_progress_cancel_and_kill(folder: Path) -> None:
    with Installation(folder, os.environ["TDSUITE_TEST_RABBITMQ_URL"]) as site:
        drive_through_everything(site)


@pytest.mark.database
def test_the_living_worker_takes_over_from_the_killed_one(folder: Path) -> None:
    with scratch_database() as database, Installation(folder, "filesystem://", database=database) as site:
        workers = {"first": site.worker("first"), "second": site.worker("second")}
        orphan = site.count_to(ENDLESS)
        row = site.until(orphan, status="running", done_above=5)
        owner = next(name for name, process in workers.items() if f":{process.pid}:" in row["worker"])
        site.tell("change", job=orphan, args=SHORT)  # for the next attempt
        kill(workers[owner])
        site.lapse(orphan)
        resumed = site.until(orphan, status="done")
        assert resumed["attempts"] == 2


def test_a_worker_does_what_waited_for_it_and_bulk_work_leaves_room_for_what_somebody_waits_for(
    laptop: Installation,
) -> None:
    job = laptop.count_to(2)
    assert laptop.tell("status") == {"alive": False, "waiting": 1}
    laptop.worker("only")
    laptop.until(job, status="done", attempts=1)
    assert laptop.tell("status") == {"alive": True, "waiting": 0}
    bulk = [laptop.count_to(ENDLESS, queue="bulk") for _ in range(4)]
    wait_for(lambda: [laptop.row(job)["status"] for job in bulk].count("running") == 2, what="two bulk jobs run")
    laptop.until(laptop.count_to(1), status="done")
    assert sorted(laptop.row(job)["status"] for job in bulk) == ["queued", "queued", "running", "running"]


def test_a_worker_told_to_stop_hands_its_job_on_at_once_and_leaves_no_helper(laptop: Installation) -> None:
    worker = laptop.worker("stopping")
    laptop.until(laptop.count_to(1, args={"process": True}), status="done")
    helpers = children(worker.pid)
    job = laptop.count_to(ENDLESS)
    laptop.until(job, status="running", done_above=2)
    worker.send_signal(signal.SIGTERM)
    laptop.until(job, status="queued", attempts=0)
    assert worker.wait(PATIENCE) == 0
    assert helpers
    wait_for(lambda: not any(alive(pid) for pid in helpers), what="no helper is left behind")
    assert laptop.tell("status")["alive"] is False


def test_other_pools_than_threads_are_refused_with_the_line_to_type(laptop: Installation) -> None:
    process = laptop.celery("prefork", "worker", "--pool", "prefork")
    assert process.wait(PATIENCE) == 1
    assert "python -m celery -A tdsuite.celery worker --pool threads" in laptop.log("prefork")


def children(pid: int) -> list[int]:
    """The processes a process started; Linux only, elsewhere none are found and the test says so."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that has just ended
            found += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
    return found
