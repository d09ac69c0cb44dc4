"""How a game ends and what the totals come to: WESPA 5.1-5.3, NSA III.A-C and App. B, SOWPODS, guide."""

import re

import pytest

from results.rulings.engine.clock_readings import BadReading, ClockKind, ClockReading, seconds_over, time_over
from results.rulings.engine.endgame import (
    CannotEndSo,
    EndLine,
    EndSide,
    FinalTotals,
    HowEnded,
    SideEnd,
    final_totals,
    forfeits_by_overtime,
    overtime_points,
    why_not_ended,
)
from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import Zero
from tdsuite.tournaments.rulebooks.reasons import Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA_2010

WESPA_B = effective(WESPA_2010, {"tiles_left": "b"}).rulebook
FIRST, SECOND = EndSide.FIRST, EndSide.SECOND


def totals(result: FinalTotals) -> tuple[int, int]:
    return result.first, result.second


@pytest.mark.parametrize(
    ("over", "points"), [(0, 0), (1, 10), (60, 10), (61, 20), (120, 20), (121, 30), (599, 100), (600, 100)]
)
@pytest.mark.parametrize("key", ["wespa-2010", "wespa-2012", "nsa-2004", "sowpods-club"])
def test_wespa_5_3_2_nsa_iii_c_2_sowpods_equipment_ten_points_a_minute_or_part(
    key: str, over: int, points: int
) -> None:
    assert overtime_points(over, RULEBOOKS[key]) == points
    assert overtime_points(over, SCRABBLE_GUIDE) == 0
    with pytest.raises(ValueError, match="0 seconds or more"):
        overtime_points(-1, RULEBOOKS[key])


@pytest.mark.parametrize("reading", ["", "1", "1:60", "abc", "1:5", "--1:00", "1:00:00"])
def test_a_reading_that_is_none_is_refused(reading: str) -> None:
    with pytest.raises(BadReading, match="is not a clock reading"):
        seconds_over(reading)


@pytest.mark.parametrize(
    ("shows", "kind", "over"),
    [
        ("-00.01", ClockKind.COUNTS_DOWN, 1), ("-0:00", ClockKind.COUNTS_DOWN, 0), ("−1:01", ClockKind.COUNTS_DOWN, 61),
        ("-10:00", ClockKind.COUNTS_DOWN, 600), ("4:59", ClockKind.COUNTS_DOWN, 0),
        (" -0:05 ", ClockKind.COUNTS_DOWN, 5), ("24:59", ClockKind.COUNTS_UP, 0), ("", ClockKind.COUNTS_DOWN, 0),
        ("25:00", ClockKind.COUNTS_UP, 0), ("25.01", ClockKind.COUNTS_UP, 1), ("26:30", ClockKind.COUNTS_UP, 90),
        ("", ClockKind.COUNTS_UP, 0), ("", ClockKind.FLAG_FALLEN, 1), ("0", ClockKind.FLAG_FALLEN, 1),
        ("2", ClockKind.FLAG_FALLEN, 120), ("2:30", ClockKind.FLAG_FALLEN, 150),
    ],
)  # fmt: skip
def test_wespa_5_3_1_a_b_c_nsa_iii_c_2_every_kind_of_clock(shows: str, kind: ClockKind, over: int) -> None:
    assert time_over(ClockReading(shows, kind), game_time=1500) == over
    if kind is ClockKind.COUNTS_UP:  # time given moves where it is over
        assert time_over(ClockReading(shows, kind), game_time=1560) == max(0, over - 60)


def test_wespa_5_3_1_b_26_30_is_no_overtime_on_a_clock_that_counts_down() -> None:
    with pytest.raises(BadReading, match="26:30 over, as long as the game time: if the clock counts up, say so"):
        time_over(ClockReading("-26:30"), game_time=1500)


def test_wespa_5_3_1_c_a_flag_without_a_reading_costs_part_of_a_minute() -> None:
    reading = ClockReading("", ClockKind.FLAG_FALLEN)
    fallen = SideEnd(400, seconds_over=time_over(reading, game_time=1500), only_flag=reading.only_flag)
    result = final_totals(fallen, SideEnd(380), HowEnded.WENT_OUT, out=FIRST, book=WESPA_2010)
    assert result.lines[1] == EndLine(FIRST, "flag fallen, part of a minute over time", -10, "5.3.2")


