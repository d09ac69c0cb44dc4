"""Game time assigned to late players: WESPA 2.3, NSA I.F and Guideline 19."""

import pytest

from results.attendance.engine.lateness import (
    Alarm,
    AlarmKind,
    AssignedTime,
    BadArrival,
    alarms,
    both_absent,
    clock,
    clock_start,
    one_absent,
)
from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.rulebooks.terms import Duty
from tests.rulebook.books import NSA_2004, SILENT, SOWPODS_CLUB, WESPA_2010


def at(text: str) -> int:
    """Seconds after midnight."""
    hours, minutes, seconds = (*map(int, text.split(":")), 0, 0)[:3]
    return hours * 3600 + minutes * 60 + seconds


def mmss(text: str) -> int:
    return at(f"0:{text}")


def flags(time: AssignedTime) -> tuple[str, bool, bool]:
    return clock(time.seconds), time.may_elect_forfeit, time.must_forfeit


def test_nsa_i_f_the_clock_waits_for_the_preliminaries_then_runs_on_as_it_stands() -> None:
    nsa = one_absent(clock_started=at("09:03"), arrived=at("09:08"), book=NSA_2004)
    wespa = one_absent(clock_started=at("09:03"), arrived=at("09:08"), book=WESPA_2010)
    assert (nsa.clock_waits, nsa.seconds) == (True, mmss("20:00"))
    assert (wespa.clock_waits, wespa.seconds) == (False, mmss("20:00"))


def test_wespa_2_3_3_the_reasons_cite_their_rules() -> None:
    time = one_absent(clock_started=at("09:00"), arrived=at("09:10:01"), book=WESPA_2010)
    assert time.reasons == (
        Reason("The player's clock ran 10:01, leaving 14:59.", "2.3.1, 2.3.2, 2.3.3"),
        Reason("The player may elect to forfeit.", "2.3.4"),
    )


def test_wespa_5_3_5_a_shorter_game_leaves_less_time() -> None:
    book = effective(WESPA_2010, {"game_minutes": "20"}).rulebook
    assert flags(one_absent(clock_started=at("09:00"), arrived=at("09:05:01"), book=book)) == ("14:59", True, False)


def test_wespa_2_3_2_the_reasons_show_both_sides_of_the_timer() -> None:
    first, second = both_absent(
        clock_started=at("09:00"), first_arrived=at("09:07:30"), second_arrived=at("09:12"), book=WESPA_2010
    )
    assert first.reasons == (Reason("Side one ran 7:30, leaving 17:30.", "2.3.2"),)
    assert second.reasons == (
        Reason("Side two shows 20:30, less 7:30 lost by the first: 13:00.", "2.3.2"),
        Reason("The player may elect to forfeit.", "2.3.4"),
    )


@pytest.mark.parametrize("book", [pytest.param(NSA_2004, id="nsa-2004"), *SILENT])
def test_books_without_a_clock_for_both_ask_the_director(book: Rulebook) -> None:
    with pytest.raises(NeedsRuling) as asked:
        both_absent(clock_started=0, first_arrived=60, second_arrived=120, book=book)
    assert str(asked.value) == (
        "Time charged when both players are absent: the director rules. No clock is started for both; once one has "
        "arrived, start the other's and treat that one as absent."
    )


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [("08:59", "09:05", "only the other one is absent"), ("09:06", "09:05", "swap the two players")],
)
def test_arrivals_out_of_order_are_refused(first: str, second: str, message: str) -> None:
    with pytest.raises(BadArrival, match=message):
        both_absent(clock_started=at("09:00"), first_arrived=at(first), second_arrived=at(second), book=WESPA_2010)


def test_wespa_2_3_2_alarms_for_the_second_of_two_absent() -> None:
    assert alarms(clock_started=at("09:00"), first_arrived=at("09:07:30"), book=WESPA_2010) == (
        Alarm(AlarmKind.ELECT_AFTER, at("09:10:00"), mmss("22:30"), mmss("15:00"), "2.3.4"),
        Alarm(AlarmKind.FORFEITS, at("09:25:00"), mmss("7:30"), 0, "2.3.5"),
    )


