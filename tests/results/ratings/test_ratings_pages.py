"""The ratings pages: by the division's system, after any round, and why, game by game."""

import re

import pytest
from django.test import Client

from results.ratings.services import chosen_system, rate_division
from tests.factories import make_division, make_round, play
from tests.results.prizes.pages import client_of, name, text_of

pytestmark = pytest.mark.django_db
PUBLIC = "/t/lakeside-open/a/ratings/"


@pytest.fixture
def division():
    """1600 loses to 1200 in round 1 and beats the newcomer in round 2; by club Elo 18.2 points go."""
    made = make_division(players=2, rounds=2, standings_options={"rating_system": "elo"})
    for number, rating in ((1, 1600), (2, 1200)):
        made.entries.filter(number=number).update(rating=rating)
    for number, scores in ((1, (350, 400)), (2, (450, 300))):
        row = make_round(made, number, status="closed", results=0, pairs=[(1, 2)])
        play(row.games.get(), *scores)
    return made


def text_at(url, client=None):
    return text_of((client or Client()).get(url))


def table(division, after=None):
    page = rate_division(division, chosen_system(division).key, after=after)
    return page.after, [(entry.number, row.old, row.change, row.new) for entry, row in page.rows]


def test_ratings_after_a_round_are_the_worked_example(division):
    assert table(division, 1) == (1, [(1, 1600, -18, 1582), (2, 1200, 18, 1218)])


def test_without_a_round_the_last_one_with_a_result_is_shown(division):
    after, rows = table(division)
    assert after == 2 and [row[0] for row in rows] == [1, 2]
    assert rows[0][3] + rows[1][3] == 2800


def test_the_page_shows_before_change_now_won_expected_and_performance(division):
    text = text_at(f"{PUBLIC}1/", client_of(division))
    assert "fter round 1" in text and "Plain Elo for clubs" in text and "not official ratings" in text
    assert f"{name(division, 1)} : why 1 1600 −18 1582 0 of 1 0.91" in text


def test_why_tells_every_game(division):
    text = text_at(f"{PUBLIC}2/player/1/")
    assert f"Round 1: lost to {name(division, 2)} (1200) by 50, 0.909 expected" in text
    assert f"Round 2: beat {name(division, 2)} (1200) by 150" in text


def test_an_estimate_is_called_one(division):
    division.standings_options = {"rating_system": "norway"}
    division.save()
    for url in (PUBLIC, f"{PUBLIC}1/player/1/"):
        assert "not held against published lists" in text_at(url)


def test_a_division_without_a_system_shows_none_to_the_public(division):
    division.standings_options = {}
    division.save()
    assert "The organiser has not chosen a rating system" in text_at(PUBLIC)
    assert Client().get(f"{PUBLIC}1/player/1/").status_code == 404


def test_rounds_and_players_that_are_not_there(division):
    for path in ("3/", "1/player/9/", "9/player/1/"):
        assert Client().get(PUBLIC + path).status_code == 404, path


def test_the_row_of_rounds_leads_to_each_round_with_a_result(division):
    body = Client().get(PUBLIC).content.decode()
    assert re.findall(r'ratings/(\d)/"', body)[:2] == ["1", "2"]