@pytest.mark.parametrize("shows", ["--1:00", "soon", "1:60"])
def test_a_time_since_the_flag_fell_that_is_none_is_refused(shows: str) -> None:
    with pytest.raises(BadReading, match="is no time since the flag fell"):
        time_over(ClockReading(shows, ClockKind.FLAG_FALLEN), game_time=1500)
    with pytest.raises(BadReading):
        seconds_over("-1:00", counts_up_to=1500)


@pytest.mark.parametrize(
    ("key", "over", "forfeits"),
    [
        ("wespa-2010", 599, False), ("wespa-2010", 600, True), ("wespa-2012", 600, True), ("nsa-2004", 6000, False),
        ("sowpods-club", 6000, False), ("scrabble-guide", 6000, False),
    ],
)  # fmt: skip
def test_wespa_5_3_3_ten_minutes_over_forfeits_and_nowhere_else(key: str, over: int, forfeits: bool) -> None:
    assert forfeits_by_overtime(over, RULEBOOKS[key]) is forfeits


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        pytest.param(WESPA_2010, (407, 373), id="wespa_5_1_4_a"),
        pytest.param(WESPA_B, (414, 380), id="wespa_5_1_4_b"),
        pytest.param(NSA_2004, (414, 380), id="nsa_iii_c_1"),
        pytest.param(SOWPODS_CLUB, (414, 380), id="sowpods_scoring_9"),
        pytest.param(SCRABBLE_GUIDE, (414, 380), id="guide_ending"),
    ],
)
def test_going_out_400_380_with_7_left_opposite(book: Rulebook, expected: tuple[int, int]) -> None:
    result = final_totals(SideEnd(400), SideEnd(380, rack=7), HowEnded.WENT_OUT, out=FIRST, book=book)
    assert totals(result) == expected
    other = final_totals(SideEnd(380, rack=7), SideEnd(400), HowEnded.WENT_OUT, out=SECOND, book=book)
    assert totals(other) == expected[::-1]
    assert {line.rule for line in result.lines if line.label != "score"} == {
        book.ending.tiles_left.rule or "our default"
    }


def test_wespa_5_1_4_a_line_by_line() -> None:
    result = final_totals(
        SideEnd(400, seconds_over=61), SideEnd(380, rack=7), HowEnded.WENT_OUT, out=FIRST, book=WESPA_2010
    )
    assert result.lines == (
        EndLine(FIRST, "score", 400, ""), EndLine(FIRST, "the opponent's tiles", 7, "5.1.4"),
        EndLine(FIRST, "1:01 over time", -20, "5.3.2"), EndLine(SECOND, "score", 380, ""),
        EndLine(SECOND, "own tiles left", -7, "5.1.4"),
    )  # fmt: skip
    assert totals(result) == (387, 373)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        pytest.param("wespa-2010", (289, 286), id="wespa_2010_5_2"),
        pytest.param("wespa-2012", (289, 286), id="wespa_2012_5_2"),
        pytest.param("nsa-2004", (289, 286), id="nsa_iii_c_1"),
        pytest.param("sowpods-club", (289, 286), id="sowpods_scoring_11"),
        pytest.param("scrabble-guide", (300, 290), id="guide_ending_no_adjustment"),
    ],
)
def test_six_zeros_300_290_with_racks_of_11_and_4(key: str, expected: tuple[int, int]) -> None:
    result = final_totals(
        SideEnd(300, rack=11), SideEnd(290, rack=4), HowEnded.SIX_ZEROS, book=RULEBOOKS[key], zeros=PASSES
    )
    assert totals(result) == expected


