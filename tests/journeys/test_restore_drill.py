"""A laptop dies in the middle of a round; another one goes on from the stick, at another port, and every printed code still works."""

import http.client
import json
import time
from pathlib import Path

import pytest

from tests.journeys.installation import Installation, roster
from tests.waiting import wait_for

pytestmark = [pytest.mark.process, pytest.mark.full]

PASSPHRASE = "five plain words in a row"
PLAYERS = 8
PACE = 2.0  # seconds from one result to the next
MOST_LOST = 15.0  # seconds: what a dead laptop may cost
SET_UP = """
import io
from django.core.management import call_command
from tdsuite.ops.backups.services import choose_folder
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.platform.access.services.links import issue_missing, token_of
from tdsuite.platform.access.tokens import make_token
from tdsuite.tournaments.models import Game, Tournament
call_command("import_tournament", "open", {file!r}, "--date", "2026-05-16", stdout=io.StringIO())
director = User.objects.create_superuser("director")
choose_folder(by=COMMAND_LINE, folder={stick!r}, passphrase={passphrase!r})
links = issue_missing(by=COMMAND_LINE, tournament=Tournament.objects.get())
codes = {{token_of(row.link): row.link.entry.player.name for row in links}}
games = list(Game.objects.filter(outcome="").order_by("pk").values_list("pk", flat=True))
print(json.dumps({{"token": make_token(by=director, name="drill"), "games": games, "codes": codes}}))
"""
AFTERWARDS = """
import io
from django.core.management import call_command
call_command("first_start", "--no-demo", stdout=io.StringIO())
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Tournament
rows = Game.objects.exclude(outcome="").values_list("pk", "first_score", "second_score")
whole = [verify(tournament).whole for tournament in (None, Tournament.objects.get())]
restored = Record.objects.filter(action="backup.restored").count()
print(json.dumps({"scores": {pk: [first, second] for pk, first, second in rows}, "whole": whole, "restored": restored}))
"""


def opened_by(url: str, token: str) -> str:
    """The page to which a printed code leads, followed as a phone follows it."""
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=180)
    path, cookies = f"/l/{token}/", {}
    for _hop in range(5):
        connection.request(
            "GET", path, headers={"Cookie": "; ".join(f"{name}={text}" for name, text in cookies.items())}
        )
        answer = connection.getresponse()
        page = answer.read().decode()
        cookies |= dict(line.split(";")[0].split("=", 1) for line in answer.headers.get_all("Set-Cookie", []))
        if answer.status != 302:
            return page
        path = answer.headers["Location"]
    raise AssertionError(f"the code leads from one page to the next: {path}")


def test_a_dead_laptop_is_replaced_from_the_stick_and_costs_the_last_seconds_alone(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (tmp_path / "a.t").write_text(roster(PLAYERS, 3), encoding="utf-8")
    old, new = Installation(tmp_path / "old"), Installation(tmp_path / "new")
    try:
        old.prepare()
        facts = old.python(SET_UP.format(file=str(tmp_path / "a.t"), stick=str(stick), passphrase=PASSPHRASE))
        old.start()
        old.start_worker()
        state = old.folder / "backups" / "state.json"
        wait_for(state.exists, what="the first copy")
        scores, answered = {}, {}
        for pk in facts["games"]:
            scores[str(pk)] = [300 + pk % 200, 290 + pk % 170]
            body = dict(zip(("first_score", "second_score"), scores[str(pk)], strict=True))
            status, _answer = old.post(f"/api/v1/tournaments/open/games/{pk}/result/", body, facts["token"])
            assert status == 201
            answered[str(pk)] = time.monotonic()
            time.sleep(PACE)  # as they come in a hall
        old.kill()
        killed_at = time.monotonic()

        new.prepare()  # a computer on which the suite was started once
        restored = new.manage("backup", "restore", str(stick), typed=f"{PASSPHRASE}\n")
        assert "Start the suite now." in restored.stdout
        after = new.python(AFTERWARDS)
        assert (after["whole"], after["restored"]) == ([True, True], 1)
        lost = sorted(killed_at - answered[pk] for pk in scores.keys() - after["scores"].keys())
        assert [age for age in lost if age > MOST_LOST] == []
        assert after["scores"].items() <= scores.items() and len(after["scores"]) >= len(scores) // 3
        assert len(facts["codes"]) == PLAYERS
        new.start()
        for token, name in facts["codes"].items():
            assert name in opened_by(new.url, token)
        print(json.dumps({"results": len(scores), "lost_seconds": lost, "back_after": time.monotonic() - killed_at}))
    finally:
        old.kill()
        new.kill()
