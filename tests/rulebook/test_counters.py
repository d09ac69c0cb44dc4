"""Faults that count: NSA II.F.2, II.O, Guidelines 6 and 20; no other book counts any."""

import itertools

import pytest

from results.attendance.engine.counters import Step, Tally, counters, tally as tally_of
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.rulebooks.terms import Fault
from tests.rulebook.books import NSA_2004, each_of

COUNTERS = {counter.fault: counter for counter in counters(NSA_2004)}
NOTED, WARNING, CREDIT = Step.NOTED, Step.WARNING, Step.TIME_CREDIT


def tally(fault: Fault, count: int) -> Tally:
    return tally_of(COUNTERS[fault], count)


def run(fault: Fault, last: int) -> list[tuple[int, Step]]:
    """(seconds earned, what the latest fault brought) after 0, 1, ... `last` faults."""
    return [(one.credit, one.step) for one in (tally(fault, count) for count in range(last + 1))]


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


def test_nsa_guideline_20_the_third_play_with_eight_tiles_of_the_event_may_cost_awards_and_games() -> None:
    assert [one.fault for one in counters(NSA_2004) if one.over_event] == [Fault.EIGHT_TILES]
    steps = [step for _, step in run(Fault.EIGHT_TILES, 4)]
    assert steps == [NOTED, NOTED, NOTED, Step.AWARDS_AND_GAMES, NOTED]
    assert all(credit == 0 for credit, _ in run(Fault.EIGHT_TILES, 4))


@pytest.mark.parametrize(
    ("fault", "count", "says"),
    [
        (Fault.TRACKING, 1, "Draw delayed by tracking first: the first. Warn the player."),
        (Fault.TRACKING, 2, "Draw delayed by tracking first: 2 so far. The opponent receives a minute."),
        (Fault.MISORIENTED, 0, "Misoriented tile left, objected to in time: None so far."),
        (Fault.EIGHT_TILES, 3, "Play made with eight or more tiles: 3 so far. Awards and remaining games may be forfeited."),
    ],
)  # fmt: skip
def test_a_count_is_told_with_its_consequence(fault: Fault, count: int, says: str) -> None:
    assert tally(fault, count).reasons[0].text == says


@pytest.mark.parametrize("fault", list(Fault))
def test_credit_never_falls_and_grows_a_minute_at_a_time(fault: Fault) -> None:
    credits = [tally(fault, count).credit for count in range(40)]
    assert {later - earlier for earlier, later in itertools.pairwise(credits)} <= {0, 60}


@pytest.mark.parametrize("book", each_of(*(book for book in RULEBOOKS.values() if book is not NSA_2004)))
def test_other_books_count_nothing(book: Rulebook) -> None:
    assert counters(book) == ()


def test_a_count_below_nought_is_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        tally(Fault.TRACKING, -1)