@pytest.mark.parametrize(
    ("key", "how", "expected"),
    [
        pytest.param("nsa-2004", HowEnded.SAND_STOPPED, (341, 328), id="nsa_app_b_sand_timers_stopped"),
        pytest.param("scrabble-guide", HowEnded.TIME_UP, (350, 340), id="guide_ending_time_up"),
        *(pytest.param(key, HowEnded.ROUND_STOPPED, (350, 340), id=f"nsa_guideline_19b_{key}") for key in RULEBOOKS),
        *(pytest.param(key, HowEnded.TIME_UP, "time up does not end a game: it goes on at a cost", id=f"time_up_{key}")
          for key in ("wespa-2010", "nsa-2004", "sowpods-club")),
        *(pytest.param(key, HowEnded.SAND_STOPPED, "has no sand timers: say that the round was stopped", id=f"sand_{key}")
          for key in ("wespa-2010", "sowpods-club", "scrabble-guide")),
        *(pytest.param(key, HowEnded.AGREED, "players do not agree to end a game: it takes six zero turns", id=f"sowpods_scoring_11_{key}")
          for key in RULEBOOKS if key != "sowpods-club"),
    ],
)  # fmt: skip
def test_nsa_app_b_guideline_19b_350_340_with_racks_of_9_and_12_when_time_is_called(key, how, expected) -> None:
    ends = SideEnd(350, rack=9), SideEnd(340, rack=12)
    if isinstance(expected, str):
        with pytest.raises(CannotEndSo, match=expected):
            final_totals(*ends, how, book=RULEBOOKS[key])
    else:
        assert totals(final_totals(*ends, how, book=RULEBOOKS[key])) == expected


PASSES = [Zero.PASS_TURN] * 6
MIXED = [Zero.PASS_TURN, Zero.EXCHANGE, Zero.PLAY_CHALLENGED_OFF] * 2
FAILED = [Zero.FAILED_CHALLENGE, *PASSES[1:]]


@pytest.mark.parametrize("key", RULEBOOKS)
def test_wespa_5_2_six_zero_turns_running_end_the_game_and_fewer_do_not(key: str) -> None:
    def ends(turns: list[Zero | None], score: int = 300) -> bool:
        return why_not_ended(turns, first_score=score, second_score=score, book=RULEBOOKS[key]) is None

    assert all(ends(turns) for turns in (PASSES, MIXED, [None, *PASSES]))
    assert not any(
        ends(turns) for turns in (PASSES[:5], [*PASSES, None], [*PASSES[:3], None, *PASSES[:3]], [], PASSES[:4])
    )
    assert ends(PASSES, 0) is (key != "nsa-2004")


@pytest.mark.parametrize(
    ("key", "ends"), [("wespa-2010", False), ("nsa-2004", True), ("sowpods-club", False), ("scrabble-guide", False)]
)
def test_nsa_iii_a_2_a_failed_challenge_counts_there_alone(key: str, ends: bool) -> None:
    assert (why_not_ended(FAILED, first_score=300, second_score=290, book=RULEBOOKS[key]) is None) is ends


@pytest.mark.parametrize(
    ("key", "turns", "score", "says"),
    [
        ("nsa-2004", PASSES, 0, "do not end a game that stands at 0-0"),
        ("wespa-2010", FAILED, 300, "Turn 1 of the last 6 was a failed challenge, which does not count"),
        ("wespa-2012", PASSES[:4], 300, "4 turns without a score are given; it takes 6 running"),
        ("sowpods-club", [*PASSES[:5], None], 300, "Turn 6 of the last 6 was a play that stayed"),
        ("scrabble-guide", [], 300, "0 turns without a score are given; it takes 6 running"),
    ],
)
def test_wespa_5_2_nsa_iii_a_2_totals_are_refused_where_the_turns_do_not_end_the_game(
    key: str, turns: list[Zero | None], score: int, says: str
) -> None:
    book = RULEBOOKS[key]
    rule = book.ending.six_zeros.ends.rule
    why = why_not_ended(turns, first_score=score, second_score=score, book=book)
    assert why is not None and (says in why.text, why.rule) == (True, rule)
    with pytest.raises(CannotEndSo, match=re.escape(f"({rule})")):
        final_totals(SideEnd(score), SideEnd(score), HowEnded.SIX_ZEROS, book=book, zeros=turns)


def test_wespa_1_1_b_ii_four_passes_are_refused_with_the_rule_that_says_so() -> None:
    with pytest.raises(CannotEndSo, match=r"both passing twice ends nothing\. \(5\.2, 1\.1\(b\)\(ii\)\)$"):
        final_totals(SideEnd(300), SideEnd(290), HowEnded.SIX_ZEROS, book=WESPA_2010, zeros=PASSES[:4])


