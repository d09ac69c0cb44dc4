"""When rounds start: the day walked through, one round after the other."""

from datetime import date, datetime, time, timedelta

from hypothesis import given, strategies as st

from tdsuite.tournaments.engine.timetable import Timetable


def walked(plan: Timetable, days: int, rounds: int) -> list[datetime]:
    full = plan.rounds_a_day or next(many for many in range(rounds + 1) if many * days >= rounds)
    starts: list[datetime] = []
    day = place = 0
    while len(starts) < rounds:
        if place == full and day < days - 1:
            day, place = day + 1, 0
        if place == 0:
            starts.append(datetime(2026, 12, 30, 9, 15) + timedelta(days=day))
        else:
            starts.append(starts[-1] + timedelta(minutes=plan.every + (plan.lunch if place == plan.lunch_after else 0)))
        place += 1
    return starts


@given(st.integers(1, 4), st.integers(0, 16), st.integers(0, 5), st.integers(0, 7))
def test_a_day_has_its_rounds_with_lunch_once_and_the_last_day_all_that_are_left(days, rounds, a_day, lunch_after):
    plan = Timetable(time(9, 15), 65, lunch_after, 45, a_day)
    assert list(plan.starts(date(2026, 12, 30), days, rounds)) == walked(plan, days, rounds)
