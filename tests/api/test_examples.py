"""Each example of docs/api.md is sent as it is written, to an event that is as far as the example takes it to be."""

import io
import json
import re
import shlex
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from pairings.services.drafts import make_draft
from results.sheets.models import PlayerRequest
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Game, Round
from tests.api.test_docs import TEXT
from tests.factories import PASSWORD, make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
SERVER = "http://localhost:8000"
API = f"{SERVER}/api/v1"
BLOCKS = re.findall(r"^```\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
EXAMPLES = [
    calls
    for block in BLOCKS
    if (
        calls := [
            line for line in block.replace("\\\n", " ").splitlines() if line.startswith("curl") and "/live/" not in line
        ]
    )
]
FILES = {"a.t": b"Winterbourne, Ada 1640 2; 431; p12 1\nTilefield, Bruno 1600 1; 388; p12 2\n"}


def ids(example: str) -> dict[str, int]:
    """Makes the event of an example; what its numbers are there."""
    division = make_division(
        make_tournament("open", status="running" if "/games/" in example else "preparing"), players=24
    )
    for number in (1, 2, 3):
        make_round(division, number, status=Round.Status.CLOSED)
    if "drafts/" in example:
        return {"drafts": make_draft(by=COMMAND_LINE, division=division, number=4, seed=1).pk}
    make_round(division, 4, status=Round.Status.PUBLISHED if "/bye/" in example else Round.Status.PLAYING)
    game = Game.objects.get(round__number=4, board=1)
    asked = PlayerRequest.objects.create(entry=game.first, kind="sit_out", asked_at=timezone.now())
    return {"games": game.pk, "requests": asked.pk, "entry": game.first.number}


def body_of(words: list[str]) -> tuple[dict[str, Any], str]:
    """What an example sends, and the format of it."""
    if forms := [word.split("=", 1) for flag, word in pairwise(words) if flag == "-F"]:
        return {name: io.BytesIO(FILES[value[1:]]) if value[0] == "@" else value for name, value in forms}, "multipart"
    data = [word for flag, word in pairwise(words) if flag == "-d"]
    if data and data[0].startswith("{"):
        return json.loads(data[0]), "json"
    return dict(word.split("=", 1) for word in data), "json"


def send(line: str, known: dict[str, int]) -> Any:
    line = re.sub(r"/(games|drafts|requests)/\d+/", lambda match: f"/{match[1]}/{known[match[1]]}/", line)
    line = re.sub(r'"entry": \d+', lambda _: f'"entry": {known["entry"]}', line)
    words = shlex.split(line.replace("$API", API).replace("…", PASSWORD))
    (address,) = [word.removeprefix(SERVER) for word in words if word.startswith(SERVER)]
    sent, kind = body_of(words)
    method = words[words.index("-X") + 1] if "-X" in words else "POST" if sent else "GET"
    headers = dict(word.split(": ") for word in words if word.startswith("Idempotency-Key"))
    client = APIClient()
    if "$TD" in line:
        client.force_authenticate(User.objects.get(username="director"))
    return getattr(client, method.lower())(address, sent or None, *([kind] if sent else []), headers=headers)


@pytest.mark.parametrize(
    "calls", EXAMPLES, ids=[calls[0].split("/api/v1")[-1].split("$API")[-1][:50] for calls in EXAMPLES]
)
def test_an_example_of_the_docs_is_done(calls: list[str]) -> None:
    make_user("director", is_superuser=True)
    known = ids(" ".join(calls))
    for line in calls:
        answer = send(line, known)
        assert answer.status_code < 300, (line, answer.content.decode())
