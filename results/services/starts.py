"""Who really started: a draw's outcome from the sheet, a sheet that names another starter, and what the director says.

(WESPA 2.1; NSA I.C)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model
from django.utils import timezone

from tdsuite.access.actors import PlayerActor
from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.engine.starts import StartMode, StartRecord
from tdsuite.tournaments.engine.tile_draw import FIRST, BadDraw, tile_draw
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import owned_game
from tdsuite.tournaments.services.sides import turn_round
from tdsuite.tournaments.services.starts import named_by, reopen_later_starts

from ..models import Incident, StarterReport
from .incidents import Happened, log

SELF_BALANCING = (StartMode.BALANCE, StartMode.NSA)
MISREPORT_RULE = "2.1(c)"


class StartDecided(Refused):
    """Who starts this game is decided: a sheet that says otherwise is reported, not drawn again."""


class ReportSettled(Refused):
    """Somebody settled this report meanwhile."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A settled report.  case: the incident that was opened against a player who knew better, else None."""

    report: StarterReport
    case: Incident | None


@dataclass(frozen=True, slots=True)
class StartRow:
    """One line of the list of starts."""

    entry: Entry
    record: StartRecord


def record_draw(*, by: Any, game: Game, starter: Entry, tiles: Sequence[tuple[str, str]] = ()) -> Game:
    """Tiles were drawn, or the players compared their records, and `starter` starts. What is handed in twice is kept once.

    tiles: (first player's, second player's) of each draw in turn, where they are known; they must agree with `starter`.
    Raises StartDecided, Refused.
    """
    _may_say(by, game)
    with deciding(game.round.division) as division:
        row = _two_players(owned_game(division, game), starter)
        if row.starts_by in (Game.StartsBy.DRAWN, Game.StartsBy.BALANCE) and row.first_id == starter.pk:
            return row
        if row.starts_by not in Game.NOBODY_YET:
            raise StartDecided(f"{row.first.player} starts this game already: report what the sheet says instead.")
        _agrees(division, row, starter, tiles)
        before = _facts(row)
        if row.first_id != starter.pk:
            turn_round(row)
        row.starts_by = Game.StartsBy.DRAWN if tiles else named_by(row)
        row.save()
        drawn = [list(pair) for pair in tiles]
        _recorded("start.drawn", division, row.round, by, before=before, after={**_facts(row), "tiles": drawn})
    return row


def take_back_draw(*, by: Any, game: Game, reason: str) -> Game:
    """The draw was recorded by mistake: tiles are to be drawn. Scores stay with their players."""
    require(by, game.round.division.tournament, Can.CORRECT_RESULTS)
    if not reason.strip():
        raise Refused("Say why the draw is taken back.")
    with deciding(game.round.division) as division:
        row = owned_game(division, game)
        if row.starts_by != Game.StartsBy.DRAWN:
            raise Refused("No draw was recorded for this game.")
        before = _facts(row)
        row.starts_by = Game.StartsBy.DRAW
        row.save(update_fields=["starts_by"])
        reopen_later_starts(division, row)
        _recorded("start.draw_taken_back", division, row.round, by, before=before, after=_facts(row), reason=reason)
    return row


def report_starter(
    *, by: Any, game: Game, says: Entry, source: str = "sheet", at: datetime | None = None
) -> StarterReport | None:
    """What a sheet says of who started. None where it agrees; an open report for the director where it does not.

    A draw that was still open is recorded. A game has one open report; a later sheet that agrees closes it.
    """
    _may_say(by, game)
    if game.starts_by in Game.NOBODY_YET:
        record_draw(by=by, game=game, starter=says)
        return None
    with deciding(game.round.division, changes_state=False) as division:
        row = _two_players(owned_game(division, game), says)
        open_one = StarterReport.objects.open().filter(game=row).first()
        if row.first_id == says.pk:
            if open_one is not None:
                _close(open_one, StarterReport.Status.STANDS, "A later sheet agrees.", at)
                _recorded("start.report_withdrawn", division, open_one, by, before={}, after={"says": says.pk})
            return None
        if open_one is not None:
            return open_one
        report = StarterReport.objects.create(game=row, says=says, source=source, reported_at=at or timezone.now())
        _recorded(
            "start.misreported", division, report, by, before=_facts(row), after={"says": says.pk, "source": source}
        )
    return report


