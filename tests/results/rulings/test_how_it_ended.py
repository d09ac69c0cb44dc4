"""How a game ended, on real rows: every kind of outcome, every worked figure, in the rulebook that sets it."""

import pytest

from results.games.services.outcomes import record_result
from results.models import Ruling
from results.rulings.services.forfeits import HowItEnded, Override, SayWhetherBegun, decide, work_out
from results.rulings.services.rulings import RulingFacts
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import adjust_game
from tests.results.rulings.cases import Event, counted, lines, make_event, records, total
from tests.rulebook.books import RULED

pytestmark = pytest.mark.django_db
WHY = "told at the table"


def end(event: Event, kind: str, offender: str = "first", board: int = 1, **said) -> Game:
    return decide(by=event.director, game=event.game(board), ended=HowItEnded(kind, offender, **said), reason=WHY).game


# --- lateness and nobody there ---------------------------------------------------------------------


def test_wespa_2_3_4_an_elected_forfeit_is_one_for_lateness():
    event = make_event()
    assert end(event, "no_show", elected=True).outcome == "lateness_forfeit"


def test_wespa_2_3_a_game_that_has_begun_is_not_lost_by_lateness():
    with pytest.raises(Refused, match="A game that has begun is not lost by lateness"):
        end(make_event(), "lateness_forfeit", begun=True)


# --- time ------------------------------------------------------------------------------------------


def test_wespa_5_3_3_ten_minutes_over_loses_by_the_lead_then_or_100():
    event = make_event()
    game = end(event, "overtime_forfeit", "second", first_score=380, second_score=420, seconds_over=600)
    assert (counted(game)[1::2], game.rated, total(game)) == ((100, -100), True, (380, 320))
    assert lines(game) == [("second", "overtime", -100, "5.3.2")]


def test_wespa_5_3_3_penalties_that_stand_with_the_game_are_in_the_lead():
    event = make_event()
    adjust_game(by=event.director, game=event.game(), side="first", kind="challenge", points=-15, rule="3.10.15")
    game = end(event, "overtime_forfeit", first_score=300, second_score=450, seconds_over=600)
    assert (counted(game), total(game)) == ((0, -265, 2, 265), (185, 450))


# --- resigning, leaving ----------------------------------------------------------------------------


def test_nsa_iii_g_whether_it_had_begun_is_asked():
    with pytest.raises(SayWhetherBegun, match="the first player had drawn a tile and the opponent knew of it"):
        end(make_event("nsa-2004"), "left_early", first_score=300, second_score=340)


# --- penalties, awards, void -----------------------------------------------------------------------


def test_wespa_6_3_3_b_iv_the_margin_is_asked_for():
    with pytest.raises(Refused, match="Margin: the director rules"):
        end(make_event(), "penalty_forfeit", begun=True)


# --- played, tied, byes ----------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "halves", "spread"), [("bye", 2, 50), ("half_bye", 1, 0), ("zero_bye", 0, 0)])
@pytest.mark.parametrize("book", RULED)
def test_nsa_iii_g_3_byes(book, kind, halves, spread):
    event = make_event(book, players=5)
    decided = decide(by=event.director, game=event.bye(), ended=HowItEnded(kind), reason=WHY)
    assert (counted(decided.game)[:2], decided.game.rated) == ((halves, spread), False)


def test_a_board_with_two_players_is_no_bye_and_a_bye_has_no_forfeit():
    event = make_event(players=5)
    with pytest.raises(Refused, match="Two players stand on this board"):
        end(event, "half_bye", "")
    with pytest.raises(Refused, match="A bye is a bye, a half bye or one that scores nothing"):
        decide(by=event.director, game=event.bye(), ended=HowItEnded("no_show", "first"), reason=WHY)


# --- played later ----------------------------------------------------------------------------------


def test_nsa_iii_g_1_a_postponed_game_needs_the_opponent_and_the_director():
    event = make_event("nsa-2004")
    with pytest.raises(Refused, match=r"only if the opponent and you agree \(III.G.1\)"):
        end(event, "postponed", "")
    assert end(event, "postponed", "", all_agree=True).outcome == "postponed"


@pytest.mark.parametrize("kind", ["postponed", "adjourned"])
def test_a_game_played_later_holds_up_neither_the_round_nor_the_standings(kind):
    event = make_event()
    record_result(by=event.scorer, game=event.game(2), first_score=400, second_score=300)
    game = end(event, kind, "")
    assert event.round(1).status == Round.Status.CLOSED
    assert [(row.number, row.games) for row in history(event.division).standings(1)] == [(3, 1), (1, 0), (4, 0), (2, 1)]
    assert counted_games(event) == [event.game(2).pk]
    assert (game.rated, game.decided_at) == (True, None)


def counted_games(event: Event) -> list[int]:
    return list(Game.objects.of_division(event.division).counted().values_list("pk", flat=True))


def test_a_round_with_nothing_but_a_postponed_game_decided_is_not_under_way():
    event = make_event()
    end(event, "postponed", "")
    assert event.round(1).status == Round.Status.PUBLISHED


def test_a_postponed_game_is_played_two_rounds_later_and_the_later_rounds_are_named():
    event = make_event(published=3)
    Round.objects.filter(division=event.division, number=2).update(paired_after=1)
    Round.objects.filter(division=event.division, number=3).update(paired_after=2)
    end(event, "postponed", "")
    decided = decide(by=event.scorer, game=event.game(), ended=HowItEnded("played", "", 431, 388))
    assert decided.rounds_paired_before == (2, 3)
    assert (counted(decided.game), decided.game.decided_at is not None) == ((2, 43, 0, -43), True)


