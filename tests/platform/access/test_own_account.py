"""An official's own page: password, API tokens with name, scope and end."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tdsuite.ops.services import set_password
from tdsuite.platform.access.models import AccountSession, ApiToken, PlayerSession, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services.own_account import change_password
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.models import SITE, Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Round
from tests.factories import PASSWORD, make_division, make_round, make_tournament, make_user
from tests.platform.access.signing import give_link, signed_in

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
    "page": by_page, "command": lambda user: set_password(username=user.username, password=NEW),
    "service": lambda user: change_password(by=user, password=NEW), "any other": by_django,
}  # fmt: skip


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


def test_only_its_owner_sees_and_revokes_a_token(client: Client, director: User) -> None:
    key = make_token(by=director, name="Mine alone")
    client.force_login(make_user("other", tournament=director.memberships.get().tournament, role=Role.DIRECTOR))
    assert "Mine alone" not in client.get("/account/").content.decode()
    assert client.post(f"/account/tokens/{ApiToken.objects.get().pk}/revoke/").status_code == 404
    assert reads(key) == 200


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


def test_the_key_of_a_session_stands_nowhere_in_the_database_and_its_fingerprint_opens_nothing(director: User) -> None:
    client = Client()
    client.post("/log-in/", {"username": "director", "password": PASSWORD})
    key = client.cookies["sessionid"].value
    rows = str([list(model._base_manager.values()) for model in apps.get_models()])
    assert key not in rows and fingerprint(key) in rows
    for stolen in (fingerprint(key), fingerprint(key)[:32]):
        thief = Client()
        thief.cookies["sessionid"] = stolen
        assert thief.get("/account/").status_code == 302


def test_only_tokens_that_work_are_listed(client: Client, director: User) -> None:
    for name in ("Works", "Expired", "Older password"):
        make_token(by=director, name=name)
    ApiToken.objects.filter(name="Expired").update(expires_at=timezone.now() - timedelta(seconds=1))
    ApiToken.objects.filter(name="Older password").update(password_mark="other")
    client.force_login(director)
    assert [token.name for token in client.get("/account/").context["tokens"]] == ["Works"]


def test_a_session_put_into_the_database_opens_nothing(client: Client, director: User) -> None:
    """Neither a copy of an administrator's under another key, nor one's own with the other's values."""
    client.force_login(make_user("administrator", is_superuser=True))
    row = AccountSession.objects.get()
    AccountSession.objects.create(
        user=row.user, key_hash=fingerprint("planted"), values=row.values, password_mark=row.password_mark,
        opened_at=row.opened_at, used_at=row.used_at, expires_at=row.expires_at,
    )  # fmt: skip
    planted, own = Client(), Client()
    planted.cookies["sessionid"] = "planted"
    own.force_login(director)
    AccountSession.objects.filter(user=director).update(values=row.values, user=row.user)
    assert [browser.get("/account/").status_code for browser in (client, planted, own)] == [200, 302, 302]


def test_a_players_session_that_is_given_another_link_opens_nothing(client: Client) -> None:
    division = make_division(make_tournament(), players=4)
    first, other = division.entries.order_by("number")[:2]
    signed_in(client, first)
    assert client.get(f"/me/{division.tournament.slug}/").status_code == 200
    PlayerSession.objects.update(link=give_link(other))
    assert client.get(f"/me/{division.tournament.slug}/").status_code == 302
