"""A call with an `Idempotency-Key` is done once, whatever becomes of its answer: over every unsafe operation, at once, killed, refused."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import Phase, given, seed, settings
from rest_framework.test import APIClient
from schemathesis import Case, GenerationMode

from tdsuite.platform.access.models import AnsweredCall
from tdsuite.platform.audit.models import Record
from tdsuite.platform.web.problems import API, MEDIA_TYPE
from tdsuite.tournaments.api import once
from tdsuite.tournaments.models import Division, Entry
from tests.adjudication.challenges.cases import table
from tests.api.test_any_call import CASES, QUIET, here, one_connection, operations, places, token
from tests.api.test_docs import TEXT
from tests.at_once import refused
from tests.factories import make_division, make_tournament, make_user

__all__ = ["one_connection"]
PLAYERS = f"{API}tournaments/open/divisions/a/players/"
WRITES = ("INSERT", "UPDATE", "DELETE")
HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
DONE = 25  # operations of which a made-up call is done; all go the same way, and the others were refused
ZORA = {"name": "Zora Tilefield", "another_person": True}


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament("open"), players=2)


def client(division: Division, username: str = "director") -> APIClient:
    api = APIClient()
    api.force_authenticate(make_user(username, tournament=division.tournament))
    return api


def post(api: APIClient, values: Any, key: str = "k-1", address: str = PLAYERS) -> Any:
    return api.post(address, values, format="json", headers={HEADER: key})


@pytest.mark.django_db
def test_the_same_call_with_its_key_is_answered_as_the_first_time_and_adds_nobody(division: Division) -> None:
    api = client(division)
    first, again = post(api, ZORA), post(api, ZORA)
    assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)
    assert (REPLAYED in first, again[REPLAYED], again["Content-Type"]) == (False, "true", first["Content-Type"])
    assert Entry.objects.count() == 3
    assert post(api, ZORA, "k-2").json()["number"] == 4
    assert post(client(division, "other"), ZORA).json()["number"] == 5, "keys are each account's own"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "address"),
    [({"name": "Bob"}, PLAYERS), (ZORA, f"{PLAYERS}?x=1"), ({"reason": "ill"}, f"{PLAYERS}1/put-back/")],
)
def test_a_key_that_was_sent_with_another_call_is_refused(division: Division, values: Any, address: str) -> None:
    api = client(division)
    post(api, ZORA)
    answer = post(api, values, address=address)
    assert (answer.status_code, answer.json()["code"], Entry.objects.count()) == (422, "key_used", 3)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "x" * 201, "two words", "ä"])
def test_what_is_no_key_is_named(division: Division, key: str) -> None:
    answer = post(client(division), ZORA, key)
    assert (answer.status_code, list(answer.json()["fields"]), Entry.objects.count()) == (400, [HEADER], 2)


@pytest.mark.django_db
def test_a_refused_call_leaves_no_key_behind(division: Division) -> None:
    api, values = client(division), {**ZORA, "number": 2}
    assert post(api, values).json()["code"] == "number_taken"
    assert post(api, {"name": ""}).status_code == 400 and not AnsweredCall.objects.exists()
    Entry.objects.filter(number=2).update(number=9)
    assert post(api, values).status_code == 201


@pytest.mark.django_db
def test_a_call_that_breaks_off_behind_its_decision_was_not_taken(
    division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = client(division)
    api.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr("tdsuite.tournaments.api.answers.PlayerAnswer.get_fields", lambda _self: {}["power cut"])
        assert post(api, ZORA).status_code == 500
    assert (Entry.objects.count(), Record.objects.count(), AnsweredCall.objects.count()) == (2, 0, 0)
    assert (post(api, ZORA).status_code, Entry.objects.count()) == (201, 3)


@pytest.mark.django_db(transaction=True)
def test_of_the_same_calls_at_the_same_time_one_is_done_and_all_have_its_answer(division: Division) -> None:
    clients, answers = [client(division) for _ in range(4)], []
    assert refused([lambda api=api: answers.append(post(api, ZORA)) for api in clients]) == []
    assert {(answer.status_code, answer.content) for answer in answers} == {(201, answers[0].content)}
    assert sorted(REPLAYED in answer for answer in answers) == [False, True, True, True]
    assert Entry.objects.count() == 3


@pytest.mark.django_db
def test_answers_are_locked_with_the_key(division: Division) -> None:
    assert post(client(division), ZORA, "a-key-of-its-own").status_code == 201
    row = AnsweredCall.objects.values_list().get()
    assert (
        "Zora" not in str(row)
        and "a-key-of-its-own" not in str(row)
        and b"Zora" not in bytes(AnsweredCall.objects.get().answer)
    )


@pytest.mark.django_db
def test_an_answer_under_an_older_key_of_the_installation_is_lost_and_nothing_is_done_twice(
    division: Division, settings: Any
) -> None:
    api = client(division)
    assert post(api, ZORA).status_code == 201
    settings.SECRET_KEY = "another one"
    answer = post(api, ZORA)
    assert (answer.status_code, answer["Content-Type"], answer.json()["code"]) == (409, MEDIA_TYPE, "answer_lost")
    assert (Entry.objects.count(), AnsweredCall.objects.count()) == (3, 1)
    assert post(api, ZORA, "k-2").json()["number"] == 4


@pytest.mark.django_db
def test_a_body_with_a_key_may_be_as_large_as_the_docs_say(division: Division, settings: Any) -> None:
    """It is read whole before it is looked at: that the same one comes again is told by its digest."""
    size = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert f"{size // 1024 // 1024} MB" in TEXT
    long = {**ZORA, "club": "x" * size}
    answer = post(client(division), long)
    assert (answer.status_code, answer.json()["code"], Entry.objects.count()) == (413, "too_large", 2)


@pytest.mark.django_db
def test_a_form_is_the_same_with_another_boundary() -> None:
    api = APIClient()
    api.force_authenticate(make_user("keeper", is_superuser=True))
    part = '--{0}\r\nContent-Disposition: form-data; name="{1}"{2}\r\n\r\n{3}\r\n'
    for boundary, name, expected in (("one", "Ada", 201), ("two", "Ada", 201), ("three", "Bob", 422)):
        parts = [
            ("file", '; filename="a.t"', f"{name} Quill 1500\nCy Okafor 1400\n"),
            ("slug", "", "s"),
            ("day", "", "2026-05-16"),
        ]
        body = "".join(part.format(boundary, *each) for each in parts) + f"--{boundary}--\r\n"
        kind = f"multipart/form-data; boundary={boundary}"
        answer = api.generic("POST", f"{API}imports/", body, content_type=kind, headers={HEADER: "k-1"})
        assert answer.status_code == expected, answer.content
        assert (REPLAYED in answer) is (boundary == "two")


@pytest.mark.django_db
def test_an_account_has_so_many_answers_and_the_oldest_go(division: Division, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(once, "MOST", 2)
    monkeypatch.setattr(once, "LOOKED_AFTER_EVERY", 1)
    api = client(division)
    numbers = [post(api, ZORA, f"k-{number}").json()["number"] for number in range(4)]
    assert numbers == [3, 4, 5, 6] and AnsweredCall.objects.count() == 2
    assert post(api, ZORA, "k-3").json()["number"] == 6
    assert post(api, ZORA, "k-0").json()["number"] == 7


@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
def test_every_unsafe_call_sent_twice_with_one_key_writes_nothing_the_second_time() -> None:
    event = table()
    headers, words = token(make_user("keeper", is_superuser=True)), places(event)
    wrong: list[str] = []
    done: set[str] = set()
    chosen = [each for each in operations() if each.method != "get" and HEADER in {name.name for name in each.headers}]
    numbers = {"entry": event.first.number, "asked_by": 3, "player": 1, "other": 4, "number": 1, "game": event.game.pk}
    for operation in chosen:

        @seed(20260516)
        @settings(
            max_examples=CASES // 2 + 1, database=None, phases=[Phase.generate], deadline=None,
            suppress_health_check=QUIET,
        )  # fmt: skip
        @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
        def call(case: Case) -> None:
            known = here(case.path, words)
            case.path_parameters = {name: known.get(name, value) for name, value in case.path_parameters.items()}
            if isinstance(case.body, dict):
                case.body |= {name: number for name, number in numbers.items() if name in case.body}
            with transaction.atomic():
                sent = {"Accept-Encoding": "identity", **headers, HEADER: "k-1"}
                first = case.call(headers=sent)
                with CaptureQueriesContext(connection) as seen:
                    again = case.call(headers=sent)
                if first.status_code < 400:
                    done.add(case.operation.label)
                    written = [query["sql"] for query in seen if query["sql"].startswith(WRITES)]
                    if (again.status_code, again.content, written) != (first.status_code, first.content, []):
                        wrong.append(f"{case.operation.label}: {again.status_code} {written}")
                elif again.status_code != first.status_code or AnsweredCall.objects.exists():
                    wrong.append(f"{case.operation.label}: {first.status_code}, then {again.status_code}")
                transaction.set_rollback(True)

        call()
    assert wrong == []
    assert len(chosen) > 50 and len(done) >= DONE, sorted({each.label for each in chosen} - done)
