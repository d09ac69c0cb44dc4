"""Invitations by link: once, for a time, revocable, kept as a fingerprint, recorded; no way past who may invite."""

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.test import Client
from django.utils import timezone

from tdsuite.platform.access.models import Invitation, Membership, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services.invitations import invite
from tdsuite.platform.audit.models import Record
from tests.factories import make_tournament, make_user

pytestmark = pytest.mark.django_db
PEOPLE = "/console/lakeside-open/people/"
NEW = {"username": "tilda", "password1": "Harmonic-Rack-9", "password2": "Harmonic-Rack-9"}


@pytest.fixture
def organiser() -> User:
    return make_user("organiser", tournament=make_tournament(), role=Role.ORGANISER)


def link_for(organiser: User, role: str = "scorer") -> str:
    tournament = organiser.memberships.get().tournament
    return f"/invited/{invite(by=organiser, tournament=tournament, name='Tilda', role=role, days=7)}/"


def roles(username: str) -> list[str]:
    return list(Membership.objects.filter(user__username=username).values_list("role", flat=True))


def test_an_invitation_is_shown_once_listed_and_taken_once_by_a_new_account(organiser: User, client: Client) -> None:
    client.force_login(organiser)
    sent = {"invitation-name": "Tilda", "invitation-role": "scorer", "invitation-days": "7"}
    link = client.post(f"{PEOPLE}invite/", sent).context["made"]["link"].url
    page = client.get(PEOPLE).content.decode()
    assert "<b>Tilda</b>: Scorer" in page and link not in page
    token = link.split("/")[-2]
    assert token not in str(list(Invitation.objects.values()))
    guest = Client()
    page = guest.get(link)
    assert "Make the account" in page.content.decode()  # opening it takes nothing
    assert page["Referrer-Policy"] == "same-origin"  # with "no-referrer" browsers send the form as `Origin: null`
    assert guest.post(link, NEW | {"password2": "other"}).status_code == 422
    assert guest.post(link, NEW).headers["Location"] == "/console/"
    assert guest.get("/console/lakeside-open/round/").status_code == 200
    assert (roles("tilda"), authenticate(username="tilda", password=NEW["password1"])) == (
        ["scorer"], User.objects.get(username="tilda"),
    )  # fmt: skip
    assert Client().post(link, NEW | {"username": "other"}).status_code == 404
    assert "<b>Tilda</b>: Scorer" not in client.get(PEOPLE).content.decode()
    actions = list(Record.objects.order_by("seq", "pk").values_list("action", flat=True))
    assert sorted(actions) == ["account.created", "invitation.made", "invitation.used"]
    assert Record.objects.get(action="invitation.used").actor_id == User.objects.get(username="tilda").pk


def test_whoever_has_an_account_takes_it_with_that_one(organiser: User, client: Client) -> None:
    client.force_login(make_user("ada"))
    link = link_for(organiser, "judge")
    assert "Take it as ada" in client.get(link).content.decode()
    assert client.post(link).status_code == 302
    assert roles("ada") == ["judge"] and User.objects.count() == 2


def test_a_name_that_is_taken_gives_nobody_the_account(organiser: User) -> None:
    ada, link = make_user("ada"), link_for(organiser)
    answer = Client().post(link, NEW | {"username": "ADA"})
    assert (answer.status_code, roles("ada")) == (422, [])
    assert User.objects.get(pk=ada.pk).password == ada.password


@pytest.mark.parametrize("end", ["revoked", "over", "inviter gone", "inviter closed"])
def test_an_invitation_that_ended_opens_nothing(organiser: User, client: Client, end: str) -> None:
    link = link_for(organiser)
    if end == "revoked":
        client.force_login(organiser)
        client.post(f"{PEOPLE}invitations/{Invitation.objects.get().pk}/revoke/")
    elif end == "over":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif end == "inviter gone":
        Membership.objects.all().delete()
    else:
        User.objects.update(is_active=False)
    guest = Client()
    assert (guest.get(link).status_code, guest.post(link, NEW).status_code) == (404, 404)
    assert not User.objects.filter(username="tilda").exists()


def test_a_role_that_is_none_is_refused(organiser: User, client: Client) -> None:
    client.force_login(organiser)
    for role in ("administrator", "player", ""):
        sent = {"invitation-name": "Tilda", "invitation-role": role, "invitation-days": "7"}
        assert client.post(f"{PEOPLE}invite/", sent).status_code == 422
    assert not Invitation.objects.exists()
