"""Targets and places through the API: the pages' decisions; a secret goes in and never comes out, a token is told once."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from tdsuite.exchange import secrets
from tdsuite.exchange.models import PublishTarget, ReceivedFile, ReceivedSite
from tdsuite.exchange.received import opened_by
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.problems import problem
from tdsuite.tournaments.models import Tournament
from tests.factories import make_played_event, make_user

pytestmark = pytest.mark.django_db
TARGETS = "/api/v1/tournaments/lakeside-open/publish/"
PLACES = "/api/v1/received/"
SECRET = "Tile-Bag-7310"
SFTP = {"kind": "sftp", "host": "files.example.org", "username": "organiser", "secret": SECRET, "folder": "/www"}


@pytest.fixture(autouse=True)
def own_data(tmp_path: Any, settings: Any) -> None:
    settings.DATA_DIR = tmp_path / "data"


@pytest.fixture
def event() -> Tournament:
    return make_played_event(players=4, played=1).tournament


def signed_in(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


@pytest.fixture
def director(event: Tournament) -> APIClient:
    return signed_in(make_user("director", tournament=event))


@pytest.fixture
def keeper() -> APIClient:
    return signed_in(make_user("keeper", is_superuser=True))


def add(api: APIClient, **values: Any) -> Any:
    return api.post(TARGETS, SFTP | values, format="json")


def a_target(event: Tournament, **values: Any) -> PublishTarget:
    return PublishTarget.objects.create(
        tournament=event, kind="sftp", host="files.example.org", username="me", **values
    )


# --- targets ---------------------------------------------------------------------------------------


def test_a_target_is_added_and_its_secret_never_comes_out(director: APIClient) -> None:
    made = add(director)
    target = PublishTarget.objects.get()
    assert (made.status_code, secrets.secret_of(target)) == (201, SECRET)
    assert made.json() == {
        "name": "sftp://files.example.org/www", "id": target.pk, "kind": "sftp", "host": "files.example.org", "port": 0,
        "username": "organiser", "folder": "/www", "language": "en-gb", "pinned": "", "every_minutes": 5, "enabled": True,
        "state": "not sent yet", "open_line": False, "tried_at": None, "succeeded_at": None, "failed_at": None,
        "last_error": "", "failures": 0, "next_try_at": None, "warning": "",
    }  # fmt: skip
    answers = [made, director.get(TARGETS), director.get(f"{TARGETS}{target.pk}/")]
    answers += [director.post(f"{TARGETS}{target.pk}/{name}/") for name in ("pause", "resume", "forget-key", "send")]
    answers += [add(director, host=""), add(director, every_minutes=0), add(director, host="a\nb")]
    assert [one for one in answers if SECRET in one.content.decode()] == []
    kept = [
        *Record.objects.values_list("before", "after", "reason_text__text"),
        *Job.objects.values_list("args", "result"),
    ]
    assert SECRET not in str(kept) and "secret" not in str(director.get(TARGETS).json())


def test_a_secret_is_kept_to_the_letter(director: APIClient) -> None:
    add(director, secret="  two words ")
    assert secrets.secret_of(PublishTarget.objects.get()) == "  two words "


@pytest.mark.parametrize(
    ("values", "says", "code"),
    [
        ({"host": ""}, "Give the host, the user name and the password.", "address_missing"),
        ({"secret": ""}, "Give the host, the user name and the password.", "address_missing"),
        ({"username": "a\rb"}, "Host, user name, folder and password are one line each.", "several_lines"),
        ({"kind": "suite", "host": "https://results.example.org/sites/open/", "secret": "two words"},
         "Give the token that the other suite showed, in one word.", "bad_token"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_target_is_refused_in_the_pages_words(
    director: APIClient, values: dict[str, Any], says: str, code: str
) -> None:
    answer = add(director, **values)
    assert (answer.status_code, answer.json()) == (409, problem(409, code, says))
    assert PublishTarget.objects.count() == 0


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "mail"}, "kind"), ({"language": "xx"}, "language"), ({"every_minutes": 0}, "every_minutes"), ({"port": "x"}, "port"),
        ({"enabled": False}, "enabled"), ({"password": "x"}, "password"), ({"host": "h" * 201}, "host"),
        ({"secret": "s" * 501}, "secret"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(director: APIClient, values: dict[str, Any], field: str) -> None:
    answer = add(director, **values)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_a_target_says_of_what_kind_it_is(director: APIClient) -> None:
    assert list(director.post(TARGETS, {"host": "files.example.org"}, format="json").json()["fields"]) == ["kind"]


def test_a_folder_of_this_computer_is_for_the_keeper_alone(
    director: APIClient, keeper: APIClient, tmp_path: Any
) -> None:
    (tmp_path / "out").mkdir()
    folder = {"kind": "folder", "folder": str(tmp_path / "out"), "host": "", "username": "", "secret": ""}
    refused = add(director, **folder)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    assert add(keeper, **folder).status_code == 201
    missing = add(keeper, **(folder | {"folder": str(tmp_path / "gone")}))
    assert missing.json()["detail"] == "Name a folder that is there, with its whole path."


def test_how_the_last_push_went_is_told(director: APIClient, event: Tournament) -> None:
    now = timezone.now()
    states = [
        a_target(event, succeeded_at=now), a_target(event, last_error="It broke off.", failures=2, failed_at=now, next_try_at=now),
        a_target(event, enabled=False, last_error="It broke off."), a_target(event),
    ]  # fmt: skip
    rows = director.get(TARGETS).json()
    assert [(one["id"], one["state"]) for one in rows] == [
        (target.pk, state)
        for target, state in zip(states, ("up to date", "not reached", "paused", "not sent yet"), strict=True)
    ]
    assert (rows[1]["last_error"], rows[1]["failures"], rows[1]["next_try_at"] is None) == ("It broke off.", 2, False)
    assert "sent" not in rows[0]


def test_each_call_decides_one_thing(director: APIClient, event: Tournament) -> None:
    target = a_target(event, pinned="k", sent={"index.html": "digest"})
    here = f"{TARGETS}{target.pk}/"
    assert director.post(f"{here}pause/").json()["state"] == "paused"
    assert director.post(f"{here}resume/").json()["enabled"] is True
    assert director.post(f"{here}forget-key/").json()["pinned"] == ""
    sent = director.post(f"{here}send/")
    assert (sent.status_code, sent.json()) == (202, {"job": Job.objects.get().pk, "status": "queued"})
    target.refresh_from_db()
    assert target.sent == {"index.html": "digest"}
    again = director.post(f"{here}send/", {"everything": True}, format="json")
    target.refresh_from_db()
    assert (again.json()["job"], target.sent) == (sent.json()["job"], {"index.html": ""})
    assert director.delete(here).status_code == 204
    assert director.get(here).status_code == 404
    assert list(Record.objects.filter(action__startswith="publishing.").order_by("seq").values_list("action", flat=True)) == [
        "publishing.paused", "publishing.resumed", "publishing.key_forgotten", "publishing.removed",
    ]  # fmt: skip


def test_a_private_event_says_so_and_sends_nothing(director: APIClient, event: Tournament) -> None:
    target = a_target(event)
    Tournament.objects.update(visibility="private")
    assert director.get(TARGETS).json()[0]["warning"].startswith("This event is private")
    answer = director.post(f"{TARGETS}{target.pk}/send/")
    assert answer.status_code == 409 and answer.json()["detail"].startswith("This event is private")
    assert Job.objects.count() == 0


def test_another_events_target_is_not_there(event: Tournament) -> None:
    target = a_target(event)
    other = make_played_event(players=4, played=1, slug="other").tournament
    api = signed_in(make_user("else", tournament=other, role=Role.ORGANISER))
    for name in ("", "send/", "pause/", "resume/", "forget-key/"):
        here = f"/api/v1/tournaments/other/publish/{target.pk}/{name}"
        assert (api.post(here) if name else api.delete(here)).status_code == 404
    assert PublishTarget.objects.filter(enabled=True).count() == 1


def test_the_list_asks_no_more_of_thirty_targets_than_of_one(director: APIClient, event: Tournament) -> None:
    counts = []
    director.get(TARGETS)  # the caller's roles are looked up once
    for more in (1, 29):
        for _ in range(more):
            a_target(event)
        with CaptureQueriesContext(connection) as queries:
            director.get(TARGETS)
        counts.append(len(queries))
    assert counts[0] == counts[1]


# --- places ----------------------------------------------------------------------------------------


def make_place(keeper: APIClient, slug: str = "spring") -> Any:
    return keeper.post(PLACES, {"title": "Spring Open", "slug": slug}, format="json")


def test_a_place_is_made_and_its_token_is_told_once(keeper: APIClient) -> None:
    made = make_place(keeper)
    site = ReceivedSite.objects.get()
    told = dict(made.json())
    token = told.pop("token")
    assert made.status_code == 201 and opened_by("spring", token) == site
    assert "no-store" in made["Cache-Control"]
    assert told | {"token_made_at": None} == {
        "id": site.pk, "slug": "spring", "title": "Spring Open", "address": "http://testserver/sites/spring/",
        "open": True, "token_made_at": None, "received_at": None, "changed_at": None, "files": 0, "bytes": 0,
    }  # fmt: skip
    rest = [keeper.get(PLACES), keeper.get(f"{PLACES}{site.pk}/"), keeper.post(f"{PLACES}{site.pk}/revoke/")]
    written = "".join(one.content.decode() for one in rest)
    assert token not in written and site.token_hash not in written and '"token"' not in written
    assert token not in str(list(Record.objects.values_list("before", "after", "reason_text__text")))


def test_a_new_token_ends_the_old_one_and_a_revoked_place_opens_to_none(keeper: APIClient) -> None:
    made = make_place(keeper).json()
    here = f"{PLACES}{made['id']}/"
    renewed = keeper.post(f"{here}token/")
    token = renewed.json()["token"]
    assert renewed.status_code == 201 and "no-store" in renewed["Cache-Control"]
    assert opened_by("spring", made["token"]) is None and opened_by("spring", token) is not None
    assert keeper.post(f"{here}revoke/").json()["open"] is False
    assert opened_by("spring", token) is None
    assert keeper.post(f"{here}token/").json()["open"] is True
    assert keeper.delete(here).status_code == 204
    assert keeper.delete(here).status_code == 404
    assert list(Record.objects.filter(action__startswith="received.").order_by("seq").values_list("action", flat=True)) == [
        "received.added", "received.token_made", "received.revoked", "received.token_made", "received.removed",
    ]  # fmt: skip


def test_what_stands_in_a_place_is_counted(keeper: APIClient) -> None:
    site = ReceivedSite.objects.get(pk=make_place(keeper).json()["id"])
    for name, size in (("index.html", 300), ("cross.html", 50)):
        ReceivedFile.objects.create(site=site, path=name, digest=name, size=size)
    assert [(one["files"], one["bytes"]) for one in keeper.get(PLACES).json()] == [(2, 350)]


@pytest.mark.parametrize(
    ("values", "field"),
    [({"slug": "spring"}, "title"), ({"title": "A"}, "slug"), ({"title": "A", "slug": "a b"}, "slug"),
     ({"title": "A", "slug": "a", "token": "mine"}, "token"), ({"title": "A", "slug": "open"}, "slug")],
)  # fmt: skip
def test_a_wrong_field_of_a_place_is_named(keeper: APIClient, values: dict[str, str], field: str) -> None:
    make_place(keeper, "open")
    answer = keeper.post(PLACES, values, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert ReceivedSite.objects.count() == 1


def test_a_director_is_told_that_places_are_the_keepers(director: APIClient, keeper: APIClient) -> None:
    place = make_place(keeper).json()["id"]
    says = "You may not create a tournament. This can be done by: an administrator of this installation."
    for name in ("", f"{place}/token/", f"{place}/revoke/", "999/token/"):
        answer = director.post(f"{PLACES}{name}", {}, format="json")
        assert (answer.status_code, answer.json()["detail"]) == (403, says)
    assert director.delete(f"{PLACES}{place}/").status_code == 403
    assert ReceivedSite.objects.exclude(token_hash="").count() == 1


def test_the_list_asks_no_more_of_thirty_places_than_of_one(keeper: APIClient) -> None:
    counts = []
    for names in (["one"], [f"p{number}" for number in range(29)]):
        for name in names:
            make_place(keeper, name)
        with CaptureQueriesContext(connection) as queries:
            keeper.get(PLACES)
        counts.append(len(queries))
    assert counts[0] == counts[1]
