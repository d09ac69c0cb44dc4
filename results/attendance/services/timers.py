"""The time around games: a timer for rounds without clocks, and the breaks players are due before a round starts.

(NSA App. B, Guideline 19C; SOWPODS, Equipment; WESPA 1.4.4 forbids games without a timer)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from results.attendance.actions import AttendanceAction
from results.attendance.engine.breaks import Break, RecountEnded, due_break
from results.attendance.engine.round_timer import RoundTime, plays_due, round_time
from results.attendance.models import RoundTimer
from results.attendance.services.attendance import attending, moment, seconds
from results.rulings.engine.sand_timer import NoSandTimers, sand_timers
from results.rulings.models import Recount
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import Decision
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.rulebooks.terms import NoClocks
from tdsuite.tournaments.services.decision import Refused

LONGEST = 4 * 60 * 60


@dataclass(frozen=True, slots=True)
class BreakWarning:
    """A player who would have less than the break due if the round started now."""

    entry: Entry
    ready_at: datetime
    due: Break


def timer_choice(row: Round) -> str:
    """How a round without clocks is timed by its book: "sand", "announced", or "" where every game needs a clock."""
    policy = row.division.tournament.rules.rulebook.before.no_clocks.value.policy
    return {NoClocks.FORBIDDEN: "", NoClocks.SAND_TIMERS: "sand"}.get(policy, "announced")


@contextmanager
def _timing(by: Actor, row: Round, action: AttendanceAction) -> Iterator[tuple[Decision, RoundTimer | None]]:
    """A decision about a round's timer, with its row locked."""
    require(by, row.division.tournament, Can.RUN_ROUNDS)
    with attending(row.division, by=by, action=action) as decision:
        yield decision, RoundTimer.objects.select_for_update().filter(round=row).first()


def use_timer(*, by: Actor, row: Round, minutes: int | None = None, announcement: str = "") -> RoundTimer:
    """Play a round without clocks by one timer. NSA: 54:00 of sand timers, then one more play each.

    minutes, announcement: the director's own, where the book leaves the regulation of time to be announced. Raises
    Refused where the book requires clocks, and once the timer has started.
    """
    with _timing(by, row, AttendanceAction.TIMER_SET) as (decision, there):
        values = _terms(row, minutes, announcement)
        if there is not None and started_at(there) is not None:
            raise Refused("This round's timer runs already.", code="timer_runs")
        timer, _ = RoundTimer.objects.update_or_create(round=row, defaults=values)
        decision.record(timer, after={"round": row.number, **values})
    return timer


def drop_timer(*, by: Actor, row: Round) -> None:
    """The round is played with clocks after all."""
    with _timing(by, row, AttendanceAction.TIMER_DROPPED) as (decision, timer):
        if timer is None:
            return
        decision.record(timer, after={"round": row.number})
        timer.delete()


def start_timer(*, by: Actor, row: Round, at: datetime | None = None) -> RoundTimer:
    """Start the timer apart from the round's own start. The second press of two does nothing."""
    with _timing(by, row, AttendanceAction.TIMER_STARTED) as (decision, timer):
        if timer is None:
            raise Refused("This round is played with clocks: set a timer first.", code="no_timer")
        if RoundTimer.objects.filter(pk=timer.pk, started_at=None).update(started_at=moment(at)):
            timer.refresh_from_db()
            decision.record(timer, after={"round": row.number, "at": moment(timer.started_at).isoformat()})
    return timer


def call_time(*, by: Actor, row: Round, at: datetime | None = None) -> RoundTimer:
    """Time was called to the players: from now each makes the plays that are left. Raises Refused before time is up."""
    with _timing(by, row, AttendanceAction.TIMER_CALLED) as (decision, timer):
        shows = None if timer is None else timer_shows(timer, at)
        if timer is None or shows is None:
            raise Refused("No timer runs in this round.", code="no_timer")
        if not shows.called:
            raise Refused(f"{shows.left // 60}:{shows.left % 60:02d} is left on the timer.", code="time_left")
        if RoundTimer.objects.filter(pk=timer.pk, called_at=None).update(called_at=moment(at)):
            timer.refresh_from_db()
            decision.record(timer, after={"round": row.number})
    return timer


@dataclass(frozen=True, slots=True)
class PlaysLeft:
    """A game that goes on after time was called.  first, second: plays that each may still make, of `each`."""

    game: Game
    first: int
    second: int
    each: int

    @property
    def over(self) -> bool:
        return not (self.first or self.second)

    @property
    def sides(self) -> list[tuple[str, Entry, int, int]]:
        """Side, player, plays still due, and how many are made once the next one is (none again where all are)."""
        assert self.game.second is not None
        rows = (("first", self.game.first, self.first), ("second", self.game.second, self.second))
        return [(side, entry, due, self.each - due + 1 if due else 0) for side, entry, due in rows]


