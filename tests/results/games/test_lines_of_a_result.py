"""Lines that came with a result go with it; decisions of their own stay and are counted once, on every road."""

import pytest

from results.attendance.services.tables import game_table
from results.attendance.services.time import give_time
from results.games.services import keyboard, outcomes
from results.models import GameEnd
from results.rulings.services import endgame, forfeits
from tdsuite.tournaments.api.events import game_json
from tdsuite.tournaments.engine.account import SHEET
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import history, history_of_game
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import ScoreLine, adjust_game, replace_lines
from tdsuite.tournaments.services.roads import Road
from tests.results.rulings.cases import Event, counted, lines, make_event, records, total

pytestmark = pytest.mark.django_db
WRITTEN = 400, 380
RUN_OVER = {"wespa-2010": (377, 373), "nsa-2004": (384, 380)}  # DDB is 7 points; 2:10 over is three minutes begun
BOOKS = sorted(RUN_OVER)


def end(event: Event, game: Game) -> None:
    """400-380, the first player out, DDB in the second's hand, the first player's clock at -2:10."""
    sides = endgame.SideAnswers(400, clock="-2:10"), endgame.SideAnswers(380, rack="DDB")
    endgame.apply(by=event.director, game=game, answers=endgame.EndAnswers("went-out", *sides, "first"))


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
    kept = records(game)[-1].before["lines"]  # what went stays in the record
    assert {(line[1], line[6]) for line in kept} >= {("overtime", "endgame")}
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
def test_wespa_3_10_15_a_penalty_stands_when_the_result_goes_and_is_counted_once(book):
    event = make_event(book)
    game = event.game()
    penalty(event, game)
    outcomes.record_result(by=event.scorer, game=game, first_score=400, second_score=390, with_lines=False)
    assert (total(game), counted(game)) == ((385, 390), (0, -5, 2, 5))
    outcomes.withdraw_result(by=event.scorer, game=event.game())
    assert [line[2] for line in lines(game)] == [-15]
    outcomes.record_result(by=event.scorer, game=event.game(), first_score=385, second_score=390, with_lines=True)
    row = event.game()
    assert ((row.first_score, row.second_score), total(game), counted(game)) == ((400, 390), (385, 390), (0, -5, 2, 5))


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
    changed = keyboard.take(desk, keyboard.Typed("y", asked.parked))
    assert (changed.kind, total(game), lines(game)) == ("saved", (377, 373), [])
    assert changed.done is not None
    desk = keyboard.Desk(event.director, history(event.division), 1, keyboard.Mode.PLAYER, [changed.done])
    assert keyboard.take(desk, keyboard.Typed("u")).kind == "undone"
    assert (total(game), lines(game)) == ((377, 373), before)


def test_the_same_result_again_is_refused_only_where_no_line_would_go():
    event = make_event()
    game = event.game()
    end(event, game)
    same = outcomes.played(*WRITTEN)
    with pytest.raises(Refused, match="that is the result already"):
        outcomes.correct_result(
            by=event.director, game=event.game(), outcome=same, reason="again", keep_own=True, with_lines=False
        )
    outcomes.correct_result(by=event.director, game=event.game(), outcome=same, reason="no tiles were left")
    assert (total(game), lines(game)) == (WRITTEN, [])


def test_the_calculator_replaces_what_the_players_wrote_of_the_end():
    event = make_event()
    game = event.game()
    outcomes.record_result(by=event.scorer, game=game, first_score=400, second_score=380)
    own = [ScoreLine("first", "overtime", -30, 130, rule="5.3.2")]
    replace_lines(game, SHEET, own, road=Road.PLAYERS_SHEET, ruled_by=None)
    penalty(event, game)
    assert total(game) == (355, 380)
    sides = endgame.SideAnswers(400, clock="-2:10"), endgame.SideAnswers(380, rack="DDB")
    given = endgame.EndAnswers("went-out", *sides, "first")
    endgame.apply(by=event.director, game=event.game(), answers=given, reason="worked out by the director")
    assert (total(game), [line[2] for line in lines(game)]) == ((362, 373), [-15, 7, -30, -7])


def test_a_decision_on_how_it_ended_replaces_the_end_of_the_game_and_keeps_the_penalty():
    event = make_event()
    game = event.game()
    penalty(event, game)
    end(event, game)
    ended = forfeits.HowItEnded("resigned", "second", 300, 250, begun=True)
    forfeits.decide(by=event.director, game=event.game(), ended=ended, reason="resigned earlier")
    assert (total(game), counted(game)) == ((285, 250), (2, 85, 0, -85))
    assert [line[2] for line in lines(game)] == [-15]


def test_the_api_gives_the_account_of_a_single_game_by_two_queries(django_assert_num_queries):
    event = make_event()
    penalty(event, event.game())
    outcomes.record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390, with_lines=False)
    game = event.game()
    with django_assert_num_queries(2):  # whatever the division's size
        alone = history_of_game(game)
    assert game_json(alone, game) == game_json(history(event.division), game)
    line = {"side": "first", "kind": "challenge", "points": -15, "seconds": 0, "lost_turn": False}
    assert game_json(alone, game)["account"]["lines"] == [{**line, "rule": "3.10.15(b)(iii)", "source": "challenge"}]


@pytest.mark.parametrize("outcome", [outcomes.played(400, 390), outcomes.played_by(10)], ids=["scores", "spread"])
def test_wespa_3_10_15_no_road_saves_scores_without_saying_whether_a_penalty_is_in_them(outcome):
    event = make_event()
    game = event.game()
    penalty(event, game)
    with pytest.raises(outcomes.LinesStand, match=r"lines stand with this game\. Ada Winterbourne: .* -15") as refused:
        outcomes.record_outcome(by=event.scorer, game=game, outcome=outcome)
    assert ([line["points"] for line in refused.value.facts["lines"]], event.game().outcome) == ([-15], "")
    outcomes.record_outcome(by=event.scorer, game=game, outcome=outcome, with_lines=False)
    with pytest.raises(outcomes.LinesStand):
        outcomes.correct_result(
            by=event.director, game=event.game(), outcome=outcomes.played(401, 390), reason="misread"
        )
