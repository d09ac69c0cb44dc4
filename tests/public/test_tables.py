"""Cross table, wall chart, two players' games, and what stands around the standings."""

import pytest
from django.test import Client

from tdsuite.public import tables
from tdsuite.tournaments.models import Game, Round, SpreadAdjustment
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.still_open import reaches
from tests.factories import make_division, make_played_event, make_round, make_tournament, play
from tests.public.test_pages import address, names, text_of

pytestmark = pytest.mark.django_db


def closed(division, number, scores):
    """A closed round. scores: (first, second, points, points)."""
    row = make_round(division, number, status="closed", results=0, pairs=[one[:2] for one in scores])
    for first, _, one, two in scores:
        play(row.games.get(first__number=first), one, two)
    return row


@pytest.fixture
def division():
    """Four players, two of three rounds: 1 won both, 2 won and lost, 3 lost and won, 4 lost both."""
    made = make_division(players=4, rounds=3, prize_places=2)
    closed(made, 1, [(1, 4, 450, 350), (2, 3, 400, 380)])
    closed(made, 2, [(1, 2, 420, 400), (3, 4, 410, 400)])
    return made


def page(division, number=2, places=2):
    return tables.standings_page(history(division), number, places)


def settled(division, number=2, places=2):
    return {line.entry.number: line.settled for line in page(division, number, places).lines}


def test_a_place_that_nobody_can_take_any_more_is_marked_in_words():
    made = make_division(players=4, rounds=5, prize_places=1)
    for number in (1, 2, 3, 4):
        closed(made, number, [(1, 2, 450, 350), (3, 4, 400, 380)])
    assert settled(made, 4, 1) == {1: "", 3: "", 2: "", 4: ""}  # 3 has as many wins
    Game.objects.of_division(made).filter(first__number=3, round__number__gte=3).update(first_score=300)
    found = settled(made, 4, 1)
    assert found[1] == "place 1 clinched" and found[3] == ""
    assert "Place 1 clinched" in text_of(Client().get(address("standings", made)))


def test_who_cannot_fall_out_of_the_prizes_is_sure_of_one(division):
    assert settled(division, places=3)[1] == "sure of a prize"
    assert settled(division, places=1)[1] == ""


def test_caps_limit_how_far_spread_can_still_move():
    scores = [(1, 2, 500, 300)]
    made = make_division(players=2, rounds=3, spread_caps=[0, 0, 20])
    closed(made, 1, scores)
    closed(made, 2, [(2, 1, 400, 399)])
    past = history(made)
    assert reaches(past, past.standings(2), 2)[1].worst == 2  # level on wins: a win decides
    closed_by_caps = make_division(make_tournament("capped"), players=2, rounds=2, spread_caps=[0, 20])
    closed(closed_by_caps, 1, scores)
    past = history(closed_by_caps)
    assert reaches(past, past.standings(1), 1)[1].clinched  # 400 ahead, 40 can still move


def test_where_spread_does_not_decide_first_equal_wins_are_within_reach():
    made = make_division(
        players=2, rounds=2, spread_caps=[0, 20], standings_options={"tie_breaks": ["head_to_head", "spread"]}
    )
    closed(made, 1, [(1, 2, 500, 300)])
    past = history(made)
    assert not reaches(past, past.standings(1), 1)[1].clinched


def test_a_player_at_the_bottom_is_promised_nothing(division):
    division.entries.filter(number=1).update(at_bottom=True)
    assert settled(division, places=3)[1] == ""


def test_the_line_under_the_prizes_says_where_it_stands(division):
    text = text_of(Client().get(address("standings", division)))
    assert "Wins first, then spread (points for minus points against)." in text
    assert "2 places; the last of them is at 1 win, 0." in text


def test_the_caption_names_the_divisions_own_tie_breaks(division):
    division.standings_options = {"tie_breaks": ["head_to_head", "spread"]}
    division.save()
    assert "Wins first, then games among the tied, then spread (points for minus points against)." in text_of(
        Client().get(address("standings", division))
    )


