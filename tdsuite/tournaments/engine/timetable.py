"""When rounds start, said in one line: "first at 9:00, every 65 minutes, lunch after round 3"."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta


@dataclass(frozen=True, slots=True)
class Timetable:
    """The plan of every day of an event, in its own time.

    Attributes:
        first: when a day's first round starts.
        every: minutes from one start to the next.
        lunch_after: after which round of a day there is a break; 0 for none.
        lunch: minutes of the break.
        rounds_a_day: 0: spread over the days, the first ones full.
    """

    first: time
    every: int
    lunch_after: int = 0
    lunch: int = 60
    rounds_a_day: int = 0

    def starts(self, first_day: date, days: int, rounds: int) -> tuple[datetime, ...]:
        """The start of each round, without a zone; rounds beyond the last day are on it all the same.

        Args:
            days: of the event, at least 1.
        """
        a_day = self.rounds_a_day or -(-rounds // days)
        starts = []
        for at in range(rounds):
            day = min(at // a_day, days - 1)
            place = at - day * a_day
            minutes = place * self.every + (self.lunch if 0 < self.lunch_after <= place else 0)
            starts.append(datetime.combine(first_day + timedelta(days=day), self.first) + timedelta(minutes=minutes))
        return tuple(starts)
