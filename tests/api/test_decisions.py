"""Calls that take one decision each: the page's service, once, under its own name in the record; nobody's numbers are named."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Game, Round
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/open/"
WHY = {"reason": "asked for by both"}


@pytest.fixture
def division() -> Division:
    """Round 1 awaits its results (1-2, 3-4), and player 5 has a bye."""
    division = make_division(make_tournament("open"), players=6)
    make_round(division, pairs=[(1, 2), (3, 4), (5, None)], status=Round.Status.PLAYING)
    return division


def post(division: Division, address: str, **values: Any) -> Any:
    api = APIClient()
    api.force_authenticate(make_user("director", tournament=division.tournament))
    return api.post(f"{EVENT}{address}/", values, format="json")


def ids() -> tuple[int, int]:
    return Game.objects.get(board=1).pk, Game.objects.get(board=2).pk


@pytest.mark.parametrize(
    ("call", "values", "players"),
    [
        ("swap-players", {"entry": 2, "other_entry": 4}, {(1, 4), (2, 3), (5, None)}),
        ("swap-tables", {}, {(1, 2), (3, 4), (5, None)}),
        ("move", {"table_name": "9"}, {(1, 2), (3, 4), (5, None)}),
        ("starter", {"starter": 2}, {(1, 2), (3, 4), (5, None)}),
        ("replace-player", {"out": 2, "into": 6}, {(1, 6), (3, 4), (5, None)}),
        ("bye", {"entry": 2}, {(2, None), (3, 4), (5, None)}),
        ("dissolve", {}, {(3, 4), (5, None)}),
    ],
)
def test_published_boards_are_changed_with_a_reason(
    division: Division, call: str, values: dict[str, Any], players: set[tuple[int, int | None]]
) -> None:
    here, there = ids()
    others = {"swap-players": {"other_game": there}, "swap-tables": {"other": there}}.get(call, {})
    without = post(division, f"games/{here}/{call}", **values, **others)
    assert (without.status_code, list(without.json()["fields"])) == (400, ["reason"])
    answer = post(division, f"games/{here}/{call}", **values, **others, **WHY)
    assert answer.status_code == 200, answer.json()
    numbers = {(game["first"]["number"], (game["second"] or {}).get("number")) for game in answer.json()}
    assert {(min(pair), max(pair)) if None not in pair else pair for pair in numbers} == players  # type: ignore[type-var]
    assert [record.why for record in Record.objects.all()] == [WHY["reason"]]


def test_free_players_are_seated(division: Division) -> None:
    answer = post(division, "divisions/a/rounds/1/seat", entry=5, opponent=6, **WHY)
    pairs = {frozenset(game[side]["number"] for side in ("first", "second") if game[side]) for game in answer.json()}
    assert pairs == {frozenset({1, 2}), frozenset({3, 4}), frozenset({5, 6})}
    assert post(division, "divisions/a/rounds/2/seat", entry=5, **WHY).json()["code"] == "round_not_published"


def test_numbers_that_are_nobodys_are_named(division: Division) -> None:
    here, _ = ids()
    answer = post(division, f"games/{here}/swap-players", entry=77, other_entry=4, other_game=here, **WHY)
    assert (answer.status_code, answer.json()["fields"]) == (400, {"entry": ["Division A has no player 77."]})
    elsewhere = make_round(make_division(make_tournament("other"), players=2)).games.get().pk
    answer = post(division, f"games/{here}/swap-tables", other=elsewhere, **WHY)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["other"])
    assert post(division, f"games/{elsewhere}/dissolve", **WHY).status_code == 404


def test_attendance_is_the_pages_taps(division: Division) -> None:
    here, _ = ids()
    steps: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("attendance", {"entry": 2, "status": "here"}, {"number": 2, "status": "here"}),
        ("attendance", {"entry": 1, "status": "absent"}, {"status": "absent", "source": "table"}),
    ]
    for call, values, expected in steps:
        answer = post(division, f"games/{here}/{call}", **values)
        assert answer.status_code == 200, answer.json()
        assert answer.json() == answer.json() | expected
