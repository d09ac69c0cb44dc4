"""The end-of-game calculator on real rows: every line, the totals, and the same again changing nothing."""

import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.django import TestCase

from results.attendance.services.tables import game_table
from results.attendance.services.time import give_time
from results.games.services.outcomes import record_result
from results.models import GameEnd
from results.rulings.services.endgame import EndAnswers, SideAnswers, apply, remembered, work_out
from results.rulings.services.game_times import game_times
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.models import Game, GameAdjustment
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import adjust_game
from tests.quickness import of_events
from tests.results.rulings.cases import Event, counted, lines, make_event, records, total

pytestmark = pytest.mark.django_db
OVER = "-1:01"


PASSES = ("pass",) * 6


def ended(
    scores: tuple[int, int], how: str = "went-out", out: str = "first", *, racks=("", ""), clocks=("", ""), turns=PASSES, **said
) -> EndAnswers:  # fmt: skip
    """turns: counted only where they ended the game."""
    first = SideAnswers(scores[0], racks[0], clocks[0], **said)
    second = SideAnswers(scores[1], racks[1], clocks[1])
    return EndAnswers(how, first, second, out if how == "went-out" else "", turns if how == "six-zeros" else ())


def put(event: Event, given: EndAnswers, by=None, reason: str = "") -> Game:
    apply(by=by or event.scorer, game=event.game(), answers=given, reason=reason)
    return event.game()


# --- going out -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "choices", "totals", "rule"),
    [
        ("wespa-2010", {"tiles_left": "a"}, (407, 373), "5.1.4(a)"),
        ("wespa-2010", {"tiles_left": "b"}, (414, 380), "5.1.4(b)"),
    ],
)
def test_wespa_5_1_4_going_out_at_400_380_with_7_points_left(book, choices, totals, rule):
    event = make_event(book, choices=choices)
    game = put(event, ended((400, 380), racks=("", "DDB")))
    assert (total(game), counted(game)[1]) == (totals, totals[0] - totals[1])
    assert {line[3] for line in lines(game)} == {rule}
    assert (game.first_score, game.second_score, game.outcome) == (400, 380, "played")


# --- six zeros, time up, sand ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "score", "turns", "says"),
    [
        ("nsa-2004", 0, PASSES, r"stands at 0-0\. .* \(III\.A\.2\)"),
        ("wespa-2012", 300, ("failed-challenge", *PASSES[1:]), r"Turn 1 .* failed challenge.* \(5\.2"),
        ("sowpods-club", 300, (*PASSES[:5], "play"), r"Turn 6 .* stayed.* \(Scoring 11\)"),
    ],
)
def test_nsa_iii_a_2_wespa_5_2_turns_that_end_no_game_are_refused_and_nothing_is_kept(book, score, turns, says):
    event = make_event(book)
    with pytest.raises(Refused, match=says):
        put(event, ended((score, score), "six-zeros", racks=("QI", "EE"), turns=turns), by=event.director)
    assert (event.game().outcome, GameEnd.objects.count(), lines(event.game())) == ("", 0, [])


def test_nsa_iii_a_2_a_failed_challenge_is_one_of_the_six_and_opens_again_as_given():
    event = make_event("nsa-2004")
    turns = ("pass", "exchange", "play-challenged-off", "failed-challenge", "pass", "pass")
    given = ended((300, 290), "six-zeros", racks=("QI", "F"), turns=turns)
    shown = [f"{why.text} ({why.rule})" for why in work_out(event.game(), given).reasons]
    assert shown == [
        "The last turns, a pass, an exchange, a play challenged off, a failed challenge, a pass, a pass, end the game. "
        "(III.A.2)"
    ]
    assert total(put(event, given)) == (289, 286)
    assert remembered(event.game()).turns == turns


@pytest.mark.parametrize(
    ("book", "how", "totals", "outcome"),
    [
        ("scrabble-guide", "time-up", (350, 340), "time_up"),
        ("nsa-2004", "sand-stopped", (341, 328), "played"),
        ("nsa-2004", "round-stopped", (350, 340), "stopped"),
    ],
)
def test_nsa_app_b_guideline_19b_guide_ending_a_game_that_was_stopped_is_called_so(book, how, totals, outcome):
    event = make_event(book)
    game = put(event, ended((350, 340), how, racks=("XA", "QD")), by=event.director)
    assert (total(game), game.outcome) == (totals, outcome)


