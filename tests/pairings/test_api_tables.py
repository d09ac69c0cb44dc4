"""A division's tables through the API: the page's decisions and refusals, for directors alone."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from pairings.services.tables import keep_table
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.platform.problems import problem
from tdsuite.tournaments.models import Division, TableNeed
from tests.factories import make_division, make_entries, make_tournament, make_user

pytestmark = pytest.mark.django_db
WRONG = "Not right: number. Each is explained in `fields`."
ROOT = "/api/v1/tournaments/open/divisions/a/tables/"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament("open"), players=8, rounds=7)


@pytest.fixture
def director(division: Division) -> User:
    return make_user(tournament=division.tournament)


@pytest.fixture
def api(director: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(director)
    return client


def change(api: APIClient, **values: Any) -> Any:
    return api.patch(ROOT, values, format="json")


def keep(api: APIClient, **values: Any) -> Any:
    return api.post(f"{ROOT}kept/", values, format="json")


# --- the plan --------------------------------------------------------------------------------------


def test_a_division_without_a_plan_numbers_its_boards(api: APIClient) -> None:
    assert api.get(ROOT).json() == {
        "tables": "", "reserved": "", "names": [], "kept": [], "problem": "", "faults": [], "shared": [],
    }  # fmt: skip


def test_what_is_sent_changes_and_what_is_not_sent_stays(api: APIClient, division: Division) -> None:
    changed = change(api, tables=" 1-3, Stage ", reserved="Stage", reason="new hall")
    assert (changed.status_code, changed.json()["names"]) == (200, ["1", "2", "3", "Stage"])
    assert change(api, tables="1-4, Stage").json()["reserved"] == "Stage"
    division.refresh_from_db()
    assert division.table_plan["reserved"] == "Stage"
    first = Record.objects.filter(action="tables.plan_changed").order_by("seq").first()
    assert first is not None and (first.why, first.actor_kind) == ("new hall", "user")


def test_what_is_there_already_is_no_decision(api: APIClient) -> None:
    change(api, tables="1-3")
    change(api, tables="1-3")
    assert Record.objects.filter(action="tables.plan_changed").count() == 1


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"tables": "1-3, 2"}, "Table 2 stands twice in the plan."),
        ({"tables": "9-1"}, "'9-1': a range runs upwards over at most 500 tables, such as 1-12."),
        ({"tables": "1-3", "reserved": "7"}, "Reserved: table 7 is not one of the division's tables."),
    ],
)
def test_a_plan_that_names_no_tables_is_refused_in_the_pages_words(
    api: APIClient, division: Division, values: dict[str, Any], says: str
) -> None:
    answer = change(api, **values)
    assert (answer.status_code, answer.json()) == (409, problem(409, "bad_table_plan", says))
    division.refresh_from_db()
    assert division.table_plan == {}


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"tables": ["1", "2"]}, "tables"),
        ({"tables": "1" * 501}, "tables"),
        ({"order": "stable"}, "order"),
        ({"features": {"quiet": "1"}}, "features"),
        ({"reason": "x" * 301}, "reason"),
        ({"table": "1-3"}, "table"),
    ],
)
def test_a_wrong_field_is_named(api: APIClient, values: dict[str, Any], field: str) -> None:
    answer = change(api, **values)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_a_misspelt_field_is_told_what_there_is(api: APIClient) -> None:
    assert change(api, table="1-3").json()["fields"]["table"] == [
        "There is no such field here. There are: tables, reserved, reason."
    ]


def test_what_is_no_object_is_no_plan(api: APIClient) -> None:
    assert api.patch(ROOT, ["1-3"], format="json").status_code == 400


def test_a_plan_that_cannot_be_read_says_so_and_is_mended(api: APIClient, division: Division) -> None:
    Division.objects.update(table_plan={"tables": "3, 3"})
    told = api.get(ROOT).json()
    assert told["names"] == [] and told["problem"].startswith("The table plan of Division A cannot be read:")
    assert keep(api, number=1, table="3").json()["detail"] == told["problem"]
    assert change(api, tables="3").json()["problem"] == ""


def test_tables_that_two_plans_name_are_told(api: APIClient, division: Division) -> None:
    make_division(division.tournament, players=4, code="b", table_plan={"tables": "4-8"})
    assert change(api, tables="1-5").json()["shared"] == [{"division": "b", "tables": "4-5"}]


# --- kept for players ------------------------------------------------------------------------------


def test_a_table_is_kept_listed_first_and_given_up(api: APIClient, division: Division) -> None:
    change(api, tables="1-8")
    ann, bob = keep(api, number=1, table="3"), keep(api, number=2, table="7", first_round=2, last_round=4)
    assert (ann.status_code, bob.status_code) == (201, 201)
    assert bob.json() == {
        "id": bob.json()["id"], "number": 2, "name": division.entries.get(number=2).player.name, "table": "7",
        "first_round": 2, "last_round": 4,
    }  # fmt: skip
    moved = api.post(f"{ROOT}kept/{bob.json()['id']}/first/")
    assert [one["number"] for one in moved.json()] == [2, 1] == [one["number"] for one in api.get(ROOT).json()["kept"]]
    assert api.delete(f"{ROOT}kept/{ann.json()['id']}/").status_code == 204
    assert [one["number"] for one in api.get(ROOT).json()["kept"]] == [2]
    assert api.delete(f"{ROOT}kept/{ann.json()['id']}/").status_code == 404


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"table": "12"}, "Table 12 is not one of the division's tables."),
        ({"table": "1", "first_round": 5, "last_round": 4}, "The first round comes before the last one."),
        ({"table": "1", "last_round": 8}, "Division A has rounds 1 to 7."),
        ({"table": "3"}, "Table 3 is kept for "),
    ],
)
def test_what_cannot_be_kept_is_refused_in_the_pages_words(
    api: APIClient, director: User, division: Division, values: dict[str, Any], says: str
) -> None:
    change(api, tables="1-8")
    keep_table(by=director, entry=division.entries.get(number=8), table="3")
    answer = keep(api, number=1, **values)
    assert answer.status_code == 409 and answer.json()["detail"].startswith(says)
    assert TableNeed.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"table": "1"}, "number"), ({"number": "x", "table": "1"}, "number"), ({"number": 1}, "table"), ({"number": 1, "table": "2", "features": ["quiet"]}, "features"),
        ({"number": 1, "table": "1", "first_round": 0}, "first_round"), ({"number": 1, "table": "1", "last_round": 100}, "last_round"),
        ({"number": 1, "table": "1", "round": 2}, "round"),
    ],
)  # fmt: skip
def test_a_wrong_field_of_what_is_kept_is_named(api: APIClient, values: dict[str, Any], field: str) -> None:
    answer = keep(api, **values)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_a_number_that_nobody_has_is_named(api: APIClient) -> None:
    answer = keep(api, number=9, table="1")
    assert (answer.status_code, answer.json()) == (
        400,
        problem(400, "invalid", WRONG, fields={"number": ["Division A has no player 9."]}),
    )


def test_a_table_kept_in_another_division_is_not_found(api: APIClient, director: User, division: Division) -> None:
    other = make_division(division.tournament, players=4, code="b")
    need = keep_table(by=director, entry=other.entries.get(number=1), table="1")
    assert api.delete(f"{ROOT}kept/{need.pk}/").status_code == 404
    assert api.post(f"{ROOT}kept/{need.pk}/first/").status_code == 404
    assert TableNeed.objects.count() == 1


def test_who_has_a_table_is_kept_by_no_browser(api: APIClient) -> None:
    assert "no-store" in api.get(ROOT)["Cache-Control"]


def test_a_plan_asks_no_more_of_thirty_needs_than_of_one(api: APIClient, director: User, division: Division) -> None:
    make_entries(division, 22)
    counts = []
    for numbers in ([1], range(2, 31)):
        for entry in division.entries.filter(number__in=numbers):
            keep_table(by=director, entry=entry, table=str(entry.number))
        with CaptureQueriesContext(connection) as queries:
            assert len(api.get(ROOT).json()["kept"]) == max(numbers)
        counts.append(len(queries))
    assert counts[0] == counts[1]
