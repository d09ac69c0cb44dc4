"""Whatever a program sends, the API answers: a wrong body is a 400 that names its field, or a refusal, never a fault of ours."""

import json
import os
import re
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from pairings.services.drafts import make_draft
from results.sheets.models import PlayerRequest
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Game
from tests.api.test_docs import ROWS, WORDS
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.database]
CALLS = [(method, address) for method, address, who in ROWS if method in ("POST", "PUT", "PATCH") and who != "token"]
NAMES_ITS_FIELDS = 36  # at least so many calls that refuse a field they do not know
BODIES = ["", "null", "[]", '"x"', "5", "{", '{"\\ud800": 1}', '{"\\u0000": 1}', "[{}]", "{}"]
VALUES: list[Any] = [
    None, "", "\0", "x" * 2000, -1, 10**30, 1.5, [None], [[1, 10**30]], ["\0"], {}, {"\0": "1"}, {"1": "\0"}, {"1": 10**30},
]  # fmt: skip
# The bodies take turns over the calls, and the values over the fields.
OF_BODIES, TURNS = (1, 1) if os.environ.get("HYPOTHESIS_PROFILE") == "full" else (2, 6)
OTHERS = {"name": "A", "title": "A", "reason": "ok", "number": 1}


@pytest.fixture
def ids() -> dict[str, int]:
    """An event with something of every kind; ids by what stands before them in an address."""
    division = make_division(make_tournament("open", visibility="private"), players=4)
    row = make_round(division, pairs=[(1, 2), (3, 4)], results=1)
    Game.objects.filter(round=row, board=2).update(outcome="played", first_score=1, second_score=2)
    run = make_draft(by=COMMAND_LINE, division=division, number=2, seed=1)
    game = Game.objects.get(board=1).pk
    late = PlayerRequest.objects.create(entry=division.entries.get(number=1), kind="late", asked_at=timezone.now())
    return {"games": game, "drafts": run.pk, "requests": late.pk}


@pytest.fixture
def keeper(ids: dict[str, int]) -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user("keeper", is_superuser=True))
    return client


def send(keeper: APIClient, method: str, address: str, ids: dict[str, int], body: str) -> Any:
    kind = next((part for part in ids if f"/{part}/ID" in f"/{address}"), "")
    values = {"SLUG": "open", "CODE": "a", "N": 3, "NUMBER": 1, "ID": ids.get(kind, 1), "FORMAT": "json"}
    here = WORDS.sub(lambda word: str(values[word[0]]), address)
    return keeper.generic(method, f"/api/v1/{here}", body, content_type="application/json")


def fields_of(keeper: APIClient, method: str, address: str, ids: dict[str, int]) -> list[str]:
    """What a call says that it knows; [] where it does not say."""
    told = send(keeper, method, address, ids, '{"nonsense": 1}').content.decode()
    there = re.search(r"There are: ([^.]*)\.", told)
    return there[1].split(", ") if there else []


def test_most_calls_say_which_fields_they_know(keeper: APIClient, ids: dict[str, int]) -> None:
    assert sum(bool(fields_of(keeper, *call, ids)) for call in CALLS) >= NAMES_ITS_FIELDS


def test_half_of_a_character_is_refused_and_not_sent_back(keeper: APIClient, ids: dict[str, int]) -> None:
    players = "tournaments/SLUG/divisions/CODE/players/NUMBER/"
    answer = send(keeper, "PATCH", players, ids, '{"name": "\\ud800"}')
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
    assert send(keeper, "PATCH", players, ids, '{"name": "\\ud83c\\udfb2"}').status_code == 200


def test_no_body_is_a_fault_of_ours(keeper: APIClient, ids: dict[str, int]) -> None:
    """Each call meets the same event: what a body did is taken back before the next call."""
    wrong = []
    for turn, (method, address) in enumerate(CALLS):
        with transaction.atomic():
            fields = fields_of(keeper, method, address, ids)
            others = {key: one for key, one in OTHERS.items() if key in fields}
            bodies = BODIES[turn % OF_BODIES :: OF_BODIES] + [
                json.dumps(others | {name: value})
                for number, name in enumerate(fields)
                for value in VALUES[number % TURNS :: TURNS]
            ]
            for body in bodies:
                if send(keeper, method, address, ids, body).status_code >= 500:
                    wrong.append((method, address, body))
            transaction.set_rollback(True)
    assert wrong == []
