"""A rating told game by game."""

from hypothesis import given, strategies as st

from results.ratings.engine.explain import explain
from results.ratings.engine.model import RatedPlayer, RatingTask
from results.ratings.engine.systems import SYSTEMS, system
from tdsuite.platform.words.sentences import Sentence
from tests.results.ratings.events import EVENTS, game, of


def test_each_game_names_the_opponent_the_expectation_and_the_points():
    players = (RatedPlayer(1, 1500, 200), RatedPlayer(2, 1600, 200), RatedPlayer(3, 0))
    rows = (game(1, 1, 2, 2, 81), game(2, 1, 2, 1, 0), game(3, 2, 1, 2, 5), game(4, 3, 1, 0, -30))
    row = of(1, system("australia").rate(RatingTask(players, rows, 4)))
    assert explain(row, {2: "Bo Lindqvist"}) == (
        "Round 1: beat Bo Lindqvist (1600) by 81, 0.417 expected: +11.67",
        "Round 2: tied with Bo Lindqvist (1600), 0.417 expected: +1.67",
        "Round 3: lost to Bo Lindqvist (1600) by 5, 0.417 expected: -8.33",
        "Round 4: beat player 3 (960) by 30, 0.950 expected: +1.00",
        *row.reasons,
    )


def test_a_newcomers_games_give_no_points():
    row = of(1, system("naspa").rate(RatingTask((RatedPlayer(1), RatedPlayer(2, 1500)), (game(1, 1, 2, 1, 0),), 1)))
    assert explain(row)[0] == "Round 1: tied with player 2 (1500), 0.500 expected"


def test_without_a_game_the_reason_stands_alone():
    row = system("naspa").rate(RatingTask((RatedPlayer(1, 1500),), (), 1))[0]
    assert explain(row) == ("No rated game: the rating stays.",)


@given(task=EVENTS, key=st.sampled_from(sorted(SYSTEMS)))
def test_there_is_a_line_for_every_game_in_order(task, key):
    for row in system(key).rate(task):
        lines = explain(row)
        assert len(lines) == row.games + len(row.reasons)
        assert all(isinstance(line, Sentence) for line in lines)  # a page says them in its reader's language
        rounds = [int(line.split()[1].rstrip(":")) for line in lines[: row.games]]
        assert rounds == sorted(rounds)
