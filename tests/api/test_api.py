import pytest
from rest_framework.test import APIClient

from tdsuite.platform.access.roles import Role
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/tournaments/"


@pytest.fixture
def stranger():
    return APIClient()


@pytest.fixture
def game():
    division = make_division(make_tournament("open"), players=4)
    return make_round(division, pairs=[(1, 2), (3, 4)]).games.get(board=1)


def signed_in(game, role):
    client = APIClient()
    client.force_authenticate(make_user(tournament=game.round.division.tournament, role=role))
    return client


def post(client, game, **scores):
    return client.post(f"{ROOT}open/games/{game.pk}/result/", scores, format="json")


def test_a_stranger_reads_a_public_event_its_rounds_games_and_standings(stranger, game):
    assert [one["slug"] for one in stranger.get(ROOT).json()] == ["open"]
    assert stranger.get(f"{ROOT}open/").json()["divisions"] == [
        {"id": game.round.division_id, "code": "a", "name": "Division A", "planned_rounds": 7}
    ]
    base = f"{ROOT}open/divisions/a/"
    assert [(one["round"], one["status"]) for one in stranger.get(f"{base}rounds/").json()] == [(1, "published")]
    games = stranger.get(f"{base}rounds/1/games/").json()
    assert [(one["table"], one["first"]["number"], one["second"]["number"], one["outcome"]) for one in games] == [
        ("1", 1, 2, None),
        ("2", 3, 4, None),
    ]
    assert stranger.get(f"{base}standings/").json()["round"] == 0


def test_standings_after_a_named_round(stranger):
    make_played_event(players=4, played=2, slug="open")
    answer = stranger.get(f"{ROOT}open/divisions/a/standings/?round=1").json()
    assert answer["round"] == 1
    assert {row["games"] for row in answer["standings"]} == {1}
    assert stranger.get(f"{ROOT}open/divisions/a/standings/?round=99").status_code == 400


def test_a_director_corrects_with_a_reason(game):
    client = signed_in(game, Role.DIRECTOR)
    post(client, game, first_score=431, second_score=388)
    url = f"{ROOT}open/games/{game.pk}/result/"
    assert client.put(url, {"first_score": 421, "second_score": 388}, format="json").status_code == 409
    answer = client.put(url, {"first_score": 421, "second_score": 388, "reason": "added up wrongly"}, format="json")
    assert (answer.status_code, answer.json()["first_score"], answer.json()["rounds_paired_before"]) == (200, 421, [])


@pytest.mark.parametrize("part", ["", "divisions/a/players/"])
def test_a_reading_that_is_still_the_same_is_not_sent_again(game, part):
    client = signed_in(game, Role.DIRECTOR)
    first = client.get(f"{ROOT}open/{part}")
    again = client.get(f"{ROOT}open/{part}", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert ("no-store" in again.get("Cache-Control", "")) is bool(part)
    game.round.division.tournament.divisions.update(name="Masters")
    game.first.player.__class__.objects.update(club="Lakeside")
    changed = client.get(f"{ROOT}open/{part}", headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed["ETag"] == first["ETag"]) == (200, False)
