"""An official's own page: password, API tokens with name, scope and end, and sessions."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.core import signing
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tdsuite.ops.services import set_password
from tdsuite.platform.access.codes import fingerprint
from tdsuite.platform.access.models import AccountSession, ApiToken, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services.own_account import change_password
from tdsuite.platform.access.sessions import browser_name
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.audit.models import SITE, Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Round
from tests.factories import PASSWORD, make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
NEW = "Harmonic-Tile-Rack-9"


@pytest.fixture
def director() -> User:
    tournament = make_tournament()
    make_round(make_division(tournament, players=2), 1, status=Round.Status.PLAYING)
    return make_user(tournament=tournament)


def program(key: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    return client


def reads(key: str) -> int:
    return int(program(key).get("/api/v1/tournaments/lakeside-open/").status_code)


def results(key: str) -> Any:
    game = Game.objects.get()
    scores = {"first_score": 400, "second_score": 390}
    return program(key).post(f"/api/v1/tournaments/lakeside-open/games/{game.pk}/result/", scores, format="json")


def test_a_token_is_kept_as_a_fingerprint_and_shown_once(client: Client, director: User) -> None:
    client.force_login(director)
    page = client.post("/account/tokens/", {"name": "Score display", "scope": "read", "days": "7"})
    key = page.context["key"]
    assert key in page.content.decode() and key not in str(list(ApiToken.objects.values()))
    again = client.get("/account/").content.decode()
    assert key not in again and "Score display" in again
    assert reads(key) == 200


@pytest.mark.parametrize(("scope", "status"), [("read", 403), ("results", 201), ("everything", 201)])
def test_a_scope_holds_a_token_to_what_it_is_for(director: User, scope: str, status: int) -> None:
    key = make_token(by=director, name="API", scope=scope)
    assert (reads(key), results(key).status_code) == (200, status)
    starts = program(key).post("/api/v1/tournaments/lakeside-open/divisions/a/rounds/1/start/")
    assert (starts.status_code == 403) is (scope != "everything")


def by_page(user: User) -> None:
    client = Client()
    client.force_login(user)
    sent = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert client.post("/account/password/", sent).status_code == 302
    assert client.get("/account/").status_code == 200  # this session goes on


def by_django(user: User) -> None:
    user.set_password(NEW)
    user.save()


ROADS: dict[str, Callable[[User], object]] = {
    "page": by_page,
    "command": lambda user: set_password(username=user.username, password=NEW),
    "service": lambda user: change_password(by=user, password=NEW),
    "any other": by_django,
}


@pytest.mark.parametrize("road", ROADS)
def test_whichever_way_a_password_changes_tokens_and_other_sessions_are_over(director: User, road: str) -> None:
    key, elsewhere = make_token(by=director, name="API"), Client()
    elsewhere.force_login(director)
    assert (reads(key), elsewhere.get("/account/").status_code) == (200, 200)
    ROADS[road](User.objects.get(pk=director.pk))
    assert reads(key) in (401, 403)
    assert not AccountSession.objects.filter(key_hash=fingerprint(elsewhere.cookies["sessionid"].value)).filter(
        User.objects.get(pk=director.pk).working
    )
    assert elsewhere.get("/account/").status_code == 302


def test_a_token_that_is_over_or_revoked_or_of_a_closed_account_opens_nothing(client: Client, director: User) -> None:
    keys = [make_token(by=director, name=f"token {number}") for number in range(3)]
    ApiToken.objects.filter(name="token 0").update(expires_at=timezone.now() - timedelta(seconds=1))
    client.force_login(director)
    client.post(f"/account/tokens/{ApiToken.objects.get(name='token 1').pk}/revoke/")
    assert [reads(key) in (401, 403) for key in keys] == [True, True, False]
    User.objects.update(is_active=False)
    assert reads(keys[2]) in (401, 403)


def test_only_its_owner_sees_and_revokes_a_token_or_ends_a_session(client: Client, director: User) -> None:
    key, elsewhere = make_token(by=director, name="Mine alone"), Client()
    elsewhere.force_login(director)
    there = Client()
    there.force_login(director)
    session = AccountSession.objects.get(key_hash=fingerprint(elsewhere.cookies["sessionid"].value))
    client.force_login(make_user("other", tournament=director.memberships.get().tournament, role=Role.DIRECTOR))
    page = client.get("/account/")
    assert "Mine alone" not in page.content.decode() and len(page.context["sessions"]) == 1
    assert client.post(f"/account/tokens/{ApiToken.objects.get().pk}/revoke/").status_code == 404
    assert client.post(f"/account/sessions/{session.pk}/end/").status_code == 404
    assert (reads(key), elsewhere.get("/account/").status_code) == (200, 200)
    there.post(f"/account/sessions/{session.pk}/end/")
    assert (elsewhere.get("/account/").status_code, there.get("/account/").status_code) == (302, 200)


def test_a_wrong_old_password_changes_nothing(client: Client, director: User) -> None:
    client.force_login(director)
    sent = {"old_password": "not it", "new_password1": NEW, "new_password2": NEW}
    assert client.post("/account/password/", sent).status_code == 422
    director.refresh_from_db()
    assert director.check_password(PASSWORD)


def test_an_administrator_made_with_djangos_own_command_is_in_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    make_tournament()
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", username="second", email="second@example.org", stdout=StringIO())
    made = Record.objects.get(chain=SITE, action="account.created")
    assert (made.object_id, made.after) == (str(User.objects.get().pk), {"administrator": True})
    assert verify(None).whole


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
CHROME = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize(
    ("words", "name"),
    [(FIREFOX, "Firefox, Linux"), (CHROME, "Chrome, Android"), (SAFARI, "Safari, iPhone"), ("curl", "")],
)
def test_a_browser_is_named_by_what_it_says_of_itself(words: str, name: str) -> None:
    assert browser_name(words) == name


def test_the_key_of_a_session_stands_nowhere_in_the_database_and_its_fingerprint_opens_nothing(director: User) -> None:
    client = Client(headers={"User-Agent": FIREFOX})
    client.post("/log-in/", {"username": "director", "password": PASSWORD})
    key = client.cookies["sessionid"].value
    rows = str([list(model._base_manager.values()) for model in apps.get_models()])
    assert key not in rows and fingerprint(key) in rows
    for stolen in (fingerprint(key), fingerprint(key)[:32]):
        thief = Client()
        thief.cookies["sessionid"] = stolen
        assert thief.get("/account/").status_code == 302


def test_the_page_says_in_which_browser_and_when_the_account_is_logged_in(director: User) -> None:
    clients = [Client(headers={"User-Agent": words}) for words in (FIREFOX, CHROME)]
    for client in clients:
        client.post("/log-in/", {"username": "director", "password": PASSWORD})
    AccountSession.objects.update(used_at=timezone.now() - timedelta(minutes=6))
    page = clients[0].get("/account/")
    used = {row.browser: timezone.now() - row.used_at < timedelta(minutes=1) for row in page.context["sessions"]}
    assert used == {"Firefox, Linux": True, "Chrome, Android": False}
    assert "<b>Firefox, Linux</b>, this one" in " ".join(page.content.decode().split())
    assert page.content.decode().count("Log out there") == 1
    AccountSession.objects.filter(browser="Chrome, Android").update(expires_at=timezone.now())
    assert (
        clients[0].get("/account/").content.decode().count("Log out there"),
        clients[1].get("/account/").status_code,
    ) == (0, 302)


def test_only_tokens_that_work_are_listed_and_the_others_are_told_apart(client: Client, director: User) -> None:
    for name in ("Works", "Expired", "Older password"):
        make_token(by=director, name=name)
    ApiToken.objects.filter(name="Expired").update(expires_at=timezone.now() - timedelta(seconds=1))
    ApiToken.objects.filter(name="Older password").update(password_mark="other")
    client.force_login(director)
    context = client.get("/account/").context
    assert [token.name for token in context["tokens"]] == ["Works"]
    assert {token.name for token in context["ended_tokens"]} == {"Expired", "Older password"}


def test_an_upgrade_keeps_open_sessions_and_the_table_with_their_keys_goes(director: User) -> None:
    week, now = timedelta(days=7), timezone.now()
    values = {SESSION_KEY: str(director.pk), HASH_SESSION_KEY: director.get_session_auth_hash()}
    values["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    signed = signing.dumps(values, salt="django.contrib.sessions.SessionStore", serializer=signing.JSONSerializer)
    rows = {"a" * 32: (signed, now + week), "b" * 32: (signed, now - week), "c" * 32: ("forged", now + week)}
    with connection.cursor() as cursor:
        kind = AccountSession._meta.get_field("expires_at").db_type(connection)
        cursor.execute(f"CREATE TABLE django_session (session_key varchar(40), session_data text, expire_date {kind})")
        for key, (text, until) in rows.items():
            values_of_row = [key, text, connection.ops.adapt_datetimefield_value(until)]
            cursor.execute("INSERT INTO django_session VALUES (%s, %s, %s)", values_of_row)
        upgrade = import_module("tdsuite.platform.access.migrations.0008_sessions_by_fingerprint")
        upgrade.take_over(apps, connection.schema_editor())
    assert "django_session" not in connection.introspection.table_names()
    assert list(AccountSession.objects.values_list("key_hash", "expires_at")) == [(fingerprint("a" * 32), now + week)]
    for key, status in (("a", 200), ("b", 302), ("c", 302)):
        browser = Client()
        browser.cookies["sessionid"] = key * 32
        assert browser.get("/account/").status_code == status
