"""A press on what is not there, or not there yet, is answered in words and never by a fault of ours."""

import re

import pytest
from django.test import Client

from tests.factories import make_division, make_tournament, make_user
from tests.platform.access.routes import routes

pytestmark = pytest.mark.django_db
NAMES = {
    "slug": "open", "code": "a", "sha256": "0" * 64, "token": "x", "report": "standings", "format": "tsh",
    "kind": "overdraw",
}  # fmt: skip
WORD = re.compile(r"<(?:(\w+):)?(\w+)>")


def address(route: str, number: int) -> str:
    """An address of the event: a number where one is wanted, else a word that might be one."""
    return "/" + WORD.sub(lambda found: str(number) if found[1] == "int" else NAMES.get(found[2], "none"), route)


@pytest.mark.parametrize("number", [2, 99999])
def test_no_press_on_a_round_or_row_that_is_not_there_is_a_fault_of_ours(number: int) -> None:
    event = make_division(make_tournament("open"), players=4, rounds=3).tournament
    client = Client(raise_request_exception=False)
    client.force_login(make_user(tournament=event, is_superuser=True))
    pressed = [address(route, number) for route in routes() if "<slug:slug>" in route and "<int:" in route]
    faults = [where for where in pressed if client.post(where, {"reason": "By mistake."}).status_code >= 500]
    assert (len(pressed) > 150, faults) == (True, [])
