import pytest

from tdsuite.tournaments.models import Game, GameAdjustment, SpreadAdjustment
from tdsuite.tournaments.reads import histories, history, missing_results, standing_rows, unpaired
from tests.factories import make_division, make_played_event, make_round, play

pytestmark = pytest.mark.django_db


def results(division):
    return [(row.rank, row.number, row.halves, row.spread) for row in history(division).standings()]


def test_a_played_game_is_a_win_and_a_loss_with_the_spread():
    division = make_division(players=2)
    play(make_round(division, pairs=[(1, 2)]).games.get(), 400, 350)
    assert results(division) == [(1, 1, 2, 50), (2, 2, 0, -50)]


def test_an_adjustment_changes_the_total_and_so_the_result():
    division = make_division(players=2)
    game = play(make_round(division, pairs=[(1, 2)]).games.get(), 400, 395)
    GameAdjustment.objects.create(game=game, side="first", kind="overtime", points=-10, rule="5.3.2")
    assert results(division) == [(1, 2, 2, 5), (2, 1, 0, -5)]
    assert history(division).final_score(game).first == 390


def test_a_spread_adjustment_changes_one_players_spread_and_no_result():
    division = make_division(players=2)
    play(make_round(division, pairs=[(1, 2)]).games.get(), 400, 350)
    SpreadAdjustment.objects.create(
        entry=division.entries.get(number=1), round_number=1, points=-50, rule="Guideline 7"
    )
    assert results(division) == [(1, 1, 2, 0), (2, 2, 0, -50)]


def test_a_bye_counts_once_its_round_has_a_result():
    division = make_division(players=3)
    row = make_round(division, pairs=[(1, 2), (3, None)])
    assert history(division).last_round == 0
    play(row.games.get(board=1), 400, 300)
    assert results(division) == [(1, 1, 2, 100), (2, 3, 2, 50), (3, 2, 0, -100)]


@pytest.mark.parametrize("outcome", ["", "void", "postponed"])
def test_awaited_void_and_postponed_games_do_not_count(outcome):
    division = make_division(players=2)
    game = make_round(division, pairs=[(1, 2)]).games.get()
    Game.objects.filter(pk=game.pk).update(outcome=outcome)
    assert history(division).sides == ()


def test_spread_caps_apply_by_round():
    division = make_division(players=2, spread_caps=[60, 100])
    play(make_round(division, 1, pairs=[(1, 2)]).games.get(), 500, 300)
    play(make_round(division, 2, pairs=[(1, 2)]).games.get(), 500, 300)
    assert [row.spread for row in history(division).standings()] == [160, -160]


def test_movement_is_the_places_gained_since_the_round_before():
    division = make_division(players=2)
    play(make_round(division, 1, pairs=[(1, 2)]).games.get(), 400, 350)
    play(make_round(division, 2, pairs=[(2, 1)]).games.get(), 500, 300)
    assert [(row.entry.number, row.moved) for row in standing_rows(history(division))] == [(2, 1), (1, -1)]


def test_starts_and_replies_follow_the_games_and_leave_out_byes_forfeits_and_undrawn_tiles():
    division = make_division(players=4)
    make_round(division, 1, pairs=[(1, 2), (3, 4)])
    second = make_round(division, 2, pairs=[(1, 3), (2, 4)])
    second.games.filter(first__number=1).update(starts_by="draw")
    second.games.filter(first__number=2).update(
        outcome="forfeit", first_halves=2, first_spread=50, second_halves=0, second_spread=-50
    )
    records = history(division).start_records()
    assert {number: (one.starts, one.replies) for number, one in records.items()} == {
        1: (1, 0),
        2: (0, 1),
        3: (1, 0),
        4: (0, 1),
    }


def test_start_records_before_a_round_leave_it_out():
    division = make_played_event(players=4, played=3)
    assert sum(one.games for one in history(division).start_records(before=3).values()) == 8


def test_missing_results_are_those_of_published_rounds():
    division = make_division(players=4)
    make_round(division, 1, results=1)
    make_round(division, 2, status="draft")
    assert [(game.round.number, game.board) for game in missing_results(division)] == [(1, 2)]


def test_a_player_on_no_board_of_a_published_round_is_unpaired_unless_absent_or_withdrawn():
    division = make_division(players=5)
    division.entries.filter(number=4).update(absences=[1])
    division.entries.filter(number=5).update(withdrawn_from=1)
    make_round(division, pairs=[(1, 2)])
    assert [entry.number for entry in unpaired(division, 1)] == [3]


@pytest.mark.parametrize("players", [2, 30])
def test_a_division_is_read_in_five_queries_whatever_its_size(players, django_assert_num_queries):
    division = make_played_event(players=players, played=1 if players == 2 else 5)
    with django_assert_num_queries(5):
        past = history(division)
        past.standings_by_round()
        past.start_records()
        past.names.get(1)


def test_a_game_handed_in_as_a_spread_counts_by_it():
    division = make_division(players=2)
    game = make_round(division, pairs=[(1, 2)]).games.get()
    Game.objects.filter(pk=game.pk).update(outcome="played", first_spread=-37, second_spread=37)
    GameAdjustment.objects.create(game=game, side="second", kind="overtime", points=-10, rule="5.3.2")
    assert results(division) == [(1, 2, 2, 27), (2, 1, 0, -27)]


def test_several_divisions_are_read_together_as_each_alone(django_assert_num_queries):
    one = make_played_event(players=4, played=2)
    two = make_division(one.tournament, players=5, code="b")
    row = make_round(two, 1, status="closed")
    game = row.games.exclude(second=None).first()
    GameAdjustment.objects.create(game=game, side="first", kind="overtime", points=-300, rule="5.3.2")
    entry = two.entries.get(number=5)
    SpreadAdjustment.objects.create(entry=entry, round_number=1, points=-7, rule="Guideline 7", reason="late")
    with django_assert_num_queries(5):
        found = histories([two, one])
    assert [past.division for past in found] == [two, one]
    for past in found:
        alone = history(past.division)
        assert past.standings_by_round() == alone.standings_by_round()
        assert (past.entries, past.games, past.lines) == (alone.entries, alone.games, alone.lines)
    assert found[0].spread_adjustments[0].reason == "late" and found[1].spread_adjustments == ()
    with django_assert_num_queries(0):
        assert {entry.division.code for past in found for entry in past.entries} == {"a", "b"}


def test_no_division_has_no_history():
    assert histories([]) == []
