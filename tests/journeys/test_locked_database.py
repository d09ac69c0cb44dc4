"""A database that another program really holds locked: who only reads goes on, and who writes is answered once it is free."""

import sqlite3
import threading
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from tests.journeys.installation import Installation, roster
from tests.journeys.test_durability import SET_UP
from tests.waiting import wait_for

pytestmark = [pytest.mark.process, pytest.mark.sqlite]
WRITERS = 12  # more than the server has threads for what changes something


def requests_in(site: Installation) -> int:
    """How many requests the server has not answered yet, this one too."""
    with urllib.request.urlopen(f"{site.url}/metrics", timeout=60) as answer:
        figures = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if line[0] != "#")
    return int(figures["tdsuite_requests_waiting"])


def test_readers_and_monitors_are_answered_while_twelve_results_wait_for_a_locked_database(tmp_path: Path) -> None:
    site = Installation(tmp_path / "data")
    (tmp_path / "a.t").write_text(roster(24, 1), encoding="utf-8")
    site.prepare()
    site.manage("import_tournament", "open", str(tmp_path / "a.t"), "--date", "2026-05-16")
    facts = site.python(SET_UP)
    answers: list[int] = []

    def enter(game: int) -> None:
        body = {"first_score": 400, "second_score": 300 + game % 50}
        answers.append(site.post(f"/api/v1/tournaments/open/games/{game}/result/", body, facts["token"])[0])

    try:
        site.start()
        assert site.post("/api/v1/tournaments/open/games/0/result/", {}, facts["token"])[0] == 404  # the token was seen
        with closing(sqlite3.connect(site.folder / "tdsuite.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            threads = [threading.Thread(target=enter, args=(game,)) for game in facts["games"][:WRITERS]]
            for thread in threads:
                thread.start()
            wait_for(lambda: requests_in(site) > WRITERS, what="all wait, and who asks")
            for _ in range(3):
                for path in ("/healthz", "/api/v1/tournaments/", "/readyz"):
                    asked = time.monotonic()
                    assert site.get(path)[0] == 200
                    assert (
                        time.monotonic() - asked < 8
                    )  # a busy computer; a queue behind the writers would last until the end
            assert answers == []
            other.execute("ROLLBACK")
        wait_for(lambda: len(answers) == WRITERS, what="everybody is answered")
        assert set(answers) <= {201, 503} and answers.count(201) >= 5
    finally:
        site.kill()
        for thread in threads:
            thread.join()
