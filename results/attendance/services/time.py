"""Time given and taken: adjustments of one game, what a player is allowed or held to, and minutes earned by objections.

All seconds on a game are GameAdjustment rows of kind "time", written through the kernel; what a timer is to be set to is
computed from them. (WESPA 1.4.1(b), 2.5, 3.4.2(b), 6.3.3(b)(iii); NSA I.A.6, II.F.2, II.O, Guidelines 6 and 20; guide, Time)
"""

from collections import Counter as Count
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from results.attendance.actions import AttendanceAction
from results.attendance.engine.counters import Step, Tally, counters, tally
from results.attendance.models import MoveLimit
from results.rulings.models import Accommodation, Incident
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.engine.account import OVER_TIME
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.rulebooks.terms import Fault, MoveLimit as MoveLimitRule
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.games import adjust_game, remove_adjustment, require_seated
from .attendance import attendance_topic, attending, moment

TIME = "time"
DIRECTOR = "director"
SOURCE = "counter:"
CONDUCT = "conduct:"
LIMIT = 60 * 60  # seconds; a typing slip
SHORTEST_MOVE, LONGEST_MOVE = 10, 20 * 60  # seconds


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one count stands in a game.

    offender: who is at fault; wronged: who gains.  tally: what the count brought.  due: seconds earned and not yet given.
    """

    game: Game
    offender: Entry
    wronged: Entry
    tally: Tally
    due: int

    @property
    def calls(self) -> bool:
        """Whether something waits for the director: time to give, awards to look at."""
        return self.due > 0 or self.tally.step is Step.AWARDS_AND_GAMES


# ── adjustments of one game ──────────────────────────────────────────────────────────────────────────────────────────


def give_time(*, by: Actor, game: Game, entry: Entry, seconds: int, reason: str, rule: str = "") -> GameAdjustment:
    """Add seconds to one player's time in one game, or take them (below 0). Raises Refused without a reason."""
    require_reason(reason, "Say why the time is changed.")
    return _add_time(by=by, game=game, entry=entry, seconds=seconds, reason=reason, rule=rule, source=DIRECTOR)


def take_back_time(*, by: Actor, adjustment: GameAdjustment, reason: str) -> None:
    """Take a time adjustment back; the record keeps it."""
    if adjustment.kind != TIME:
        raise Refused("This is no time adjustment.", code="not_time")
    require_reason(reason, "Say why it is taken back.")
    division = adjustment.game.round.division
    with transaction.atomic():
        remove_adjustment(by=by, adjustment=adjustment, reason=reason)
        bump(attendance_topic(division))


def times_of(game: Game) -> list[GameAdjustment]:
    """Time given and taken in a game, oldest first: at the table, by a ruling, or as the remedy of an incident.

    Seconds used beyond the game time are no such time. Only what was given at the table is taken back there.
    """
    changed = GameAdjustment.objects.filter(game=game).exclude(seconds=0).exclude(kind__startswith=OVER_TIME)
    return list(changed.order_by("pk"))


def _add_time(
    *, by: Actor, game: Game, entry: Entry, seconds: int, reason: str, rule: str, source: str
) -> GameAdjustment:  # fmt: skip
    if not seconds or abs(seconds) > LIMIT:
        raise Refused(f"Give the seconds to add or take: 1 to {LIMIT}.", code="time_range")
    require_seated(game, entry)
    with transaction.atomic():
        row = adjust_game(
            by=by, game=game, side=game.side_of(entry.pk), kind=TIME, seconds=seconds, rule=rule, source=source,
            reason=reason,
        )  # fmt: skip
        bump(attendance_topic(game.round.division))
    return row


# ── accommodations of a player ───────────────────────────────────────────────────────────────────────────────────────


def accommodate(
    *, by: Actor, entry: Entry, what: str, reason: str, seconds: int = 0, device: bool = False, rule: str = "",
    agreed_before: bool = False, at: datetime | None = None,
) -> Accommodation:  # fmt: skip
    """Allow a player something in every game of the event: extra seconds a game, a device, another procedure.

    device: headphones and the like. Where the book asks for an agreement before the event (NSA I.A.6.d), refused without
    one; elsewhere the director determines what is acceptable (WESPA 2.5).
    """
    action, needs = AttendanceAction.TIME_ACCOMMODATED, entry.division.book_in_force.before.special_needs
    with attending(entry.division, by=by, can=Can.RULE, action=action, reason=reason) as decision:
        require_reason(what.strip() and reason, "Say what is allowed, and why; only officials see the reason.")
        if not 0 <= seconds <= LIMIT:
            raise Refused(f"Extra time a game is 0 to {LIMIT} seconds.", code="time_range")
        if device and needs.value.device_agreed_before and not agreed_before:
            raise Refused(
                f"A device needs an agreement made before the event, for medical reasons ({needs.rule}).",
                code="device_not_agreed",
            )
        row = Accommodation.objects.create(
            entry=entry, what=what.strip(), seconds=seconds, device=device, rule=rule, reason=reason.strip(),
            agreed_at=at or timezone.now(),
        )  # fmt: skip
        after = {"entry": entry.pk, "what": row.what, "seconds": seconds, "device": device, "rule": rule}
        decision.record(row, after=after)
    return row


def end_accommodation(*, by: Actor, accommodation: Accommodation, reason: str = "", at: datetime | None = None) -> None:
    """From now on the player is allowed this no more. Ending it twice does nothing."""
    division, action = accommodation.entry.division, AttendanceAction.TIME_ACCOMMODATION_ENDED
    with attending(division, by=by, can=Can.RULE, action=action, reason=reason) as decision:
        if Accommodation.objects.in_force().filter(pk=accommodation.pk).update(ended_at=at or timezone.now()):
            decision.record(accommodation)


