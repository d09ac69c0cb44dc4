"""Second reading, "Ending and scoring": overtime, tiles left, six zeros, tiles found, ties, recounts."""

import pytest

from tdsuite.tournaments.rulebooks import outcomes as o
from tdsuite.tournaments.rulebooks import terms as t
from tests.rulebook.second_reading import (
    GUIDE,
    NSA,
    SOWPODS,
    W10,
    W12,
    Row,
    each_once,
    params,
    provision_at,
    read,
    silent,
    wespa,
)

THREE_ZEROS = (o.Zero.PASS_TURN, o.Zero.EXCHANGE, o.Zero.PLAY_CHALLENGED_OFF)
FOUND_RULING = o.FoundTile(o.FoundUntil.RULING, o.FoundGoesTo.RULING, 0, False)
AS_THEY_STAND = o.RoundStopped(t.RackRule.NO_CHANGE, warn_players=False, judge_delay=False)

ROWS = [
    # overtime
    *wespa("ending.overtime.points", 10, "5.3.2"),
    Row(NSA, "ending.overtime.points", 10, "III.C.2"),
    Row(SOWPODS, "ending.overtime.points", 10, "Equipment"),
    Row(GUIDE, "ending.overtime.points", 0, "Ending"),
    *wespa("ending.overtime.per_seconds", 60, "5.3.2"),
    Row(NSA, "ending.overtime.per_seconds", 60, "III.C.2"),
    Row(SOWPODS, "ending.overtime.per_seconds", 60, "Equipment"),
    Row(GUIDE, "ending.overtime.per_seconds", 60, "Ending"),
    *wespa("ending.overtime.part_counts", True, "5.3.2"),
    Row(NSA, "ending.overtime.part_counts", True, "III.C.2"),
    *silent("ending.overtime.part_counts", True, SOWPODS),
    Row(GUIDE, "ending.overtime.part_counts", False, "Ending"),
    *wespa("ending.overtime.after_time", o.AfterTime.PLAY_ON, "5.3.1, 5.3.2"),
    Row(NSA, "ending.overtime.after_time", o.AfterTime.PLAY_ON, "III.C.2"),
    Row(SOWPODS, "ending.overtime.after_time", o.AfterTime.PLAY_ON, "Equipment"),
    Row(GUIDE, "ending.overtime.after_time", o.AfterTime.GAME_ENDS, "Ending", dagger=True),
    # 5.3.4(b): the opponent is taken to stop the clock by showing the tiles left, so after no seconds at all
    *wespa("ending.overtime.after_end", o.AfterEnd(True, 0, False, False), "5.3.4"),
    Row(
        NSA,
        "ending.overtime.after_end",
        o.AfterEnd(disregarded=True, stops_after=5, opponents_fault_waived=True, director_may_erase=True),
        "III.B, Guideline 1, Guideline 5",
    ),
    *silent("ending.overtime.after_end", o.AfterEnd(True, None, False, False), SOWPODS, GUIDE),
    # overtime forfeit
    *wespa("ending.overtime_forfeit", o.OvertimeForfeit(after=600, minimum=100), "5.3.3", dagger=True),
    Row(NSA, "ending.overtime_forfeit", None, "III.C.2"),
    Row(SOWPODS, "ending.overtime_forfeit", None, "Equipment"),
    Row(GUIDE, "ending.overtime_forfeit", None, "Ending"),
    # tiles left when a player goes out
    *wespa("ending.tiles_left", o.TilesLeft.SPLIT, "5.1.4", dagger=True),
    Row(NSA, "ending.tiles_left", o.TilesLeft.DOUBLE, "III.C.1"),
    Row(SOWPODS, "ending.tiles_left", o.TilesLeft.DOUBLE, "Scoring 9"),
    Row(GUIDE, "ending.tiles_left", o.TilesLeft.DOUBLE, "Ending"),
    # six zero turns
    *wespa("ending.six_zeros.ends", o.ZeroTurns(6, THREE_ZEROS, False, False, False), "5.2, 1.1(b)(ii)"),
    Row(
        NSA,
        "ending.six_zeros.ends",
        o.ZeroTurns(6, (*THREE_ZEROS, o.Zero.FAILED_CHALLENGE), True, False, False),
        "III.A.2",
    ),
    Row(
        SOWPODS,
        "ending.six_zeros.ends",
        o.ZeroTurns(6, THREE_ZEROS, False, may_agree_sooner=True, double_pass_ends=False),
        "Scoring 11",
    ),
    Row(GUIDE, "ending.six_zeros.ends", o.ZeroTurns(6, THREE_ZEROS, False, False, False), "Ending"),
    *wespa("ending.six_zeros.racks", t.RackRule.BOTH_LOSE, "5.2"),
    Row(NSA, "ending.six_zeros.racks", t.RackRule.BOTH_LOSE, "III.C.1"),
    Row(SOWPODS, "ending.six_zeros.racks", t.RackRule.BOTH_LOSE, "Scoring 11"),
    *silent("ending.six_zeros.racks", t.RackRule.NO_CHANGE, GUIDE),
    # tile found at the end
    *wespa(
        "ending.found_tiles.out_of_bag",
        o.FoundTile(o.FoundUntil.SHEET_SIGNED, o.FoundGoesTo.SHORT_PLAYER_DRAWS, 0, False),
        "4.3",
    ),
    Row(
        NSA,
        "ending.found_tiles.out_of_bag",
        o.FoundTile(o.FoundUntil.GAME_OVER, o.FoundGoesTo.SHOULD_HAVE_DRAWN, grace=0, unknown_left_out=True),
        "Guideline 4",
    ),
    *silent("ending.found_tiles.out_of_bag", FOUND_RULING, SOWPODS, GUIDE),
    *wespa(
        "ending.found_tiles.in_bag",
        o.FoundTile(o.FoundUntil.SHEET_SIGNED, o.FoundGoesTo.SHOULD_HAVE_DRAWN, 0, False),
        "4.5",
    ),
    Row(
        NSA,
        "ending.found_tiles.in_bag",
        o.FoundTile(o.FoundUntil.GAME_OVER, o.FoundGoesTo.SHOULD_HAVE_DRAWN, grace=5, unknown_left_out=True),
        "Guideline 4",
    ),
    *silent("ending.found_tiles.in_bag", FOUND_RULING, SOWPODS, GUIDE),
    # director ends the round, or time up
    *silent("ending.round_stopped", AS_THEY_STAND, W10, W12, SOWPODS),
    Row(
        NSA,
        "ending.round_stopped",
        o.RoundStopped(t.RackRule.NO_CHANGE, warn_players=True, judge_delay=True),
        "Guideline 19B",
    ),
    Row(GUIDE, "ending.round_stopped", AS_THEY_STAND, "Ending"),
    # tie
    *silent("ending.tie_half_wins", 1, W10, W12, GUIDE),
    Row(NSA, "ending.tie_half_wins", 1, "III.D"),
    Row(SOWPODS, "ending.tie_half_wins", 1, "Scoring 10", dagger=True),
    # recount
    *wespa("ending.recount", o.Recount(max_margin=20, full_only=True), "5.5.1, 5.5.2"),
    Row(NSA, "ending.recount", o.Recount(max_margin=None, full_only=False), "III.E"),
    *silent("ending.recount", o.Recount(max_margin=None, full_only=False), SOWPODS, GUIDE),
    *wespa("ending.recount_course", o.RecountCourse(True, False, False, True, False, False), "5.5.2-5.5.4"),
    Row(NSA, "ending.recount_course", o.RecountCourse(False, True, True, False, True, True), "III.E"),
    *silent("ending.recount_course", o.RecountCourse(False, True, True, False, True, False), SOWPODS, GUIDE),
]


@pytest.mark.parametrize("row", params(ROWS))
def test_second_reading_ending_and_scoring(row: Row) -> None:
    read(row)


def test_second_reading_ending_and_scoring_has_each_cell_once() -> None:
    each_once(ROWS, "ending")


# ── who chooses ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", [W10, W12])
def test_wespa_5_1_4_the_organiser_says_which_of_a_and_b_is_in_force(book: str) -> None:
    choices = provision_at(book, "ending.tiles_left").choices
    assert [(one.code, one.value, one.rule, one.standard) for one in choices] == [
        ("a", o.TilesLeft.SPLIT, "5.1.4(a)", True),
        ("b", o.TilesLeft.DOUBLE, "5.1.4(b)", True),
    ]


@pytest.mark.parametrize("book", [NSA, SOWPODS, GUIDE])
def test_nsa_iii_c_1_sowpods_scoring_9_guide_ending_leave_no_choice_for_tiles_left(book: str) -> None:
    assert not provision_at(book, "ending.tiles_left").open