def test_wespa_2_3_4_alarms_for_one_absent() -> None:
    assert alarms(clock_started=at("09:00"), book=WESPA_2010) == (
        Alarm(AlarmKind.ELECT_AFTER, at("09:10:00"), mmss("15:00"), mmss("15:00"), "2.3.4"),
        Alarm(AlarmKind.FORFEITS, at("09:25:00"), 0, 0, "2.3.5"),
    )


def test_wespa_2_3_2_an_alarm_already_past_when_the_first_arrives_is_left_out() -> None:
    left = alarms(clock_started=at("09:00"), first_arrived=at("09:11"), book=WESPA_2010)
    assert left == (Alarm(AlarmKind.FORFEITS, at("09:25:00"), mmss("11:00"), 0, "2.3.5"),)


def test_nsa_guideline_19a_has_the_alarm_at_the_end_alone_and_silent_books_have_none() -> None:
    assert alarms(clock_started=at("09:03"), book=NSA_2004) == (
        Alarm(AlarmKind.FORFEITS, at("09:28"), 0, 0, "Guideline 19A"),
    )
    assert alarms(clock_started=at("09:00"), book=SOWPODS_CLUB) == ()
    with pytest.raises(NeedsRuling):
        alarms(clock_started=at("09:00"), first_arrived=at("09:05"), book=NSA_2004)


@pytest.mark.parametrize("wait", range(0, 1500, 50))
def test_wespa_alarms_agree_with_assigned_time_at_every_wait(wait: int) -> None:
    for alarm in alarms(clock_started=0, first_arrived=wait, book=WESPA_2010):
        _, on_time = both_absent(clock_started=0, first_arrived=wait, second_arrived=alarm.at, book=WESPA_2010)
        assert on_time.seconds == alarm.assigned == alarm.side_shows - (wait)
        assert on_time.must_forfeit == (alarm.kind is AlarmKind.FORFEITS)
        assert not on_time.may_elect_forfeit


@pytest.mark.parametrize(
    ("book", "now", "ready", "expected"),
    [
        pytest.param(WESPA_2010, "08:59:59", True, False, id="wespa_2_3_3_not_before_the_scheduled_start"),
        pytest.param(WESPA_2010, "09:00:00", True, True, id="wespa_2_3_3_at_the_scheduled_start"),
        pytest.param(WESPA_2010, "09:00:00", False, True, id="wespa_2_3_2_with_the_opponent_absent_too"),
        pytest.param(NSA_2004, "09:02:59", True, False, id="nsa_i_f_not_before_three_minutes"),
        pytest.param(NSA_2004, "09:03:00", True, True, id="nsa_i_f_from_three_minutes"),
        pytest.param(NSA_2004, "09:03:00", False, False, id="nsa_i_f_only_if_the_opponent_is_ready"),
    ],
)
def test_clock_may_be_started(book: Rulebook, now: str, ready: bool, expected: bool) -> None:
    start = clock_start(scheduled=at("09:00"), now=at(now), opponent_ready=ready, book=book)
    assert start.now is expected


@pytest.mark.parametrize(
    ("key", "duty", "earliest"),
    [
        ("wespa-2010", Duty.MUST, "09:00"), ("wespa-2012", Duty.MUST, "09:00"), ("nsa-2004", Duty.MAY, "09:03"),
        ("sowpods-club", Duty.RULING, "09:00"), ("scrabble-guide", Duty.RULING, "09:00"),
    ],
)  # fmt: skip
def test_whether_the_director_must_or_may_start_the_clock(key: str, duty: Duty, earliest: str) -> None:
    start = clock_start(scheduled=at("09:00"), now=at("09:05"), opponent_ready=True, book=RULEBOOKS[key])
    assert (start.duty, start.earliest) == (duty, at(earliest))


def test_nsa_i_f_says_how_long_to_wait_and_for_what() -> None:
    start = clock_start(scheduled=at("09:00"), now=at("09:01"), opponent_ready=False, book=NSA_2004)
    expected = (Reason("120 seconds to go.", "I.F"), Reason("The opponent is not ready to play.", "I.F"))
    assert start.reasons[1:] == expected
