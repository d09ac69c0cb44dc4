"""Each rating system by its published worked examples and its own rules (docs/rulebook/ratings-*.md)."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.utils import translation

from results.ratings.engine import absp, spread
from results.ratings.engine.model import PastEvent, RatedGame, RatedPlayer, RatingError, RatingTask, checked
from results.ratings.engine.systems import SYSTEMS, rate_by_round, system
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from tests.results.ratings.events import against, game, made_up_event, of


def rating(key: str, own: RatedPlayer, opponents: list[int], results: str, **more: int):
    return of(own.number, system(key).rate(against(own, opponents, results, **more)))


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_has_a_page_with_its_key(key: str):
    pages = (Path(__file__).resolve().parents[3] / "docs" / "rulebook").glob("ratings-*.md")
    assert any(f"`{key}`" in page.read_text(encoding="utf-8") for page in pages), f"No ratings-*.md names `{key}`."


# NASPA


def test_naspa_gains_the_multiplier_times_the_excess_and_says_how():
    row = rating("naspa", RatedPlayer(1, 1500, 200), [1500, 1500, 1500, 1500], "wwwt")
    assert (row.wins, row.expected, row.new, row.change) == (3.5, 2.0, 1540, 40)
    assert [round(line.points, 2) for line in row.lines] == [10, 10, 10, 0]
    assert row.reasons == (
        "Rounds 1-4: 3.5 wins in 4 games against 2.0000 expected; multiplier 20 at 1500: +30.00;"
        " acceleration +10.00 for more than 5 points a game; 1500 becomes 1540",
    )


def test_naspa_acceleration_adds_once_more_what_exceeds_5_points_a_game():
    row = rating("naspa", RatedPlayer(1, 1500, 200), [1500] * 4, "wwww")
    assert row.new == 1500 + 40 + (40 - 20)
    assert "acceleration +20.00" in row.reasons[0]


def test_naspa_feedback_gives_each_rated_opponent_a_twentieth_a_game():
    task = against(RatedPlayer(1, 1500, 200), [1500] * 4, "wwww", games=200)
    table = system("naspa").rate(task)
    assert of(101, table).new == 1500 - 10 + 1  # loses 10, gets 20 / 20
    assert "feedback +1.000" in of(101, table).reasons[0]


def test_naspa_newcomers_get_no_feedback_and_give_none():
    task = against(RatedPlayer(1, 0), [1500, 1500, 1500], "wwl")
    table = system("naspa").rate(task)
    assert of(1, table).change is None
    assert of(1, table).new == 1717
    assert of(101, table).new == of(102, table).new == 1500 - 7
    assert of(1, table).reasons[0].startswith("Rounds 1-3: new player; 2 wins in 3 games is a performance of 1717.")


def test_naspa_segments_start_from_the_rounded_rating_of_the_one_before():
    own = RatedPlayer(1, 1500, 200)
    row = rating("naspa", own, [1520] * 17, "w" * 9 + "l" * 8)
    first = rating("naspa", own, [1520] * 9, "w" * 9)
    assert len(row.reasons) == 2
    assert row.reasons[0].startswith("Rounds 1-9:")
    assert row.reasons[1].startswith("Rounds 10-17:")
    assert f"at {first.new}:" in row.reasons[1]


def test_naspa_a_longer_plan_cuts_the_same_games_otherwise():
    task = made_up_event(5, players=8, rounds=14)
    one = system("naspa").rate(task)
    two = system("naspa").rate(RatingTask(task.players, task.games, 20))
    assert len(one[0].reasons) == 1
    assert len(two[0].reasons) == 2


def test_naspa_rounds_beyond_the_plan_belong_to_the_last_segment():
    task = made_up_event(6, players=8, rounds=12)
    row = system("naspa").rate(RatingTask(task.players, task.games, 10))[0]
    assert row.games == 12


@pytest.mark.parametrize(("games", "multiplier"), [(0, 30), (12, 30), (45, 20), (None, 20)])
def test_naspa_newcomer_moves_from_the_first_rating_in_the_second_segment_as_established_where_games_are_unknown(
    games, multiplier
):
    row = rating("naspa", RatedPlayer(1, 0, games), [1500] * 17, "wl" * 8 + "w")
    assert row.reasons[0].startswith("Rounds 1-9: new player")
    assert f"multiplier {multiplier}" in row.reasons[1]


def test_naspa_2024_counts_games_up_at_each_segment_and_unknown_ones_as_established():
    own = RatedPlayer(1, 1500, 45)
    assert "multiplier 20" in rating("naspa", RatedPlayer(1, 1500), [1500] * 2, "wl").reasons[0]
    assert "multiplier 30" in rating("naspa", own, [1500] * 17, "wl" * 8 + "l").reasons[1]
    assert "multiplier 20" in rating("naspa-2024", own, [1500] * 17, "wl" * 8 + "l").reasons[1]


def test_naspa_club_counts_a_third_without_acceleration_and_50_at_most():
    own = RatedPlayer(1, 1500, 200)
    assert rating("naspa-club", own, [1500] * 4, "wwwl").new == 1507
    assert rating("naspa-club", own, [2200] * 16, "w" * 16).new == 1550
    assert rating("naspa-club", own, [800] * 16, "l" * 16).new == 1450
    assert "of which +50.00 counts" in rating("naspa-club", own, [2200] * 16, "w" * 16).reasons[0]


# NSA before 2009


def test_nsa_worked_example_1850_is_expected_to_win_3_4_of_7():
    opponents = [1702, 1702, 1778, 1922, 1922, 1998, 1998]
    row = rating("nsa", RatedPlayer(1, 1850, 500), opponents, "wwwllll")
    assert [round(line.expected, 1) for line in row.lines] == [0.7, 0.7, 0.6, 0.4, 0.4, 0.3, 0.3]
    assert row.expected == pytest.approx(3.4, abs=0.01)
    assert row.new == 1850 - 6  # 0.4 wins too few at 16


def test_nsa_newcomer_is_rated_by_the_mean_opponent():
    row = rating("nsa", RatedPlayer(1, 0), [1400] * 5, "wwwll")
    assert row.new == 1472


# WESPA


def test_wespa_2011_has_no_acceleration_and_no_segments():
    row = rating("wespa-2011", RatedPlayer(1, 1500, 200), [1500] * 20, "w" * 20)
    assert row.new == 1700
    assert len(row.reasons) == 1


def test_wespa_2011_previously_unrated_opponents_count_at_their_new_rating():
    own, new = RatedPlayer(1, 1500, 200), RatedPlayer(2, 0)
    field = (own, new, RatedPlayer(3, 1700, 200), RatedPlayer(4, 1300, 200))
    rows = (game(1, 2, 1, 2), game(2, 2, 3, 0), game(3, 2, 4, 2))
    table = system("wespa-2011").rate(RatingTask(field, rows, 3))
    assert of(1, table).lines[0].opponent_rating == pytest.approx(of(2, table).new, abs=0.5)


# Australia


def test_australia_worked_example_1453_wins_5_of_7_and_gains_23():
    row = rating("australia", RatedPlayer(1, 1453, 500), [1393] * 7, "wwwwwll")
    assert (round(row.expected, 2), row.change) == (3.85, 23)


def test_australia_before_december_2006_was_logistic():
    assert rating("australia-2006", RatedPlayer(1, 1500, 500), [1200], "l").expected == pytest.approx(0.8512, abs=1e-4)
    assert rating("australia", RatedPlayer(1, 1500, 500), [1200], "l").expected == 0.75
    assert rating("australia-2006", RatedPlayer(1, 1500, 500), [1200], "l").change == -17  # 20 times it


# ABSP

PENZANCE = [161, 157, 154, 167, 155, 167, 160, 159, 154, 156, 155, 156]


def test_absp_worked_example_opponents_of_1901_with_7_wins_and_5_losses_are_167():
    row = rating("absp", RatedPlayer(1, 160, 0), PENZANCE, "wwwwwwwlllll")
    assert sum(PENZANCE) == 1901
    assert row.reasons[0] == "2001 points in 12 games: event rating 167"
    assert row.new == 167


def test_absp_an_opponent_counts_as_40_away_at_most():
    row = rating("absp", RatedPlayer(1, 169, 1000), [90, 215], "wl")
    assert row.performance == ((129 + 50) + (209 - 50)) / 2
    assert [line.expected for line in row.lines] == pytest.approx([0.9, 0.1])


def test_absp_weights_fall_from_225_to_76_over_150_games():
    old = PastEvent(140, 140 * 100)
    assert absp.weighted([PastEvent(10, 10 * 200), old]) == pytest.approx(
        (200 * sum(range(216, 226)) + 100 * sum(range(76, 216))) / sum(range(76, 226))
    )


def test_absp_the_oldest_event_counts_with_the_games_that_fit_into_150():
    assert absp.weighted([PastEvent(145, 145 * 100), PastEvent(30, 30 * 160)]) == pytest.approx(
        (100 * sum(range(81, 226)) + 160 * sum(range(76, 81))) / sum(range(76, 226))
    )
    assert absp.weighted([PastEvent(150, 15000), PastEvent(30, 0)]) == 100
    assert absp.weighted([]) is None


def test_absp_with_earlier_events_known_they_are_weighted():
    own = RatedPlayer(1, 150, 40, earlier=(PastEvent(40, 40 * 150),))
    row = rating("absp", own, [150] * 10, "w" * 10)
    weights = (sum(range(216, 226)), sum(range(176, 216)))
    assert row.new == round((200 * weights[0] + 150 * weights[1]) / sum(weights))
    assert "weighted with 1 earlier event:" in row.reasons[1]


def test_absp_without_them_the_old_rating_stands_for_the_games_played():
    row = rating("absp", RatedPlayer(1, 150, 1000), [150] * 10, "w" * 10)
    assert "earlier events are not known: weighted with 150 games at 150" in row.reasons[1]
    assert row.new == 155


def test_absp_10_point_rule_resets_a_start_on_under_30_games_once():
    own = RatedPlayer(1, 100, 5)
    task = against(own, [150] * 10, "w" * 10, games=1000)
    row = of(1, system("absp").rate(task))
    assert row.reasons[0].startswith("10 point rule: the start is reset from 100 to 161")
    assert row.old == 100
    assert row.lines[0].opponent_rating == 150
    untouched = of(1, system("absp").rate(against(RatedPlayer(1, 100, 30), [150] * 10, "w" * 10)))
    assert "10 point rule" not in untouched.reasons[0]


def test_absp_newcomers_are_rated_against_rated_players_first_and_then_against_each_other():
    field = (RatedPlayer(1, 0), RatedPlayer(2, 0), RatedPlayer(3, 100, 500), RatedPlayer(4, 120, 500))
    rows = (game(1, 1, 3, 2), game(1, 2, 4, 0), game(2, 1, 2, 2))
    table = system("absp").rate(RatingTask(field, rows, 2))
    one, two, _, rated = table
    assert [line.opponent_rating for line in one.lines] == [100, 70]  # 70: the other's result against the rated player
    assert one.new == ((110 + 50) + (110 + 50)) / 2  # both count as 40 below 150, the first result
    assert two.new == ((110 - 50) + (110 - 50)) / 2  # both count as 40 above 70
    assert rated.lines[0].opponent_rating == two.new


def test_absp_newcomers_among_themselves_start_from_100():
    rows = (game(1, 1, 2, 2),)
    table = system("absp").rate(RatingTask((RatedPlayer(1), RatedPlayer(2)), rows, 1))
    assert (of(1, table).new, of(2, table).new) == (150, 50)


# Norway and CoCo


def test_norway_five_rating_points_are_one_point_of_spread():
    own = RatedPlayer(1, 1500, 100, deviation=150)
    even = RatingTask((own, RatedPlayer(2, 1600, 100, deviation=1)), (game(1, 1, 2, 0, -20),), 1)
    assert of(1, system("norway").rate(even)).new == 1500


def test_norway_weighs_old_rating_and_games_by_their_variances():
    own, other = RatedPlayer(1, 1500, 100, deviation=100), RatedPlayer(2, 1600, 100, deviation=60)
    row = of(1, system("norway").rate(RatingTask((own, other), (game(1, 1, 2, 2, 50),), 1)))
    rho = 25 * 8100 + 3600
    variance = 1 / (1 / 100**2 + 1 / rho)
    assert row.performance == pytest.approx(1600 + 250)
    assert row.new == round(variance * (1500 / 100**2 + 1850 / rho))
    assert row.deviation == round(variance**0.5, 2)


def test_norway_deviation_starts_and_is_capped_at_150():
    task = RatingTask((RatedPlayer(1, 1500, deviation=900), RatedPlayer(2, 1500)), (game(1, 1, 2, 2, 50),), 1)
    one, two = system("norway").rate(task)
    assert one.deviation == two.deviation
    assert one.deviation < 150


@pytest.mark.parametrize(
    ("rating_", "games", "share"),
    [(1700, 500, 1), (1801, 500, 0.75), (2001, 500, 0.5), (2001, 199, 1), (1700, 1001, 0.5), (1900, None, 0.75)],
)
def test_norway_damping_by_rating_and_games(rating_, games, share):
    assert spread.norwegian_damping(rating_, games) == share


def test_coco_damping_falls_with_the_games():
    assert spread.coco_damping(1700, 450) == 0.75
    assert spread.coco_damping(2001, 450) == 0.5
    assert spread.coco_damping(1700, 150) == 1
    assert spread.coco_damping(1700, None) == 1
    assert spread.coco_damping(1700, 1000) == 1 - 1000 / 1800 and spread.coco_damping(1700, 1001) == 0.5


def test_norway_floor_is_300_and_newcomers_start_at_1500():
    task = RatingTask((RatedPlayer(1, 305, 10), RatedPlayer(2)), tuple(game(n, 1, 2, 0, -300) for n in range(1, 9)), 8)
    one, two = system("norway").rate(task)
    assert one.new == 300
    assert two.old == 0
    assert two.new > 1400
    assert "from 1500 with deviation 150.0" in two.reasons[0]


def test_coco_byes_and_games_without_a_score_are_not_rated_and_count_among_the_games_of_a_life():
    task = against(RatedPlayer(1, 1500, 197, 80.0, byes=1), [1500, 1500], "wl")
    scoreless = RatedGame(3, 1, 102, 2, 50, scoreless=True)
    row = of(1, system("coco").rate(replace(task, games=(*task.games, scoreless))))
    assert (row.games, row.byes) == (2, 2)
    assert f"{1 - 201 / 1800:g} counts" in row.reasons[0]


def test_coco_newcomers_settle_where_their_games_put_them():
    rows = tuple(game(number, 1, 2, 0, -60) for number in range(1, 6))
    task = RatingTask((RatedPlayer(1), RatedPlayer(2, 1400, 500, deviation=50)), rows, 5)
    assert of(1, system("norway").rate(task)).new > of(1, system("coco").rate(task)).new
    assert of(1, system("coco").rate(task)).new == pytest.approx(1400 - 5 * 60, abs=5)


# Clubs


def test_elo_is_10_to_1_at_400_points_with_one_multiplier():
    row = rating("elo", RatedPlayer(1, 1600), [1200], "l")
    assert row.expected == pytest.approx(10 / 11)
    assert row.new == 1600 - 18


def test_elo_newcomers_start_at_1500_and_move():
    row = rating("elo", RatedPlayer(1, 0), [1500] * 4, "wwwl")
    assert (row.old, row.new) == (0, 1520)


# What all systems share


@pytest.mark.parametrize(
    ("key", "old", "games", "lost", "new"),
    [
        ("naspa", 10, 10, 10, 1), ("pakistan", 505, 500, 4, 500), ("australia", 505, 500, 4, 465),
        ("absp", 52, 5, 10, 50),
    ],
)  # fmt: skip
def test_a_rating_falls_to_the_floor_of_its_system(key, old, games, lost, new):
    assert rating(key, RatedPlayer(1, old, games), [old // 5 * 5] * lost, "l" * lost).new == new


@pytest.mark.parametrize("key", SYSTEMS)
def test_unrated_games_never_count(key):
    task = made_up_event(3, players=6, rounds=5)
    more = tuple(game(6, one, one + 3, 2, 200, rated=False) for one in (1, 2, 3))
    assert system(key).rate(RatingTask(task.players, (*task.games, *more), 5)) == system(key).rate(task)


@pytest.mark.parametrize("key", SYSTEMS)
def test_without_a_rated_game_the_rating_stays_and_says_so(key):
    players = (RatedPlayer(1, 1000, 20), RatedPlayer(2, 0), RatedPlayer(3, 900, 20), RatedPlayer(4, 900, 20))
    table = system(key).rate(RatingTask(players, (game(1, 3, 4, 2),), 1))
    for number, old in ((1, 1000), (2, 0)):
        row = of(number, table)
        assert (row.new, row.games, row.performance, row.lines) == (old, 0, None, ())
        assert row.reasons == ("No rated game: the rating stays.",)


@pytest.mark.parametrize("key", SYSTEMS)
def test_ratings_after_a_round_ignore_later_rounds(key):
    task = made_up_event(4, players=6, rounds=5, newcomers=1)
    early = tuple(one for one in task.games if one.round <= 3)
    tables = dict(rate_by_round(system(key), task, 5, {}))
    assert tables[3] == system(key).rate(RatingTask(task.players, early, 5))
    assert system(key).rate(RatingTask(task.players, task.games, 5, after_round=0))[0].games == 0


def test_a_ruling_that_both_lost_gives_neither_a_half():
    both = (RatedGame(1, 1, 2, 0, -50, second_halves=0),)
    table = system("elo").rate(RatingTask((RatedPlayer(1, 1500), RatedPlayer(2, 1500)), both, 1))
    assert [row.new for row in table] == [1490, 1490]


def test_a_system_is_found_by_its_key_in_any_case_and_by_tshs_name():
    assert system("NASPA").key == system("nsa2008").key == system("naspa-csw").key == "naspa"
    assert system(" aus ").key == "australia"
    with pytest.raises(RatingError, match=r"no rating system 'glicko'. Choose one of naspa, "):
        system("glicko")


TWO = (RatedPlayer(1, 1500), RatedPlayer(2, 1400))


@pytest.mark.parametrize(
    ("players", "games", "planned", "message"),
    [
        ((RatedPlayer(1), RatedPlayer(1)), (), 3, "same number"), ((RatedPlayer(1, -5),), (), 3, "below 0"),
        (TWO, (), 0, "at least 1"), (TWO, (game(1, 1, 3, 2),), 3, "1 v 3 names a player who is not in the division"),
        (TWO, (game(1, 1, 1, 2),), 3, "meets himself"), (TWO, (game(1, 1, 2, 3),), 3, "3 half wins"),
        (TWO, (RatedGame(1, 1, 2, 2, 0, second_halves=1),), 3, "half wins"),
        (TWO, (game(0, 1, 2, 2),), 3, "rounds count from 1"),
    ],
)  # fmt: skip
def test_rows_that_cannot_be_rated_are_refused_with_what_to_do(players, games, planned, message):
    with pytest.raises(RatingError, match=message):
        checked(RatingTask(players, games, planned))


def test_coco_newcomers_keep_a_deviation_of_150_and_all_pass_on_whole_points():
    players = (RatedPlayer(1), RatedPlayer(2, 1400, 300, 80))
    first, second = system("coco").rate(RatingTask(players, (game(1, 1, 2, 2, 33),), 1))
    assert (first.deviation, second.lines[0].opponent_rating) == (150, first.new)
    assert 0 < second.deviation < 80


def test_coco_deviation_grows_with_the_days_away_to_150_at_most():
    day = date(2024, 5, 4)
    for last_played, deviation in ((date(2024, 4, 4), (80**2 + 3000) ** 0.5), (date(2020, 1, 1), 150), (None, 80)):
        own = RatedPlayer(1, 1500, 300, 80, last_played)
        row = of(1, system("coco").rate(RatingTask((own,), (), 1, day=day)))
        assert row.deviation == round(deviation, 2)


def test_coco_newcomers_mostly_against_newcomers_start_each_pass_from_what_all_have_on_average():
    players = (RatedPlayer(1), RatedPlayer(2), RatedPlayer(3, 1500, 300, 80))
    games = (game(1, 1, 2, 2, 100), game(2, 1, 3, 2, 10), game(3, 2, 3, 0, -300))
    first, second, _ = system("coco").rate(RatingTask(players, games, 3))
    assert (first.new, second.new) == (629, 425)  # both from 1500 / 3 = 500


def test_coco_a_rating_below_100_is_none():
    row = of(1, system("coco").rate(against(RatedPlayer(1, 99), [1400] * 10, "w" * 10)))
    assert row.new > 1500 and row.deviation == 150


@pytest.mark.parametrize(
    ("system", "english", "french", "spanish"),
    [
        ("naspa", "1 win in 1 game against", "1 victoire en 1 partie contre", "1 victoria en 1 partida frente a"),
        ("wespa-2020", "1 win in 1 game against", "1 victoire en 1 partie contre", "1 victoria en 1 partida frente a"),
        ("absp", "points in 1 game: event rating", "points en 1 partie\u00a0: cote", "puntos en 1 partida: rating"),
        ("coco", "1 game, spread ", "1 partie, différence ", "1 partida, diferencia "),
    ],
)
def test_one_game_and_one_win_are_singular(system: str, english: str, french: str, spanish: str) -> None:
    reasons = Sentence.listed(*rating(system, RatedPlayer(1, 1500, 40), [1500], "w").reasons, between="; ")
    assert english in reasons
    for language, words in (("fr", french), ("es", spanish)):
        with translation.override(language):
            assert words in translated(reasons)
