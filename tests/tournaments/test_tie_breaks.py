"""A division chooses what decides between players with equal wins, and every table follows."""

import pytest

from tdsuite.console.forms.standings import options_shown, standings_options
from tdsuite.tournaments.engine.standings import StandingsError
from tdsuite.tournaments.engine.tie_breaks import IN_WORDS, USUAL, TieBreak, tie_breaks_of
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_division
from tests.factories import make_division, make_round, make_user, play

pytestmark = pytest.mark.django_db


def two_rounds(**fields):
    """1 and 2 end with one win each and as much for as against; 2 beat 1, 1 has the better spread; 3 won twice."""
    division = make_division(players=4, **fields)
    games = [(1, 2, 1, 420, 400), (1, 3, 4, 400, 390), (2, 1, 4, 500, 300), (2, 3, 2, 450, 440)]
    for number in (1, 2):
        pairs = [game[1:3] for game in games if game[0] == number]
        make_round(division, number, status="closed", results=0, pairs=pairs)
    for number, first, _, one, two in games:
        play(division.rounds.get(number=number).games.get(first__number=first), one, two)
    return division


def ranks(division, after=None):
    return [(row.rank, row.number) for row in history(division).standings(after)]


def test_spread_decides_unless_the_division_says_otherwise():
    assert ranks(two_rounds()) == [(1, 3), (2, 1), (3, 2), (4, 4)]


def test_head_to_head_before_spread_turns_two_players_round():
    division = two_rounds(standings_options={"tie_breaks": ["head_to_head", "spread"]})
    assert ranks(division) == [(1, 3), (2, 2), (3, 1), (4, 4)]
    assert [[row.number for row in table] for table in history(division).standings_by_round()][2] == [3, 2, 1, 4]


def test_fewer_losses_before_spread_is_the_order_of_tsh_where_a_bye_counts_nothing():
    division = make_division(players=3, standings_options={"tie_breaks": ["fewer_losses", "spread"]})
    first = make_round(division, 1, status="closed", results=0, pairs=[(1, 2), (3, None)])
    second = make_round(division, 2, status="closed", results=0, pairs=[(3, 2), (1, None)])
    play(first.games.get(first__number=1), 400, 390)
    play(second.games.get(first__number=3), 300, 500)
    idle = {"outcome": "zero_bye", "first_halves": 0, "first_spread": 0}
    division.tournament.refresh_from_db()
    for row in (first, second):
        row.games.filter(second=None).update(**idle)
    assert ranks(division) == [(1, 1), (2, 2), (3, 3)]
    Division.objects.filter(pk=division.pk).update(standings_options={})
    assert ranks(Division.objects.get(pk=division.pk)) == [(1, 2), (2, 1), (3, 3)]


def test_players_who_left_have_no_rank_from_then_on_where_the_division_so_chooses():
    division = two_rounds()
    division.entries.filter(number=3).update(withdrawn_from=2)
    assert ranks(division) == [(1, 3), (2, 1), (3, 2), (4, 4)]
    division.standings_options = {"withdrawn_unranked": True}
    assert ranks(division) == [(1, 1), (2, 2), (3, 4)]
    assert [len(table) for table in history(division).standings_by_round()] == [4, 3, 3]


def test_options_that_say_nothing_mean_spread():
    assert tie_breaks_of({}) == tie_breaks_of({"rating_system": "naspa"}) == USUAL
    assert set(IN_WORDS) == set(TieBreak)


@pytest.mark.parametrize(
    ("stored", "says"),
    [
        ("spread", "Tie-breaks are a list of"),
        (["luck"], "Tie-breaks are a list of"),
        ([["spread"]], "Tie-breaks are a list of"),
        (["spread", "spread"], "A tie-break stands twice in the list"),
    ],
)
def test_a_list_that_is_none_is_refused_where_it_is_read_and_where_it_is_stored(stored, says):
    with pytest.raises(StandingsError, match=says):
        tie_breaks_of({"tie_breaks": stored})
    division = make_division(players=2)
    director = make_user(tournament=division.tournament)
    with pytest.raises(Refused, match=says):
        update_division(by=director, division=division, values={"standings_options": {"tie_breaks": stored}})


def test_the_form_stores_an_order_and_keeps_other_options():
    division = Division(standings_options={"prizes": {"one_each": True}})
    given = {"tie_break_1": "head_to_head", "tie_break_2": "spread", "tie_break_3": "", "name": "A"}
    stored = standings_options(division, given)
    assert stored == {"prizes": {"one_each": True}, "tie_breaks": ["head_to_head", "spread"]}
    assert given == {"name": "A"}
    assert options_shown(Division(standings_options=stored)) == {"tie_break_1": "head_to_head", "tie_break_2": "spread"}


def test_the_rating_system_is_stored_beside_the_tie_breaks_and_taken_out_again():
    stored = standings_options(Division(), {"tie_break_1": "spread", "rating_system": "naspa"})
    assert stored == {"rating_system": "naspa"}
    assert options_shown(Division(standings_options=stored))["rating_system"] == "naspa"
    assert standings_options(Division(standings_options=stored), {"rating_system": ""}) == {}
