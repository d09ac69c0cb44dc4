"""Faults that count: NSA II.F.2, II.O, Guidelines 6 and 20; no other book counts any."""

import itertools

import pytest

from results.attendance.engine.counters import NotCounted, Step, counter, counters, tally
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.rulebooks.terms import Fault
from tests.rulebook.books import NSA_2004

OTHERS = [pytest.param(book, id=key) for key, book in RULEBOOKS.items() if key != "nsa-2004"]
NOTED, WARNING, CREDIT = Step.NOTED, Step.WARNING, Step.TIME_CREDIT


def run(fault: Fault, last: int) -> list[tuple[int, Step]]:
    """(seconds earned, what the latest fault brought) after 0, 1, ... `last` faults."""
    return [(one.credit, one.step) for one in (tally(fault, count, NSA_2004) for count in range(last + 1))]


def test_nsa_ii_f_2_three_misoriented_tiles_give_one_minute_once() -> None:
    assert run(Fault.MISORIENTED, 6) == [
        (0, NOTED), (0, NOTED), (0, NOTED), (60, CREDIT), (60, NOTED), (60, NOTED), (60, NOTED),
    ]  # fmt: skip


def test_nsa_ii_o_every_three_wrong_scores_give_a_minute() -> None:
    assert run(Fault.WRONG_SCORE, 7) == [
        (0, NOTED), (0, NOTED), (0, NOTED), (60, CREDIT), (60, NOTED), (60, NOTED), (120, CREDIT), (120, NOTED),
    ]  # fmt: skip


def test_nsa_guideline_6_the_first_tracking_delay_is_a_warning_and_each_later_one_a_minute() -> None:
    assert run(Fault.TRACKING, 4) == [(0, NOTED), (0, WARNING), (60, CREDIT), (120, CREDIT), (180, CREDIT)]


def test_nsa_guideline_20_the_third_play_with_eight_tiles_may_cost_awards_and_games() -> None:
    steps = [step for _, step in run(Fault.EIGHT_TILES, 4)]
    assert steps == [NOTED, NOTED, NOTED, Step.AWARDS_AND_GAMES, NOTED]
    assert all(credit == 0 for credit, _ in run(Fault.EIGHT_TILES, 4))


def test_nsa_guideline_20_counts_over_the_event_and_the_others_over_a_game() -> None:
    spans = {one.fault: one.over_event for one in counters(NSA_2004)}
    assert spans == {
        Fault.MISORIENTED: False, Fault.WRONG_SCORE: False, Fault.TRACKING: False, Fault.EIGHT_TILES: True,
    }  # fmt: skip


def test_each_counter_cites_its_rule() -> None:
    rules = [one.rule for one in counters(NSA_2004)]
    assert rules == ["II.F.2", "II.O", "Guideline 6", "Guideline 20"]


@pytest.mark.parametrize(
    ("fault", "to_next"),
    [
        (Fault.MISORIENTED, [3, 2, 1, None, None]),
        (Fault.WRONG_SCORE, [3, 2, 1, 3, 2]),
        (Fault.TRACKING, [1, 1, 1, 1, 1]),
        (Fault.EIGHT_TILES, [3, 2, 1, None, None]),
    ],
)
def test_faults_left_until_the_next_consequence(fault: Fault, to_next: list[int | None]) -> None:
    assert [tally(fault, count, NSA_2004).to_next for count in range(5)] == to_next


@pytest.mark.parametrize(
    ("fault", "count", "says"),
    [
        (Fault.TRACKING, 1, "Draw delayed by tracking first: the first. Warn the player."),
        (Fault.TRACKING, 2, "Draw delayed by tracking first: 2 so far. The opponent receives a minute."),
        (Fault.MISORIENTED, 0, "Misoriented tile left, objected to in time: None so far."),
        (
            Fault.EIGHT_TILES,
            3,
            "Play made with eight or more tiles: 3 so far. Awards and remaining games may be forfeited.",
        ),
    ],
)
def test_a_count_is_told_with_its_consequence(fault: Fault, count: int, says: str) -> None:
    assert tally(fault, count, NSA_2004).reasons[0].text == says


@pytest.mark.parametrize("fault", list(Fault))
def test_credit_never_falls_and_grows_a_minute_at_a_time(fault: Fault) -> None:
    credits = [tally(fault, count, NSA_2004).credit for count in range(40)]
    assert {later - earlier for earlier, later in itertools.pairwise(credits)} <= {0, 60}


@pytest.mark.parametrize("book", OTHERS)
def test_books_that_count_nothing_say_so(book: Rulebook) -> None:
    assert counters(book) == ()
    with pytest.raises(NotCounted, match=f"{book.name.split('(')[0]}.* does not count this"):
        counter(Fault.WRONG_SCORE, book)


def test_a_count_below_nought_is_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        tally(Fault.TRACKING, -1, NSA_2004)
