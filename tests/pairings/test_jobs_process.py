"""Long pairing runs in real worker processes: how far they are, stopped with their helper, resumed, and never published twice.

On a fresh database of the suite's own kind, with the broker of a laptop and with Redis. The run with services has them with Redis alone.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.pairings import at_work
from tests.platform.jobs.installation import Installation, kill
from tests.platform.jobs.kinds import alive, command_line
from tests.platform.jobs.test_worker_process import children
from tests.scratch import scratch_database
from tests.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.process

ONE_BROKER = pytest.mark.parametrize(
    "site",
    [pytest.param("filesystem", marks=pytest.mark.full), pytest.param("redis", marks=pytest.mark.redis)],
    indirect=True,
)  # the broker makes no difference to them
PLAYERS = 400  # from here on a helper process pairs
NOTHING = {"drafts": 0, "runs": 0, "changed": 0, "drafted": 0, "published": 0, "games": 0, "players": 0}
DRAFTED = NOTHING | {"drafts": 1, "runs": 1, "drafted": 1}
PUBLISHED = NOTHING | {"runs": 1, "drafted": 1, "published": 1}


@pytest.fixture(params=["filesystem", pytest.param("redis", marks=pytest.mark.redis)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Installation]:
    broker = os.environ["TDSUITE_TEST_REDIS_URL"] if request.param == "redis" else "filesystem://"
    with scratch_database() as database, Installation(tmp_path / "installation", broker, database=database) as made:
        yield made


def helpers_at(site: Installation, job: int, worker: Any) -> list[int]:
    """The helpers that pair for the worker that is at this job: those that have loaded the solver, which no idle one needs."""
    site.until(job, PATIENCE, status="running", done_above=0)

    def pairs(pid: int) -> bool:
        """A child that has not become a helper yet still has its parent's name and modules."""
        try:
            loaded = Path(f"/proc/{pid}/maps").read_bytes()
        except OSError:  # it has just ended
            return False
        return b"spawn_main" in command_line(pid) and b"rustworkx" in loaded

    helpers: list[int] = wait_for(
        lambda: [pid for pid in children(worker.pid) if pairs(pid)], PATIENCE, "a helper pairs"
    )
    return helpers


def gone(helpers: list[int]) -> None:
    wait_for(lambda: not any(alive(pid) for pid in helpers), PATIENCE, "no helper is left behind")


@contextmanager
def held(helpers: list[int]) -> Iterator[None]:
    """Helpers stopped where they stand: on a busy computer one would be done before the test has looked."""
    for pid in helpers:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in filter(alive, helpers):
            os.kill(pid, signal.SIGCONT)


def freeze(site: Installation, worker: Any) -> None:
    """Stop a worker where it stands, but in the middle of no write: as a closed lid does."""

    def frozen() -> bool:
        worker.send_signal(signal.SIGSTOP)
        if site.call(at_work.writable):
            return True
        worker.send_signal(signal.SIGCONT)
        return False

    wait_for(frozen, PATIENCE, "the worker is frozen")


def test_a_long_run_tells_how_far_it_is_and_a_stop_kills_its_helper(site: Installation) -> None:
    site.call(at_work.set_up_long, players=PLAYERS, when_ready="publish")
    worker = site.worker("only")
    job = site.call(at_work.press_pair)
    helpers = helpers_at(site, job, worker)
    assert site.call(at_work.how_far) == [[f"Pairing {PLAYERS} players", 33]]
    site.tell("cancel", job=job)
    site.until(job, PATIENCE, status="cancelled", error="")
    gone(helpers)
    site.until(site.count_to(1), PATIENCE, status="done")  # and the worker does the next job
    assert site.call(at_work.left) == {"whole": True, "a": NOTHING}


@ONE_BROKER
def test_a_run_whose_worker_was_killed_is_drafted_once_by_the_next_worker(site: Installation) -> None:
    site.call(at_work.set_up_long, players=PLAYERS, when_ready="draft")
    first = site.worker("first")
    job = site.call(at_work.press_pair)
    helpers = helpers_at(site, job, first)
    kill(first)
    assert site.row(job)["status"] == "running"  # nobody told the row
    gone(helpers)
    site.call(at_work.hurry)
    site.lapse(job)
    second = site.worker("second")
    done = site.until(job, PATIENCE, status="done")
    assert (done["attempts"] > 1, f":{second.pid}:" in done["worker"], done["result"]["round"]) == (True, True, 2)
    assert site.call(at_work.left) == {"whole": True, "a": DRAFTED}


@ONE_BROKER
def test_a_worker_that_was_frozen_comes_back_to_a_job_done_by_another_and_keeps_nothing(site: Installation) -> None:
    site.call(at_work.set_up_long, players=PLAYERS, when_ready="draft")
    first = site.worker("first")
    job = site.call(at_work.press_pair)
    helpers = helpers_at(site, job, first)
    with held(helpers):
        freeze(site, first)
        site.call(at_work.hurry)
        site.lapse(job)
        second = site.worker("second")
        done = site.until(job, PATIENCE, status="done")
        assert f":{second.pid}:" in done["worker"]
        site.call(at_work.swap_two)
        first.send_signal(signal.SIGCONT)
    wait_for(lambda: "was taken over by another worker" in site.log("first"), PATIENCE, "the first worker noticed")
    gone(helpers)
    assert site.row(job) == done
    assert site.call(at_work.left) == {"whole": True, "a": DRAFTED | {"changed": 2}}


@ONE_BROKER
def test_two_jobs_for_one_round_that_a_killed_worker_left_publish_it_once(site: Installation) -> None:
    site.call(at_work.set_up_long, players=PLAYERS, when_ready="publish")
    first = site.worker("first")
    jobs = site.call(at_work.ask_by_plan, times=2)
    for job in jobs:
        helpers = helpers_at(site, job, first)
    kill(first)
    gone(helpers)
    site.call(at_work.hurry)
    site.lapse(*jobs)
    site.worker("second")
    site.worker("third")
    ended = [site.until(job, PATIENCE, status="done")["result"]["done"] for job in jobs]
    assert sorted(ended) == ["nothing: the round is not asked for any more", "published"]
    # The round after it is not asked for: its results are missing.
    left = site.call(at_work.left)
    assert left == {"whole": True, "a": PUBLISHED | {"games": PLAYERS // 2, "players": PLAYERS}}


def test_two_workers_the_plan_and_the_director_at_once_publish_each_round_once(site: Installation) -> None:
    site.call(at_work.set_up_many)
    site.worker("first")
    site.worker("second")
    for code in at_work.CODES:
        for job in site.call(at_work.ask_by_plan, code=code):
            site.until(job, PATIENCE, status="done", error="")
    site.call(at_work.publish_by_plan)
    jobs, pressed = site.call(at_work.everybody_at_once, directors=2)
    published = [site.until(job, PATIENCE, status="done", error="")["result"]["done"] for job in jobs].count(
        "published"
    )
    assert published + pressed == len(at_work.CODES)
    assert site.call(at_work.left) == {
        "whole": True, **dict.fromkeys(at_work.CODES, PUBLISHED | {"games": 4, "players": 8}),
    }  # fmt: skip