# --- starts, rulings, rights, the record -----------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "said", "starts"),
    [
        ("lateness_forfeit", {}, 0), ("no_show", {}, 0), ("penalty_forfeit", {"begun": False, "margin": 50}, 0),
        ("penalty_forfeit", {"begun": True, "margin": 50}, 1),
        ("resigned", {"begun": True, "first_score": 1, "second_score": 2}, 1),
        ("left_early", {"begun": True, "emergency": True, "first_score": 1, "second_score": 2}, 1),
        ("overtime_forfeit", {"first_score": 1, "second_score": 2, "seconds_over": 600}, 1), ("awarded", {}, 1),
        ("void", {}, 0),
    ],
)  # fmt: skip
def test_games_forfeited_before_a_tile_was_drawn_count_as_neither_start_nor_reply(kind, said, starts):
    event = make_event()
    end(event, kind, **said)
    found = history(event.division).start_records()
    assert (found[1].starts, found[4].replies) == (starts, starts)


def override(**said) -> Override:
    values = {"first_halves": 1, "first_spread": 0, "second_halves": 1, "second_spread": -20, "rated": False}
    return Override(**(values | said), ruling=RulingFacts("Both were misled by the printed sheet.", rule="Preamble"))


def test_wespa_preamble_a_recorded_ruling_overrides_what_the_book_gives():
    event = make_event()
    ended = HowItEnded("lateness_forfeit", "first")
    decided = decide(by=event.director, game=event.game(), ended=ended, reason=WHY, override=override())
    assert counted(decided.game) == (1, 0, 1, -20)
    ruling = Ruling.objects.get()
    assert (ruling.departs, ruling.rule, ruling.subject, ruling.game) == (True, "Preamble", "outcome", decided.game)
    last = records(decided.game)[-1]
    assert last.after["ruling"] == ruling.pk
    assert last.after["why"] == [
        "Forfeited for lateness: 75 points. (2.3.6(a))",
        "Not rated. (2.3.6(b))",
        "The director rules 0.5-0.5, spread +0 and -20. (Preamble)",
    ]


def test_a_ruling_on_two_scores_states_its_own_wins_and_spread():
    event = make_event()
    ended = HowItEnded("played", "", 400, 390)
    decided = decide(by=event.director, game=event.game(), ended=ended, reason=WHY, override=override())
    assert (decided.game.outcome, counted(decided.game)) == ("awarded", (1, 0, 1, -20))


@pytest.mark.parametrize("wrong", [{"first_halves": 3}, {"second_spread": 1501}])
def test_a_ruling_stays_within_what_a_game_can_be(wrong):
    event = make_event()
    with pytest.raises(Refused, match="Half wins are 0, 1 or 2"):
        decide(
            by=event.director, game=event.game(), ended=HowItEnded("no_show", "first"), reason=WHY,
            override=override(**wrong),
        )  # fmt: skip
    assert not Ruling.objects.exists()


def test_working_out_changes_nothing():
    event = make_event()
    working = work_out(event.game(), HowItEnded("no_show", "first"))
    assert working.outcome.second_spread == 75
    assert event.game().outcome == ""


def test_a_scorer_enters_scores_and_the_director_alone_decides_the_rest():
    event = make_event()
    with pytest.raises(NotAllowed):
        decide(by=event.scorer, game=event.game(), ended=HowItEnded("no_show", "first"), reason=WHY)
    decide(by=event.scorer, game=event.game(), ended=HowItEnded("played", "", 400, 300))
    assert event.game().first_score == 400


def test_replacing_a_result_takes_the_right_to_correct_and_a_reason():
    event = make_event()
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=300)
    with pytest.raises(NotAllowed):
        decide(by=event.scorer, game=event.game(), ended=HowItEnded("played", "", 410, 300), reason=WHY)
    with pytest.raises(Refused, match="has a result already"):
        decide(by=event.director, game=event.game(), ended=HowItEnded("played", "", 410, 300))
    end(event, "resigned", first_score=400, second_score=300, begun=True)
    assert counted(event.game()) == (0, -50, 2, 50)


def test_the_old_result_stays_in_the_record_and_a_correction_takes_the_lines_away():
    event = make_event()
    game = end(event, "overtime_forfeit", first_score=420, second_score=380, seconds_over=600)
    end(event, "resigned", first_score=420, second_score=380, begun=True)
    last = records(game)[-1]
    assert (last.action, last.before["outcome"], last.before["lines"]) == (
        "result.decided", "overtime_forfeit", [["first", "overtime", -100, "outcome"]]
    )  # fmt: skip
    assert (lines(game), total(event.game())) == ([], (420, 380))


@pytest.mark.parametrize(
    ("ended", "says"),
    [
        (HowItEnded("resigned", "", begun=True), "Give both scores|Say which of the two players"),
        (HowItEnded("resigned", "third", 1, 2, begun=True), "Say which of the two players it was"),
        (HowItEnded("resigned", "first", 300, begun=True), "Give both scores as they stood"),
        (HowItEnded("stopped", "", 2000, 300), "2000 is no score"),
        (HowItEnded("nonsense"), "is not a way for a game to end"),
        (HowItEnded("penalty_forfeit", "first", begun=True, margin=-1), "A margin is 0 to 1500 points"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_changed(ended, says):
    event = make_event()
    with pytest.raises(Refused, match=says):
        decide(by=event.director, game=event.game(), ended=ended, reason=WHY)
    assert event.game().outcome == ""


def test_everything_but_two_scores_needs_a_reason_and_a_published_round():
    event = make_event()
    with pytest.raises(Refused, match="Say why"):
        decide(by=event.director, game=event.game(), ended=HowItEnded("no_show", "first"), reason=" ")
    Round.objects.update(status=Round.Status.DRAFT)
    with pytest.raises(Refused, match="Round 1 is not published yet"):
        end(event, "no_show")
