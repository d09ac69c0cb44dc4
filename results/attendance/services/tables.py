"""The round by table: who is here, what the clocks show now, what each player's timer is to be set to.

Everything is read in a fixed number of queries, however many tables; times are computed from stored instants.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from results.attendance.engine.lateness import AlarmKind, clock
from results.attendance.engine.table_clock import Phase, SeatClock, table_clocks
from results.attendance.models import LateWarning
from results.rulings.models import Accommodation
from results.rulings.services.game_times import time_given
from tdsuite.tournaments.engine.account import OVER_TIME
from tdsuite.tournaments.engine.presence import Presence as Known, State
from tdsuite.tournaments.models import Entry, Game, GameAdjustment, Presence, Round, Tournament
from tdsuite.tournaments.presence import presence_facts, presence_words
from tdsuite.tournaments.reads import with_accounts
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.terms import BothAbsent, Duty, NoOfficialStart
from .attendance import official_start, seat_of, seconds


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player of one table at a moment.

    side: first or second.  known: whether the player is here, wherever it was said; opponent: the same of the other
    player.  status, opponent_status: "" while the player is only expected.  extra: seconds that accommodations and the director's
    adjustments give (or take).
    """

    entry: Entry
    side: str
    presence: Presence | None
    clock: SeatClock
    extra: int
    accommodations: tuple[Accommodation, ...]
    warned: bool
    known: Known
    opponent: Known

    @property
    def status(self) -> str:
        return _status(self.known)

    @property
    def opponent_status(self) -> str:
        return _status(self.opponent)

    @property
    def is_here(self) -> bool:
        return self.known.is_here

    @property
    def is_playing(self) -> bool:
        """Whether the player still sits at the game of an earlier round (WESPA 2.3.1)."""
        return self.known.state is State.PLAYING

    @property
    def presence_text(self) -> str:
        return presence_words(self.known)

    @property
    def phase(self) -> Phase:
        return self.clock.phase

    @property
    def to_set(self) -> int:
        """Seconds the timer is to show when play begins: what is assigned, with what is given. Never below 0."""
        return max(0, self.clock.left + self.extra)

    @property
    def says(self) -> str:
        """Where a late player stands, in the engine's words with their rules; "" where no clock was started."""
        assigned = self.clock.assigned
        if assigned is None:
            return ""
        sentences = [f"{self.entry.player} has {clock(assigned.seconds)} assigned."] if self.is_here else []
        sentences += [f"{reason.text} ({reason.rule})" for reason in assigned.reasons[0 if self.is_here else 1 :]]
        waits = "The clock waits for the preliminaries and the draw, then runs on."
        return " ".join(
            [*sentences, waits] if self.is_here and assigned.clock_waits and assigned.seconds else sentences
        )

    @property
    def may_elect(self) -> bool:
        """Here, and allowed to elect to forfeit (WESPA 2.3.4; NSA Guideline 19A)."""
        return self.is_here and self.clock.assigned is not None and self.clock.assigned.may_elect_forfeit


def _status(known: Known) -> str:
    return "" if known.state is State.EXPECTED else known.state.value


@dataclass(frozen=True, slots=True)
class TableView:
    """One game of the round with its two seats, at the moment `now`."""

    game: Game
    seats: tuple[SeatView, ...]
    now: int

    @property
    def decided(self) -> bool:
        return self.game.outcome != Game.Outcome.AWAITED

    @property
    def ready(self) -> bool:
        return all(seat.is_here for seat in self.seats)

    @property
    def running(self) -> bool:
        return not self.decided and any(seat.clock.runs for seat in self.seats)

    @property
    def next_change(self) -> int | None:
        """Seconds until a clock that runs passes its next limit; None where none is to come."""
        coming = [
            alarm.at + (alarm.kind is AlarmKind.ELECT_AFTER) - self.now
            for seat in self.seats
            for alarm in seat.clock.alarms
            if seat.clock.runs and not self.decided and alarm.at >= self.now
        ]
        return min(coming, default=None)

    @property
    def one_timer(self) -> bool:
        """Both players stand on one timer that was started while neither was here (WESPA 2.3.2)."""
        first, second = (seat.clock.seat.clock_started for seat in self.seats)
        return first is not None and first == second


