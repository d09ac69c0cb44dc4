"""The roster through the API: entered, changed, withdrawn, put back, taken off; the pages' decisions and refusals."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Entry
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/tournaments/open/divisions/a/players/"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament("open"), players=4)


def signed_in(division: Division, role: Role) -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user(role.value, tournament=division.tournament, role=role))
    return client


@pytest.fixture
def api(division: Division) -> APIClient:
    return signed_in(division, Role.ORGANISER)


def add(api: APIClient, **values: Any) -> Any:
    return api.post(ROOT, values, format="json")


def change(api: APIClient, number: int, **values: Any) -> Any:
    return api.patch(f"{ROOT}{number}/", values, format="json")


def test_a_player_is_entered_with_the_next_free_number(api: APIClient, division: Division) -> None:
    version = division.state_version
    made = add(api, name="Zora Tilefield", rating=1640, country="mlt", absences=[3, 1, 3], club="Lakeside")
    assert made.status_code == 201
    assert made.json() == {
        "number": 5, "name": "Zora Tilefield", "filing_name": "Tilefield, Zora", "national_id": "", "naspa_id": "",
        "wespa_id": "", "absp_id": "", "club": "Lakeside", "country": "MLT", "seed": 5, "rating": 1640,
        "lifetime_games": None, "deviation": None, "last_played": None, "class_name": "", "team": "", "absences": [1, 3],
        "withdrawn_from": None, "unranked": False,
    }  # fmt: skip
    division.refresh_from_db()
    assert division.state_version > version
    assert api.get(f"{ROOT}5/").json() == made.json() == api.get(ROOT).json()[-1]
    assert Record.objects.get(action="entry.added").actor_kind == "user"


def test_a_player_who_looks_like_another_is_refused_until_the_call_says_that_they_are_two(api, division) -> None:
    name = division.entries.get(number=1).player.name.lower()
    for answer in (add(api, name=name), change(api, 2, name=name)):
        assert (answer.status_code, answer.json()["code"]) == (409, "looks_alike")
        assert answer.json()["alike"] == {"division": "a", "number": 1}
    assert add(api, name=name, another_person=True).status_code == 201
    assert change(api, 2, name=name, another_person=True).status_code == 200


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"rating": 1500}, "name"), ({"name": ""}, "name"), ({"name": "N" * 121}, "name"),
        ({"name": "A", "rating": -1}, "rating"), ({"name": "A", "rating": 40000}, "rating"),
        ({"name": "A", "number": 0}, "number"), ({"name": "A", "absences": "1, 2"}, "absences"),
        ({"name": "A", "absences": [0]}, "absences"), ({"name": "A", "country": "Malta"}, "country"),
        ({"name": "A", "withdrawn_from": 2}, "withdrawn_from"), ({"name": "A", "reason": "late"}, "reason"),
        ({"name": "A", "deviation": "nan"}, "deviation"), ({"name": "A", "deviation": 1000}, "deviation"),
        ({"name": "A", "lifetime_games": -1}, "lifetime_games"), ({"name": "A\0B"}, "name"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(api: APIClient, values: dict[str, Any], field: str) -> None:
    answer = add(api, **values)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert Entry.objects.count() == 4


def test_what_is_sent_changes_and_what_is_not_sent_stays(api: APIClient, division: Division) -> None:
    before = api.get(f"{ROOT}2/").json()
    after = change(api, 2, rating=1702, team="North", reason="the list of May").json()
    assert after == {**before, "rating": 1702, "team": "North"}
    written = Record.objects.get(action="entry.changed")
    assert (written.after, written.why) == ({"rating": 1702, "team": "North", "player_fields": []}, "the list of May")
    assert change(api, 2, rating=1702).status_code == 200
    assert Record.objects.filter(action="entry.changed").count() == 1


def test_a_player_withdraws_and_is_put_back_with_a_reason(api: APIClient) -> None:
    out = api.post(f"{ROOT}3/withdraw/", {"from_round": 4, "reason": "fell ill"}, format="json")
    assert (out.status_code, out.json()["withdrawn_from"]) == (200, 4)
    back = api.post(f"{ROOT}3/put-back/", {"reason": "is well again"}, format="json")
    assert back.json()["withdrawn_from"] is None
    assert [one.why for one in Record.objects.filter(action="entry.changed").order_by("seq")] == [
        "fell ill", "is well again",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "values", "fields"),
    [
        ("withdraw", {}, {"reason", "from_round"}),
        ("withdraw", {"from_round": 0, "reason": "fell ill"}, {"from_round"}),
        ("withdraw", {"from_round": 2, "reason": "x"}, {"reason"}),
        ("put-back", {}, {"reason"}),
    ],
)
def test_who_leaves_or_comes_back_is_asked_why(
    api: APIClient, call: str, values: dict[str, Any], fields: set[str]
) -> None:
    answer = api.post(f"{ROOT}3/{call}/", values, format="json")
    assert (answer.status_code, set(answer.json()["fields"])) == (400, fields)


def test_who_was_never_paired_is_taken_off_and_who_was_is_not(api: APIClient, division: Division) -> None:
    make_round(division, pairs=[(1, 2)])
    assert api.delete(f"{ROOT}4/").status_code == 204
    refused = api.delete(f"{ROOT}1/")
    assert refused.status_code == 409 and refused.json()["detail"].endswith(
        "stands in published rounds: withdraw the player instead, so that the games stay."
    )
    assert [one["number"] for one in api.get(ROOT).json()] == [1, 2, 3]
