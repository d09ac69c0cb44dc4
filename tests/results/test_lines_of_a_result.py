"""Lines that came with a result go with it; decisions of their own stay and are counted once, on every road."""

import pytest

from results.models import GameEnd
from results.services import endgame, keyboard, outcomes
from results.services.tables import game_table
from results.services.time import give_time
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import account_of_game, history
from tdsuite.tournaments.services.adjustments import lines_on
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import adjust_game
from tests.results.rulings.cases import Event, counted, lines, make_event, total

pytestmark = pytest.mark.django_db
WRITTEN = 400, 380
RUN_OVER = {"wespa-2010": (377, 373), "nsa-2004": (384, 380)}  # DDB is 7 points; 2:10 over is three minutes begun
BOOKS = sorted(RUN_OVER)


def end(event: Event, game: Game) -> None:
    """400-380, the first player out, DDB in the second's hand, the first player's clock at -2:10."""
    sides = endgame.SideGiven(400, clock="-2:10"), endgame.SideGiven(380, rack="DDB")
    endgame.apply(by=event.director, game=game, given=endgame.Given("went-out", *sides, "first"))


def penalty(event: Event, game: Game, points: int = -15) -> None:
    adjust_game(
        by=event.director, game=game, side="first", kind="challenge", points=points, rule="3.10.15(b)(iii)",
        source="challenge", reason="three good words",
    )  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_wespa_5_1_4_and_5_3_2_a_result_taken_back_takes_its_lines_with_it(book):
    event = make_event(book)
    game = event.game()
    end(event, game)
    assert total(game) == RUN_OVER[book]
    outcomes.withdraw_result(by=event.director, game=event.game())
    assert (lines(game), GameEnd.objects.filter(game=game).count()) == ([], 0)
    first, second = RUN_OVER[book]
    outcomes.record_result(by=event.director, game=event.game(), first_score=first, second_score=second)
    assert (total(game), counted(game)) == ((first, second), (2, 4, 0, -4))


@pytest.mark.parametrize("book", BOOKS)
def test_wespa_5_1_4_and_5_3_2_totals_typed_as_a_correction_are_not_counted_twice(book):
    event = make_event(book)
    game = event.game()
    end(event, game)
    typed = outcomes.played(*RUN_OVER[book])
    outcomes.correct_result(by=event.director, game=event.game(), outcome=typed, reason="typed again")
    assert (total(game), counted(game), lines(game)) == (RUN_OVER[book], (2, 4, 0, -4), [])


@pytest.mark.parametrize("book", BOOKS)
def test_a_correction_may_keep_the_lines_of_the_end_of_the_game(book):
    event = make_event(book)
    game = event.game()
    end(event, game)
    before = lines(game)
    outcomes.correct_result(
        by=event.director, game=event.game(), outcome=outcomes.played(401, 380), reason="a play misadded", keep_own=True
    )
    assert (total(game), lines(game)) == ((RUN_OVER[book][0] + 1, RUN_OVER[book][1]), before)
    outcomes.correct_result(
        by=event.director, game=event.game(), outcome=outcomes.played(*RUN_OVER[book]), reason="totals", keep_own=True,
        with_lines=True,
    )  # fmt: skip
    row = event.game()
    assert (total(game), lines(game), (row.first_score, row.second_score)) == (RUN_OVER[book], before, WRITTEN)


@pytest.mark.parametrize("book", BOOKS)
def test_wespa_3_10_15_a_penalty_stands_when_the_result_goes_and_is_counted_once(book):
    event = make_event(book)
    game = event.game()
    penalty(event, game)
    outcomes.record_result(by=event.scorer, game=game, first_score=400, second_score=390)
    assert (total(game), counted(game)) == ((385, 390), (0, -5, 2, 5))
    outcomes.withdraw_result(by=event.scorer, game=event.game())
    assert [line[2] for line in lines(game)] == [-15]
    outcomes.record_result(by=event.scorer, game=event.game(), first_score=385, second_score=390, with_lines=True)
    row = event.game()
    assert ((row.first_score, row.second_score), total(game), counted(game)) == ((400, 390), (385, 390), (0, -5, 2, 5))


def test_wespa_3_10_15_a_spread_typed_with_the_penalty_in_counts_as_typed():
    event = make_event()
    game = event.game()
    penalty(event, game)
    outcomes.record_outcome(by=event.scorer, game=game, outcome=outcomes.played_by(-5), with_lines=True)
    assert (event.game().first_spread, counted(game)) == (10, (0, -5, 2, 5))


def test_wespa_5_3_2_overtime_is_no_time_given_at_the_table():
    event = make_event()
    game = event.game()
    end(event, game)
    assert [seat.extra for seat in game_table(event.game()).seats] == [0, 0]
    give_time(by=event.director, game=event.game(), entry=game.first, seconds=60, reason="disturbed")
    assert [seat.extra for seat in game_table(event.game()).seats] == [60, 0]


def test_a_change_undone_at_the_keyboard_puts_the_lines_back():
    event = make_event("wespa-2010")
    game = event.game()
    end(event, game)
    before = lines(game)
    desk = keyboard.Desk(event.director, history(event.division), 1, keyboard.Mode.PLAYER)
    asked = keyboard.take(desk, keyboard.Typed("1 377 373"))
    changed = keyboard.take(desk, keyboard.Typed("y", asked.pending, asked.asked))
    assert (changed.kind, total(game), lines(game)) == ("saved", (377, 373), [])
    desk.memory, desk.past = keyboard.remembered(desk, changed), history(event.division)
    assert keyboard.take(desk, keyboard.Typed("u")).kind == "undone"
    assert (total(game), lines(game)) == ((377, 373), before)


def test_the_same_result_again_is_refused_only_where_no_line_would_go():
    event = make_event()
    game = event.game()
    end(event, game)
    same = outcomes.played(*WRITTEN)
    with pytest.raises(Refused, match="that is the result already"):
        outcomes.correct_result(by=event.director, game=event.game(), outcome=same, reason="again", keep_own=True)
    outcomes.correct_result(by=event.director, game=event.game(), outcome=same, reason="no tiles were left")
    assert (total(game), lines(game)) == (WRITTEN, [])


def test_the_history_and_the_rows_give_the_same_account():
    event = make_event()
    game = event.game()
    penalty(event, game)
    end(event, game)
    row = event.game()
    assert history(event.division).account(row) == account_of_game(row, lines_on(row))
    assert history(event.division).account(row).totals == (362, 373)
