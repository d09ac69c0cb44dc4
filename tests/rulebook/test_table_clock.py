"""The clocks of one table from stored instants: WESPA 2.3, NSA I.F and Guideline 19."""

import pytest
from hypothesis import given, strategies as st

from results.attendance.engine.lateness import clock
from results.attendance.engine.table_clock import Phase, Seat, SeatClock, shared, table_clocks
from tdsuite.tournaments.rulebooks.model import Rulebook
from tests.rulebook.books import ALL, SILENT, WESPA, WESPA_2010
from tests.rulebook.test_lateness import at

HERE = Seat(arrived=at("8:55"))
INSTANTS = st.integers(0, 4 * 3600)
SEATS = st.builds(
    lambda started, wait: Seat(started, None if wait is None or started is None else started + wait),
    st.one_of(st.none(), INSTANTS),
    st.one_of(st.none(), st.integers(0, 3600)),
)


def shows(one: SeatClock) -> tuple[str, Phase]:
    return clock(one.left), one.phase


@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("9:00", ("25:00", Phase.RUNNING)), ("9:10:00", ("15:00", Phase.RUNNING)),
        ("9:10:01", ("14:59", Phase.MAY_ELECT)), ("9:24:59", ("0:01", Phase.MAY_ELECT)),
        ("9:25:00", ("0:00", Phase.EXPIRED)), ("9:50:00", ("0:00", Phase.EXPIRED)),
    ],
)  # fmt: skip
def test_wespa_2_3_3_the_clock_of_one_absent_player_counts_down(
    book: Rulebook, now: str, expected: tuple[str, Phase]
) -> None:
    late, ready = table_clocks(Seat(clock_started=at("9:00")), HERE, now=at(now), book=book)
    assert shows(late) == expected
    assert (shows(ready), ready.assigned) == (("25:00", Phase.NONE), None)


@pytest.mark.parametrize("book", WESPA)
def test_wespa_2_3_2_both_absent_the_second_is_charged_the_first_players_wait_too(book: Rulebook) -> None:
    a, b = Seat(at("9:00"), at("9:07:30")), Seat(at("9:00"), at("9:12"))
    first, second = table_clocks(a, b, now=at("9:30"), book=book)
    assert (shows(first), shows(second)) == (("17:30", Phase.RUNNING), ("13:00", Phase.MAY_ELECT))
    assert shows(table_clocks(b, a, now=at("9:30"), book=book)[0]) == ("13:00", Phase.MAY_ELECT)


@pytest.mark.parametrize("book", SILENT)
def test_where_the_book_is_silent_an_expired_clock_needs_a_ruling(book: Rulebook) -> None:
    late = table_clocks(Seat(at("9:00")), HERE, now=at("9:25"), book=book)[0]
    assert late.assigned is not None
    expected = (Phase.EXPIRED, False, True, ())
    assert (late.phase, late.assigned.must_forfeit, late.assigned.needs_ruling, late.alarms) == expected


@pytest.mark.parametrize("book", SILENT)
def test_where_both_clocks_are_the_directors_each_runs_alone(book: Rulebook) -> None:
    one, other = Seat(at("9:00"), at("9:04")), Seat(at("9:00"), at("9:10"))
    assert not shared(one, other, book)
    assert [clock(each.left) for each in table_clocks(one, other, now=at("9:20"), book=book)] == ["21:00", "15:00"]


def test_clocks_started_apart_are_two_timers() -> None:
    first, second = table_clocks(Seat(at("9:00")), Seat(at("9:02")), now=at("9:10"), book=WESPA_2010)
    assert (clock(first.left), clock(second.left)) == ("15:00", "17:00")


def test_a_clock_started_by_a_computer_a_moment_ahead_has_not_run() -> None:
    late = table_clocks(Seat(at("9:00:02")), HERE, now=at("9:00:00"), book=WESPA_2010)[0]
    assert clock(late.left) == "25:00"


@pytest.mark.parametrize("book", ALL)
@given(first=SEATS, second=SEATS, now=INSTANTS)
def test_assigned_time_never_exceeds_the_game_time_nor_falls_below_nothing(
    book: Rulebook, first: Seat, second: Seat, now: int
) -> None:
    full = book.before.game_time.seconds.value
    for one in table_clocks(first, second, now=now, book=book):
        assert 0 <= one.left <= full
        assert (one.left == full) or one.seat.clock_started is not None


@pytest.mark.parametrize("book", ALL)
@given(first=SEATS, second=SEATS, now=INSTANTS, later=st.integers(0, 3600))
def test_time_left_only_falls(book: Rulebook, first: Seat, second: Seat, now: int, later: int) -> None:
    before = table_clocks(first, second, now=now, book=book)
    after = table_clocks(first, second, now=now + later, book=book)
    assert all(one.left >= other.left for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("book", ALL)
@given(first=SEATS, second=SEATS, now=INSTANTS)
def test_the_seats_may_be_named_in_either_order(book: Rulebook, first: Seat, second: Seat, now: int) -> None:
    here = table_clocks(first, second, now=now, book=book)
    there = table_clocks(second, first, now=now, book=book)
    assert [one.left for one in here] == [one.left for one in reversed(there)]
