"""Ratings of a division's rows, and the command that prints them."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from results.ratings.engine.model import RatedGame
from results.ratings.services import lengths_in_force, rate_division, rated_games
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_division
from tests.factories import make_division, make_played_event, make_round, make_tournament, play

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = StringIO()
    call_command("rate", *words, stdout=out)
    return out.getvalue()


def division_of_two(**fields) -> Division:
    return make_division(players=2, rounds=3, **fields)


def test_a_divisions_games_are_rated_from_the_entries_ratings():
    division = division_of_two()  # 2000 and 1980
    row = make_round(division, 1, pairs=[(1, 2)])
    play(row.games.get(), 400, 350)
    table = rate_division(division, "naspa").tables
    assert [(number, [one.old for one in rows]) for number, rows in table] == [(1, [2000, 1980])]
    one, two = table[0][1]
    assert (one.wins, one.new, two.new) == (1, 2005, 1972)


def test_only_decided_rated_games_of_two_players_are_rated():
    division = make_division(players=5, rounds=4)
    row = make_round(division, 1, pairs=[(1, 2), (3, 4), (5, None)])
    played, awaited = row.games.exclude(second=None).order_by("board")
    play(played, 300, 300)
    assert rated_games(history(division)) == (RatedGame(1, 1, 2, 1, 0, second_halves=1),)
    play(awaited, 400, 300)
    Game.objects.filter(pk=awaited.pk).update(rated=False)
    assert [one.first for one in rated_games(history(division))] == [1]
    Game.objects.filter(pk=played.pk).update(outcome=Game.Outcome.VOID)
    assert rated_games(history(division)) == ()


def test_a_correction_in_an_old_round_changes_the_later_ratings():
    division = make_played_event(players=4, played=3)
    before = dict(rate_division(division, "wespa-2011", every_round=True).tables)
    game = Game.objects.of_division(division).in_round(1).first()
    assert game.first_score != game.second_score
    play(game, game.second_score, game.first_score)  # the other one won
    after = dict(rate_division(division, "wespa-2011", every_round=True).tables)
    assert [number for number in before if before[number] != after[number]] == [1, 2, 3]


def test_the_planned_length_in_force_at_a_round_is_that_of_its_closing():
    division = make_played_event(players=4, played=2, rounds=14)
    assert set(lengths_in_force(division).values()) == {14}
    update_division(by=COMMAND_LINE, division=division, values={"planned_rounds": 20})
    division.refresh_from_db()
    make_round(division, 3, status="closed")
    update_division(by=COMMAND_LINE, division=division, values={"planned_rounds": 18})
    division.refresh_from_db()
    found = lengths_in_force(division)
    assert (found[1], found[2], found[3], found[4], found[18]) == (14, 14, 20, 18, 18)
    assert len(found) == 18


def test_other_changes_of_a_division_leave_the_lengths_alone():
    division = make_played_event(players=4, played=2, rounds=14)
    update_division(by=COMMAND_LINE, division=division, values={"prize_places": 2})
    assert set(lengths_in_force(division).values()) == {14}


def test_lengths_can_be_given_from_a_round_on():
    division = make_played_event(players=4, played=2, rounds=7)
    found = rate_division(division, "naspa", lengths={1: 28, 3: 31})
    assert [found.lengths[number] for number in range(1, 8)] == [28, 28, 31, 31, 31, 31, 31]


@pytest.mark.parametrize("players", [4, 30])
def test_the_number_of_queries_is_the_same_for_4_and_30_players(players):
    division = make_played_event(players=players, played=3)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        rate_division(division, "naspa", every_round=True)
    assert len(queries) == 5


@pytest.mark.parametrize(
    ("key", "after", "message"), [("glicko", None, "no rating system"), ("naspa", 8, "no round 8")]
)
def test_an_unknown_system_or_round_is_refused(key, after, message):
    with pytest.raises(Refused, match=message):
        rate_division(make_played_event(), key, after=after)


def test_command_json_is_a_list_of_players_and_nothing_else():
    make_played_event(players=4, played=3)
    answer = json.loads(run("lakeside-open", "A", "--system", "naspa", "--json"))
    assert [sorted(one) for one in answer] == [["expected", "games", "name", "new", "number", "old", "wins"]] * 4
    assert [(one["number"], one["games"], one["old"]) for one in answer] == [
        (1, 3, 2000),
        (2, 3, 1980),
        (3, 3, 1960),
        (4, 3, 1940),
    ]
    assert sum(one["wins"] for one in answer) == 6
    assert sum(one["expected"] for one in answer) == pytest.approx(6, abs=0.001)


def test_command_json_of_one_round_and_of_every_round_agree():
    make_played_event(players=4, played=3)
    words = ("lakeside-open", "a", "--system", "australia", "--json")
    every = json.loads(run(*words, "--round", "all"))
    assert [one["round"] for one in every] == [1, 2, 3]
    for one in every:
        assert json.loads(run(*words, "--round", str(one["round"]))) == one["ratings"]


def test_command_json_says_null_where_there_is_no_rating():
    division = make_played_event(players=4, played=1)
    division.entries.filter(number=4).update(rating=0)
    make_round(division, 2)
    answer = json.loads(run("lakeside-open", "a", "--system", "naspa", "--round", "0", "--json"))
    assert (answer[3]["old"], answer[3]["new"], answer[3]["games"]) == (None, None, 0)
    rated = json.loads(run("lakeside-open", "a", "--system", "naspa", "--json"))
    assert rated[3]["old"] is None
    assert rated[3]["new"] > 500


def test_command_prints_a_line_a_player_and_the_reasons_when_asked():
    make_played_event(players=4, played=3)
    plain = run("lakeside-open", "a", "--system", "naspa")
    assert plain.splitlines()[0] == "Division A, NASPA (NWL and Collins), after round 3"
    assert len(plain.splitlines()) == 5
    why = run("lakeside-open", "a", "--system", "naspa", "--why")
    assert len(why.splitlines()) == 1 + 4 * (1 + 3 + 1)
    assert "wins in 3 games against" in why
    assert "Round 1: " in why


def test_command_says_what_is_an_estimate():
    make_played_event(players=4, played=1)
    assert run("lakeside-open", "a", "--system", "norway").startswith("An estimate: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere", "a", "--system", "naspa"), "no event 'nowhere'"),
        (("lakeside-open", "z", "--system", "naspa"), "no division 'z'"),
        (("lakeside-open", "a", "--system", "naspa", "--round", "9"), "no round 9"),
    ],
)
def test_command_refuses_with_exit_1(words, message):
    make_division(make_tournament(), rounds=7)
    with pytest.raises(CommandError, match=message) as refused:
        run(*words)
    assert refused.value.returncode == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--system", "glicko"), "Choose one of naspa,"),
        ((), "--system"),
        (("--system", "naspa", "--round", "last"), "give a round number, or all"),
        (("--system", "naspa", "--planned", "31@"), "give the planned rounds"),
        (("--system", "naspa", "--planned", "31@x"), "give the planned rounds"),
        (("--system", "naspa", "--planned", "0"), "give the planned rounds"),
    ],
)
def test_command_wrong_usage(words, message):
    make_division(make_tournament(), rounds=7)
    with pytest.raises(CommandError, match=message):
        run("lakeside-open", "a", *words)


def test_deviation_and_last_day_played_reach_the_rating_and_the_new_deviation_is_given():
    division = make_played_event(players=4, played=3)
    day = division.tournament.ends_on
    division.entries.update(deviation=80.0, last_played=day, lifetime_games=300)
    sharp = json.loads(run("lakeside-open", "a", "--system", "coco", "--json"))
    division.entries.update(last_played=day - timedelta(days=100))
    later = json.loads(run("lakeside-open", "a", "--system", "coco", "--json"))
    assert all(0 < row["deviation"] < 80 for row in sharp)
    assert [row["deviation"] for row in later] > [row["deviation"] for row in sharp]
    assert "deviation" not in json.loads(run("lakeside-open", "a", "--system", "naspa", "--json"))[0]
