"""Several server processes behind one port: what is recorded through one is heard through another, and one that dies costs nothing."""

import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.journeys.installation import Installation, roster
from tests.platform.live.server import Client
from tests.scratch import scratch_database
from tests.waiting import PATIENCE, wait_for

pytestmark = [pytest.mark.process, pytest.mark.django_db]

SET_UP = """
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Game
keeper = User.objects.create_superuser("keeper")
games = list(Game.objects.filter(outcome="").order_by("pk").values_list("pk", flat=True))
print(json.dumps({"token": make_token(by=keeper, name="x"), "games": games, "topic": Division.objects.get().live_topic}))
"""
RESULTS = """
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Tournament
rows = Game.objects.exclude(outcome="").values_list("pk", flat=True)
print(json.dumps({"games": sorted(rows), "whole": verify(Tournament.objects.get()).whole}))
"""


def processes(site: Installation) -> list[int]:
    """Those that answer, by number."""
    assert site.server is not None
    told = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in told.splitlines()]
    return sorted(int(pid) for pid, parent, state in rows if parent == str(site.server.pid) and state[0] != "Z")


@contextmanager
def only(site: Installation, process: int) -> Iterator[None]:
    """Whatever is asked in the block is asked of this process: the others stand still."""
    others = [each for each in processes(site) if each != process]
    for each in others:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in others:
            with suppress(ProcessLookupError):  # it was killed a moment ago
                os.kill(each, signal.SIGCONT)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Installation]:
    with scratch_database() as database:
        variables = {"WEB_PROCESSES": "2", **({"DATABASE_URL": database} if database else {})}
        if database and (redis := os.environ.get("TDSUITE_TEST_REDIS_URL")):
            variables["PAGES_CACHE_URL"] = redis
        site = Installation(tmp_path / "data", variables=variables)
        site.prepare()
        (tmp_path / "a.t").write_text(roster(8, 3), encoding="utf-8")
        site.manage("import_tournament", "open", str(tmp_path / "a.t"), "--date", "2026-05-16")
        try:
            yield site
        finally:
            site.kill()


def shown(site: Installation, process: int) -> int:
    """The version of the division that this process's standings are made of."""
    with only(site, process), urllib.request.urlopen(f"{site.url}/t/open/a/standings/", timeout=PATIENCE) as page:
        versions = re.search(r'data-live="division:\d+[^"]*" data-live-version="(\d+)', page.read().decode())
    assert versions is not None
    return int(versions[1])


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_followers_of_every_process_hear_and_a_killed_process_costs_nothing(site: Installation) -> None:
    facts = site.python(SET_UP)
    topic, games, entered = facts["topic"], facts["games"], []
    site.start()
    first, second = wait_for(lambda: len(here := processes(site)) == 2 and here, what="two processes")

    def enter(process: int) -> None:
        with only(site, process):
            path = f"/api/v1/tournaments/open/games/{games[0]}/result/"
            assert site.post(path, {"first_score": 400, "second_score": 350}, facts["token"])[0] == 201
        entered.append(games.pop(0))

    def opened(process: int) -> tuple[Client, int]:
        with only(site, process):
            page = Client(site.port, (topic,), {})
            version = page.change()[1]
        hall.callback(page.close)
        return page, version

    with ExitStack() as hall:
        pages = [opened(process)[0] for process in (first, second)]
        version = shown(site, first)
        for process, other in ((first, second), (second, first)):
            enter(process)
            version += 1
            assert [page.change()[1] for page in pages] == [version, version]
            assert [shown(site, each) for each in (process, other)] == [version, version]
        os.kill(first, signal.SIGKILL)
        while pages[0].answer.readline():  # what it had still said, then the end
            pass
        enter(second)
        assert pages[1].change()[1] == version + 1
        started = wait_for(lambda: [each for each in processes(site) if each not in (first, second)])
        page, newest = opened(started[0])  # as the browser comes back
        assert newest == version + 1
        enter(started[0])
        assert (page.change()[1], pages[1].change()[1]) == (version + 2, version + 2)
    assert site.python(RESULTS) == {"games": entered, "whole": True}

    left = processes(site)
    assert site.server is not None and len(left) == 2
    site.server.kill()
    site.server.wait()
    wait_for(lambda: all(map(gone, left)), what="the processes end with the first one")
    site.start()
