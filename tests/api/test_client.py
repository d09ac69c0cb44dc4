"""The client of docs/examples runs a day against a server, while every third answer of a change gets lost."""

import importlib.util
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.jobs.runner import Runner
from tdsuite.tournaments.models import Game
from tests.factories import PASSWORD, make_division, make_tournament, make_user
from tests.platform.jobs.kinds import drain

FILE = Path(__file__).parents[2] / "docs" / "examples" / "client.py"
NAMES = ("Ada Winterbourne", "Bruno Quillfeather", "Cy Okafor", "Dora Nightingale", "Eli Marsh", "Fay Underwood")
ROUNDS = 3


@pytest.fixture(scope="module")
def client_module() -> Any:
    spec = importlib.util.spec_from_file_location("api_client", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def worker() -> Iterator[Runner]:
    runner = Runner()
    yield runner
    runner.close()


class Lossy:
    """Sends requests; of every third that changes something the answer gets lost."""

    def __init__(self) -> None:
        self.lost = self.changes = 0

    def __call__(self, request: Any, timeout: float) -> Any:
        answer = urllib.request.urlopen(request, timeout=timeout)
        if request.method != "GET":
            self.changes += 1
            if self.changes % 3 == 1:
                self.lost += 1
                answer.close()
                raise ConnectionResetError("the answer is lost")
        return answer


@pytest.mark.django_db(transaction=True)
def test_a_day_is_run_whole_and_everything_once(live_server: Any, client_module: Any, worker: Runner) -> None:
    division = make_division(make_tournament("open"), players=0, rounds=ROUNDS)
    make_user("director", tournament=division.tournament)
    token = client_module.token_of(live_server.url, "director", PASSWORD)
    lossy = Lossy()
    client = client_module.Client(live_server.url, token, pause=lambda _seconds: drain(worker, "pairing"), send=lossy)
    players = [{"name": name, "rating": 1900 - 50 * place} for place, name in enumerate(NAMES)]

    def scores(game: Any) -> tuple[int, int]:
        return 400 + game["first"]["number"], 350 - game["second"]["number"]

    tou = client_module.run_day(client, "open", "a", players=players, rounds=ROUNDS, scores=scores).decode()
    assert lossy.lost >= 8
    assert sorted(division.entries.values_list("player__name", flat=True)) == sorted(NAMES)
    games = Game.objects.filter(round__division=division, outcome="played")
    assert games.count() == ROUNDS * len(NAMES) // 2 and division.rounds.filter(status="closed").count() == ROUNDS
    assert Record.objects.filter(action="result.entered").count() == games.count()
    assert all(name.split()[-1] in tou for name in NAMES)
    assert verify(division.tournament).flaws == ()
    assert len(list(client.rows("tournaments/open/divisions/a/games/", limit=4))) == games.count()


@pytest.mark.django_db(transaction=True)
def test_what_is_refused_is_told_and_not_sent_again(live_server: Any, client_module: Any) -> None:
    tries: list[float] = []

    def refuse(request: Any, timeout: float) -> Any:
        tries.append(timeout)
        raise ConnectionRefusedError

    client = client_module.Client(live_server.url, "none", pause=tries.append)
    with pytest.raises(client_module.Problem, match="401 authentication_failed"):
        client.get("tournaments/open/jobs/1/")
    assert tries == []
    with pytest.raises(ConnectionRefusedError):
        client_module.Client("http://127.0.0.1:1", tries=3, pause=tries.append, send=refuse).post("token/")
    assert tries == [30.0, 1.0, 30.0, 2.0, 30.0]
