"""The statistics page: every list, by round, with names and few queries."""

import pytest
from django.test import Client

from results.prizes.engine.statistics import Kind
from results.prizes.services.statistics import statistics_page, with_names
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_round, play
from tests.results.prizes.pages import text_of

pytestmark = pytest.mark.django_db
PUBLIC = "/t/lakeside-open/a/statistics/"


@pytest.fixture
def division():
    """Two rounds of four players: round 1: 1-2 450-350, 3-4 400-380; round 2: 2-3 500-300, 4-1 420-410."""
    made = make_division(players=4, rounds=7)
    for number, scores in ((1, [(1, 2, 450, 350), (3, 4, 400, 380)]), (2, [(2, 3, 500, 300), (4, 1, 420, 410)])):
        row = make_round(made, number, status="closed", results=0, pairs=[one[:2] for one in scores])
        for first, _, one, two in scores:
            play(row.games.get(first__number=first), one, two)
    return made


def lists(division, number=None):
    page = statistics_page(history(division), number)
    return {
        one.kind: [(line.place, [entry.number for entry in line.people], line.value) for line in one.lines]
        for one in page.lists
    }


def test_the_event_lists_its_first_three_and_who_shares_the_third(division):
    found = lists(division)
    assert found[Kind.HIGH_WIN] == [(1, [2], "500"), (2, [1], "450"), (3, [4], "420")]
    assert found[Kind.HIGH_COMBINED] == [(1, [4, 1], "830"), (2, [1, 2], "800"), (2, [2, 3], "800")]
    assert found[Kind.UPSET] == [(1, [4], "60")]


def test_a_round_lists_its_leaders_and_only_what_a_round_has(division):
    found = lists(division, 1)
    assert found[Kind.HIGH_WIN] == [(1, [1], "450")]
    assert found[Kind.LOW_LOSS] == [(1, [2], "350")]
    assert Kind.HIGH_AVERAGE not in found


def test_rating_gains_stand_there_where_the_division_has_a_system(division):
    assert Kind.RATING_GAIN not in lists(division)
    division.standings_options = {"rating_system": "elo"}
    division.save()
    assert lists(division)[Kind.RATING_GAIN][0][1] == [4]
    assert "Plain Elo for clubs, worked out here" in text_of(Client().get(PUBLIC))


def test_a_system_that_does_not_exist_is_no_system(division):
    division.standings_options = {"rating_system": "astrology"}
    assert statistics_page(history(division)).system is None


def test_averages_and_starters(division):
    page = statistics_page(history(division))
    assert [(entry.number, row.average_for) for entry, row in page.averages] == [(1, 430), (2, 425), (4, 400), (3, 350)]
    assert page.mean == 401.25
    assert (page.starters.halves, page.starters.games) == (8, 4)


def test_numbers_of_players_become_names():
    names = {2: "Bo Lindqvist"}
    assert with_names("round 1: 450-350 against player 2", names) == "round 1: 450-350 against Bo Lindqvist"
    assert with_names("against player 9", names) == "against player 9"


def test_the_page_shows_lists_names_and_reasons(division):
    text = text_of(Client().get(PUBLIC))
    names = {entry.number: entry.player.name for entry in division.entries.select_related("player")}
    assert f"High win 1 500 {names[2]} Round 2: 500-300 against {names[3]}" in text
    assert "Points a player a game 401.2" in text or "Points a player a game 401.3" in text
    assert "Wins of those who started 4 of 4" in text


def test_a_round_has_a_page_of_its_own(division):
    text = text_of(Client().get(f"{PUBLIC}1/"))
    assert "Round 1" in text and "450-350" in text and "500-300" not in text


def test_a_round_without_a_result_is_a_404_for_everybody(division):
    make_round(division, 3)
    assert Client().get(f"{PUBLIC}3/").status_code == 404
    assert Client().get(f"{PUBLIC}0/").status_code == 404


def test_before_the_first_result_the_page_says_what_comes():
    make_division(players=2)
    assert "No game with two scores yet" in text_of(Client().get(PUBLIC))
