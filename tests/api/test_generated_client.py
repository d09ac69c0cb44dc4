"""A client that `openapi-python-client` makes of the document runs a day against a server."""

import importlib
import io
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tdsuite.openapi import document_bytes
from tdsuite.platform.audit.services import verify
from tdsuite.platform.jobs.runner import Runner
from tdsuite.tournaments.models import Division, Game
from tests.factories import PASSWORD, make_user
from tests.platform.jobs.kinds import drain

ROSTER = b"name,rating\nAda Winterbourne,1900\nBruno Quillfeather,1850\nCy Okafor,1800\nDora Nightingale,1750\n"
ROUNDS = 2


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a module of the client, which was made without one warning."""
    (tmp_path / "schema.json").write_bytes(document_bytes()[0])
    (tmp_path / "config.yaml").write_text("post_hooks: []\n")
    words = ["--path", "schema.json", "--config", "config.yaml", "--output-path", "made_client", "--meta", "none"]
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    monkeypatch.syspath_prepend(str(tmp_path))
    yield lambda name: importlib.import_module(f"made_client.{name}")
    for name in [name for name in sys.modules if name.split(".")[0] == "made_client"]:
        del sys.modules[name]


class Day:
    """Calls of the made client. Every answer is of a type that the document names, and none is a problem."""

    def __init__(self, made: Any, url: str) -> None:
        self.made, self.models = made, made("models")
        self.client = made("client").Client(base_url=url)
        token = self.call("access.post_token", body=self.models.TokenFields("director", PASSWORD)).token
        self.client = made("client").AuthenticatedClient(base_url=url, token=token, prefix="Token")

    def call(self, name: str, *words: Any, **more: Any) -> Any:
        answer = self.made(f"api.{name}").sync_detailed(*words, client=self.client, **more)
        assert answer.status_code < 300, answer.content
        assert answer.parsed is not None and not isinstance(answer.parsed, self.models.Problem)
        return answer.parsed

    def begin(self) -> None:
        """An event whose players come from a CSV file."""
        day, kinds = date(2026, 5, 2), self.models
        division = kinds.NewDivisionFields(name="Group A, 4", planned_rounds=ROUNDS, code="a")
        fields = kinds.NewEventFields("Spring Open", day, day, [division], slug="spring")
        assert self.call("settings.post_tournaments_new", body=fields).slug == "spring"
        file = self.made("types").File(io.BytesIO(ROSTER), "players.csv", "text/csv")
        roster = kinds.RosterFields(file=[file])
        self.call("rosters.post_tournaments_divisions_roster", "spring", "a", body=roster)

    def play(self, number: int, worker: Runner) -> None:
        self.call(
            "rounds.post_tournaments_divisions_rounds_pair", "spring", "a", number, body=self.models.DraftFields()
        )
        drain(worker, "pairing")
        (draft,) = self.call("rounds.get_tournaments_divisions_drafts", "spring", "a", round_=number)
        publish = self.models.PublishFields()
        self.call("rounds.post_tournaments_divisions_drafts_publish", "spring", "a", draft.id, body=publish)
        start = self.models.StartFields()
        self.call("rounds.post_tournaments_divisions_rounds_start", "spring", "a", number, body=start)
        for game in self.call("events.get_tournaments_divisions_rounds_games", "spring", "a", number):
            first, second = 400 + game.first.number, 350 - game.second.number
            result = self.models.ResultFields(first_score=first, second_score=second)
            self.call("results.post_tournaments_games_result", "spring", game.id, body=result)


@pytest.mark.django_db(transaction=True)
def test_a_generated_client_runs_a_day_from_a_csv_file_to_the_file_for_ratings(live_server: Any, made: Any) -> None:
    make_user("director", is_superuser=True)
    day, worker = Day(made, live_server.url), Runner()
    try:
        day.begin()
        for number in range(1, ROUNDS + 1):
            day.play(number, worker)
    finally:
        worker.close()
    division = Division.objects.get(code="a", tournament__slug="spring")
    assert (division.name, division.planned_rounds) == ("Group A, 4", ROUNDS)
    assert Game.objects.filter(round__division=division, outcome="played").count() == 2 * ROUNDS
    table = day.call("events.get_tournaments_divisions_standings", "spring", "a").standings
    assert len(table) == 4 and sum(row.wins for row in table) == 2 * ROUNDS
    assert b"Winterbourne" in day.call("files.get_tournaments_files_one", "spring", "tou").payload.read()
    assert verify(division.tournament).flaws == ()
