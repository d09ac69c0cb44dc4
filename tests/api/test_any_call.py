"""Calls that schemathesis makes up from the OpenAPI document, as everybody who may call: no fault of ours, no answer that it does not tell of.

Each is made in this process, and what it changed is taken back. `make test` makes some hundreds of them, `make test-full` 40,000.
"""

import json
import secrets
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
from rest_framework.test import APIClient
from schemathesis import Case, GenerationMode, openapi
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup

from pairings.services.drafts import make_draft
from results.rulings.models import Appeal, Incident, Ruling
from tdsuite.exchange.export import FORMATS
from tdsuite.openapi import document
from tdsuite.platform.access import stations
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import ApiToken, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.jobs.files import store
from tdsuite.platform.jobs.lease import claim
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.web.problems import API
from tdsuite.tournaments.services.screens import add_screen
from tests.adjudication.challenges.cases import Table, table
from tests.factories import make_tournament, make_user
from tests.platform.access.signing import put_cookie, signed_in

PARTS = 4
FULL = settings.default.max_examples >= 1000
CASES = settings.default.max_examples // 9 if FULL else 2  # of each operation; `make test-full`: 222
QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.large_base_example]
CHECKED = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
Headers = dict[str, str]


def cookies(client: APIClient) -> Headers:
    return {"Cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())}


def token(user: User) -> Headers:
    return {"Authorization": f"Token {make_token(by=user, name='any')}"}


def everybody(event: Table) -> dict[str, Headers]:
    """What each of those who may call sends along."""
    tournament, tablet, key = event.division.tournament, APIClient(), secrets.token_urlsafe(24)
    event.station.__class__.objects.filter(pk=event.station.pk).update(key_hash=fingerprint(key))
    put_cookie(tablet, stations.COOKIE, key, stations.SALT)
    over = token(make_user("over", tournament=tournament))
    ApiToken.objects.filter(user__username="over").update(expires_at=timezone.now())
    return {
        "stranger": {}, "player": cookies(signed_in(APIClient(), event.first)), "station": cookies(tablet),
        "scorer": token(make_user("scorer", tournament=tournament, role=Role.SCORER)),
        "director": token(event.director),
        "director of another event": token(make_user("elsewhere", tournament=make_tournament("elsewhere"))),
        "administrator": token(make_user("administrator", is_superuser=True)), "expired": over,
    }  # fmt: skip


def places(event: Table) -> dict[str, dict[str, Any]]:
    """The words of addresses that lead somewhere, by what stands before them."""
    division, slip = event.division, event.slip("AXLE")
    now, day = timezone.now(), division.tournament.starts_on
    ruling = Ruling.objects.create(division=division, subject="conduct", adverse=True, entry=event.first, made_at=now)
    Appeal.objects.create(ruling=ruling, by_entry=event.first, body="the jury", lodged_on=day)
    Incident.objects.create(division=division, kind="left_area", entry=event.first, logged_at=now)
    add_screen(by=COMMAND_LINE, tournament=division.tournament, name="Entrance")
    ids = {
        "games": event.game.pk,
        "drafts": make_draft(by=COMMAND_LINE, division=division, number=2, seed=1).pk,
        "slips": slip.pk,
        "jobs": Job.objects.create(tournament=division.tournament, kind="pairings.draft", queue="now").pk,
    }
    words = {"slug": division.tournament.slug, "code": division.code, "number": 1, "key": "json"}
    return {**{place: {**words, "pk": pk} for place, pk in ids.items()}, "": words}


def here(address: str, words: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return words[next((place for place in words if place and f"/{place}/{{" in address), "")]


@pytest.fixture
def one_connection() -> Iterator[None]:
    """A call does not close the test's connection when it ends."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@cache
def operations() -> list[Any]:
    """Of the document, whose answers have no field here that it does not name."""
    schema = openapi.from_dict(json.loads(json.dumps(document())))
    schema.config.analysis.constants.enabled = False  # no values from whichever modules are loaded
    for name, component in schema.raw_schema["components"]["schemas"].items():
        if name.endswith("Answer"):
            component["additionalProperties"] = False
    schema.app = get_wsgi_application()
    return [result.ok() for result in schema.get_all_operations()]


@pytest.fixture
def checks(caplog: pytest.LogCaptureFixture) -> Any:
    load_all_checks()
    caplog.set_level("ERROR", "django.request")
    return CHECKS.get_by_names(list(CHECKED))


SCORES = {"first_score": 400, "second_score": 390, "reason": "the sheet"}
# What made-up calls seldom reach, in turn: the method, the address below the event, its words, what is sent or asked for, the status.
SELDOM: list[tuple[str, str, dict[str, str], dict[str, Any], int]] = [
    ("GET", "jobs/{pk}/file/", {}, {"name": "pairings.pdf"}, 200),
    ("POST", "games/{pk}/result/", {}, SCORES, 201),
    *(("GET", "files/{key}/", {"key": key}, {}, 200) for key in FORMATS),
]


@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
def test_files_and_results_are_as_the_document_says(checks: Any) -> None:
    event, wrong = table(), []
    headers, words = token(event.director) | {"Accept-Encoding": "identity"}, places(event)
    job = claim(words["jobs"]["pk"], "ann")
    assert job is not None and store(job, "pairings.pdf", b"%PDF")
    document = {operation.label: operation for operation in operations()}
    for method, below, named, sends, status in SELDOM:
        operation = document[f"{method} {API}tournaments/{{slug}}/{below}"]
        known = here(operation.path, words) | named
        sent = {"query": sends} if method == "GET" else {"body": sends, "media_type": "application/json"}
        path_words = {parameter.name: known[parameter.name] for parameter in operation.path_parameters}
        case = operation.Case(path_parameters=path_words, **sent)
        answer = case.call(headers=headers)
        try:
            case.validate_response(answer, checks=checks)
        except FailureGroup as failure:
            wrong.append(f"{operation.label} {named}: {[str(error) for error in failure.exceptions]}")
        assert answer.status_code == status, (operation.label, answer.content[:300])
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("part", range(PARTS))
def test_no_call_is_a_fault_of_ours_and_each_answer_is_as_the_document_says(part: int, checks: Any) -> None:
    event = table()
    callers, words = everybody(event), places(event)
    wrong, calls = [], 0
    chosen = operations()[part::PARTS]
    for operation in chosen:
        cases = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        if operation.path_parameters or operation.body:
            cases |= operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

        @seed(20260516)
        @settings(
            max_examples=CASES, database=None, phases=[Phase.generate], deadline=None, suppress_health_check=QUIET
        )
        @given(case=cases, caller=st.sampled_from(sorted(callers)), leads_nowhere=st.integers(0, 99))
        def call(case: Case, caller: str, leads_nowhere: int) -> None:
            nonlocal calls
            calls += 1
            if leads_nowhere >= 10:
                known = here(case.path, words)
                case.path_parameters = {name: known.get(name, value) for name, value in case.path_parameters.items()}
            with transaction.atomic():
                answer = case.call(headers={"Accept-Encoding": "identity", **callers[caller]})
                transaction.set_rollback(True)
            case.validate_response(answer, checks=checks)

        try:
            call()
        except FailureGroup as failure:
            wrong.append(f"{operation.label}: {[str(error) for error in failure.exceptions]}")
    assert wrong == []
    assert calls >= len(chosen) * CASES