def test_runs_of_results_are_told_in_words(division):
    runs = sorted((line.entry.number, line.run) for line in page(division).lines)
    assert runs == [(1, "won 2"), (2, "lost 1"), (3, "won 1"), (4, "lost 2")]
    assert "won 2" in text_of(Client().get(address("standings", division)))


def test_classes_and_teams_have_tables_of_their_own(division):
    division.entries.filter(number__in=(3, 4)).update(class_name="B", team="Reds")
    division.entries.filter(number__in=(1, 2)).update(team="Blues")
    found = page(division)
    assert {name: [(row.rank, entry.number) for row, entry in rows] for name, rows in found.classes.items()} == {
        "B": [(1, 3), (2, 4)]
    }
    teams = [(row.rank, row.team, row.halves, row.spread) for row, _ in found.teams]
    assert teams == [(1, "Blues", 6, 120), (2, "Reds", 2, -120)]
    text = text_of(Client().get(address("standings", division)))
    assert "Class B" in text and "Teams: wins of all members together" in text


def test_a_division_without_classes_and_teams_shows_neither(division):
    text = text_of(Client().get(address("standings", division)))
    assert "Class " not in text and "Teams" not in text


def chart(division, last):
    played = history(division)
    lines = tables.wall_chart(played, range(1, last + 1), [entry.number for entry in played.entries])
    games = [[game for cell in line.rounds for game in cell.games] for line in lines]
    return games, [[cell.so_far for cell in line.rounds] for line in lines]


def test_the_wall_chart_holds_every_round_with_the_record_so_far(division):
    games, so_far = chart(division, 2)
    assert games[1] == [("W", "3", "400–380"), ("L", "1", "400–420")]
    assert so_far[1] == ["1, +20", "1, 0"]


def test_the_wall_chart_counts_caps_and_spread_adjustments(division):
    division.spread_caps = [50]
    division.save()
    SpreadAdjustment.objects.create(entry=division.entries.get(number=1), round_number=2, points=-30, rule="x")
    games, so_far = chart(division, 2)
    assert games[0] == [("W", "4", "450–350"), ("W", "2", "420–400")]
    assert so_far[0] == ["1, +50", "2, +40"]


def test_the_wall_chart_shows_byes_awaited_games_and_rounds_missed():
    made = make_division(players=3, rounds=3)
    row = make_round(made, 1, pairs=[(1, 2), (3, None)])
    games, so_far = chart(made, 1)
    assert games[0] == [("–", "2", "")] and so_far[0] == [""]
    play(row.games.get(board=1), 400, 400)
    made.entries.filter(number=3).update(absences=[2])
    make_round(made, 2)
    games, so_far = chart(made, 2)
    assert games[2] == [("B", "", "")] and so_far[2] == ["1, +50", ""]
    assert games[1][0] == ("T", "1", "400–400") and so_far[1][0] == "0.5, 0"


def test_a_draft_stands_on_no_chart(division):
    make_round(division, 3, status=Round.Status.DRAFT, pairs=[(1, 3), (2, 4)])
    assert names(Client().get(address("wall_chart", division)), r"Round </span>(\d)") == ["1", "2"]


def test_the_cross_table_stands_in_the_order_of_the_standings(division):
    lines = tables.cross_table(history(division))
    assert [line.entry.number for line in lines] == [1, 2, 3, 4]
    second = {other.number: met and (met.games, met.halves, met.spread) for other, met in lines[1].against}
    assert second == {1: (1, 0, -20), 2: None, 3: (1, 2, 20), 4: (0, 0, 0)}


def test_the_cross_table_of_a_large_division_holds_its_first_forty():
    made = make_played_event(players=42, played=1)
    response = Client().get(address("cross_table", made))
    assert len(tables.cross_table(history(made))) == 40
    assert "The first 40; 2 more stand in the wall chart." in text_of(response)
