"""Who is at the table, and the clocks of those who are not. Every tap is one decision, and the second tap of two does nothing.

Instants are the server's: `at` is now unless given, and is kept in whole seconds. What a player has left is computed from
them (results.attendance.engine.table_clock). (WESPA 2.3; NSA I.F, Guideline 19)
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from results.attendance.actions import AttendanceAction
from results.attendance.engine.lateness import clock_start
from results.attendance.engine.table_clock import Seat, SeatClock, shared, table_clocks
from results.attendance.models import LateWarning
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actions import Action
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import Decision, deciding_on
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.engine.presence import NOT_HERE, Presence as Known, State
from tdsuite.tournaments.models import Division, Entry, Game, Presence, Round
from tdsuite.tournaments.presence import presence_facts, presence_words
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.terms import BothAbsent, Duty, NoOfficialStart
from tdsuite.tournaments.services.decision import Refused, require_reason

Status = Presence.Status
ABSENCES = (Status.ABSENT, Status.ON_WAY)


class GameDecided(Refused):
    """The game has an outcome: attendance and clocks belong to the time before."""

    code = "game_decided"


class TooEarly(Refused):
    """The rulebook does not allow the clock yet, or not while the opponent is not ready."""

    code = "too_early"


class LaterStep(Refused):
    """Another step depends on the one to be undone: undo that first."""

    code = "later_step"


@dataclass(slots=True)
class Table:
    """One game's seats, its row locked. `rows` has one row a player, unsaved where nobody has said."""

    game: Game
    division: Division
    rows: dict[int, Presence]

    @property
    def book(self) -> Rulebook:
        return self.division.book_in_force

    @property
    def has_clock(self) -> bool:
        """Whether a lateness clock was started for one of the two."""
        return any(row.clock_started_at is not None for row in self.rows.values())

    @property
    def says_absent(self) -> bool:
        return any(row.status in NOT_HERE for row in self.rows.values())

    def row(self, entry: Entry) -> Presence:
        if entry.pk not in self.rows:
            raise Refused(f"{entry.player} is not at this table.", code="not_at_table")
        return self.rows[entry.pk]

    def other(self, entry: Entry) -> Presence:
        return next(row for pk, row in self.rows.items() if pk != entry.pk)

    def known(self, entry: Entry) -> Known:
        """What is known of a player in this round, wherever it was said."""
        return presence_facts([entry]).known(entry.pk, self.game.round.number)

    def clock(self, entry: Entry, now: datetime) -> SeatClock:
        """The player's lateness clock at `now`."""
        mine, theirs = seat_of(self.row(entry)), seat_of(self.other(entry))
        return table_clocks(mine, theirs, now=seconds(now), book=self.book)[0]


def seat_of(row: Presence | None) -> Seat:
    """A row's instants, in the engine's whole seconds."""
    if row is None:
        return Seat()
    return Seat(_instant(row.clock_started_at), _instant(row.arrived_at))


def seconds(at: datetime) -> int:
    return int(at.timestamp())


def _instant(at: datetime | None) -> int | None:
    return None if at is None else seconds(at)


def moment(at: datetime | None) -> datetime:
    """`at`, or now, in whole seconds."""
    return (at or timezone.now()).replace(microsecond=0)


def attendance_topic(division: Division) -> str:
    """What pages that show presence and clocks listen to."""
    return f"attendance:{division.pk}"


def clocks_topic(division: Division) -> str:
    """What public pages listen to: that somebody's lateness clock was started, stopped or undone."""
    return f"clocks:{division.pk}"


@contextmanager
def attending(
    division: Division, *, by: Actor, can: Can, action: Action, reason: str = "", also: Sequence[str] = ()
) -> Iterator[Decision]:
    """Ask the guard, and open a decision of which the Round board is told; it owns no division, so that others need not wait.

    Args:
        also: other topics that are told; may still grow inside.
    """
    require(by, division.tournament, can)
    with deciding_on(division.tournament, by=by, action=action, reason=reason, scope=division.live_topic) as decision:
        yield decision
        if decision.records:
            announced = any("about" in notice for notice in division.tournament.notices)
            bump(attendance_topic(division), *also, *([division.live_topic] if announced else []))


@contextmanager
def at_table(game: Game, *, by: Actor, action: Action, reason: str = "") -> Iterator[tuple[Decision, Table]]:
    """Open a decision that owns one game's seats. Raises Refused for a bye or a draft, GameDecided after the game.

    Decisions at other tables do not wait, so that a hundred tables can be marked at once.
    """
    topics: list[str] = []
    with attending(
        game.round.division, by=by, can=Can.SEE_ATTENDANCE, action=action, reason=reason, also=topics
    ) as decision:
        table = owned_table(game)
        clocked, absent = table.has_clock, table.says_absent
        yield decision, table
        # The clocks have a topic of their own: the division's belongs to those who own the division, which nobody does here.
        if clocked or table.has_clock:
            topics += [clocks_topic(game.round.division), game.live_topic]
        elif absent or table.says_absent:  # players read it on their own pages
            topics.append(game.live_topic)