def settle_report(
    *, by: Any, report: StarterReport, correct: bool, ruling: str, culprit: Entry | None = None,
    at: datetime | None = None,
) -> Settled:  # fmt: skip
    """The director corrects the start (`correct`), or lets it stand; the ruling says why.

    culprit: a player who misreported knowingly. Under self-balancing starts that is cheating: a case is opened, of
    level 1 where the book has levels (WESPA 2.1(c)). Raises ReportSettled, Refused.
    """
    tournament = report.game.round.division.tournament
    require(by, tournament, Can.RULE)
    if not ruling.strip():
        raise Refused("Say what you found: the players will ask.")
    if culprit is not None and tournament.start_mode not in SELF_BALANCING:
        raise Refused(f"Starts are not self-balancing here: a misreport is no offence of its own ({MISREPORT_RULE}).")
    with deciding(report.game.round.division, changes_state=correct) as division:
        row = owned_game(division, report.game)
        fresh = StarterReport.objects.open().filter(pk=report.pk).first()
        if fresh is None:
            raise ReportSettled("This report was settled meanwhile: reload the page.")
        before = _facts(row)
        if correct and row.first_id != fresh.says_id:
            turn_round(_two_players(row, fresh.says))
            row.save()
            reopen_later_starts(division, row)
        fresh.knowing = culprit is not None
        status = StarterReport.Status.CORRECTED if correct else StarterReport.Status.STANDS
        _close(fresh, status, ruling, at)
        after = {**_facts(row), "status": str(status), "knowing": fresh.knowing}
        _recorded("start.settled", division, fresh, by, before=before, after=after, reason=ruling)
        case = None if culprit is None else _case(division, row, culprit, ruling, by)
    return Settled(fresh, case)


def open_reports(division: Division) -> list[StarterReport]:
    """Reports that wait for the director, oldest first, with people."""
    people = ("says__player", "game__first__player", "game__second__player", "game__round__division")
    return list(StarterReport.objects.of_division(division).open().select_related(*people))


def start_rows(division: Division) -> list[StartRow]:
    """Every player's starts, replies and longest run so far, in order of number."""
    past = history(division)
    records = past.start_records()
    return [StartRow(entry, records[entry.number]) for entry in past.entries]


def _may_say(by: Any, game: Game) -> None:
    """Whoever enters results says who started, and so do the players of this game on their sheet."""
    own = isinstance(by, PlayerActor) and by.pk in (game.first_id, game.second_id)
    require(by, game.round.division.tournament, Can.SIGN if own else Can.ENTER_RESULTS)


def _agrees(division: Division, row: Game, starter: Entry, tiles: Sequence[tuple[str, str]]) -> None:
    if not tiles:
        return
    try:
        result = tile_draw(tiles, division.tournament.rules.rulebook)
    except BadDraw as error:
        raise Refused(str(error)) from error
    said = " ".join(one.text for one in result.reasons)
    if result.starter is None:
        raise Refused(f"These tiles decide nothing. {said}")
    named = row.first_id if result.starter == FIRST else row.second_id
    if named != starter.pk:
        raise Refused(f"These tiles say otherwise. {said}")


def _case(division: Division, row: Game, culprit: Entry, ruling: str, by: Any) -> Incident:
    other = row.second if row.first_id == culprit.pk else row.first
    happened = Happened("starts_misreported", game=row, entry=culprit, other=other, text=ruling)
    return log(by=by, division=division, happened=happened)


def _two_players(row: Game, entry: Entry) -> Game:
    if row.second_id is None:
        raise Refused("Nobody starts a bye.")
    if entry.pk not in (row.first_id, row.second_id):
        raise Refused(f"{entry.player} is not at this board.")
    return row


def _close(report: StarterReport, status: str, ruling: str, at: datetime | None) -> None:
    report.status, report.ruling, report.settled_at = status, ruling, at or timezone.now()
    report.save(update_fields=["status", "ruling", "settled_at", "knowing"])


def _facts(row: Game) -> dict[str, Any]:
    return {"game": row.pk, "first": row.first_id, "second": row.second_id, "starts_by": row.starts_by}


def _recorded(
    action: str,
    division: Division,
    obj: Model,
    by: Any,
    *,
    before: dict[str, Any],
    after: dict[str, Any],
    reason: str = "",
) -> None:
    """Kept with the round or the report, not with the game: whose last record it is, decides who may undo its result."""
    record(
        action, obj=obj, tournament=division.tournament, scope=division.live_topic, by=by, before=before, after=after,
        reason=reason,
    )  # fmt: skip
