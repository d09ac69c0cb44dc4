"""Ratings of a division's rows."""

from datetime import timedelta

import pytest

from results.ratings.engine.model import RatedGame
from results.ratings.services import lengths_in_force, rate_division, rated_games, rating_facts
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_division
from tests.factories import make_division, make_played_event, make_round, play

pytestmark = pytest.mark.django_db


def division_of_two(**fields) -> Division:
    return make_division(players=2, rounds=3, **fields)


def test_a_divisions_games_are_rated_from_the_entries_ratings():
    division = division_of_two()  # 2000 and 1980
    row = make_round(division, 1, pairs=[(1, 2)])
    play(row.games.get(), 400, 350)
    rated = rate_division(division, "naspa")
    assert (rated.after, [row.old for row in rated.table]) == (1, [2000, 1980])
    one, two = rated.table
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
    before = [rate_division(division, "wespa-2011", after=number).table for number in (1, 2, 3)]
    game = Game.objects.of_division(division).in_round(1).first()
    assert game.first_score != game.second_score
    play(game, game.second_score, game.first_score)  # the other one won
    after = [rate_division(division, "wespa-2011", after=number).table for number in (1, 2, 3)]
    assert all(old != new for old, new in zip(before, after, strict=True))


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


@pytest.mark.parametrize(
    ("key", "after", "message"), [("glicko", None, "no rating system"), ("naspa", 8, "no round 8")]
)
def test_an_unknown_system_or_round_is_refused(key, after, message):
    with pytest.raises(Refused, match=message):
        rate_division(make_played_event(), key, after=after)


def test_an_unrated_player_has_no_old_rating_and_no_new_one_before_a_game():
    division = make_played_event(players=4, played=1)
    division.entries.filter(number=4).update(rating=0)
    before, after = (rating_facts(rate_division(division, "naspa", after=number))[3] for number in (0, 1))
    assert (before["old"], before["new"], before["games"]) == (None, None, 0)
    assert after["old"] is None and after["new"] > 500


def test_deviation_and_last_day_played_reach_the_rating_and_the_new_deviation_is_given():
    division = make_played_event(players=4, played=3)
    day = division.tournament.ends_on
    division.entries.update(deviation=80.0, last_played=day, lifetime_games=300)
    sharp = rating_facts(rate_division(division, "coco"))
    division.entries.update(last_played=day - timedelta(days=100))
    later = rating_facts(rate_division(division, "coco"))
    assert all(0 < row["deviation"] < 80 for row in sharp)
    assert [row["deviation"] for row in later] > [row["deviation"] for row in sharp]
    assert "deviation" not in rating_facts(rate_division(division, "naspa"))[0]
