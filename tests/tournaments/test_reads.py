import pytest

from tdsuite.tournaments.models import GameAdjustment, SpreadAdjustment
from tdsuite.tournaments.reads import histories, history, missing_results, standing_rows, unpaired
from tests.factories import make_division, make_played_event, make_round, play

pytestmark = pytest.mark.django_db


def results(division):
    return [(row.rank, row.number, row.halves, row.spread) for row in history(division).standings()]


def test_movement_is_the_places_gained_since_the_round_before():
    division = make_division(players=2)
    play(make_round(division, 1, pairs=[(1, 2)]).games.get(), 400, 350)
    play(make_round(division, 2, pairs=[(2, 1)]).games.get(), 500, 300)
    assert [(row.entry.number, row.moved) for row in standing_rows(history(division))] == [(2, 1), (1, -1)]


def test_a_player_who_left_before_any_game_has_no_rank_and_one_who_played_keeps_it():
    division = make_division(players=5)
    division.entries.filter(number=5).update(withdrawn_from=1)
    assert [row.number for row in history(division).standings(0)] == [1, 2, 3, 4]
    play(make_round(division, 1, pairs=[(1, 2)]).games.get(), 400, 350)
    division.entries.filter(number=2).update(withdrawn_from=2)
    division.entries.filter(number=4).update(withdrawn_from=3)  # is expected in round 2
    assert [row.number for row in history(division).standings()] == [1, 3, 4, 2]
    division.entries.filter(number=4).update(withdrawn_from=2)
    assert [row.number for row in history(division).standings()] == [1, 3, 2]


def test_starts_and_replies_follow_the_games_and_leave_out_byes_forfeits_and_undrawn_tiles():
    division = make_division(players=4)
    make_round(division, 1, pairs=[(1, 2), (3, 4)])
    second = make_round(division, 2, pairs=[(1, 3), (2, 4)])
    second.games.filter(first__number=1).update(starts_by="draw")
    second.games.filter(first__number=2).update(
        outcome="forfeit", first_halves=2, first_spread=50, second_halves=0, second_spread=-50
    )
    records = history(division).start_records()
    assert [(records[number].starts, records[number].replies) for number in (1, 2, 3, 4)] == [(1, 0), (0, 1)] * 2


def test_missing_results_are_those_of_published_rounds():
    division = make_division(players=4)
    make_round(division, 1, results=1)
    make_round(division, 2, status="draft")
    assert [(game.round.number, game.board) for game in missing_results(division)] == [(1, 2)]


def test_a_player_on_no_board_of_a_published_round_is_unpaired_unless_absent_or_withdrawn():
    division = make_division(players=5)
    division.entries.filter(number=4).update(absences=[1])
    division.entries.filter(number=5).update(withdrawn_from=1)
    seated = division.entries.filter(number__in=(1, 2)).values_list("pk", flat=True)
    assert [entry.number for entry in unpaired(division.entries.all(), 1, seated)] == [3]


@pytest.mark.parametrize("players", [2, 30])
def test_a_division_is_read_in_five_queries_whatever_its_size(players, django_assert_num_queries):
    division = make_played_event(players=players, played=1 if players == 2 else 5)
    with django_assert_num_queries(5):
        past = history(division)
        past.standings_by_round()
        past.start_records()
        past.names.get(1)


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
