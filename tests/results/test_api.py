"""Results through the API beyond entering them: taken back, forfeited, and rounds that a late player missed."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from results.games.services.outcomes import record_result
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Game
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/open/"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament("open"), players=4)


@pytest.fixture
def game(division: Division) -> Game:
    return make_round(division, pairs=[(1, 2), (3, 4)]).games.get(board=1)


def official(division: Division, role: Role) -> User:
    return make_user(role.value, tournament=division.tournament, role=role)


def api(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def taken_back(user: User, game: Game, **values: Any) -> Any:
    return api(user).delete(f"{EVENT}games/{game.pk}/result/", values, format="json")


def forfeit(user: User, game: Game, **values: Any) -> Any:
    return api(user).post(f"{EVENT}games/{game.pk}/forfeit/", values, format="json")


# --- taken back ------------------------------------------------------------------------------------


def test_who_entered_a_result_takes_it_back_without_a_reason(division: Division, game: Game) -> None:
    scorer = official(division, Role.SCORER)
    record_result(by=scorer, game=game, first_score=431, second_score=388)
    answer = taken_back(scorer, game)
    assert (answer.status_code, answer.json()["outcome"], answer.json()["first_score"]) == (200, None, None)
    assert Record.objects.get(action="result.withdrawn").actor_kind == "user"
    again = taken_back(scorer, game)
    assert (again.status_code, again.json()["detail"]) == (409, "Round 1, table 1 has no result to take back.")


def test_somebody_elses_result_is_taken_back_by_a_director_with_a_reason(division: Division, game: Game) -> None:
    director = official(division, Role.DIRECTOR)
    record_result(by=director, game=game, first_score=431, second_score=388)
    refused = taken_back(official(division, Role.SCORER), game, reason="wrong board")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    record_result(by=director, game=Game.objects.get(board=2), first_score=400, second_score=399)
    other = make_user("second", tournament=division.tournament, role=Role.DIRECTOR)
    assert "say why it is taken back" in taken_back(other, game).json()["detail"]
    assert taken_back(other, game, reason="wrong board").status_code == 200


# --- forfeits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "kind", "spreads"),
    [
        ({"absent": "first"}, "no-show", (-75, 75)),
        ({"absent": "second", "margin": 90}, "no-show", (90, -90)),
        ({"absent": "both"}, "double-forfeit", (-75, -75)),
    ],
)
def test_wespa_2_3_6_a_a_game_not_begun_is_forfeited_by_the_rulebooks_points_or_more(
    division: Division, game: Game, values: dict[str, Any], kind: str, spreads: tuple[int, int]
) -> None:
    answer = forfeit(official(division, Role.DIRECTOR), game, reason="never came", **values)
    game.refresh_from_db()
    assert (answer.status_code, answer.json()["rated"]) == (201, False)
    assert (game.outcome.replace("_", "-"), game.first_spread, game.second_spread) == (kind, *spreads)
    assert Record.objects.get(action="result.decided").why == "never came"


def test_a_game_with_a_result_is_not_forfeited(division: Division, game: Game) -> None:
    director = official(division, Role.DIRECTOR)
    record_result(by=director, game=game, first_score=431, second_score=388)
    answer = forfeit(director, game, absent="first", reason="never came")
    assert (answer.status_code, answer.json()["code"]) == (409, "result_there")


@pytest.mark.parametrize(
    ("values", "field"),
    [({}, "absent"), ({"absent": "nobody"}, "absent"), ({"absent": "both", "margin": -1}, "margin"),
     ({"absent": "both", "points": 50}, "points")],
)  # fmt: skip
def test_a_wrong_field_of_a_forfeit_is_named(
    division: Division, game: Game, values: dict[str, Any], field: str
) -> None:
    answer = forfeit(official(division, Role.DIRECTOR), game, **values)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert forfeit(official(division, Role.SCORER), game, **values).status_code == 403
