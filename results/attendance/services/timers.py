"""The time around a round: breaks before it, a timer where it has no clocks, the warning before its games are stopped.

(NSA App. B, Guidelines 19B and 19C; SOWPODS, Equipment; WESPA 1.4.4 forbids games without a timer)
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone

from results.attendance.actions import AttendanceAction
from results.attendance.engine.breaks import Break, RecountEnded, due_break
from results.attendance.models import RoundTimer, StopWarning
from results.rulings.engine.sand_timer import NoSandTimers, sand_timers
from results.rulings.models import Recount
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.rulebooks.model import Provision
from tdsuite.tournaments.rulebooks.outcomes import RoundStopped
from tdsuite.tournaments.rulebooks.terms import NoClocks, SandTimers
from tdsuite.tournaments.services.decision import Refused, deciding
from .attendance import attendance_topic, attending, moment, seconds

LONGEST = 4 * 60  # minutes
FEWEST, MOST = 1, 15  # minutes between the warning and the stop


@dataclass(frozen=True, slots=True)
class BreakWarning:
    """A player who would have less than the break due if the round started now."""

    entry: Entry
    ready_at: datetime
    due: Break


def timer_choice(row: Round) -> str:
    """How a round without clocks is timed by its book: "sand", "announced", or "" where every game needs a clock."""
    policy = row.division.book_in_force.before.no_clocks.value.policy
    return {NoClocks.FORBIDDEN: "", NoClocks.SAND_TIMERS: "sand"}.get(policy, "announced")


def use_timer(*, by: Actor, row: Round, minutes: int | None = None, announcement: str = "") -> RoundTimer:
    """Play a round without clocks by one timer, from the round's start. NSA: 54:00 of sand timers, then one more play each.

    minutes, announcement: the director's own, where the book leaves the regulation of time to be announced. Raises
    Refused where the book requires clocks, and once the timer runs.
    """
    with attending(row.division, by=by, can=Can.RUN_ROUNDS, action=AttendanceAction.TIMER_SET) as decision:
        values = {"seconds": _length(row, minutes, announcement), "announcement": announcement.strip()}
        if row.started_at is not None and RoundTimer.objects.filter(round=row).exists():
            raise Refused("This round's timer runs already.", code="timer_runs")
        timer, _ = RoundTimer.objects.update_or_create(round=row, defaults=values)
        decision.record(timer, after={"round": row.number, **values})
    return timer


def drop_timer(*, by: Actor, row: Round) -> None:
    """The round is played with clocks after all."""
    with attending(row.division, by=by, can=Can.RUN_ROUNDS, action=AttendanceAction.TIMER_DROPPED) as decision:
        timer = RoundTimer.objects.select_for_update().filter(round=row).first()
        if timer is not None:
            decision.record(timer, after={"round": row.number})
            timer.delete()


def timer_left(timer: RoundTimer, now: datetime | None = None) -> int | None:
    """Seconds, from 0, until time is called; None before the round starts."""
    start = timer.round.started_at
    if start is None:
        return None
    return max(0, timer.seconds - max(0, seconds(now or timezone.now()) - seconds(start)))


def break_warnings(row: Round, now: datetime | None = None) -> list[BreakWarning]:
    """Players who would not have had their break if the round started now, the latest first; in three queries.

    A game ends when its result is recorded; a recount, when it is closed.
    """
    now = now or timezone.now()
    book = row.division.book_in_force
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
            warnings += [BreakWarning(entry, ready, due) for entry in game.players]
    return sorted(warnings, key=lambda break_warning: (-break_warning.ready_at.timestamp(), break_warning.entry.number))


def _recounts(row: Round) -> dict[int, RecountEnded]:
    """The last recount of each game that was carried through, by game."""
    ended: dict[int, RecountEnded] = {}
    done = Recount.objects.filter(game__round=row, closed_at__isnull=False).order_by("closed_at", "pk")
    for game, at, status in done.values_list("game_id", "closed_at", "status"):
        assert at is not None
        ended[game] = RecountEnded(seconds(at), full=status != Recount.Status.HALTED)
    return ended


def _length(row: Round, minutes: int | None, announcement: str) -> int:
    """How many seconds the games run."""
    book = row.division.book_in_force
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
        if not 1 <= minutes <= LONGEST:
            raise Refused(f"A round runs for 1 to {LONGEST} minutes.", code="minutes_range") from error
        return minutes * 60
    if minutes is not None and minutes * 60 != sand.stop_after:
        raise Refused(
            f"Sand-timer games stop after {sand.stop_after // 60} minutes ({book.before.no_clocks.rule}).",
            code="not_in_rulebook",
        )
    return sand.stop_after


# ── before games still in play are stopped (NSA Guideline 19B; docs/rulebook/endgame.md) ──────────────────────────────────


@dataclass(frozen=True, slots=True)
class Stopping:
    """What a round's page says of stopping.

    warning: None before the players were warned.  left: seconds until the stop.  games: in play, or stopped.
    """

    rule: Provision[RoundStopped]
    warning: StopWarning | None
    left: int
    games: tuple[Game, ...]


def stopping(row: Round, now: datetime | None = None) -> Stopping | None:
    """Where the book has players warned or delay judged, how it stands; None elsewhere and with no game in play."""
    rule = row.division.book_in_force.ending.round_stopped
    if not (rule.value.warn_players or rule.value.judge_delay):
        return None
    games = _in_play(row)
    if not games:
        return None
    warning = StopWarning.objects.filter(round=row).first()
    left = int((warning.stops_at - (now or timezone.now())).total_seconds()) if warning else 0
    return Stopping(rule, warning, max(0, left), tuple(games))


def warn_before_stopping(*, by: Actor, row: Round, minutes: int, at: datetime | None = None) -> StopWarning:
    """The players were told that games stop in some minutes. Raises Refused where nothing is in play, and the second time."""
    division = row.division
    require(by, division.tournament, Can.RUN_ROUNDS)
    if not FEWEST <= minutes <= MOST:
        raise Refused(f"Say how many minutes are left to play: {FEWEST} to {MOST}.", code="minutes_range")
    with deciding(division, by=by, action=AttendanceAction.ROUND_STOP_WARNED) as decision:
        games = _in_play(row)
        if row.started_at is None or not games:
            raise Refused("No game of this round is in play.", code="no_game_in_play")
        warning, new = StopWarning.objects.get_or_create(
            round=row, defaults={"minutes": minutes, "warned_at": moment(at)}
        )
        if not new:
            raise Refused(
                f"The players were warned at {timezone.localtime(warning.warned_at):%H:%M}.", code="warned_already"
            )
        decision.record(warning, after={"round": row.number, "minutes": minutes, "at": warning.warned_at.isoformat()})
        bump(attendance_topic(division), *(game.live_topic for game in games))
    return warning


def _in_play(row: Round) -> list[Game]:
    """Games of two players without a result, and those the director stopped."""
    outcomes = (Game.Outcome.AWAITED, Game.Outcome.STOPPED)
    return list(Game.objects.filter(round=row, second__isnull=False, outcome__in=outcomes).with_people().by_board())


# ── all of it, beside the tables of a round ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """What a round's book asks for beside the clocks of its games.

    Attributes:
        choice: how a round without clocks is timed, as `timer_choice`.
        timer: of a round that is played without clocks.
        left: seconds on it, None before the round starts.
        sand: what follows when it is over, where it is a sand timer's.
        breaks: whose break is not over, before the start.
    """

    choice: str
    timer: RoundTimer | None
    left: int | None
    sand: SandTimers | None
    stopping: Stopping | None
    breaks: tuple[BreakWarning, ...]


def round_times(row: Round) -> RoundTimes:
    """For a published round; without a query where the book asks for nothing."""
    choice = timer_choice(row)
    timer = RoundTimer.objects.filter(round=row).first() if choice else None
    if timer is not None:
        timer.round = row
    return RoundTimes(
        choice, timer, timer_left(timer) if timer else None, row.division.book_in_force.before.no_clocks.value.sand,
        stopping(row) if row.started_at else None, () if row.started_at else tuple(break_warnings(row)),
    )  # fmt: skip
