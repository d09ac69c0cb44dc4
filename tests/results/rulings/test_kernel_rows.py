"""What the kernel keeps for rulings: kinds of outcome the database holds to, the bottom of the table, lines of a score."""

import pytest
from django.db import IntegrityError, transaction

from tdsuite.tournaments.engine.standings import Entrant, GameSide, standings_after
from tdsuite.tournaments.models import STATED_KINDS, Game, GameAdjustment
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import ScoreLine, add_spread, check_points, replace_lines
from tdsuite.tournaments.services.roads import Road
from tests.results.rulings.cases import make_event

pytestmark = pytest.mark.django_db
Kind = Game.Outcome


def test_every_kind_of_outcome_is_stated_scored_or_does_not_count():
    assert {*Game.STATED, *Game.SCORED, *Game.UNCOUNTED} == set(Kind.values)
    assert not Game.STATED & Game.SCORED
    assert not Game.UNCOUNTED & (Game.STATED | Game.SCORED)


@pytest.mark.parametrize("kind", STATED_KINDS)
def test_the_database_wants_wins_and_spread_of_a_stated_outcome(kind):
    event = make_event()
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=event.game().pk).update(outcome=kind)
    Game.objects.filter(pk=event.game().pk).update(
        outcome=kind, first_halves=2, first_spread=50, second_halves=0, second_spread=-50
    )
    assert history(event.division).values_of(event.game()) == (2, 50, 0, -50)


@pytest.mark.parametrize("kind", sorted(Game.SCORED))
def test_the_database_wants_scores_of_a_scored_outcome(kind):
    event = make_event()
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=event.game().pk).update(outcome=kind)
    Game.objects.filter(pk=event.game().pk).update(outcome=kind, first_score=350, second_score=340)
    assert history(event.division).values_of(event.game()) == (2, 10, 0, -10)


@pytest.mark.parametrize("kind", sorted(Game.UNCOUNTED))
def test_what_does_not_count_is_in_no_table(kind):
    event = make_event()
    Game.objects.filter(pk=event.game().pk).update(outcome=kind)
    past = history(event.division)
    assert (past.sides, list(Game.objects.counted()), past.last_round) == ((), [], 1 if kind == "void" else 0)


def side(entry: int, opponent: int, halves: int, spread: int) -> GameSide:
    return GameSide(1, entry, opponent, halves, spread)


def test_wespa_6_2_4_a_ii_the_bottom_of_the_standings_is_below_every_record():
    entrants = [Entrant(1, bottom=True), Entrant(2), Entrant(3), Entrant(4)]
    rows = [side(1, 2, 2, 300), side(2, 1, 0, -300), side(3, 4, 2, 20), side(4, 3, 0, -20)]
    assert [(row.rank, row.number) for row in standings_after(entrants, rows, 1)] == [(1, 3), (2, 4), (3, 2), (4, 1)]


def test_two_at_the_bottom_stand_there_by_their_records_and_share_no_rank_with_others():
    entrants = [Entrant(1, bottom=True), Entrant(2, bottom=True), Entrant(3), Entrant(4)]
    rows = [side(1, 3, 0, -20), side(3, 1, 2, 20), side(2, 4, 0, -20), side(4, 2, 2, 20)]
    table = standings_after(entrants, rows, 1)
    assert [(row.rank_text, row.number) for row in table] == [("1=", 3), ("1=", 4), ("3=", 1), ("3=", 2)]
    alone = standings_after([Entrant(1, bottom=True), Entrant(2)], [side(1, 2, 1, 0), side(2, 1, 1, 0)], 1)
    assert [(row.rank_text, row.number) for row in alone] == [("1", 2), ("2", 1)]


def test_the_seeding_knows_no_bottom():
    table = standings_after([Entrant(1, rating=2000, bottom=True), Entrant(2, rating=1000)], [], 0)
    assert [row.number for row in table] == [1, 2]


# --- lines -----------------------------------------------------------------------------------------


def test_lines_of_one_source_are_replaced_and_the_same_lines_keep_their_rows():
    event = make_event()
    game = event.game()
    GameAdjustment.objects.create(game=game, side="first", kind="challenge", points=-5, source="challenge")
    wanted = [ScoreLine("first", "tiles_gained", 7, rule="5.1.4"), ScoreLine("second", "overtime", 0)]
    first = replace_lines(game, "endgame", wanted, road=Road.END_OF_GAME, ruled_by=event.director.pk)
    again = replace_lines(game, "endgame", wanted, road=Road.END_OF_GAME, ruled_by=event.scorer.pk)
    assert [one.pk for one in first] == [one.pk for one in again]
    assert [(one.source, one.points) for one in game.adjustments.order_by("pk")] == [("challenge", -5), ("endgame", 7)]
    replace_lines(game, "endgame", [], road=Road.END_OF_GAME, ruled_by=None)
    assert [one.source for one in game.adjustments.all()] == ["challenge"]


def test_a_line_of_nothing_but_time_or_a_lost_turn_is_kept():
    game = make_event().game()
    lines = [ScoreLine("first", "overtime_waived", seconds=90), ScoreLine("second", "conduct", lost_turn=True)]
    rows = replace_lines(game, "endgame", lines, road=Road.END_OF_GAME, ruled_by=None)
    assert [(row.seconds, row.lost_turn) for row in rows] == [(90, False), (0, True)]


def test_points_beyond_any_score_are_refused():
    with pytest.raises(Refused, match="1501 points are no penalty"):
        check_points(1501)
    event = make_event()
    with pytest.raises(Refused, match="are no penalty"):
        replace_lines(event.game(), "endgame", [ScoreLine("first", "x", -1501)], road=Road.END_OF_GAME, ruled_by=None)
    with pytest.raises(Refused, match="has rounds 1 to 4"):
        add_spread(event.entry(1), round_number=5, points=1, rule="", reason="")
