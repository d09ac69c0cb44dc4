"""Every player of a round sends at once, over HTTP to a real server: nothing lost, nothing doubled, no server error.

On SQLite, and on PostgreSQL where DATABASE_URL names one (in a database of its own). A small round as a rule; 200 games and 400
clients with TDSUITE_SEEDS or HYPOTHESIS_PROFILE=full.
"""

import http.client
import os
import threading
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from tdsuite.ops.server.pages import CROWDED
from tests.journeys.installation import Installation
from tests.scratch import scratch_database

pytestmark = [pytest.mark.process, pytest.mark.database]

FULL = bool(os.environ.get("TDSUITE_SEEDS")) or os.environ.get("HYPOTHESIS_PROFILE") == "full"
GAMES = 200 if FULL else 20
TWICE = 4  # every so manieth client sends again, as on a poor network
PATIENCE = 300
TOKEN = "r" * 32  # a form's token and its cookie: the same text in both
SET_UP = f"""
from django.test import Client
from results.sheets.services.entering import issue_key
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.players import cookie_name
from tdsuite.tournaments.models import Entry, Game
from tests.platform.access.signing import signed_in
from tests.factories import make_division, make_round, make_tournament
tournament = make_tournament("race")
division = make_division(tournament, players={2 * GAMES}, rounds=1)
make_round(division, 1, status="playing")
entries = {{one.pk: one for one in division.entries.select_related("division__tournament")}}
name, clients = cookie_name(tournament), []
for game in Game.objects.filter(round__division=division).order_by("board"):
    for key in (game.first_id, game.second_id):
        cookie = signed_in(Client(), entries[key]).cookies[name].value
        actor = PlayerActor(key, tournament.pk, division.pk, Means.LINK, "test-device")
        figures = {{f"score_{{game.first_id}}": 300 + game.board, f"score_{{game.second_id}}": 250 + game.board % 90, "started": game.first_id}}
        clients.append([f"/s/race/{{game.pk}}/enter/", {{**figures, "key": issue_key(by=actor, game=game)}}, cookie])
print(json.dumps({{"cookie": name, "clients": clients}}))
"""
THERE = """
from django.db.models import Count
from results.models import Sheet, Signature, Submission
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Tournament
names = Signature.objects.values("version__sheet", "entry").annotate(n=Count("pk"))
print(json.dumps({
    "sheets": list(Sheet.objects.values_list("state", "number").annotate(Count("pk"))),
    "names": [names.count(), max(row["n"] for row in names)],
    "submissions": Submission.objects.count(),
    "scores": list(Game.objects.order_by("board").values_list("outcome", "first_score", "second_score")),
    "whole": verify(Tournament.objects.get()).whole,
}))
"""


@pytest.fixture
def site(tmp_path) -> Iterator[Installation]:
    with scratch_database() as database:
        made = Installation(tmp_path / "data", variables={"DATABASE_URL": database})
        made.prepare()
        yield made
        made.kill()


class Race:
    """All clients at one starting line; what each was answered."""

    def __init__(self, site: Installation, cookie: str, clients: list[tuple[str, dict[str, object], str]]) -> None:
        self.site, self.cookie, self.clients = site, cookie, clients
        self.line = threading.Barrier(len(clients))
        self.answers: Counter[int | str] = Counter()
        self.lock = threading.Lock()

    def run(self) -> Counter[int | str]:
        threads = [threading.Thread(target=self._client, args=(number,)) for number in range(len(self.clients))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.answers

    def _client(self, number: int) -> None:
        path, figures, session = self.clients[number]
        body = urlencode({**figures, "csrfmiddlewaretoken": TOKEN})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f'{self.cookie}="{session}"; csrftoken={TOKEN}',
            "X-Sheet": "1",
        }
        self.line.wait()
        for _ in range(2 if number % TWICE == 0 else 1):
            answer = self._sent(path, body, headers)
            with self.lock:
                self.answers[answer] += 1

    def _sent(self, path: str, body: str, headers: dict[str, str]) -> int | str:
        """What it was answered; whoever is told that too many wait sends again, as the page does, and for nothing else."""
        while True:
            link = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
            try:
                link.request("POST", path, body, headers)
                answer = link.getresponse()
                text = answer.read()
            except OSError as error:
                return type(error).__name__
            finally:
                link.close()
            if (answer.status, text) != (503, CROWDED.encode()):
                return answer.status


def test_every_player_of_a_round_sends_at_once(site: Installation) -> None:
    known = site.python(SET_UP)
    site.start()
    answers = Race(site, known["cookie"], known["clients"]).run()
    again = -(-2 * GAMES // TWICE)
    assert answers == {200: 2 * GAMES + again}  # no error, and nobody left without an answer
    there = site.python(THERE)
    assert there["sheets"] == [["signed", 1, GAMES]]
    assert there["names"] == [2 * GAMES, 1]
    assert there["submissions"] == 2 * GAMES
    assert there["scores"] == [["played", 300 + board, 250 + board % 90] for board in range(1, GAMES + 1)]
    assert there["whole"]