@dataclass(frozen=True, slots=True)
class RoundTables:
    """A round's attendance at one moment.

    start: the instant from which players are late, None before one is known.  clocks_from: when a clock may be started.
    """

    round: Round
    book: Rulebook
    now: datetime
    start: datetime | None
    clocks_from: datetime | None
    tables: tuple[TableView, ...]

    @property
    def clocks_open(self) -> bool:
        """Whether the rulebook allows lateness clocks by now."""
        return self.clocks_from is not None and self.clocks_from <= self.now

    @property
    def warn_first(self) -> bool:
        """Without an official start, a clock is for those who were warned before (NSA Guideline 19C)."""
        rule = self.book.starting.late.no_official_start.value
        return rule is NoOfficialStart.WARN_THEN_CLOCK and self.round.scheduled_at is None

    @property
    def one_timer_for_two(self) -> bool:
        """Whether the book starts one timer while neither player is here (WESPA 2.3.2)."""
        return self.book.starting.both_absent.charge.value is not BothAbsent.RULING

    @property
    def director_starts_clocks(self) -> bool:
        """The rulebook says nothing of clocks for late players: they are the director's."""
        return self.book.starting.late.clock.value.start is Duty.RULING


def round_tables(row: Round, now: datetime | None = None) -> RoundTables:
    """A round's attendance now, in six queries."""
    hall = round_frame(row, now)
    games = list(Game.objects.filter(round=row, second__isnull=False).with_people().by_board())
    return replace(hall, tables=tuple(_tables(games, hall.now, hall.book)))


def round_frame(row: Round, now: datetime | None = None) -> RoundTables:
    """A round's start and rules without its tables; no query."""
    book = row.division.book_in_force
    return RoundTables(row, book, now or timezone.now(), official_start(row), clocks_from(row, book), ())


def running_tables(row: Round) -> tuple[TableView, ...]:
    """The tables of a round that await a result and have had a lateness clock; one query where there is none."""
    late = Presence.objects.of_round(row).at_the_board().exclude(clock_started_at=None)
    keys = set(late.values_list("game", flat=True))
    if not keys:
        return ()
    games = Game.objects.filter(pk__in=keys).awaiting_result().with_people().by_board()
    return tuple(_tables(games, timezone.now(), row.division.book_in_force))


def tables_with_clocks(tournament: Tournament) -> tuple[TableView, ...]:
    """The tables of an event that await a result and have a lateness clock or other time than the rest; one query where none has."""
    late = Presence.objects.at_the_board().exclude(clock_started_at=None).filter(game=OuterRef("pk"))
    other_time = (
        GameAdjustment.objects.exclude(seconds=0).exclude(kind__startswith=OVER_TIME).filter(game=OuterRef("pk"))
    )
    allowed = Accommodation.objects.in_force().exclude(seconds=0)
    allowed = allowed.filter(Q(entry=OuterRef("first")) | Q(entry=OuterRef("second")))
    games = Game.objects.filter(
        Exists(late) | Exists(other_time) | Exists(allowed), round__division__tournament=tournament
    )
    games = games.filter(round__status__in=(Round.Status.PUBLISHED, Round.Status.PLAYING), second__isnull=False)
    return tuple(_tables(games.awaiting_result().with_people().by_board(), timezone.now(), tournament.rules.rulebook))


def game_table(game: Game, now: datetime | None = None) -> TableView:
    """One table now, in five queries. The game is one of two players."""
    return _tables([game], now or timezone.now(), game.round.division.book_in_force)[0]


def clocks_from(row: Round, book: Rulebook) -> datetime | None:
    """The instant from which the rulebook allows lateness clocks (NSA I.F: three minutes into the round)."""
    start = official_start(row)
    if start is None:
        return None
    return datetime.fromtimestamp(seconds(start) + book.starting.late.clock.value.earliest, UTC)


def _tables(games: Iterable[Game], now: datetime, book: Rulebook) -> list[TableView]:
    games = with_accounts(games)
    if not games:
        return []
    presences = presence_facts(entry for game in games for entry in game.players)
    adjusted, instant = time_given(games), seconds(now)
    divisions = {game.round.division_id for game in games}
    allowed: dict[int, tuple[Accommodation, ...]] = defaultdict(tuple)
    for accommodation in Accommodation.objects.in_force().filter(entry__division__in=divisions):
        allowed[accommodation.entry_id] += (accommodation,)
    warned = set(LateWarning.objects.filter(entry__division__in=divisions).values_list("entry_id", flat=True))

    def seats(game: Game) -> Iterator[SeatView]:
        rows = [presences.rows.get((game.pk, entry.pk)) for entry in game.players]
        known = [presences.known(entry.pk, game.round.number) for entry in game.players]
        clocks = table_clocks(seat_of(rows[0]), seat_of(rows[1]), now=instant, book=book)
        for own, entry in enumerate(game.players):
            side, allowances = game.side_of(entry.pk), allowed[entry.pk]
            extra = adjusted.get((game.pk, side), 0) + sum(accommodation.seconds for accommodation in allowances)
            about = known[own], known[1 - own]
            yield SeatView(entry, side, rows[own], clocks[own], extra, allowances, entry.pk in warned, *about)

    return [TableView(game, (*seats(game),), instant) for game in games]
