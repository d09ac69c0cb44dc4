"""What the tests of attendance hold in hand: a division, its director, tables and players by number, times by the clock."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from results.attendance.engine.lateness import clock
from results.attendance.services.attendance import arrive, mark, start_clock
from results.attendance.services.tables import SeatView, TableView, round_tables
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Entry, Game, Presence, Round


def at(text: str) -> datetime:
    """ "9:07:30" on the day of the event."""
    hours, minutes, seconds = (*map(int, text.split(":")), 0, 0)[:3]
    return datetime(2026, 5, 16, hours, minutes, seconds, tzinfo=UTC)


@dataclass(frozen=True)
class Hall:
    division: Division
    director: User

    @property
    def round(self) -> Round:
        return Round.objects.select_related("division__tournament").get(division=self.division, number=1)

    def game(self, board: int = 1) -> Game:
        return Game.objects.with_people().get(round__division=self.division, round__number=1, board=board)

    def player(self, number: int) -> Entry:
        return self.division.entries.select_related("player", "division__tournament").get(number=number)

    def come(self, number: int, time: str) -> Presence:
        """A player is seated and ready at table 1."""
        return arrive(by=self.director, game=self.game(), entry=self.player(number), at=at(time))

    def say(self, number: int, status: str, time: str | None = None) -> Presence:
        """The director says that a player of table 1 is absent or on the way."""
        when = at(time) if time else None
        return mark(by=self.director, game=self.game(), entry=self.player(number), status=status, at=when)

    def clock(self, number: int, time: str, *, by: User | None = None, **more: Any) -> Presence:
        """The director, or somebody else, starts a late player's clock at table 1."""
        return start_clock(by=by or self.director, game=self.game(), entry=self.player(number), at=at(time), **more)

    def presence(self, number: int) -> Presence:
        return Presence.objects.get(entry__division=self.division, entry__number=number, game__round__number=1)

    def table(self, now: str, board: int = 1) -> TableView:
        """The table as the round view shows it at a time."""
        return next(one for one in round_tables(self.round, at(now)).tables if one.game.board == board)

    def seat(self, number: int, now: str) -> SeatView:
        return next(seat for seat in seats_of(self.round, at(now)) if seat.entry.number == number)

    def left(self, number: int, now: str) -> str:
        """The assigned time of a player as the round view shows it, as 17:30."""
        return clock(self.seat(number, now).clock.left)

    def actions(self) -> list[str]:
        """What the record says was decided, oldest first."""
        return list(Record.objects.order_by("seq").values_list("action", flat=True))


def seats_of(row: Round, now: datetime | None = None) -> list[SeatView]:
    """The seats of a round in the order of its tables."""
    return [seat for table in round_tables(row, now).tables for seat in table.seats]


def said_of(row: Round, now: datetime | None = None) -> dict[int, str]:
    """What is known of each player of a round, by number."""
    return {seat.entry.number: seat.status for seat in seats_of(row, now)}
