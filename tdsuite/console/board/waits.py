"""What waits for somebody, as lines beside the board: calls, disputes, challenges, and what may go wrong today."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from pairings.services.free_seats import idle_byes, proposal
from results.attendance.services.time import alerts
from results.sheets.reads import to_sign
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import worker_status
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.waiting import all_waiting
from tdsuite.tournaments.tables_in_use import boards_now, shared_tables
from ..day import warnings
from .sections import Board, Section

FAILED_FOR = timedelta(hours=12)  # so long a failed job is shown, if it is not tried again


@dataclass(frozen=True, slots=True)
class Wait:
    """One line.  url: where it is settled, "" where a page does not help.  seconds: how long it has waited."""

    what: str
    says: str = ""
    url: str = ""
    seconds: int | None = None
    urgent: bool = False


def waits(request: HttpRequest, board: Board) -> list[Wait]:
    """Everything that waits, people first; in a number of queries that does not grow with the event."""
    now, tournament = timezone.now(), board.tournament
    lines = [
        Wait(row.what, row.says, row.url, max(0, int((now - row.since).total_seconds())) if row.since else None, row.urgent)
        for row in all_waiting(tournament)
    ]  # fmt: skip
    if tournament.status != Tournament.Status.FINISHED:
        lines += [line for section in board.sections for line in _of_section(section)]
        lines += [*_faults(board), *_unsigned(board), *_shared(board.sections)]
    if allowed(request.user, tournament, Can.RUN_ROUNDS):
        for task in warnings(request, tournament, worker_status()):
            what, _dot, says = task.says.partition(". ")
            lines.append(Wait(what, says, task.url if allowed(request.user, tournament, task.needs) else ""))
        lines += _failed(tournament, now - FAILED_FOR)
    return lines


def _failed(tournament: Tournament, since: datetime) -> Iterator[Wait]:
    """Jobs that failed lately and were not tried again, and places where publishing fails."""
    for job in Job.objects.of(tournament).under_way_or_failed(since=since):
        if job.error:
            yield Wait(_("%s failed") % job.label, job.error, tournament.url("console:job", job.pk))
    for target in tournament.publish_targets.exclude(last_error=""):
        yield Wait(_("Publishing online fails"), target.state, tournament.url("files:publish"))


def _of_section(section: Section) -> Iterator[Wait]:
    """A round that is open again, breaks before its start, and players who have left with a board still to be settled."""
    division = section.division
    if section.times is not None and (breaks := section.times.breaks):
        what = _("%(division)s: %(count)d players have not had their break yet") % {
            "division": division,
            "count": len(breaks),
        }
        due = f"{breaks[0].due.reasons[0].text} ({breaks[0].due.reasons[0].rule})"
        zone = ZoneInfo(division.tournament.time_zone)
        yield Wait(
            what, " ".join([due, *(f"{each.entry.player}: {each.ready_at.astimezone(zone):%H:%M}." for each in breaks)])
        )
    for row in section.history.rounds:
        if row.is_reopened:
            what = _("%(division)s: round %(round)d is open again") % {"division": division, "round": row.number}
            yield Wait(what, row.undone_reason, division.board_url(row.number))
    left: dict[int, list[Game]] = {}
    for game in [*section.awaited, *(byes := idle_byes(section.history))]:
        for entry in (section.history.by_id[game.first_id],) if game in byes else game.gone:
            left.setdefault(entry.number, []).append(game)
    for number, games in left.items():
        player = section.history.by_number[number].player
        places = "; ".join(
            _("round %(round)d, table %(table)s") % {"round": game.round.number, "table": game.table}
            if game.second_id
            else _("round %d, bye") % game.round.number
            for game in games
        )
        url = f"{division.url('console:entry', number)}#left"
        way = proposal(division, games[-1].round.number)
        says = _("%(places)s. Proposed: a forfeit in a round being played, later %(way)s.") % {
            "places": places,
            "way": way,
        }
        yield Wait(_("%s has left and is on published boards") % player, says, url)


def _faults(board: Board) -> Iterator[Wait]:
    """Faults of players that by their count call for the director."""
    games = [
        game for section in board.sections if section.is_published for game in section.history.games_in(section.number)
    ]
    for fault in alerts([game for game in games if game.second_id]):
        url = board.tournament.url("console:table", fault.game.round.division.code, fault.game.pk)
        what = _("Table %(table)s: %(player)s") % {"table": fault.game.table, "player": fault.offender.player}
        yield Wait(what, f"{fault.tally.reasons[0].text} ({fault.tally.counter.rule})", url)


def _unsigned(board: Board) -> Iterator[Wait]:
    """Sheets of rounds that are not shown: those of the others have a chip."""
    divisions = {section.division.pk: section for section in board.sections}
    for (pk, number), count in sorted(to_sign(board.tournament).items()):
        section = divisions.get(pk)
        if section is not None and number != section.number:
            what = ngettext("%(division)s, round %(round)d: one sheet is not signed by both", "%(division)s, round %(round)d: %(count)d sheets are not signed by both", count)  # fmt: skip
            values = {"division": section.division, "round": number, "count": count}
            yield Wait(what % values, "", section.division.board_url(number))


def _shared(sections: Sequence[Section]) -> Iterator[Wait]:
    """Divisions that play at the same tables."""
    games = [game for section in sections for game in section.awaited if game.board is not None]
    now = boards_now(game for game in games if game.round.is_published)
    order = {division.pk: division for division in now}
    for division in order.values():
        for other in order.values():
            if division.pk < other.pk and (tables := shared_tables(now, division, other)):
                what = _("%(division)s and %(other)s play at the same tables") % {"division": division, "other": other}
                yield Wait(what, tables, division.url("pairings:tables"))
