"""Who really started: a draw's outcome from the sheet, a sheet that names another starter, and what the director says.

(WESPA 2.1; NSA I.C)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from results.attendance.actions import AttendanceAction
from results.attendance.models import StarterReport
from results.rulings.models import Incident
from results.rulings.services.incidents import Happened, log
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.engine.starts import StartMode
from tdsuite.tournaments.engine.tile_draw import FIRST, BadDraw, tile_draw
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.games import owned_game, require_seated
from tdsuite.tournaments.services.rounds import named_by
from tdsuite.tournaments.services.sides import turn_round

SELF_BALANCING = (StartMode.BALANCE, StartMode.NSA)
MISREPORT_RULE = "2.1(c)"


class StartDecided(Refused):
    """Who starts this game is decided: a sheet that says otherwise is reported, not drawn again."""

    code = "start_decided"


class ReportSettled(Refused):
    """Somebody settled this report meanwhile."""

    code = "report_settled"


@dataclass(frozen=True, slots=True)
class Settled:
    """A settled report.  case: the incident that was opened against a player who knew better, else None."""

    report: StarterReport
    case: Incident | None


def record_draw(*, by: Actor, game: Game, starter: Entry, tiles: Sequence[tuple[str, str]] = ()) -> Game:
    """Tiles were drawn, or the players compared their records, and `starter` starts. What is handed in twice is kept once.

    tiles: (first player's, second player's) of each draw in turn, where they are known; they must agree with `starter`.
    Raises StartDecided, Refused.
    """
    _may_say(by, game)
    with deciding(game.round.division, by=by, action=AttendanceAction.START_DRAWN) as decision:
        row = _two_players(owned_game(decision.division, game), starter)
        if row.starts_by in (Game.StartsBy.DRAWN, Game.StartsBy.BALANCE) and row.first_id == starter.pk:
            return row
        if row.starts_by not in Game.NOBODY_YET:
            raise StartDecided(f"{row.first.player} starts this game already: report what the sheet says instead.")
        _agrees(decision.division, row, starter, tiles)
        before = _facts(row)
        if row.first_id != starter.pk:
            turn_round(row)
        row.starts_by = Game.StartsBy.DRAWN if tiles else named_by(row)
        row.save()
        decision.record(row.round, before=before, after={**_facts(row), "tiles": [list(pair) for pair in tiles]})
    return row


def take_back_draw(*, by: Actor, game: Game, reason: str) -> Game:
    """The draw was recorded by mistake: tiles are to be drawn. Scores stay with their players."""
    require(by, game.round.division.tournament, Can.CORRECT_RESULTS)
    require_reason(reason, "Say why the draw is taken back.")
    with deciding(game.round.division, by=by, action=AttendanceAction.START_DRAW_TAKEN_BACK, reason=reason) as decision:
        row = owned_game(decision.division, game)
        if row.starts_by != Game.StartsBy.DRAWN:
            raise Refused("No draw was recorded for this game.", code="no_draw")
        before = _facts(row)
        row.starts_by = Game.StartsBy.DRAW
        row.save(update_fields=["starts_by"])
        decision.record(row.round, before=before, after=_facts(row))
    return row


def report_starter(*, by: Actor, game: Game, says: Entry) -> StarterReport | None:
    """What a sheet says of who started. None where it agrees; an open report for the director where it does not.

    A draw that was still open is recorded. A game has one open report; a later sheet that agrees closes it.
    """
    _may_say(by, game)
    if game.starts_by in Game.NOBODY_YET:
        record_draw(by=by, game=game, starter=says)
        return None
    with deciding(game.round.division, by=by, action=AttendanceAction.START_MISREPORTED) as decision:
        row = _two_players(owned_game(decision.division, game), says)
        open_one = StarterReport.objects.open().filter(game=row).first()
        if row.first_id == says.pk:
            if open_one is not None:
                _close(open_one, StarterReport.Status.STANDS, "A later sheet agrees.")
                decision.record(open_one, action=AttendanceAction.START_REPORT_WITHDRAWN, after={"says": says.pk})
            return None
        if open_one is not None:
            return open_one
        report = StarterReport.objects.create(game=row, says=says, reported_at=timezone.now())
        decision.record(report, before=_facts(row), after={"says": says.pk})
    return report


def settle_report(
    *, by: Actor, report: StarterReport, correct: bool, ruling: str, culprit: Entry | None = None
) -> Settled:
    """The director corrects the start (`correct`), or lets it stand; the ruling says why.

    culprit: a player who misreported knowingly. Under self-balancing starts that is cheating: a case is opened, of
    level 1 where the book has levels (WESPA 2.1(c)). Raises ReportSettled, Refused.
    """
    tournament = report.game.round.division.tournament
    require(by, tournament, Can.RULE)
    if not ruling.strip():
        raise Refused("Say what you found: the players will ask.", code="reason_needed")
    if culprit is not None and tournament.start_mode not in SELF_BALANCING:
        raise Refused(
            f"Starts are not self-balancing here: a misreport is no offence of its own ({MISREPORT_RULE}).",
            code="not_self_balancing",
        )
    with deciding(
        report.game.round.division, by=by, action=AttendanceAction.START_SETTLED, reason=ruling, changes_state=correct
    ) as decision:
        division = decision.division
        row = owned_game(division, report.game)
        fresh = StarterReport.objects.open().filter(pk=report.pk).first()
        if fresh is None:
            raise ReportSettled("This report was settled meanwhile: reload the page.")
        before = _facts(row)
        if correct and row.first_id != fresh.says_id:
            turn_round(_two_players(row, fresh.says))
            row.save()
        fresh.knowing = culprit is not None
        status = StarterReport.Status.CORRECTED if correct else StarterReport.Status.STANDS
        _close(fresh, status, ruling)
        decision.record(fresh, before=before, after={**_facts(row), "status": str(status), "knowing": fresh.knowing})
        if culprit is None:
            return Settled(fresh, None)
        happened = Happened("starts_misreported", game=row, entry=culprit, other=row.opponent(culprit.pk), text=ruling)
        return Settled(fresh, log(by=by, division=division, happened=happened))


def _may_say(by: Actor, game: Game) -> None:
    """Whoever enters results says who started, and so do the players of this game on their sheet."""
    own = isinstance(by, PlayerActor) and by.pk in game.entry_ids
    require(by, game.round.division.tournament, Can.SIGN if own else Can.ENTER_RESULTS)


def _agrees(division: Division, row: Game, starter: Entry, tiles: Sequence[tuple[str, str]]) -> None:
    if not tiles:
        return
    try:
        result = tile_draw(tiles, division.book_in_force)
    except BadDraw as error:
        raise Refused(str(error), code="not_in_rulebook") from error
    drawn = " ".join(reason.text for reason in result.reasons)
    if result.starter is None:
        raise Refused(f"These tiles decide nothing. {drawn}", code="tiles_undecided")
    named = row.first_id if result.starter == FIRST else row.second_id
    if named != starter.pk:
        raise Refused(f"These tiles say otherwise. {drawn}", code="tiles_disagree")


def _two_players(row: Game, entry: Entry) -> Game:
    if row.second_id is None:
        raise Refused("Nobody starts a bye.", code="bye")
    require_seated(row, entry)
    return row


def _close(report: StarterReport, status: str, ruling: str) -> None:
    report.status, report.ruling, report.settled_at = status, ruling, timezone.now()
    report.save(update_fields=["status", "ruling", "settled_at", "knowing"])


def _facts(row: Game) -> dict[str, Any]:
    return {"game": row.pk, "first": row.first_id, "second": row.second_id, "starts_by": row.starts_by}
