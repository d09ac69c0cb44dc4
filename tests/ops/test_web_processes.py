"""Several server processes behind one port: who only looks makes room, what is recorded through one is heard through another, and one
that dies costs nothing."""

import os
import re
import signal
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from itertools import islice
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files import locks

from tdsuite.ops.server.lanes import READING, Lane
from tdsuite.ops.server.threads import LONGEST_SECONDS
from tests.journeys.installation import Installation
from tests.platform.jobs.kinds import alive
from tests.platform.live.server import Client
from tests.scratch import scratch_database
from tests.waiting import PATIENCE, wait_for

pytestmark = [pytest.mark.process, pytest.mark.django_db]

PROCESSES = 2
TOKEN = "r" * 32  # a form's token and its cookie: the same text in both
SET_UP = """
from django.test import Client
from results.sheets.services.entering import issue_key
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.models import User
from tdsuite.platform.access.players import cookie_name
from tdsuite.platform.access.tokens import make_token
from tdsuite.tournaments.models import Game
from tests.factories import make_division, make_round, make_tournament
from tests.platform.access.signing import signed_in
director = User.objects.create_superuser("director")
event = make_tournament("open")
division = make_division(event, players=12, rounds=1)
make_round(division, 1, status="playing")
own, *games = Game.objects.order_by("pk")
entry = division.entries.get(pk=own.first_id)
cookie = signed_in(Client(), entry).cookies[cookie_name(event)]
key = issue_key(by=PlayerActor(entry.pk, event.pk, division.pk, Means.LINK, "test-device"), game=own)
print(json.dumps({
    "tokens": [make_token(by=director, name=str(number)) for number in range(8)],
    "games": [game.pk for game in games], "topic": division.live_topic,
    "sheet": f"/s/open/{own.pk}/", "cookie": f"{cookie.key}={cookie.value}",
    "figures": {f"score_{own.first_id}": 401, f"score_{own.second_id}": 350, "started": own.first_id, "key": key},
}))
"""
RESULTS = """
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Tournament
rows = Game.objects.exclude(outcome="").values_list("pk", flat=True)
print(json.dumps({"games": sorted(rows), "whole": verify(Tournament.objects.get()).whole}))
"""


def children(site: Installation) -> dict[int, str]:
    """The processes that answer, and what each was handed."""
    assert site.server is not None
    told = subprocess.run(["ps", "-wweo", "pid=,ppid=,stat=,args="], check=True, capture_output=True, text=True).stdout
    rows = [line.split(maxsplit=3) for line in told.splitlines()]
    return {
        int(pid): words.rpartition(" ")[2]
        for pid, parent, state, words in rows
        if parent == str(site.server.pid) and state[0] != "Z" and "--handed" in words
    }


def processes(site: Installation) -> list[int]:
    return sorted(children(site))


@contextmanager
def only(site: Installation, process: int) -> Iterator[None]:
    """Whatever is asked in the block is asked of this process: the others stand still."""
    others = [each for each in children(site) if each != process]
    for each in others:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in others:
            with suppress(ProcessLookupError):  # it was killed a moment ago
                os.kill(each, signal.SIGCONT)


@dataclass
class Hall:
    """A server, and what its clients know.  games: without a result."""

    site: Installation
    facts: dict[str, Any]

    @property
    def games(self) -> list[int]:
        games: list[int] = self.facts["games"]
        return games

    def enter(self) -> int:
        """A director enters the next result; which game."""
        path, token = f"/api/v1/tournaments/open/games/{self.games[0]}/result/", self.facts["tokens"].pop()
        assert self.site.post(path, {"first_score": 400, "second_score": 350}, token)[0] == 201
        return self.games.pop(0)

    def ask(self, path: str, figures: Mapping[str, object] | None = None, cookie: str = "") -> HTTPResponse:
        """What a browser is answered; it posts figures."""
        browser = HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        headers = {"Cookie": f"csrftoken={TOKEN}; {cookie}", "X-Sheet": "1", "X-CSRFToken": TOKEN}
        if figures is None:
            browser.request("GET", path, headers=headers)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            browser.request("POST", path, urlencode(figures), headers)
        answer = browser.getresponse()
        answer.read()
        return answer


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Hall]:
    with scratch_database() as database:
        variables = {"WEB_PROCESSES": str(PROCESSES), **({"DATABASE_URL": database} if database else {})}
        if database and (redis := os.environ.get("TDSUITE_TEST_REDIS_URL")):
            variables["PAGES_CACHE_URL"] = redis
        site = Installation(tmp_path_factory.mktemp("web") / "data", variables=variables)
        site.prepare()
        facts = site.python(SET_UP)
        try:
            site.start()
            wait_for(lambda: len(processes(site)) == PROCESSES, what="all processes")
            yield Hall(site, facts)
        finally:
            site.kill()


def shown(site: Installation, process: int) -> int:
    """The version of the division that this process's standings are made of."""
    with only(site, process), urllib.request.urlopen(f"{site.url}/t/open/a/standings/", timeout=PATIENCE) as page:
        versions = re.search(r'data-live="division:\d+[^"]*" data-live-version="(\d+)', page.read().decode())
    assert versions is not None
    return int(versions[1])


def test_who_only_looks_comes_again_while_a_sheet_and_a_directors_result_go_through(hall: Hall) -> None:
    most = PROCESSES * READING[Lane.EVERYBODY]
    with (hall.site.folder / "cache" / "pages.lock").open("ab") as held, ThreadPoolExecutor(3 * most) as crowd:
        locks.lock(held, locks.LOCK_EX)  # whoever makes a page for all waits here, as if it took for ever
        began = time.monotonic()
        looking = [crowd.submit(hall.ask, "/t/open/a/standings/") for _ in range(3 * most)]
        told = [answer.result() for answer in islice(as_completed(looking), 2 * most)]
        assert {answer.status for answer in told} == {503}
        assert all(3 <= int(answer.headers["Retry-After"]) <= 8 for answer in told)
        assert time.monotonic() - began < LONGEST_SECONDS
        cookie, sheet = hall.facts["cookie"], hall.facts["sheet"]
        assert hall.ask(f"{sheet}enter/", hall.facts["figures"], cookie).status == 200
        hall.enter()
        assert all(answer.result().status == 503 for answer in looking if answer.done())  # the others still wait
        locks.unlock(held)
        answers = Counter(answer.result().status for answer in looking)
        assert answers.keys() == {200, 503} and READING[Lane.EVERYBODY] <= answers[200] <= most


def test_followers_of_every_process_hear_and_a_killed_process_costs_nothing(hall: Hall) -> None:
    site, topic = hall.site, hall.facts["topic"]
    first, second = processes(site)
    entered = site.python(RESULTS)["games"]

    def enter(process: int) -> None:
        with only(site, process):
            entered.append(hall.enter())

    def opened(process: int) -> tuple[Client, int]:
        with only(site, process):
            page = Client(site.port, (topic,), {})
            version = page.change()[1]
        opened_pages.callback(page.close)
        return page, version

    with ExitStack() as opened_pages:
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
    assert site.python(RESULTS) == {"games": sorted(entered), "whole": True}

    left = children(site)
    assert site.server is not None and len(left) == PROCESSES
    site.server.kill()
    site.server.wait()
    wait_for(lambda: not any(map(alive, left)), what="the processes end with the first one")