def owned_table(game: Game) -> Table:
    """The game's seats as they are now, its row locked; inside a transaction. Raises as `at_table`."""
    people = Game.objects.select_related("first__player", "second__player", "round__division__tournament")
    row = people.select_for_update(of=("self",), no_key=True).filter(pk=game.pk).first()
    if row is None:
        raise Refused("This board was changed meanwhile and no longer exists: reload the page.", code="board_changed")
    if row.second is None:
        raise Refused("A bye has nobody to wait for.", code="bye")
    if not row.round.is_published:
        raise Refused(f"Round {row.round.number} is not published yet.", code="not_published")
    if row.outcome != Game.Outcome.AWAITED:
        raise GameDecided(f"Table {row.table} has a result already: take that back first.")
    there = {presence.entry_id: presence for presence in Presence.objects.filter(game=row)}
    seats = {entry.pk: there.get(entry.pk) or _unsaid(row, entry) for entry in row.players}
    for entry in row.players:
        seats[entry.pk].entry = entry
    return Table(row, row.round.division, seats)


def _unsaid(game: Game, entry: Entry) -> Presence:
    return Presence(game=game, entry=entry, round_number=game.round.number)


def say(row: Presence, status: str, at: datetime | None = None, *, by_phone: bool = False) -> None:
    """Keep what an official says of a player, or the player by phone; part of the decision under way."""
    _set(row, status, at, by_phone=by_phone)
    row.save()


def _record_saying(decision: Decision, row: Presence, status: str, at: datetime | None = None) -> None:
    before = _facts(row)
    say(row, status, at)
    decision.record(row, before=before, after=_facts(row))


def _set(row: Presence, status: str, at: datetime | None, *, by_phone: bool = False) -> None:
    row.before_arrival = row.status if status == Status.HERE else ""
    row.status, row.said_at = status, moment(at)
    row.arrived_at = row.said_at if row.is_here else None
    row.by_phone = by_phone


def official_start(row: Round) -> datetime | None:
    """The instant from which players are late: the later of the scheduled and the actual start, None without either."""
    return max([at for at in (row.scheduled_at, row.started_at) if at is not None], default=None)


# ── presence ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def mark(*, by: Actor, game: Game, entry: Entry, status: str, at: datetime | None = None) -> Presence:
    """Say that a player is absent, on the way, or seated and ready (which is `arrive`). Raises Refused, NotAllowed."""
    if status == Status.HERE:
        return arrive(by=by, game=game, entry=entry, at=at)
    if status not in ABSENCES:
        raise Refused("A player is seated, absent, or on the way.", code="unknown_status")
    with at_table(game, by=by, action=AttendanceAction.ATTENDANCE_MARKED) as (decision, table):
        row = table.row(entry)
        if row.status == status:
            return row
        if row.is_here or table.known(entry).is_here:
            _may_leave(table, row)
        _record_saying(decision, row, status, at)
    return row


def arrive(*, by: Actor, game: Game, entry: Entry, at: datetime | None = None) -> Presence:
    """A player is seated and ready to play at once (WESPA 2.3.1(b)): a clock that runs for the player stops.

    Raises Refused for an instant before the clock was started.
    """
    with at_table(game, by=by, action=AttendanceAction.ATTENDANCE_ARRIVED) as (decision, table):
        row = table.row(entry)
        if row.is_here:
            return row
        instant = moment(at)
        if row.clock_started_at is not None and instant < row.clock_started_at:
            raise Refused(
                f"{entry.player}'s clock was started after that: give a later time, or undo the clock.",
                code="before_clock",
            )
        _record_saying(decision, row, Status.HERE, instant)
    return row


