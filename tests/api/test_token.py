"""The token of an account: for its password alone, and wrong tries wait as on the page."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/token/"


def ask(**values: Any) -> Any:
    return APIClient().post(ADDRESS, values, format="json")


def test_the_right_password_gives_a_token_of_its_own_every_time() -> None:
    user = make_user("director")
    made = ask(username="director", password=PASSWORD)
    assert made.status_code == 200 and made.json() != ask(username="director", password=PASSWORD).json()
    assert "no-store" in made["Cache-Control"]
    assert made.json()["token"] not in str(list(user.api_tokens.values()))
    assert ask(username="director", password=PASSWORD, scope="all").json()["fields"]["scope"]


@pytest.mark.parametrize(
    ("values", "field"),
    [({}, "username"), ({"username": "director"}, "password"), ({"username": "director", "password": "wrong"}, "non_field_errors"),
     ({"username": "nobody", "password": PASSWORD}, "non_field_errors"), ({"username": ["x"], "password": {}}, "password")],
)  # fmt: skip
def test_what_is_wrong_is_named(values: dict[str, Any], field: str) -> None:
    make_user("director")
    answer = ask(**values)
    assert answer.status_code == 400 and field in answer.json()["fields"] and PASSWORD not in answer.content.decode()


def test_a_closed_account_has_no_token() -> None:
    make_user("director", is_active=False)
    assert ask(username="director", password=PASSWORD).status_code == 400


def test_what_is_no_object_is_no_account() -> None:
    assert APIClient().post(ADDRESS, ["director", PASSWORD], format="json").status_code == 400


def test_wrong_tries_must_wait_and_then_the_right_one_must_too() -> None:
    make_user("director")
    says = [
        ask(username="director", password=f"wrong {number}").json()["fields"]["non_field_errors"][0]
        for number in range(40)
    ]
    assert says[-1].startswith("Too many wrong tries. Wait ")
    (told,) = ask(username="director", password=PASSWORD).json()["fields"]["non_field_errors"]
    assert told.startswith("Too many wrong tries.")
    make_user("other")
    assert ask(username="other", password=PASSWORD).status_code == 200
