"""SIGKILL in the middle of signing loses no acknowledged signature, and leaves no half of one."""

import random
import subprocess
import sys

import pytest

from tests.journeys.installation import ROOT, Installation
from tests.journeys.test_durability import roster

pytestmark = pytest.mark.process
KILLS, PLAYERS = 1, 80
SIGN_THEM_ALL = """
import django; django.setup()
from results.sheets.engine.facts import Figures
from results.sheets.services.entering import enter_sheet
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.tournaments.models import Game
games = Game.objects.filter(outcome="", second__isnull=False).select_related("round__division__tournament").order_by("pk")
for game in games:
    division = game.round.division
    figures = Figures({game.first_id: 300 + game.pk % 200, game.second_id: 290 + game.pk % 170})
    for entry in (game.first_id, game.second_id):
        actor = PlayerActor(entry, division.tournament_id, division.pk, Means.LINK)
        answer = enter_sheet(by=actor, game=game, figures=figures)
        print(game.pk, entry, answer.version, answer.state, flush=True)
"""
WHAT_IS_THERE = """
from results.models import Signature
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Tournament
rows = Signature.objects.values_list("version__sheet__game_id", "entry_id", "version__number")
scores = Game.objects.exclude(outcome="").values_list("pk", "first_score", "second_score")
verdict = verify(Tournament.objects.get())
print(json.dumps({"signed": [list(row) for row in rows], "scores": [list(row) for row in scores], "whole": verdict.whole}))
"""


def test_no_acknowledged_signature_is_lost_by_sigkill(tmp_path) -> None:
    event = Installation(tmp_path / "data")
    (tmp_path / "a.t").write_text(roster(PLAYERS, 5), encoding="utf-8")
    event.prepare()
    assert (
        event.manage("import_tournament", "open", str(tmp_path / "a.t"), "--date", "2026-05-16", check=False).returncode
        == 0
    )
    luck, acknowledged, final = random.Random(4), set(), {}
    for _ in range(KILLS):
        for game, entry, version, state in killed_after(event, luck.randint(15, 40)):
            acknowledged.add((game, entry, version))
            if state == "signed":
                final[game] = (300 + game % 200, 290 + game % 170)
        kept = event.python(WHAT_IS_THERE)
        scores = {pk: (first, second) for pk, first, second in kept["scores"]}
        assert acknowledged <= {tuple(row) for row in kept["signed"]}
        assert {game: scores.get(game) for game in final} == final
        assert kept["whole"]
    assert len(acknowledged) >= KILLS * 15


def killed_after(event: Installation, lines: int) -> list[tuple[int, int, int, str]]:
    """Sign in a process of its own and kill it after so many answers; everything it answered before it died."""
    command = [sys.executable, "-c", SIGN_THEM_ALL]
    with subprocess.Popen(command, cwd=ROOT, env=event.environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        heard = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        heard += process.stdout.readlines()
    rows = [line.split() for line in heard if line.endswith("\n")]
    return [(int(game), int(entry), int(version), state) for game, entry, version, state in rows]