def rest_is_here(*, by: Actor, round: Round, at: datetime | None = None) -> int:
    """Everyone of whom nobody has said anything is seated and ready. Returns how many; what was said stays."""
    action = AttendanceAction.ATTENDANCE_REST_PRESENT
    with attending(round.division, by=by, can=Can.SEE_ATTENDANCE, action=action) as decision:
        waiting = Game.objects.filter(round=round, second__isnull=False).awaiting_result()
        people = waiting.select_related("first", "second", "round").order_by("pk")
        games = list(people.select_for_update(of=("self",), no_key=True))  # locked before anything is read
        seats = [(game, entry) for game in games for entry in game.players]
        facts, instant = presence_facts(entry for _game, entry in seats), moment(at)
        unsaid = [seat for seat in seats if facts.known(seat[1].pk, round.number).state is State.EXPECTED]
        rows = [facts.rows.get((game.pk, entry.pk)) or _unsaid(game, entry) for game, entry in unsaid]
        for presence in rows:
            _set(presence, Status.HERE, instant)
            if presence.pk is not None:
                presence.save()
        Presence.objects.bulk_create([presence for presence in rows if presence.pk is None])
        if unsaid:
            numbers = sorted(entry.pk for _game, entry in unsaid)
            decision.record(round, after={"round": round.number, "entries": numbers, "at": instant.isoformat()})
    return len(unsaid)


def undo_arrival(*, by: Actor, game: Game, entry: Entry) -> Presence:
    """An arrival was tapped by mistake: the player is absent again, and a clock that was stopped runs on unbroken.

    Raises LaterStep once a later step depends on it.
    """
    with at_table(game, by=by, action=AttendanceAction.ATTENDANCE_ARRIVAL_UNDONE) as (decision, table):
        row = table.row(entry)
        if not (row.is_here or table.known(entry).is_here):
            raise Refused(f"{entry.player} has not arrived: there is nothing to undo.", code="not_arrived")
        _may_leave(table, row)
        _record_saying(decision, row, row.before_arrival or Status.ABSENT)
    return row


def _may_leave(table: Table, row: Presence) -> None:
    """Raise LaterStep where the other player's clock stands on this player's being here."""
    other = table.other(row.entry)
    if other.clock_runs and table.book.starting.late.clock.value.opponent_ready:
        raise LaterStep(
            f"{other.entry.player}'s clock runs because {row.entry.player} is ready: undo that clock first."
        )
    mine, theirs = seat_of(row), seat_of(other)
    together = shared(mine, theirs, table.book) and other.arrived_at is not None and row.arrived_at is not None
    if together and (row.arrived_at, row.pk) < (other.arrived_at, other.pk):
        raise LaterStep(f"{other.entry.player} arrived after that: undo that arrival first.")


def seats_of(game: Game) -> list[dict[str, Any]]:
    """What is known of a game's players at their table, as plain values, to be put back as it was."""
    rows = Presence.objects.filter(game=game).order_by("pk").values()
    return list(json.loads(json.dumps(list(rows), cls=DjangoJSONEncoder)))


def put_back(*, by: Actor, game: Game, before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> None:
    """Make a table's seats what they were before they became `after`. Raises LaterStep where they changed since."""
    with at_table(game, by=by, action=AttendanceAction.ATTENDANCE_TAKEN_BACK) as (decision, table):
        if seats_of(game) != after:
            raise LaterStep(f"Table {game.table} changed since: change it in the drawer of the table.")
        Presence.objects.filter(game=game).delete()
        for seat in before:
            table.rows[seat["entry_id"]] = row = Presence(**seat)
            row.save()
        decision.record(game, before={"seats": after}, after={"seats": before})


# ── clocks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def start_clock(
    *, by: Actor, game: Game, entry: Entry, at: datetime | None = None, opponent_ready: bool | None = None,
    reason: str = "",
) -> Presence:  # fmt: skip
    """Start an absent player's clock; for two absent players the one timer of WESPA 2.3.2, which starts both.

    opponent_ready: said in the same tap where nobody has said yet whether the opponent is seated. A clock that runs
    already is left as it is. Raises TooEarly, Refused; NotAllowed where the book leaves the clock to the director.
    """
    with at_table(game, by=by, action=AttendanceAction.ATTENDANCE_CLOCK_STARTED, reason=reason) as (decision, table):
        row, other, instant = table.row(entry), table.other(entry), moment(at)
        if row.is_here:
            raise Refused(f"{entry.player} is seated: there is no clock to start.", code="seated")
        if row.clock_started_at is not None:
            return row
        before = {"seats": [_facts(row), _facts(other)]}
        ready = _is_ready(table, other, opponent_ready)
        _may_start(by, table, row, instant, ready=ready, reason=reason)
        if ready and not other.is_here:
            say(other, Status.HERE, instant)
        started = [row] if ready or other.clock_started_at is not None else [row, other]
        for presence in started:
            presence.clock_started_at = instant
            if not presence.status:
                _set(presence, Status.ABSENT, instant)
            presence.save()
        after = {
            "game": table.game.pk, "at": instant.isoformat(), "entries": [presence.entry_id for presence in started],
            "opponent_ready": ready,
        }  # fmt: skip
        decision.record(row, before=before, after=after)
    return row