# --- overtime --------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["wespa-2010", "nsa-2004"])
@pytest.mark.parametrize(
    ("clock", "kind", "points", "seconds"),
    [
        ("-1:01", "counts-down", 20, 61), ("25:00", "counts-up", 0, 0), ("26:30", "counts-up", 20, 90),
        ("", "flag-fallen", 10, 1),
    ],
)  # fmt: skip
def test_wespa_5_3_1_b_c_5_3_2_nsa_i_a_3_iii_c_2_ten_points_a_minute_or_part_on_every_kind_of_clock(
    book, clock, kind, points, seconds
):
    event = make_event(book)
    given = ended((400, 380), clocks=(clock, ""), clock_kind=kind)
    assert work_out(event.game(), given).first == 400 - points
    game = put(event, given)
    assert (game.outcome, total(game)) == ("played", (400 - points, 380))
    assert [one.seconds for one in game.adjustments.all()] == ([seconds] if points else [])
    assert remembered(event.game()) == given


def test_wespa_5_3_1_b_the_working_says_how_a_clock_counting_up_was_read():
    reasons = work_out(make_event().game(), ended((410, 380), clocks=("26:30", ""), clock_kind="counts-up")).reasons
    assert [(why.text, why.rule) for why in reasons] == [
        ("The first player's clock counts up: 26:30 of 25:00, 1:30 over.", "5.3.1, 5.3.2")
    ]


def test_wespa_1_4_1_b_time_given_counts_on_a_clock_that_counts_up():
    event = make_event()
    give_time(
        by=event.director, game=event.game(), entry=event.entry(1), seconds=60, rule="1.4.1(b)", reason="clock stuck"
    )
    game = put(event, ended((400, 380), clocks=("26:30", ""), clock_kind="counts-up"))
    assert total(game) == (390, 380)


def test_wespa_5_3_2_overtime_is_no_time_given():
    event = make_event()
    game = put(event, ended((400, 380), clocks=("-2:10", "")))
    assert game_times(game) == (1500, 1500)
    assert [seat.extra for seat in game_table(game).seats] == [0, 0]


def test_wespa_5_3_3_ten_minutes_over_on_the_calculator_forfeits_the_game():
    event = make_event()
    given = ended((420, 380), clocks=("-10:00", ""), racks=("", "QD"))
    sheet = work_out(event.game(), given)
    assert (sheet.forfeit is not None, sheet.first, sheet.second) == (True, 320, 380)
    with pytest.raises(NotAllowed):
        put(event, given)
    game = put(event, given, by=event.director)
    assert (game.outcome, counted(game), total(game)) == ("overtime_forfeit", (0, -100, 2, 100), (320, 380))


def test_wespa_5_3_4_time_run_after_the_true_end_is_disregarded():
    event = make_event()
    given = ended((400, 380), clocks=("-2:30", ""), disregarded=100)
    with pytest.raises(NotAllowed):
        put(event, given)
    assert total(put(event, given, by=event.director)) == (390, 380)


def test_nsa_guideline_5_the_director_waives_a_time_penalty_with_a_reason():
    event = make_event("nsa-2004")
    given = ended((400, 380), clocks=("-2:30", ""), waiver="opponent delayed the count")
    with pytest.raises(NotAllowed):
        put(event, given)
    game = put(event, given, by=event.director)
    assert total(game) == (400, 380)
    assert [(one.kind, one.points, one.seconds) for one in game.adjustments.all()] == [("overtime_waived", 0, 150)]
    assert records(game)[-1].reason_text.text == "opponent delayed the count"


# --- what stands already, what is shown ------------------------------------------------------------


def test_challenge_penalties_stand_and_are_shown_between_the_score_and_the_end():
    event = make_event()
    adjust_game(
        by=event.director, game=event.game(), side="second", kind="challenge_penalty", points=-15, rule="3.10.15(d)",
        source="challenge",
    )  # fmt: skip
    sheet = work_out(event.game(), ended((400, 380), racks=("", "DDB"), clocks=("", OVER)))
    assert [(line.side, line.label, line.points, line.rule) for line in sheet.lines] == [
        ("first", "score", 400, ""), ("first", "the opponent's tiles", 7, "5.1.4"), ("second", "score", 380, ""),
        ("second", "challenge penalty", -15, "3.10.15(d)"), ("second", "own tiles left", -7, "5.1.4"),
        ("second", "1:01 over time", -20, "5.3.2"),
    ]  # fmt: skip
    assert (sheet.first, sheet.second) == (407, 338)
    assert str(sheet.racks[1]) == "BDD = 7"


