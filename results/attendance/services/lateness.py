"""Games lost by lateness: elected on arrival, by the clock, or ruled by the director; and games nobody came to.

(WESPA 2.3.4-2.3.6; NSA III.G.1, Guideline 19A; elsewhere the director rules and the reason is kept)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from results.attendance.actions import AttendanceAction
from results.attendance.engine.lateness import AssignedTime, clock
from results.games.actions import ResultAction
from results.games.services.outcomes import record_outcome, withdraw_result
from results.games.services.preview import Preview, foreseen
from results.rulings.engine.forfeits import lateness_forfeit
from results.rulings.services import forfeits
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Entry, Game, Presence
from tdsuite.tournaments.services.decision import DivisionDecision, Refused, deciding, require_reason
from tdsuite.tournaments.services.roads import Road
from .attendance import Table, attendance_topic, moment, owned_table

Forfeit = Presence.Forfeit


@dataclass(frozen=True, slots=True)
class Lost:
    """A game as lost by lateness.  working: margins, rating effect and the rules behind them; level: the offence that
    deliberate lateness also is, None where the book knows none."""

    game: Game
    working: forfeits.Working
    level: int | None


def elect_forfeit(
    *, by: Actor, game: Game, entry: Entry, at: datetime | None = None, margin: int | None = None, reason: str = ""
) -> Lost:
    """A late player, now here, elects to forfeit. Raises Refused where the assigned time does not allow it.

    margin: the director's, raised for strategic lateness with a reason (WESPA 2.3.6(a)).
    """
    with _losing(by, game, at, reason) as case:
        if not case.table.row(entry).is_here:
            raise Refused(f"{entry.player} is not here yet: a player elects on arrival.", code="not_arrived")
        assigned = case.assigned(entry)
        if assigned is None:
            raise Refused(f"{entry.player}'s clock was never started: there is nothing to elect.", code="no_clock")
        _may_elect(case, entry, assigned)
        ended = forfeits.HowItEnded(
            Game.Outcome.LATENESS, game.side_of(entry.pk), elected=True, margin=margin, begun=False
        )
        return _forfeit(case, [entry], ended, Forfeit.ELECTED)


def forfeit_late(
    *, by: Actor, game: Game, entry: Entry, at: datetime | None = None, margin: int | None = None, reason: str = ""
) -> Lost:
    """A player's assigned time has expired, or the director rules the game lost where the book leaves it to the director.

    Raises Refused while time is left, where a ruling has no reason, and where neither player is here.
    """
    with _losing(by, game, at, reason) as case:
        row, other = case.table.row(entry), case.table.other(entry)
        if not row.is_here and other.status and not other.is_here:
            raise Refused("Neither player is here: the game is forfeited by both.", code="nobody_here")
        how = _expired(case, entry)
        by_lateness = row.is_here or how is Forfeit.EXPIRED
        kind = Game.Outcome.LATENESS if by_lateness else Game.Outcome.NO_SHOW
        ended = forfeits.HowItEnded(kind, game.side_of(entry.pk), margin=margin, begun=False)
        return _forfeit(case, [entry], ended, how)


def forfeit_both(*, by: Actor, game: Game, at: datetime | None = None, reason: str = "") -> Lost:
    """Neither player ever arrived: both lose. Before both clocks have expired it is a ruling and needs a reason."""
    with _losing(by, game, at, reason) as case:
        entries = [row.entry for row in case.table.rows.values()]
        if here := [entry for entry in entries if case.table.row(entry).is_here]:
            raise Refused(f"{here[0].player} is here: only the other player can lose by lateness.", code="player_here")
        clocks = [case.assigned(entry) for entry in entries]
        expired = all(assigned_time is not None and assigned_time.must_forfeit for assigned_time in clocks)
        if not expired:
            require_reason(reason, "The clocks of both have not expired: say why the game is lost by both.")
        how = Forfeit.EXPIRED if expired else Forfeit.RULED
        return _forfeit(case, entries, forfeits.HowItEnded(Game.Outcome.NO_SHOW, forfeits.BOTH, begun=False), how)


def withdraw_forfeit(*, by: Actor, game: Game, reason: str = "") -> Game:
    """Take a lateness forfeit back: the game awaits its result again, and the clocks stand as they stood."""
    require(by, game.round.division.tournament, Can.RULE)
    division = game.round.division
    with deciding(division, by=by, action=ResultAction.WITHDRAWN, reason=reason):
        row = withdraw_result(by=by, game=game, reason=reason)
        Presence.objects.filter(game=row).exclude(forfeit=Forfeit.NONE).update(forfeit=Forfeit.NONE)
        bump(attendance_topic(division))
    return row


@dataclass(frozen=True, slots=True)
class Losses:
    """What counts if this player elects to forfeit, or loses by lateness, at the rulebook's margin.

    Each is None where the game cannot be lost so any more.
    """

    elects: Preview[None] | None
    loses: Preview[None] | None


def losses_of(game: Game, side: str) -> Losses:
    """The accounts that a lateness forfeit of one side, or of `forfeits.BOTH`, would give; nothing is changed."""
    return Losses(*(_foreseen(game, side, elected=elected) for elected in (True, False)))


def _foreseen(game: Game, side: str, *, elected: bool) -> Preview[None] | None:
    elected = elected and side != forfeits.BOTH
    try:
        working = forfeits.work_out(
            game, forfeits.HowItEnded(Game.Outcome.LATENESS, side, elected=elected, begun=False)
        )
    except Refused:
        return None
    return foreseen(game, working.outcome, working.lines, road=Road.ATTENDANCE)


@dataclass(frozen=True, slots=True)
class _Case:
    """One forfeit under way: the decision, the table with its seats locked, the moment."""

    decision: DivisionDecision
    table: Table
    now: datetime

    def assigned(self, entry: Entry) -> AssignedTime | None:
        return self.table.clock(entry, self.now).assigned


@contextmanager
def _losing(by: Actor, game: Game, at: datetime | None, reason: str) -> Iterator[_Case]:
    """Own the division, then the table (the order in which every result is written); tell the Round board."""
    require(by, game.round.division.tournament, Can.RULE)
    division = game.round.division
    with deciding(division, by=by, action=AttendanceAction.ATTENDANCE_FORFEITED, reason=reason) as decision:
        yield _Case(decision, owned_table(game), moment(at))
        bump(attendance_topic(division))


def _may_elect(case: _Case, entry: Entry, assigned: AssignedTime) -> None:
    elect = case.table.book.starting.may_elect
    if assigned.may_elect_forfeit:
        return
    if assigned.must_forfeit:
        raise Refused(
            f"{entry.player}'s assigned time has expired: the game is forfeited, there is nothing to elect.",
            code="time_expired",
        )
    if not assigned.needs_ruling:
        raise Refused(
            f"{entry.player} has {clock(assigned.seconds)} and may not elect to forfeit ({elect.rule}): {elect.explain}",
            code="may_not_elect",
        )
    _needs_reason(case)


def _expired(case: _Case, entry: Entry) -> Forfeit:
    """How the game is lost by the clock. Raises Refused where it is not."""
    assigned, must = case.assigned(entry), case.table.book.starting.must_forfeit
    if assigned is not None and assigned.must_forfeit:
        return Forfeit.EXPIRED
    if must.rule:
        left = "no clock was started" if assigned is None else f"{clock(assigned.seconds)} is left"
        raise Refused(f"{entry.player}'s time has not expired ({left}): {must.explain} ({must.rule})", code="time_left")
    _needs_reason(case)
    return Forfeit.RULED


def _needs_reason(case: _Case) -> None:
    require_reason(case.decision.reason, "The rulebook leaves forfeiture to the director: say why the game is lost.")


def _forfeit(case: _Case, losers: list[Entry], ended: forfeits.HowItEnded, how: Forfeit) -> Lost:
    """What the rulebook makes of it, as on every other page. Raises Refused; another margin than the book's needs a reason."""
    table, decision = case.table, case.decision
    working = forfeits.work_out(table.game, ended)
    if ended.margin not in (None, lateness_forfeit(book=table.book, elected=ended.elected).opponent.spread):
        require_reason(decision.reason, "Say why the margin is not the rulebook's.")
    game = record_outcome(
        by=decision.by, game=table.game, outcome=working.outcome, reason=decision.reason, road=Road.ATTENDANCE
    )
    for entry in losers:
        row = table.row(entry)
        row.forfeit, row.status = how, row.status or Presence.Status.ABSENT
        row.save()
    margin = max(game.first_spread or 0, game.second_spread or 0)
    after = {
        "game": game.pk, "entries": [entry.pk for entry in losers], "how": str(how), "margin": margin,
        "reasons": [{"text": reason.text, "rule": reason.rule} for reason in working.reasons],
    }  # fmt: skip
    decision.record(table.row(losers[0]), after=after)
    return Lost(game, working, table.book.starting.lateness_forfeit.deliberate_level.value)
