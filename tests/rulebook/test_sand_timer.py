"""Rounds without clocks and breaks between rounds: NSA Appendix B, Guideline 19C; what the other books say instead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from results.attendance.engine.breaks import Break, RecountEnded, due_break
from results.attendance.engine.round_timer import RoundTime, plays_due, round_time
from results.rulings.engine.endgame import HowEnded, SideEnd, final_totals
from results.rulings.engine.sand_timer import NoSandTimers, move_time, sand_timers
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA_2010, WESPA_2012
from tests.rulebook.test_lateness import at

SCHEDULED = [pytest.param(book, id=key) for key, book in RULEBOOKS.items() if key != "nsa-2004"]


def sand(now: str) -> RoundTime:
    terms = sand_timers(NSA_2004)
    return round_time(started=at("9:00"), now=at(now), seconds=terms.stop_after, plays_after=terms.plays_after)


def test_nsa_app_b_games_stop_at_54_minutes_with_one_more_play_each() -> None:
    assert sand("9:00") == RoundTime(54 * 60, at("9:54"), False, 1)
    assert sand("9:53:59") == RoundTime(1, at("9:54"), False, 1)
    assert sand("9:54:00") == RoundTime(0, at("9:54"), True, 1)
    assert sand("10:30").left == 0


def test_nsa_app_b_each_player_makes_one_more_play() -> None:
    assert [plays_due(made, 1) for made in ((0, 0), (1, 0), (1, 1), (2, 0))] == [(1, 1), (0, 1), (0, 0), (0, 1)]


def test_nsa_app_b_stopped_at_54_00_racks_9_and_12_350_340_becomes_341_328() -> None:
    totals = final_totals(SideEnd(350, rack=9), SideEnd(340, rack=12), HowEnded.SAND_STOPPED, book=NSA_2004)
    assert (totals.first, totals.second) == (341, 328)


@given(st.integers(0, 10_000), st.integers(1, 10_000), st.integers(-100, 20_000))
def test_a_round_timer_never_shows_more_than_it_was_set_to_nor_less_than_nothing(
    started: int, run: int, since: int
) -> None:
    shown = round_time(started=started, now=started + since, seconds=run, plays_after=1)
    assert 0 <= shown.left <= run
    assert shown.called == (shown.left == 0)


@pytest.mark.parametrize(("run", "plays"), [(0, 1), (-1, 1), (60, -1)])
def test_a_round_timer_runs_for_a_second_or_more(run: int, plays: int) -> None:
    with pytest.raises(ValueError, match="runs for a second or more"):
        round_time(started=0, now=0, seconds=run, plays_after=plays)


@pytest.mark.parametrize(
    ("announced", "lost"),
    [(None, True), (109, False), (110, False), (111, True)],
)
def test_nsa_app_b_d_2_no_score_within_ten_seconds_of_notice_that_the_sand_is_down(
    announced: int | None, lost: bool
) -> None:
    move = move_time(sand_down=95, warned_at=100, announced=announced, now=111, book=NSA_2004)
    assert (move.lost, move.announce_by, move.grace_until) == (lost, 110, 105)


def test_nsa_app_b_d_1_a_warned_player_keeps_the_turn_until_the_sand_is_down() -> None:
    early = move_time(sand_down=100, warned_at=85, announced=None, now=99, book=NSA_2004)
    late = move_time(sand_down=100, warned_at=85, announced=None, now=101, book=NSA_2004)
    assert (early.lost, late.lost, late.announce_by, late.grace_until) == (False, True, 100, None)


def test_nsa_app_b_c_nobody_warned_five_seconds_of_grace_are_named() -> None:
    move = move_time(sand_down=100, warned_at=100, announced=104, now=104, book=NSA_2004)
    assert [one.text for one in move.reasons] == [
        "The score was to be announced within 10 seconds of notice, the sand being down.",
        "Nobody warned: 5 seconds of grace to make the play.",
    ]


@pytest.mark.parametrize("book", [WESPA_2010, WESPA_2012], ids=lambda book: book.key)
def test_wespa_1_4_4_a_timer_is_mandatory(book: Rulebook) -> None:
    with pytest.raises(NoSandTimers, match=r"Every game needs a timer \(1\.4\.4\)"):
        sand_timers(book)


@pytest.mark.parametrize("book", [SOWPODS_CLUB, SCRABBLE_GUIDE], ids=lambda book: book.key)
def test_where_the_book_has_no_sand_timers_the_director_announces_how_time_is_regulated(book: Rulebook) -> None:
    with pytest.raises(NoSandTimers, match="announce how time is regulated"):
        sand_timers(book)


# ── breaks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def ready(recount: RecountEnded | None = None, next_started: str | None = None, book: Rulebook = NSA_2004) -> Break:
    began = None if next_started is None else at(next_started)
    return due_break(finished=at("10:00"), book=book, recount=recount, next_started=began)


def test_nsa_guideline_19c_ten_minutes_between_rounds() -> None:
    assert ready().ready_at == at("10:10")
    assert ready().reasons[0].rule == "Guideline 19C"


def test_nsa_guideline_19c_five_minutes_after_a_full_recount_once_the_next_round_has_run_ten() -> None:
    assert ready(RecountEnded(at("10:25"), full=True), "10:15").ready_at == at("10:30")
    assert ready(RecountEnded(at("10:24:59"), full=True), "10:15").ready_at == at("10:34:59")


def test_nsa_guideline_19c_another_recount_leaves_ten_minutes_from_its_end() -> None:
    assert ready(RecountEnded(at("10:25"), full=False), "10:15").ready_at == at("10:35")
    assert ready(RecountEnded(at("10:05"), full=True)).ready_at == at("10:15")


@pytest.mark.parametrize("book", SCHEDULED)
def test_elsewhere_the_break_is_as_scheduled(book: Rulebook) -> None:
    due = ready(RecountEnded(at("10:25"), full=True), "10:15", book)
    assert (due.ready_at, due.reasons[0].text, due.reasons[0].rule) == (None, "As scheduled.", "our default")