# --- the same again --------------------------------------------------------------------------------


def test_the_same_again_changes_nothing_and_is_no_second_decision():
    event = make_event()
    game = put(event, ended((400, 380), racks=("", "ddb"), clocks=(OVER, "")))
    rows, told = list(game.adjustments.values_list("pk")), len(records(game))
    put(event, ended((400, 380), racks=("", "B D D"), clocks=("-1:01", "")))
    assert (list(game.adjustments.values_list("pk")), len(records(game))) == (rows, told)


def test_other_figures_replace_the_games_own_lines_and_leave_the_rest():
    event = make_event()
    adjust_game(by=event.director, game=event.game(), side="first", kind="challenge", points=-5, source="challenge")
    put(event, ended((400, 380), racks=("", "DDB")))
    game = put(event, ended((400, 380), racks=("", "QI")))
    assert [line[:3] for line in lines(game)] == [
        ("first", "challenge", -5), ("first", "tiles_gained", 11), ("second", "tiles_left", -11)
    ]  # fmt: skip
    assert total(game) == (406, 369)


def test_somebody_elses_result_is_replaced_by_the_director_with_a_reason():
    event = make_event()
    record_result(by=event.director, game=event.game(), first_score=400, second_score=380)
    given = ended((400, 380), racks=("", "DDB"))
    with pytest.raises(NotAllowed):
        put(event, given)
    put(event, ended((400, 380)), by=event.director)
    assert records(event.game())[-1].action == "result.entered"
    put(event, given, by=event.director, reason="tiles were left out")
    assert total(event.game()) == (407, 373)


def test_what_was_given_opens_again_as_it_was_left():
    event = make_event()
    given = ended((400, 380), racks=("", "ddb"), clocks=(OVER, ""))
    put(event, given)
    assert remembered(event.game()) == ended((400, 380), racks=("", "BDD"), clocks=(OVER, ""))
    assert remembered(event.game(2)) is None


def test_what_was_given_follows_the_players_when_the_starter_is_corrected():
    event = make_event()
    game = put(event, ended((400, 380), racks=("", "DDB"), clocks=(OVER, "")))
    game.first, game.second = game.second, game.first
    game.first_score, game.second_score = 380, 400
    game.save()
    assert remembered(event.game()) == EndAnswers(
        "went-out", SideAnswers(380, "BDD", ""), SideAnswers(400, "", OVER), "second"
    )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (ended((400, 380), racks=("", "QQ")), "Second player's tiles: 2 tiles Q: the set has 1"),
        (ended((400, 380), "six-zeros", racks=("Z", "Z")), "The two racks together: 2 tiles Z"),
        (ended((400, 380), clocks=("1.5", "")), "First player's clock: '1.5' is not a clock reading"),
        (ended((4000, 380)), "4000 is no score"),
        (ended((400, 380), "went-out", ""), "Say who went out"),
        (ended((400, 380), disregarded=-1), "Time disregarded is 0 seconds or more"),
        (ended((400, 380), clocks=("-10:00", "-11:00")), "Both players ran ten minutes over: rule on it"),
        (ended((400, 380), clocks=(OVER, ""), waiver="x" * 201), "Say in 200 characters"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(given, says):
    event = make_event()
    with pytest.raises(Refused, match=says):
        put(event, given, by=event.director)
    assert (GameEnd.objects.count(), GameAdjustment.objects.count(), event.game().outcome) == (0, 0, "")


class LinesAddUp(TestCase):
    """Whatever the end, the totals are the scores on the sheet and the lines that stand with them."""

    @of_events
    @given(
        st.tuples(st.integers(-50, 700), st.integers(-50, 700)),
        st.sampled_from(["", "A", "QI", "EEE", "??", "JXKVV"]),
        st.integers(0, 599),
        st.sampled_from(["wespa-2010", "nsa-2004", "sowpods-club", "scrabble-guide"]),
    )
    def test_totals_are_the_sheet_and_its_lines(self, scores, rack, over, book):
        event = make_event(book)
        given = ended(scores, racks=("", rack), clocks=("", f"-{over // 60}:{over % 60:02d}"))
        sheet = work_out(event.game(), given)
        game = put(event, given)
        sums = {side: sum(one[2] for one in lines(game) if one[0] == side) for side in ("first", "second")}
        assert total(game) == (sheet.first, sheet.second) == (scores[0] + sums["first"], scores[1] + sums["second"])
        assert sum(line.points for line in sheet.lines if line.side == "first") == sheet.first
