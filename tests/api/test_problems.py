"""Every error of the API is a problem document (RFC 9457) with a stable code, whoever notices it."""

import socket
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.utils import ConnectionHandler
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory

from tdsuite.api import explain
from tdsuite.platform.access.models import User
from tdsuite.platform.web.problems import API, MEDIA_TYPE
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db
PLAYERS = f"{API}tournaments/open/divisions/a/players/"
KINDS = {"a=": "application/x-www-form-urlencoded", "na": "text/csv"}


@pytest.fixture
def director() -> User:
    return make_user("director", tournament=make_division(make_tournament("open"), players=2).tournament)


def client(user: User | None = None, **headers: str) -> APIClient:
    api = APIClient(raise_request_exception=False, headers=headers)
    if user is not None:
        api.force_authenticate(user)
    return api


def is_problem(answer: Any, status: int, code: str) -> bool:
    document = answer.json()
    assert (answer.status_code, answer["Content-Type"], document["status"], document["code"]) == (
        status, MEDIA_TYPE, status, code,
    )  # fmt: skip
    return bool(document["type"] == "about:blank" and document["title"] and document["detail"])


@pytest.mark.parametrize(
    ("method", "address", "body", "expected"),
    [
        ("GET", f"{API}nonsense/", "", (404, "not_found")), ("GET", f"{API}tournaments/none/", "", (404, "not_found")),
        ("DELETE", f"{API}tournaments/", "", (405, "method_not_allowed")),
        ("POST", PLAYERS, "name,Ada", (415, "unsupported_media_type")), ("POST", PLAYERS, "{", (400, "parse_error")),
        ("POST", PLAYERS, "[" * 100_000, (400, "parse_error")), ("POST", PLAYERS, "a=&" * 1001, (400, "parse_error")),
        ("POST", PLAYERS, "{}", (400, "invalid")),
        ("POST", PLAYERS, '{"name": "Ada", "number": 1}', (409, "number_taken")),
        ("POST", f"{API}imports/", "{}", (403, "not_allowed")),
    ],
)  # fmt: skip
def test_whatever_is_wrong_is_a_problem_document(
    director: User, method: str, address: str, body: str, expected: tuple[int, str]
) -> None:
    kind = KINDS.get(body[:2], "application/json")
    answer = client(director).generic(method, address, body, content_type=kind)
    assert is_problem(answer, *expected)
    assert expected[0] != 405 or answer["Allow"]
    assert ("fields" in answer.json()) is (expected[1] == "invalid")


def test_who_has_no_token_or_an_unknown_one_is_asked_for_one(director: User) -> None:
    for api, code in ((client(), "not_authenticated"), (client(Authorization="Token none"), "authentication_failed")):
        answer = api.get(PLAYERS)
        assert is_problem(answer, 401, code) and answer["WWW-Authenticate"] == "Token"
    assert is_problem(client(director, Accept="text/html").get(PLAYERS), 406, "not_acceptable")


@pytest.mark.parametrize("accepted", ["text/csv", "application/xml", "*/*"])
def test_a_file_is_sent_as_what_it_is_whatever_else_is_accepted(director: User, accepted: str) -> None:
    api = client(director, Accept=accepted)
    answer = api.get(f"{API}tournaments/open/files/json/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert is_problem(api.get(f"{API}tournaments/open/files/nonsense/"), 400, "unknown_format")


def test_a_fault_of_ours_is_a_problem_too_and_tells_nothing(director: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tdsuite.tournaments.api.answers.PlayerAnswer.get_fields", lambda _self: {}["secret"])
    answer = client(director).get(PLAYERS)
    assert is_problem(answer, 500, "server_error") and "secret" not in answer.content.decode()


def test_a_view_that_declares_no_permission_answers_nobody(director: User) -> None:
    @api_view(["GET"])
    def forgotten(request: Request) -> Response:
        return Response("everything")

    for user in (director, make_user("administrator", is_superuser=True)):
        request = APIRequestFactory().get("/")
        request.user = user
        answer = forgotten(request)
        assert (answer.status_code, answer.data["code"]) == (403, "permission_denied")


FULL = ("disk_full", "the disk is full. Free some space")
BUSY = ("database_busy", "the database was busy for too long. Wait a moment")
DOWN = ("database_down", "the database did not answer. Check that it runs")
SAID = {
    "database or disk is full": FULL, 'could not extend file "base/1/2": No space left on device': FULL,
    "database is locked": BUSY, "canceling statement due to lock timeout": BUSY, "deadlock detected": BUSY,
    "server closed the connection unexpectedly": DOWN,
}  # fmt: skip


@pytest.mark.parametrize(("said", "code", "why"), [(said, *told) for said, told in SAID.items()])
def test_what_the_database_could_not_keep_is_a_problem_document_too(said: str, code: str, why: str) -> None:
    answer = explain(OperationalError(said), {})
    assert answer is not None and (answer.status_code, answer.content_type) == (503, MEDIA_TYPE)
    assert (answer.data["code"], answer.data["detail"]) == (code, f"Nothing was saved: {why}, then send it again.")


def test_a_postgresql_that_cannot_be_reached_is_said_as_such() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        port = nobody.getsockname()[1]
        database = {**connection.settings_dict, "ENGINE": "django.db.backends.postgresql", "OPTIONS": {}}
        away = ConnectionHandler({"default": {**database, "HOST": "127.0.0.1", "PORT": port}})["default"]
        with pytest.raises(OperationalError) as refused:
            away.ensure_connection()
    answer = explain(refused.value, {})
    assert answer is not None and (answer.status_code, answer.data["code"]) == (503, "database_down")


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_an_address_without_its_last_slash_is_404_for_every_method_and_never_a_redirect(
    director: User, method: str
) -> None:
    answer = getattr(client(director), method)(PLAYERS.rstrip("/"), {"name": "Ann"}, format="json")
    assert is_problem(answer, 404, "not_found")
    assert "ends with a slash" in answer.json()["detail"]


def test_what_is_not_there_is_said_in_words_of_our_own(director: User) -> None:
    answers = [
        client(director).get(f"{API}tournaments/open/divisions/{code}/players/") for code in ("b", "a/players/9")
    ]
    assert [answer.json()["detail"] for answer in answers if "No " in answer.json()["detail"]] == []
    assert answers[0].json()["detail"] == "There is no such division at this address."


def test_head_answers_where_get_does_as_get_without_the_body(director: User) -> None:
    for address in (PLAYERS, f"{API}tournaments/open/settings/", f"{API}tournaments/"):
        got, head = client(director).get(address), client(director).head(address)
        assert (head.status_code, head["ETag"], head.content) == (200, got["ETag"], b"")
    assert client(director).head(f"{API}tournaments/open/notices/take-down/").status_code == 405