def plays_left(timer: RoundTimer, now: datetime | None = None) -> list[PlaysLeft]:
    """Who still has a play in which game, by board, once time is up (NSA App. B B); [] before. One query."""
    shows = timer_shows(timer, now)
    if shows is None or not shows.called or not timer.plays_after:
        return []
    games = Game.objects.filter(round=timer.round, second__isnull=False, outcome=Game.Outcome.AWAITED).with_people()
    return [
        PlaysLeft(game, *plays_due(_plays_made(timer, game), timer.plays_after), timer.plays_after)
        for game in games.order_by("board")
    ]


def note_plays(*, by: Actor, row: Round, game: Game, side: str, plays: int, at: datetime | None = None) -> RoundTimer:
    """How many plays a player has made since time was called; said again, or less, it is put right.

    side: "first" or "second". Raises Refused before time is up, and for more plays than are due.
    """
    with _timing(by, row, AttendanceAction.TIMER_PLAYED) as (decision, timer):
        shows = None if timer is None else timer_shows(timer, at)
        if timer is None or shows is None or not shows.called:
            raise Refused("Time has not been called in this round: every player plays on.", code="time_not_called")
        if not 0 <= plays <= timer.plays_after:
            raise Refused(
                f"After time is called each player makes {timer.plays_after} more play (App. B).", code="too_many_plays"
            )
        before = _plays_made(timer, game)
        after = (plays, before[1]) if side == "first" else (before[0], plays)
        if after != before:
            timer.plays_made = {**timer.plays_made, str(game.pk): list(after)}
            timer.save(update_fields=["plays_made"])
            decision.record(timer, after={"round": row.number, "game": game.pk, "made": list(after)})
    return timer


def _plays_made(timer: RoundTimer, game: Game) -> tuple[int, int]:
    first, second = timer.plays_made.get(str(game.pk), (0, 0))
    return first, second


def started_at(timer: RoundTimer) -> datetime | None:
    """The timer's own start, else the round's."""
    return timer.started_at or timer.round.started_at


def timer_shows(timer: RoundTimer, now: datetime | None = None) -> RoundTime | None:
    """What the timer shows now; None before it starts."""
    start = started_at(timer)
    if start is None:
        return None
    at = seconds(now or timezone.now())
    return round_time(started=seconds(start), now=at, seconds=timer.seconds, plays_after=timer.plays_after)


def break_warnings(row: Round, now: datetime | None = None) -> list[BreakWarning]:
    """Players who would not have had their break if the round started now, the latest first; in three queries.

    A game ends when its result is recorded; a recount, when it is closed.
    """
    now = now or timezone.now()
    book = row.division.tournament.rules.rulebook
    if book.starting.round_break.value.after_game is None:
        return []
    previous = Round.objects.filter(division=row.division, number__lt=row.number).order_by("-number").first()
    if previous is None:
        return []
    games = Game.objects.filter(round=previous, second__isnull=False, decided_at__isnull=False).with_people()
    recounted = _recounts(previous)
    began = seconds(row.started_at) if row.started_at else None
    warnings = []
    for game in games:
        ended = game.decided_at
        assert ended is not None
        due = due_break(finished=seconds(ended), book=book, recount=recounted.get(game.pk), next_started=began)
        if due.ready_at is not None and due.ready_at > seconds(now):
            ready = datetime.fromtimestamp(due.ready_at, UTC)
            warnings += [BreakWarning(entry, ready, due) for entry in (game.first, game.second) if entry is not None]
    return sorted(warnings, key=lambda break_warning: (-break_warning.ready_at.timestamp(), break_warning.entry.number))


def _recounts(row: Round) -> dict[int, RecountEnded]:
    """The last recount of each game that was carried through, by game."""
    ended: dict[int, RecountEnded] = {}
    done = Recount.objects.filter(game__round=row, closed_at__isnull=False).order_by("closed_at", "pk")
    for game, at, status in done.values_list("game_id", "closed_at", "status"):
        assert at is not None
        ended[game] = RecountEnded(seconds(at), full=status != Recount.Status.HALTED)
    return ended


def _terms(row: Round, minutes: int | None, announcement: str) -> dict[str, Any]:
    book = row.division.tournament.rules.rulebook
    try:
        sand = sand_timers(book)
    except NoSandTimers as error:
        if book.before.no_clocks.value.policy is NoClocks.FORBIDDEN:
            raise Refused(str(error), code="not_in_rulebook") from error
        if minutes is None or not announcement.strip():
            raise Refused(
                "Say how many minutes the round runs, and how time is regulated: players are to be told.",
                code="announcement_missing",
            ) from error
        return _checked(minutes * 60, 0, None, announcement)
    if minutes is not None and minutes * 60 != sand.stop_after:
        raise Refused(
            f"Sand-timer games stop after {sand.stop_after // 60} minutes ({book.before.no_clocks.rule}).",
            code="not_in_rulebook",
        )
    return _checked(sand.stop_after, sand.plays_after, sand.per_move, announcement)


def _checked(run: int, plays_after: int, per_move: int | None, announcement: str) -> dict[str, Any]:
    if not 1 <= run <= LONGEST:
        raise Refused(f"A round runs for 1 to {LONGEST // 60} minutes.", code="minutes_range")
    return {"seconds": run, "plays_after": plays_after, "per_move": per_move, "announcement": announcement.strip()}