def test_turns_without_a_score_belong_to_a_game_that_they_ended() -> None:
    with pytest.raises(CannotEndSo, match="only for a game that they ended"):
        final_totals(SideEnd(300), SideEnd(290), HowEnded.WENT_OUT, book=WESPA_2010, out=FIRST, zeros=PASSES)


def test_wespa_5_3_4_b_time_after_the_true_end_is_disregarded() -> None:
    stops = {key: RULEBOOKS[key].ending.overtime.after_end.value.stops_after for key in ("wespa-2010", "nsa-2004")}
    assert stops == {"wespa-2010": 0, "nsa-2004": 5}  # once tiles are shown; NSA III.B
    end = SideEnd(400, seconds_over=130, disregarded=70)
    result = final_totals(end, SideEnd(380, rack=7), HowEnded.WENT_OUT, out=FIRST, book=WESPA_2010)
    expected = (EndLine(FIRST, "time disregarded", 0, "5.3.4"), EndLine(FIRST, "1:00 over time", -10, "5.3.2"))
    assert result.lines[2:4] == expected
    assert totals(result) == (397, 373)


def test_nsa_iii_b_overtime_caused_by_starting_the_opponents_clock_on_the_out_play() -> None:
    end = SideEnd(380, rack=7, seconds_over=45, disregarded=45)
    result = final_totals(SideEnd(400), end, HowEnded.WENT_OUT, out=FIRST, book=NSA_2004)
    assert result.lines[2:] == (
        EndLine(SECOND, "score", 380, ""),
        EndLine(SECOND, "time disregarded", 0, "III.B, Guideline 1, Guideline 5"),
    )
    assert totals(result) == (414, 380)


def test_nsa_guideline_1_the_director_erases_a_penalty_with_a_reason() -> None:
    end = SideEnd(380, rack=7, seconds_over=300, waiver="run out by phoneys")
    result = final_totals(SideEnd(400), end, HowEnded.WENT_OUT, out=FIRST, book=NSA_2004)
    assert result.lines[-1] == EndLine(
        SECOND, "overtime waived: run out by phoneys", 0, "III.B, Guideline 1, Guideline 5"
    )
    assert totals(result) == (414, 380)


def test_wespa_5_3_3_an_overrun_of_ten_minutes_is_flagged() -> None:
    result = final_totals(
        SideEnd(400, seconds_over=600), SideEnd(380, rack=7), HowEnded.WENT_OUT, out=FIRST, book=WESPA_2010
    )
    assert (result.overran, result.reasons) == ((FIRST,), (Reason("The first player has forfeited.", "5.3.3"),))


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("wespa-2010", "our default"), ("nsa-2004", "III.D"), ("sowpods-club", "Scoring 10"),
        ("scrabble-guide", "our default"),
    ],
)  # fmt: skip
def test_nsa_iii_d_sowpods_scoring_10_a_tie_is_half_a_win_each(key: str, rule: str) -> None:
    result = final_totals(SideEnd(350), SideEnd(350), HowEnded.ROUND_STOPPED, book=RULEBOOKS[key])
    assert totals(result) == (350, 350)
    assert [reason.rule for reason in result.reasons] == [rule]


@pytest.mark.parametrize(
    ("first", "how", "out", "message"),
    [
        (SideEnd(400), HowEnded.WENT_OUT, None, "Say who went out"),
        (SideEnd(400), HowEnded.SIX_ZEROS, FIRST, "Say who went out"),
        (SideEnd(400, rack=3), HowEnded.WENT_OUT, FIRST, "went out and cannot hold tiles"),
        (SideEnd(400, rack=-1), HowEnded.SIX_ZEROS, None, "are 0 or more"),
        (SideEnd(400, seconds_over=-1), HowEnded.SIX_ZEROS, None, "are 0 or more"),
        (SideEnd(400, disregarded=-1), HowEnded.SIX_ZEROS, None, "are 0 or more"),
    ],
)
def test_an_ending_that_cannot_be_is_refused(first: SideEnd, how: HowEnded, out: EndSide | None, message: str) -> None:
    with pytest.raises(CannotEndSo, match=message):
        final_totals(first, SideEnd(380), how, out=out, book=WESPA_2010)
