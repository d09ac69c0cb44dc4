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


def test_who_entered_a_result_takes_it_back_without_a_reason_and_no_other_scorer_does(
    division: Division, game: Game
) -> None:
    scorer, director = (official(division, role) for role in (Role.SCORER, Role.DIRECTOR))
    record_result(by=scorer, game=game, first_score=431, second_score=388)
    assert "say why it is taken back" in taken_back(director, game).json()["detail"]
    answer = taken_back(scorer, game)
    assert (answer.status_code, answer.json()["outcome"], answer.json()["first_score"]) == (200, None, None)
    assert Record.objects.get(action="result.withdrawn").actor_kind == "user"
    again = taken_back(scorer, game)
    assert (again.status_code, again.json()["detail"]) == (409, "Round 1, table 1 has no result to take back.")
    record_result(by=director, game=game, first_score=431, second_score=388)
    refused = taken_back(scorer, game, reason="wrong board")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")


def test_a_game_with_a_result_is_not_forfeited_and_nothing_by_a_scorer(division: Division, game: Game) -> None:
    director = official(division, Role.DIRECTOR)
    assert forfeit(official(division, Role.SCORER), game, absent="first", reason="never came").status_code == 403
    record_result(by=director, game=game, first_score=431, second_score=388)
    answer = forfeit(director, game, absent="first", reason="never came")
    assert (answer.status_code, answer.json()["code"]) == (409, "result_there")
