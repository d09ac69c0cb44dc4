"""A database that another program really holds locked: who only reads goes on, and who writes is answered once it is free."""

import threading
import time
from pathlib import Path

import pytest

from tests.journeys.installation import Installation
from tests.journeys.test_durability import set_up
from tests.scratch import held_locked, scratch_database
from tests.waiting import wait_for

pytestmark = [pytest.mark.process, pytest.mark.database]
ESTABLISHED = "01"
WRITERS = 12  # more than the server has threads for what changes something


def connections_of(site: Installation) -> int:
    """How many connections the server has open, as Linux says it."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(here.endswith(f":{site.port:04X}") and state == ESTABLISHED for _, here, _, state, *_ in rows)


def test_readers_and_monitors_are_answered_while_twelve_results_wait_for_a_locked_database(tmp_path: Path) -> None:
    with scratch_database() as database:
        readers_while_writers_wait(Installation(tmp_path / "data", variables={"DATABASE_URL": database}), database)


def readers_while_writers_wait(site: Installation, database: str) -> None:
    site.prepare()
    facts = set_up(site, 24, 1)
    answers: list[int] = []
    threads: list[threading.Thread] = []

    def enter(game: int) -> None:
        body = {"first_score": 400, "second_score": 300 + game % 50}
        answers.append(site.post(f"/api/v1/tournaments/open/games/{game}/result/", body, facts["token"])[0])

    try:
        site.start()
        assert site.post("/api/v1/tournaments/open/games/0/result/", {}, facts["token"])[0] == 404  # the token was seen
        with held_locked(database or str(site.folder / "tdsuite.sqlite3")):
            threads += [threading.Thread(target=enter, args=(game,)) for game in facts["games"][:WRITERS]]
            for thread in threads:
                thread.start()
            wait_for(lambda: connections_of(site) >= WRITERS, what="all have asked")
            for _ in range(3):
                for path in ("/healthz", "/api/v1/tournaments/"):
                    asked = time.monotonic()
                    assert site.get(path)[0] == 200
                    assert (
                        time.monotonic() - asked < 8
                    )  # a busy computer; a queue behind the writers would last until the end
            assert answers == []
        wait_for(lambda: len(answers) == WRITERS, what="everybody is answered")
        assert set(answers) <= {201, 503} and answers.count(201) >= 5
    finally:
        site.kill()
        for thread in threads:
            thread.join()