def undo_clock(*, by: Actor, game: Game, entry: Entry) -> Presence:
    """A clock was started by mistake: it never ran. The timer of two absent players is undone for both.

    Raises LaterStep once a player has arrived on it.
    """
    with at_table(game, by=by, action=AttendanceAction.ATTENDANCE_CLOCK_UNDONE) as (decision, table):
        row, other = table.row(entry), table.other(entry)
        if row.clock_started_at is None:
            raise Refused(f"{entry.player}'s clock was not started: there is nothing to undo.", code="no_clock")
        rows = [row, other] if shared(seat_of(row), seat_of(other), table.book) else [row]
        if here := [presence for presence in rows if presence.is_here]:
            raise LaterStep(f"{here[0].entry.player} arrived on this clock: undo the arrival first.")
        before = {"seats": [_facts(row) for row in rows]}
        for presence in rows:
            presence.clock_started_at = None
            presence.save()
        decision.record(row, before=before, after={"game": game.pk, "entries": [row.entry_id for row in rows]})
    return row


def warn_late(*, by: Actor, game: Game, entry: Entry, at: datetime | None = None) -> LateWarning:
    """Warn a late player of a round without an official start (NSA Guideline 19C). Once a round."""
    row, action = game.round, AttendanceAction.ATTENDANCE_WARNED
    with attending(row.division, by=by, can=Can.SEE_ATTENDANCE, action=action) as decision:
        warning, new = LateWarning.objects.get_or_create(round=row, entry=entry, defaults={"at": moment(at)})
        if new:
            decision.record(warning, after={"entry": entry.pk, "round": row.number, "at": warning.at.isoformat()})
    return warning


def _is_ready(table: Table, other: Presence, answer: bool | None) -> bool:
    """Whether the opponent is ready: as recorded, else as said now. Raises Refused where nobody has said."""
    if other.status:
        return other.is_here
    if answer is None:
        known = table.known(other.entry)
        if known.is_here or known.is_not_here:
            return known.is_here
        who = other.entry.player
        raise Refused(f"Say first whether {who} is seated and ready, such as “here {who}”.", code="opponent_unknown")
    return answer


def _may_start(by: Actor, table: Table, row: Presence, instant: datetime, *, ready: bool, reason: str) -> None:
    """Raise unless the rulebook lets this clock start now."""
    book, game = table.book, table.game
    scheduled = official_start(game.round)
    if scheduled is None:
        raise TooEarly(
            "This round has no start yet: start the round, or give it a scheduled time.", code="no_round_start"
        )
    answer = clock_start(scheduled=seconds(scheduled), now=seconds(instant), opponent_ready=ready, book=book)
    if not answer.now:
        raise TooEarly(" ".join(reason.text for reason in answer.reasons) + f" ({answer.reasons[0].rule})")
    if answer.duty is Duty.RULING:
        require(by, table.division.tournament, Can.RULE)
        require_reason(reason, "The rulebook leaves this clock to the director: say why it is started.")
    charge = book.starting.both_absent.charge
    if not ready and charge.value is BothAbsent.RULING:
        raise TooEarly(f"{charge.explain} Once one of the two has arrived, start the other's.")
    _warned_first(by, table, row, reason)
    for late in [row] if ready else [row, table.other(row.entry)]:
        _not_playing(by, table, late, reason)


def _not_playing(by: Actor, table: Table, row: Presence, reason: str) -> None:
    """A player still in the game of the round before is not late (WESPA 2.3.1): the director says why the clock runs."""
    known = table.known(row.entry)
    if known.state is not State.PLAYING:
        return
    if not reason.strip():
        raise TooEarly(
            f"{row.entry.player} is {presence_words(known)}: wait for that game, or let the director give a reason (2.3.1).",
            code="still_playing",
        )
    require(by, table.division.tournament, Can.RULE)


def _warned_first(by: Actor, table: Table, row: Presence, reason: str) -> None:
    """NSA Guideline 19C: without an official start, clocks are for those who were warned before."""
    rule = table.book.starting.late.no_official_start
    if rule.value is not NoOfficialStart.WARN_THEN_CLOCK or table.game.round.scheduled_at is not None:
        return
    if LateWarning.objects.filter(entry=row.entry).exists():
        return
    if not reason.strip():
        raise TooEarly(
            f"This round has no official start: warn {row.entry.player} first, or let the director give a reason "
            f"({rule.rule}).",
            code="not_warned",
        )
    require(by, table.division.tournament, Can.RULE)


# ── the record ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _facts(row: Presence) -> dict[str, Any]:
    return {
        "game": row.game_id,
        "entry": row.entry_id,
        "status": row.status,
        "arrived": row.arrived_at.isoformat() if row.arrived_at else None,
        "clock_started": row.clock_started_at.isoformat() if row.clock_started_at else None,
    }
