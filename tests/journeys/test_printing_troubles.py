"""What a hall meets while a large set is being printed: a killed worker, a killed helper.

Every time the page says so, nothing hangs or is doubled, no process is left over, and the browser prints the same sheet.
"""

import os
import signal
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.journeys.print_shop import PRINT, PrintShop
from tests.paper import texts_of
from tests.platform.jobs.kinds import alive
from tests.waiting import wait_for

pytestmark = pytest.mark.process

PLAYERS, PAGES = 24, 12  # two scorecards a page: so many that whoever kills a helper finds it at work


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrintShop]:
    made = PrintShop(tmp_path_factory.mktemp("hall") / "data")
    made.open(PLAYERS)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def shop(hall: PrintShop) -> Iterator[PrintShop]:
    """The same event and server for each test, without workers and jobs of the test before."""
    yield hall
    hall.kill_worker()
    hall.write("DELETE FROM jobs_jobfile", "DELETE FROM jobs_job", "DELETE FROM jobs_workerbeat")


def assert_made_once(shop: PrintShop, job: int) -> None:
    """The file, once, by the rows and on the disk alike."""
    files = shop.files(job)
    assert [name for name, _path in files] == ["harbour-a-scorecards.pdf"]
    assert sorted(path for _name, path in files) == shop.on_disk(job)
    texts = texts_of(files[-1][1].read_bytes())
    numbers = Counter(f"{number} / {PAGES}" in text for number, text in enumerate(texts, start=1))
    assert numbers == {True: PAGES}


def killed(shop: PrintShop, job: int, attempt: int) -> None:
    """SIGKILL to the worker in the middle of the set; its helpers follow it at once."""
    shop.until(job, status="running", attempts=attempt, done=1)
    helpers = wait_for(shop.helpers, what="a helper")
    shop.kill_worker()
    wait_for(lambda: not any(alive(pid) for pid in helpers), what="the helpers' end")


def test_a_killed_workers_set_is_begun_again_and_nothing_is_doubled(shop: PrintShop) -> None:
    job = shop.ask()
    shop.start_worker()
    killed(shop, job, 1)
    folder = shop.folder / "files" / "jobs" / str(job)
    folder.mkdir(parents=True)
    (folder / ".part-left").write_bytes(b"%PDF half")  # what a kill in the middle of a write leaves
    row = shop.job(job)
    assert (row["status"], 0 < row["done"] < row["total"]) == ("running", True)
    shop.lease_runs_out(job)
    assert "Stopped at" in shop.page(f"/console/harbour/jobs/{job}/")[1]
    shop.start_worker()
    shop.sweep()
    shop.until(job, status="done", attempts=2)
    assert_made_once(shop, job)


def test_a_set_whose_helpers_are_stopped_or_killed_ends_in_words_and_can_be_tried_again(shop: PrintShop) -> None:
    """Stopped in whatever they do, they are gone with the set when it is cancelled; killed for want of memory, it fails."""
    job = shop.ask()
    shop.start_worker()
    shop.until(job, status="running", done=1)
    for pid in wait_for(shop.helpers, what="a helper"):
        os.kill(pid, signal.SIGSTOP)
    shop.page(f"/console/harbour/jobs/{job}/cancel/", stop="1")
    shop.until(job, status="cancelled")
    shop.retry(job)
    shop.until(job, status="running", done=1)

    def failed_by_the_kernel() -> bool:
        """Helpers killed until one of them was at work: an idle one is only replaced."""
        for pid in shop.helpers():
            os.kill(pid, signal.SIGKILL)
        row = shop.job(job)
        assert row["status"] in ("running", "failed"), row
        return bool(row["status"] == "failed")

    wait_for(failed_by_the_kernel, what="the set failed")
    failed = shop.job(job)
    says = "The helper process stopped, perhaps for want of memory. Close other programs, then press “Try again”."
    assert failed["error"] == says
    job_page, sheet = shop.texts(f"/console/harbour/jobs/{job}/", f"{PRINT}scorecards/a/1/?paper=A4")
    assert says in job_page and f"{PRINT}scorecards/a/1/?paper=A4" in job_page
    assert sheet.count('class="scorecard') == PLAYERS
    shop.retry(job)
    shop.until(job, status="done", attempts=1)
    assert_made_once(shop, job)
