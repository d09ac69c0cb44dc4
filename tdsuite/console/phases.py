"""The phases of an event, Set up → Check-in → Round 1 … n → Close: which is the present one, and where each division is."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Entry, Round, Tournament
from .pages import Asks


class Phase(StrEnum):
    SET_UP = "set_up"
    CHECK_IN = "check_in"
    ROUND = "round"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class DivisionRounds:
    """The rounds of one division.  published: the status of each round that is published, by number."""

    code: str
    name: str
    planned: int
    has_players: bool
    published: dict[int, str] = field(default_factory=dict)

    @property
    def current(self) -> int | None:
        """The first round that is not over; None when all are."""
        return next((n for n in range(1, self.planned + 1) if self.published.get(n) != Round.Status.CLOSED), None)


@dataclass(frozen=True)
class Phases:
    """Where an event is.

    Attributes:
        has_come: the first day has come, so that players are on their way.
    """

    divisions: Sequence[DivisionRounds]
    finished: bool
    has_come: bool

    @cached_property
    def playing(self) -> list[DivisionRounds]:
        """The divisions that take part: those with players or published rounds."""
        return [each for each in self.divisions if each.has_players or each.published]

    @cached_property
    def begun(self) -> bool:
        """Whether any round is published."""
        return any(each.published for each in self.divisions)

    @property
    def is_set_up(self) -> bool:
        return bool(self.divisions) and all(each.has_players for each in self.divisions)

    @property
    def checked_in(self) -> bool:
        """Whether round 1 of every division is published."""
        return self.begun and all(1 in each.published for each in self.playing)

    @cached_property
    def number(self) -> int | None:
        """The round being played or waited for, of the division that is furthest behind; None when every round is over."""
        return min((number for each in self.playing if (number := each.current)), default=None)

    @property
    def played_out(self) -> bool:
        """Whether every planned round of every division is over."""
        return self.begun and self.number is None and self.playing == self.divisions

    @property
    def rounds(self) -> int:
        return max((each.planned for each in self.divisions), default=0)

    @property
    def present(self) -> Phase:
        if self.finished or (self.begun and self.number is None):
            return Phase.CLOSE
        if self.begun:
            return Phase.ROUND
        return Phase.CHECK_IN if self.is_set_up and self.has_come else Phase.SET_UP

    def is_over(self, number: int) -> bool:
        """Whether the round is over in every division that plays it."""
        rows = [each.published.get(number) for each in self.playing if each.planned >= number]
        return bool(rows) and all(status == Round.Status.CLOSED for status in rows)

    def published_in(self, number: int) -> list[str]:
        """The short names of the divisions where the round is published."""
        return [each.code for each in self.playing if number in each.published]

    def is_partly_published(self, number: int) -> bool:
        """Whether it is published in some of the divisions that play it and not in all."""
        return 0 < len(self.published_in(number)) < sum(each.planned >= number for each in self.playing)


def phases_of(tournament: Tournament) -> Phases:
    """Where an event is, in one query."""
    rows = Division.objects.filter(tournament=tournament).order_by("position", "name", "rounds__number")
    rows = rows.annotate(has_players=Exists(Entry.objects.filter(division=OuterRef("pk"))))
    values = rows.values_list("pk", "code", "name", "planned_rounds", "has_players", "rounds__number", "rounds__status")
    divisions: dict[int, DivisionRounds] = {}
    for key, code, name, planned, has_players, number, status in values:
        division = divisions.setdefault(key, DivisionRounds(code, name, planned, has_players))
        if number is not None and status != Round.Status.DRAFT:
            division.published[number] = status
    today = timezone.localdate(timezone=ZoneInfo(tournament.time_zone))
    finished = tournament.status == Tournament.Status.FINISHED
    return Phases(list(divisions.values()), finished, tournament.starts_on <= today)


def round_address(tournament: Tournament, number: int | None = None) -> str:
    """Where a round is run: the rounds being played, or round `number` of every division."""
    url = tournament.url("console:round")
    return url if number is None else f"{url}?round={number}"


def at_the_door(may: Asks) -> bool:
    """Whether the user checks players in and enters no results."""
    return may(Can.SEE_ATTENDANCE) and not may(Can.ENTER_RESULTS)


def present_address(tournament: Tournament, may: Asks) -> str:
    """The page of the present phase; the round's where the user may not check players in, and the door's for who does that alone."""
    pages = {Phase.SET_UP: "console:set_up", Phase.CLOSE: "console:close"}
    if may(Can.SEE_ATTENDANCE):
        pages[Phase.CHECK_IN] = "console:check_in"
    if at_the_door(may):
        pages[Phase.ROUND] = "console:check_in"
    phase = phases_of(tournament).present
    return tournament.url(pages[phase]) if phase in pages else round_address(tournament)
