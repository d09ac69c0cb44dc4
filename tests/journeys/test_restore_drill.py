"""A laptop dies in the middle of a round; another one goes on from the stick, at another port, and every printed code still works."""

import http.client
import json
from pathlib import Path

import pytest

from tests.journeys.installation import Installation, roster
from tests.waiting import wait_for

pytestmark = [pytest.mark.process, pytest.mark.full]

PASSPHRASE = "five plain words in a row"
PLAYERS = 8
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


def test_a_dead_laptop_is_replaced_from_the_stick_and_no_copied_result_is_lost(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (tmp_path / "a.t").write_text(roster(PLAYERS, 3), encoding="utf-8")
    old, new = Installation(tmp_path / "old"), Installation(tmp_path / "new")
    try:
        old.prepare()
        facts = old.python(SET_UP.format(file=str(tmp_path / "a.t"), stick=str(stick), passphrase=PASSPHRASE))
        old.start()
        old.start_worker()
        scores = {}
        for pk in facts["games"]:
            scores[str(pk)] = [300 + pk % 200, 290 + pk % 170]
            body = dict(zip(("first_score", "second_score"), scores[str(pk)], strict=True))
            status, _answer = old.post(f"/api/v1/tournaments/open/games/{pk}/result/", body, facts["token"])
            assert status == 201
        state = old.folder / "backups" / "state.json"
        decided = old.folder / "record_heads"

        def all_copied() -> bool:
            """Whether the newest copy has the head that the newest decision wrote."""
            chain, _seq, digest = decided.read_text(encoding="ascii").splitlines()[-1].split()
            newest = json.loads(state.read_text(encoding="utf-8")) if state.exists() else {}
            return newest.get("heads", {}).get(chain, [0, ""])[1] == digest

        wait_for(all_copied, what="beat has everything copied")
        old.kill()

        new.prepare()  # a computer on which the suite was started once
        restored = new.manage("backup", "restore", str(stick), typed=f"{PASSPHRASE}\n")
        assert "Start the suite now." in restored.stdout
        after = new.python(AFTERWARDS)
        assert (after["scores"], after["whole"], after["restored"]) == (scores, [True, True], 1)
        assert len(facts["codes"]) == PLAYERS
        new.start()
        for token, name in facts["codes"].items():
            assert name in opened_by(new.url, token)
    finally:
        old.kill()
        new.kill()
