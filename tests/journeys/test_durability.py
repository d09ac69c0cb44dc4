"""SIGKILL of the server between, or during, any two entries loses no acknowledged result."""

import os
import random
import threading

import pytest

from tests.journeys.installation import Installation, roster
from tests.waiting import wait_for

pytestmark = pytest.mark.process

KILLS = int(os.environ.get("TDSUITE_SEEDS", "3"))
PLAYERS = 80
SET_UP = """
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Game
keeper = User.objects.create_superuser("keeper")
games = list(Game.objects.filter(outcome="").order_by("pk").values_list("pk", flat=True))
print(json.dumps({"token": make_token(by=keeper, name="durability"), "games": games}))
"""
ALL_SCORES = """
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Tournament
rows = Game.objects.exclude(outcome="").values_list("pk", "first_score", "second_score")
print(json.dumps({"scores": [list(row) for row in rows], "whole": verify(Tournament.objects.get()).whole}))
"""


@pytest.fixture
def event(tmp_path):
    installation = Installation(tmp_path / "data")
    (tmp_path / "a.t").write_text(roster(PLAYERS, 5), encoding="utf-8")
    installation.prepare()
    made = installation.manage("import_tournament", "open", str(tmp_path / "a.t"), "--date", "2026-05-16", check=False)
    assert made.returncode == 0, made.stderr
    yield installation
    installation.kill()


def test_no_acknowledged_result_is_lost_by_sigkill(event):
    facts = event.python(SET_UP)
    games = facts["games"]
    assert len(games) == PLAYERS * 5 // 2
    luck = random.Random(1)
    acknowledged: dict[int, tuple[int, int]] = {}
    for _ in range(KILLS):
        event.start()
        stop = threading.Event()
        threads = [
            threading.Thread(target=enter, args=(event, facts["token"], games, acknowledged, stop)) for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        until = len(acknowledged) + luck.randint(1, 12)
        wait_for(lambda until=until: len(acknowledged) >= until, what="results are acknowledged")
        event.kill()
        stop.set()
        for thread in threads:
            thread.join()
        kept = event.python(ALL_SCORES)
        scores = {pk: (first, second) for pk, first, second in kept["scores"]}
        assert {pk: scores.get(pk) for pk in acknowledged} == acknowledged
        assert kept["whole"]
    assert len(acknowledged) >= KILLS


def enter(event, token, games, acknowledged, stop):
    """Post one result after another until told to stop; remember what was acknowledged."""
    while games and not stop.is_set():
        try:
            pk = games.pop()
        except IndexError:
            return
        scores = (300 + pk % 200, 290 + pk % 170)
        body = {"first_score": scores[0], "second_score": scores[1]}
        status, _ = event.post(f"/api/v1/tournaments/open/games/{pk}/result/", body, token)
        if status == 0:
            return  # the server is killed; the next one needs the games that are left
        if status == 201:
            acknowledged[pk] = scores
