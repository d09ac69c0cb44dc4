"""Real worker processes on each broker: run, progress, cancel, SIGKILL and resume."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from .installation import Installation, kill
from .kinds import alive, wait_for

pytestmark = pytest.mark.process


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

    counted = site.count_to(30)
    part = site.until(counted, status="running", done_above=5)
    assert (part["total"], part["attempts"]) == (30, 1)
    assert part["done"] < 30
    done = site.until(counted, status="done")
    assert (done["done"], done["result"]) == (30, {"counted": 30, "attempt": 1})
    assert "Task jobs.wake" in site.log("first")  # the broker brought the word, not the sweep

    endless = site.count_to(100_000)
    site.until(endless, status="running", done_above=3)
    site.tell("cancel", job=endless)
    cancelled = site.until(endless, status="cancelled")
    assert (cancelled["error"], cancelled["done"] < 1000) == ("", True)

    orphan = site.count_to(60)
    killed_at = site.until(orphan, status="running", done_above=10)
    kill(first)
    assert site.row(orphan)["status"] == "running"
    site.worker("second")
    resumed = site.until(orphan, status="done")
    assert (resumed["attempts"], resumed["result"]) == (2, {"counted": 60, "attempt": 2})
    assert resumed["worker"] != killed_at["worker"]


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


def test_the_living_worker_takes_over_from_the_killed_one(laptop: Installation) -> None:
    workers = {"first": laptop.worker("first"), "second": laptop.worker("second")}
    orphan = laptop.count_to(60)
    row = laptop.until(orphan, status="running", done_above=5)
    owner = next(name for name, process in workers.items() if f":{process.pid}:" in row["worker"])
    kill(workers[owner])
    resumed = laptop.until(orphan, status="done")
    assert resumed["attempts"] == 2


def test_a_job_enqueued_before_any_worker_is_done_by_the_first(laptop: Installation) -> None:
    job = laptop.count_to(2)
    assert laptop.tell("status") == {"alive": False, "waiting": 1}
    laptop.worker("late")
    laptop.until(job, status="done", attempts=1)
    assert laptop.tell("status") == {"alive": True, "waiting": 0}


def test_bulk_work_leaves_room_for_what_somebody_waits_for(laptop: Installation) -> None:
    laptop.worker("only")
    bulk = [laptop.count_to(100, queue="bulk") for _ in range(4)]
    wait_for(lambda: [laptop.row(job)["status"] for job in bulk].count("running") == 2, what="two bulk jobs run")
    laptop.until(laptop.count_to(1), status="done")
    assert [laptop.row(job)["status"] for job in bulk] == ["running", "running", "queued", "queued"]


def test_a_worker_told_to_stop_hands_its_job_on_at_once_and_leaves_no_helper(laptop: Installation) -> None:
    worker = laptop.worker("stopping")
    laptop.until(laptop.count_to(1, args={"process": True}), status="done")
    helpers = children(worker.pid)
    job = laptop.count_to(100_000)
    laptop.until(job, status="running", done_above=2)
    worker.send_signal(signal.SIGTERM)
    laptop.until(job, 10, status="queued", attempts=0)
    assert worker.wait(15) == 0
    assert helpers and not any(alive(pid) for pid in helpers)
    assert laptop.tell("status")["alive"] is False


def test_a_killed_worker_leaves_no_helper(laptop: Installation) -> None:
    worker = laptop.worker("killed")
    laptop.until(laptop.count_to(1, args={"process": True}), status="done")
    helpers = children(worker.pid)
    kill(worker)
    wait_for(lambda: helpers and not any(alive(pid) for pid in helpers), 5, "helpers gone")


def test_beat_reminds_the_worker_to_sweep(laptop: Installation) -> None:
    laptop.celery("beat", "beat", "-l", "INFO")
    laptop.worker("swept")
    wait_for(lambda: "Task jobs.sweep" in laptop.log("swept"), 30, "a sweep")


def test_other_pools_than_threads_are_refused_with_the_line_to_type(laptop: Installation) -> None:
    process = laptop.celery("prefork", "worker", "--pool", "prefork")
    assert process.wait(60) == 1
    assert "python -m celery -A tdsuite.celery worker --pool threads" in laptop.log("prefork")


def children(pid: int) -> list[int]:
    """The processes a process started; Linux only, elsewhere none are found and the test says so."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
    return found