# ── a limit for each move of a player found wasting time ─────────────────────────────────────────────────────────────


def may_limit_moves(division: Division) -> bool:
    """Whether the book lets the director set a limit for each move."""
    return division.book_in_force.before.game_time.move_limit.value is MoveLimitRule.DIRECTOR_FOR_TIME_WASTING


def set_move_limit(*, by: Actor, entry: Entry, seconds: int, reason: str) -> MoveLimit:
    """From now on the player has so many seconds for each move. Raises Refused where the book knows no such limit."""
    division = entry.division
    require(by, division.tournament, Can.RULE)
    provision = division.book_in_force.before.game_time.move_limit
    if not may_limit_moves(division):
        raise Refused(f"{provision.explain} ({cited(provision)})", code="not_in_rulebook")
    if not SHORTEST_MOVE <= seconds <= LONGEST_MOVE:
        raise Refused(f"A limit is {SHORTEST_MOVE} seconds to {LONGEST_MOVE // 60} minutes a move.", code="limit_range")
    require_reason(reason, "Say how the player was found wasting time.")
    with deciding(division, by=by, action=AttendanceAction.TIME_MOVE_LIMITED, reason=reason) as decision:
        now = moment(None)
        MoveLimit.objects.in_force([entry.pk]).update(ended_at=now)
        limit = MoveLimit.objects.create(entry=entry, seconds=seconds, set_at=now)
        decision.record(limit, after={"entry": entry.pk, "seconds": seconds})
        bump(attendance_topic(division), *_own_topics(entry.pk))
    return limit


def end_move_limit(*, by: Actor, limit: MoveLimit, reason: str = "") -> None:
    """The player has no limit for each move any more. Ending it twice does nothing."""
    division = limit.entry.division
    with deciding(
        division, by=by, can=Can.RULE, action=AttendanceAction.TIME_MOVE_LIMIT_ENDED, reason=reason
    ) as decision:
        if MoveLimit.objects.in_force([limit.entry_id]).filter(pk=limit.pk).update(ended_at=moment(None)):
            decision.record(limit, after={"entry": limit.entry_id})
            bump(attendance_topic(division), *_own_topics(limit.entry_id))


def _own_topics(entry: int) -> list[str]:
    """What the own pages of the player and the opponent listen to."""
    return [game.live_topic for game in Game.objects.of_player(entry).awaiting_result()]


# ── faults that count ────────────────────────────────────────────────────────────────────────────────────────────────


def standings_of(game: Game) -> list[Standing]:
    """Every count of a game that is not nought, by player and in the book's order; in two queries."""
    return _standings([game])


def give_credit(*, by: Actor, game: Game, offender: Entry, fault: Fault) -> GameAdjustment:
    """Give the player wronged the time that repeated faults have earned and that was not given yet: once."""
    with deciding(game.round.division, by=by, can=Can.RULE, action=EventAction.GAME_ADJUSTED):
        counts = (
            count for count in standings_of(game) if (count.offender, count.tally.counter.fault) == (offender, fault)
        )
        now = next(counts, None)
        if now is None or now.due <= 0:
            raise Refused("No time is due: it was given already, or has not been earned yet.", code="no_time_due")
        return _add_time(
            by=by, game=game, entry=now.wronged, seconds=now.due, reason=now.tally.reasons[0].text,
            rule=now.tally.counter.rule, source=f"{SOURCE}{fault}",
        )  # fmt: skip


def alerts(games: Sequence[Game]) -> list[Standing]:
    """Counts that call for the director, in the order of the games of one event; in two queries, however many."""
    return [count for count in _standings(games) if count.calls]


def _standings(games: Sequence[Game]) -> list[Standing]:
    book = games[0].round.division.book_in_force if games else None
    if book is None or not counters(book):
        return []
    seats = [(game, entry, other) for game in games for entry in game.players if (other := game.opponent(entry.pk))]
    counted = Incident.objects.standing().filter(entry__in={entry.pk for _, entry, _ in seats})
    faults = list(counted.values_list("entry_id", "kind", "game_id"))
    event = Count((offender, kind) for offender, kind, _ in faults)
    here = Count(faults)
    credited = _credits(games)
    return [
        Standing(game, entry, other, result, max(0, result.credit - credited[game.pk, other.pk, rule.fault]))
        for game, entry, other in seats
        for rule in counters(book)
        if (in_game := here[entry.pk, rule.fault, game.pk])
        for result in [tally(rule, event[entry.pk, rule.fault] if rule.over_event else in_game)]
    ]


def _credits(games: Sequence[Game]) -> "Count[tuple[int, int | None, str]]":
    """Seconds given so far, by game, player who received them, and fault: as a credit, or with the incident itself."""
    people = {game.pk: game.entry_ids for game in games}
    rows = GameAdjustment.objects.filter(game__in=people, seconds__gt=0)
    total: Count[tuple[int, int | None, str]] = Count()
    for game, side, kind, source, seconds in rows.values_list("game_id", "side", "kind", "source", "seconds"):
        first, second = people[game]
        entry = first if side == GameAdjustment.Side.FIRST else second
        fault = source.removeprefix(SOURCE) if source.startswith(SOURCE) else kind.removeprefix(CONDUCT)
        total[game, entry, fault] += seconds
    return total
