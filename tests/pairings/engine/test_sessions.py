"""Sessions: where the schedule has a break or a night."""

from datetime import datetime, timedelta

import pytest

from pairings.engine.sessions import ScheduledStart, session_of, session_starts

PAUSE = timedelta(minutes=100)


def starts(*times: str) -> list[ScheduledStart]:
    """Rounds 1, 2, ... at "16 09:00" (day of May 2026 and time); "" for a round without a time."""
    return [
        ScheduledStart(number, datetime.strptime(f"2026 05 {text}", "%Y %m %d %H:%M"))
        for number, text in enumerate(times, start=1)
        if text
    ]


@pytest.mark.parametrize(
    ("times", "begins"),
    [
        ((), set()),
        (("16 09:00",), set()),
        (("16 09:00", "16 10:10", "16 11:20"), set()),
        (("16 09:00", "16 10:10", "16 13:00", "16 14:10"), {3}),
        (("16 09:00", "16 10:40"), set()),
        (("16 09:00", "16 10:41"), {2}),
        (("16 23:00", "17 00:10"), {2}),
        (("16 09:00", "17 09:00", "17 10:10", "18 09:00"), {2, 4}),
        (("16 09:00", "", "16 11:20"), set()),
        (("16 09:00", "", "16 13:30"), {3}),
        (("16 13:00", "16 09:00", "16 10:10"), set()),
    ],
)
def test_a_session_begins_after_a_night_or_a_longer_pause(times: tuple[str, ...], begins: set[int]) -> None:
    assert session_starts(starts(*times), longest_pause=PAUSE) == begins


@pytest.mark.parametrize(("number", "first"), [(1, 1), (3, 1), (4, 4), (6, 4), (7, 7), (9, 7)])
def test_a_round_belongs_to_the_newest_session_that_has_begun(number: int, first: int) -> None:
    assert session_of(number, frozenset({4, 7})) == first


def test_without_sessions_the_whole_event_is_one() -> None:
    assert session_of(12, frozenset()) == 1
