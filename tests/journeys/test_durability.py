"""SIGKILL of the server between, or during, any two entries loses no acknowledged result and enters none twice.

Two web processes; killed is everything at once, the process that watches over them, or one of them. On SQLite, and on PostgreSQL where DATABASE_URL
names one: there, from the fourth round on, all its connections too, as a restart of PostgreSQL ends them. Three rounds as a rule; as many as TDSUITE_SEEDS says; 26 with HYPOTHESIS_PROFILE=full. `docs/reliability.md` has the figures of a whole run.
"""

import http.client
import json
import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.installation import Installation, roster
from tests.migrated import server as postgresql
from tests.platform.jobs.test_worker_process import children
from tests.scratch import scratch_database
from tests.waiting import wait_for

pytestmark = [pytest.mark.process, pytest.mark.database]

WHOLE = os.environ.get("HYPOTHESIS_PROFILE") == "full"
KILLS = int(os.environ.get("TDSUITE_SEEDS", "26" if WHOLE else "3"))
CONNECTIONS = "the connections to PostgreSQL"
PLAYERS, ROUNDS, WRITERS = 90, 15 if KILLS > 3 else 5, 12
SET_UP = """
import io
from django.core.management import call_command
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Game
call_command("import_tournament", "open", FILE, "--date", "2026-05-16", stdout=io.StringIO())
director = User.objects.create_superuser("director")
games = list(Game.objects.filter(outcome="").order_by("pk").values_list("pk", flat=True))
print(json.dumps({"token": make_token(by=director, name="durability"), "games": games}))
"""
ROWS = """
from collections import Counter
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Tournament
rows = Game.objects.exclude(outcome="").values_list("pk", "first_score", "second_score")
entered = Counter(map(str, Record.objects.filter(action="result.entered").values_list("object_id", flat=True)))
print(json.dumps({"scores": [list(row) for row in rows], "entered": entered, "whole": verify(Tournament.objects.get()).whole}))
"""


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Installation]:
    with scratch_database() as database:
        variables = {"WEB_PROCESSES": "2", "API_CALLS_A_MINUTE": "100000"}
        site = Installation(
            tmp_path / "data", variables={**variables, **({"DATABASE_URL": database} if database else {})}
        )
        site.prepare()
        yield site
        site.kill()


def set_up(site: Installation, players: int, rounds: int) -> dict[str, Any]:
    """An event that is imported, with a director: their token, and the games."""
    file = site.folder.with_name("a.t")
    file.write_text(roster(players, rounds), encoding="utf-8")
    facts: dict[str, Any] = site.python(f"FILE = {str(file)!r}\n{SET_UP}")
    return facts


class Ledger:
    """What the clients know: which results were answered for, and which they sent and send again.

    Attributes:
        counted: by game, the score that the server has answered for.
        killed: what was killed, and how often.
        unanswered: how often no answer came, and the result was sent again.
    """

    def __init__(self, site: Installation, token: str, games: list[int]) -> None:
        self.site, self.token, self.games = site, token, games
        self.counted: dict[int, tuple[int, int]] = {}
        self.killed: Counter[str] = Counter()
        self.answers: Counter[int] = Counter()
        self.stop = threading.Event()

    def write(self) -> None:
        """Enter one result after another until told to stop; what was not answered is sent again with its key."""
        while self.games and not self.stop.is_set():
            try:
                game = self.games.pop()
            except IndexError:
                return
            score = (300 + game % 200, 290 + game % 170)
            while not self.stop.is_set():
                status = self.send(game, score)
                self.answers[status] += 1
                if status == 201:
                    self.counted[game] = score
                    break
                self.stop.wait(0.05)
            else:
                self.games.append(game)

    def send(self, game: int, score: tuple[int, int]) -> int:
        """The status of the answer; 0 where none came."""
        body = json.dumps({"first_score": score[0], "second_score": score[1]})
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Token {self.token}",
            "Idempotency-Key": f"result-of-{game}",
        }
        link = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=30)
        try:
            link.request("POST", f"/api/v1/tournaments/open/games/{game}/result/", body, headers)
            answer = link.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            link.close()
        return answer.status

    def kill(self, what: str) -> None:
        """SIGKILL, without a warning."""
        assert self.site.server is not None
        self.killed[what] += 1
        if what == CONNECTIONS:
            name = self.site.variables["DATABASE_URL"].rpartition("/")[2]
            with postgresql() as postgres:
                postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
            return
        first, others = self.site.server.pid, children(self.site.server.pid)
        one = sorted(others)[-self.killed[what] % len(others)]  # the officials' own first, which is the newest
        victims = {"everything": [first, *others], "the watching process": [first], "a web process": [one]}[what]
        for pid in victims:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if what != "a web process":
            self.site.kill()


def compare(ledger: Ledger) -> dict[str, Any]:
    """Every answered result stands in the rows as it was answered, and was entered once; the record is whole."""
    rows: dict[str, Any] = ledger.site.python(ROWS)
    scores = {game: (first, second) for game, first, second in rows["scores"]}
    assert {game: scores.get(game) for game in ledger.counted} == ledger.counted
    assert {game: times for game, times in rows["entered"].items() if times > 1} == {}
    assert rows["whole"]
    return rows


def test_no_acknowledged_result_is_lost_by_sigkill(event: Installation) -> None:
    facts = set_up(event, PLAYERS, ROUNDS)
    assert len(facts["games"]) == PLAYERS * ROUNDS // 2
    kinds = ["the watching process", "a web process", "everything"]
    kinds += [CONNECTIONS] if event.variables.get("DATABASE_URL") else []
    ledger, luck = Ledger(event, facts["token"], facts["games"]), random.Random(1)
    for number in range(KILLS):
        if event.server is None:
            event.start()
        ledger.stop.clear()
        threads = [threading.Thread(target=ledger.write) for _ in range(WRITERS)]
        for thread in threads:
            thread.start()
        until = len(ledger.counted) + luck.randint(3, 12)
        wait_for(lambda until=until: len(ledger.counted) >= until, what="results are answered")
        ledger.kill(kinds[number % len(kinds)])
        if event.server is not None:  # it goes on
            after = len(ledger.counted) + 2
            wait_for(lambda after=after: len(ledger.counted) >= after, what="results are answered again")
        ledger.stop.set()
        for thread in threads:
            thread.join()
        if number % 5 == 0 or not WHOLE:
            compare(ledger)
    rows = compare(ledger)
    assert len(ledger.counted) >= 3 * KILLS
    faults = [line for line in event.log.read_text("utf-8", "replace").splitlines() if "Error" in line]
    assert set(ledger.answers) <= {0, 201, 503}, (ledger.answers, faults)
    facts = {"killed": ledger.killed, "answered for": len(ledger.counted), "in the rows": len(rows["scores"])}
    print(json.dumps({**facts, "answers": ledger.answers}))
