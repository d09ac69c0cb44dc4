"""The register's CSV from the console: for those who adjudicate, searched as the page is."""

import pytest
from django.test import Client
from django.urls import reverse

from tdsuite.platform.access.roles import Role
from tests.adjudication.challenges.cases import Table, table
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    at = table()
    at.judged("AXLE")
    at.judged("BRIGG", challenger=at.first.pk)
    return at


def download(client: Client, at: Table, **search: str):
    return client.get(reverse("challenges:register_csv", args=[at.division.tournament.slug]), search)


@pytest.mark.parametrize(
    ("search", "numbers"),
    [
        ({}, ["1", "2"]),
        ({"text": "axle"}, ["1"]),
        ({"verdict": "upheld"}, ["2"]),
        ({"verdict": "failed"}, ["1"]),
        ({"division": "a", "round": "1", "table": " 1 "}, ["1", "2"]),
        ({"round": "2"}, []),
    ],
)
def test_a_judge_takes_the_register_away_searched(client: Client, at: Table, search: dict, numbers: list[str]) -> None:
    client.force_login(at.judge)
    response = download(client, at, **search)
    assert (response.status_code, response["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert response["Content-Disposition"] == 'attachment; filename="lakeside-open-challenges.csv"'
    assert [row.split(",")[1] for row in response.content.decode().splitlines()[1:]] == numbers


def test_a_search_that_cannot_be_says_what_to_mend(client: Client, at: Table) -> None:
    client.force_login(at.judge)
    response = download(client, at, round="one", division="zz")
    assert response.status_code == 400
    assert "round: Enter a whole number." in response.content.decode()


def test_others_do_not_get_the_words(client: Client, at: Table) -> None:
    assert download(client, at).status_code == 302
    client.force_login(make_user("scorer", tournament=at.division.tournament, role=Role.SCORER))
    assert download(client, at).status_code == 403
    assert client.post(reverse("challenges:register_csv", args=["lakeside-open"])).status_code == 403
    client.force_login(at.judge)
    assert client.post(reverse("challenges:register_csv", args=["lakeside-open"])).status_code == 405
