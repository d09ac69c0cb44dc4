"""Who helps to run an event: accounts, roles, passwords that are shown once."""

import re

import pytest
from django.contrib.auth import authenticate
from django.test import Client

from tdsuite.console.people import add_member, remove_member, renew_password
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.services.decision import Refused
from tests.factories import PASSWORD, make_tournament, make_user

pytestmark = pytest.mark.django_db
PEOPLE = "/console/lakeside-open/people/"
READABLE = re.compile(r'class="password code">([a-z]{4}(?:-[a-z]{4}){4})<')


def roles(username):
    return sorted(Membership.objects.filter(user__username=username).values_list("role", flat=True))


def test_a_new_name_gets_an_account_and_a_password_that_is_shown_once(director):
    response = director.post(PEOPLE, {"username": "tilda", "role": "scorer"})
    password = READABLE.search(response.content.decode()).group(1)
    assert "no-store" in response.headers["Cache-Control"]
    assert authenticate(username="tilda", password=password) == User.objects.get(username="tilda")
    assert roles("tilda") == ["scorer"]
    assert password not in director.get(PEOPLE).content.decode()
    client = Client()
    assert client.post("/log-in/", {"username": "tilda", "password": password}).headers["Location"] == "/console/"
    assert client.get("/console/lakeside-open/round/").status_code == 200


def test_somebody_who_has_an_account_gets_a_role_and_keeps_the_password(director):
    make_user("pip")
    response = director.post(PEOPLE, {"username": "PIP", "role": "judge"})
    assert response.headers["Location"] == PEOPLE
    assert roles("pip") == ["judge"] and authenticate(username="pip", password=PASSWORD)


def test_one_person_may_hold_two_roles_but_none_twice(director):
    director.post(PEOPLE, {"username": "pip", "role": "judge"})
    director.post(PEOPLE, {"username": "pip", "role": "scorer"})
    assert roles("pip") == ["judge", "scorer"]
    response = director.post(PEOPLE, {"username": "pip", "role": "judge"})
    assert response.status_code == 422 and "pip is judge already." in response.content.decode()


@pytest.mark.parametrize(
    ("given", "field"),
    [({"username": "a b", "role": "scorer"}, "username"), ({"username": "", "role": "scorer"}, "username"),
     ({"username": "pip", "role": "player"}, "role"), ({"username": "pip", "role": "keeper"}, "role")],
)  # fmt: skip
def test_a_name_or_role_that_cannot_be_makes_no_account(director, given, field):
    before = User.objects.count()
    response = director.post(PEOPLE, given)
    assert response.status_code == 422 and list(response.context["form"].errors) == [field]
    assert User.objects.count() == before


def test_the_record_names_people_by_number_alone(under_way, director):
    director.post(PEOPLE, {"username": "tilda", "role": "scorer"})
    user = User.objects.get(username="tilda")
    made, added = Record.objects.order_by("pk")
    assert (made.chain, made.action, made.after) == ("site", "account.created", {"administrator": False})
    assert (added.chain, added.after) == (str(under_way.tournament.pk), {"user": user.pk, "role": "scorer"})


def test_a_role_is_taken_back_and_the_account_stays_and_so_does_a_role_of_another_event(director):
    foreign = Membership.objects.get(user=make_user("nora", tournament=make_tournament("other-cup")))
    assert director.post(f"{PEOPLE}{foreign.pk}/remove/").status_code == 404
    assert roles("nora") == ["director"]
    director.post(PEOPLE, {"username": "tilda", "role": "scorer"})
    membership = Membership.objects.get(user__username="tilda")
    assert director.post(f"{PEOPLE}{membership.pk}/remove/").headers["Location"] == PEOPLE
    assert roles("tilda") == [] and User.objects.filter(username="tilda").exists()


def test_the_last_leader_stays(under_way, director):
    membership = Membership.objects.get(user__username="director")
    body = director.post(f"{PEOPLE}{membership.pk}/remove/", follow=True).content.decode()
    assert "An event keeps at least one organiser or director: name another first." in body
    assert roles("director") == ["director"]
    make_user("olga", tournament=under_way.tournament, role=Role.ORGANISER)
    director.post(f"{PEOPLE}{membership.pk}/remove/")
    assert roles("director") == []


def test_a_lost_password_is_renewed_and_shown_once(under_way, director):
    user = make_user("pip", tournament=under_way.tournament, role=Role.SCORER)
    response = director.post(f"{PEOPLE}{user.pk}/renew/")
    password = READABLE.search(response.content.decode()).group(1)
    assert "no-store" in response.headers["Cache-Control"]
    assert authenticate(username="pip", password=password) and not authenticate(username="pip", password=PASSWORD)


@pytest.mark.parametrize("who", ["keeper", "helper elsewhere", "oneself"])
def test_a_leader_takes_over_no_account_with_powers_elsewhere(under_way, director, who):
    tournament = under_way.tournament
    if who == "keeper":
        user = make_user("root", tournament=tournament, role=Role.ORGANISER, is_superuser=True)
    elif who == "oneself":
        user = User.objects.get(username="director")
    else:
        user = make_user("nora", tournament=make_tournament("other-cup"))
        make_user("nora", tournament=tournament, role=Role.SCORER)
    response = director.post(f"{PEOPLE}{user.pk}/renew/", follow=True)
    assert not READABLE.search(response.content.decode())
    assert authenticate(username=user.username, password=PASSWORD) == user
    assert f"{PEOPLE}{user.pk}/renew/" not in director.get(PEOPLE).content.decode()


def test_a_stranger_to_the_event_is_no_member_to_renew(under_way, director):
    stranger = make_user("stranger")
    assert director.post(f"{PEOPLE}{stranger.pk}/renew/").status_code == 404
    by = User.objects.get(username="director")
    with pytest.raises(Refused, match="does not help at this event"):
        renew_password(by=by, tournament=under_way.tournament, user=stranger)


def test_the_services_ask_the_guard_themselves(under_way):
    tournament = under_way.tournament
    scorer = make_user("pip", tournament=tournament, role=Role.SCORER)
    membership = Membership.objects.get(user=scorer)
    for decide in (
        lambda: add_member(by=scorer, tournament=tournament, username="x1", role="director"),
        lambda: remove_member(by=scorer, membership=membership),
        lambda: renew_password(by=scorer, tournament=tournament, user=scorer),
    ):
        with pytest.raises(NotAllowed):
            decide()
    with pytest.raises(Refused, match="Choose one of the roles"):
        add_member(by=make_user(tournament=tournament), tournament=tournament, username="x1", role="public")
