"""Everything that is to be reported outside the event, with its addressee: one list, marked off as it is sent.

Rulings (WESPA Preamble), incidents (WESPA 6.2.4(b), 6.3.3(c); NSA Guideline 2), recounts (NSA III.E) and, by the ruling behind
them, ejections. See docs/rulebook/conduct.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.engine.csv_text import table_text
from tdsuite.tournaments.models import Division, Entry, Game, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding

from ..engine.incident_types import TYPES
from ..models import Incident, Recount, Ruling
from . import rulings

HEADER = ("what", "division", "round", "players", "rule", "remedy", "report to", "decided", "sent")


@dataclass(frozen=True, slots=True)
class Report:
    """One thing to be told.  kind, pk: what it is a row of.  to: a Ruling.ReportTo.  at: decided; sent_at: None = not yet."""

    kind: str
    pk: int
    what: str
    division: Division
    round_number: int | None
    game_id: int | None
    players: str
    rule: str
    remedy: str
    to: Ruling.ReportTo
    at: datetime
    sent_at: datetime | None


def reports_due(tournament: Tournament) -> Sequence[Report]:
    """All of an event, those not sent first, then by time; in three queries however many."""
    rows = [*_rulings(tournament), *_incidents(tournament), *_recounts(tournament)]
    return sorted(rows, key=lambda row: (row.sent_at is not None, row.at, row.kind, row.pk))


def _rulings(tournament: Tournament) -> Iterable[Report]:
    found = Ruling.objects.of_tournament(tournament).exclude(report_to=Ruling.ReportTo.NOBODY)
    for row in found.select_related("division", "entry__player", "game__first__player", "game__second__player"):
        yield Report(
            "ruling", row.pk, f"Ruling {row.pk}: {row.get_subject_display()}", row.division, row.round_number,
            row.game_id, _people(row.entry, None, row.game), row.rule, row.remedy, Ruling.ReportTo(row.report_to), row.made_at,
            row.reported_at,
        )  # fmt: skip


def _incidents(tournament: Tournament) -> Iterable[Report]:
    found = Incident.objects.of_tournament(tournament).to_report()
    people = ("division", "entry__player", "other__player", "game__first__player", "game__second__player")
    for row in found.select_related(*people):
        title = TYPES[row.kind].title if row.kind in TYPES else row.kind
        level = f", level {row.level}" if row.level else ""
        yield Report(
            "incident", row.pk, f"Incident: {title}{level}", row.division, row.round_number, row.game_id,
            _people(row.entry, row.other, row.game), row.rule, row.penalty, Ruling.ReportTo(row.report_to), row.logged_at,
            row.reported_at,
        )  # fmt: skip


def _recounts(tournament: Tournament) -> Iterable[Report]:
    provision = tournament.rules.rulebook.results.reports.recounts
    to = Ruling.ReportTo(provision.value.to[0]) if provision.value.to else Ruling.ReportTo.ASSOCIATION
    found = Recount.objects.filter(game__round__division__tournament=tournament, report=True)
    for row in found.select_related("game__round__division", "game__first__player", "game__second__player"):
        scores = f"{row.first_before}-{row.second_before} became {row.first_after}-{row.second_after}"
        yield Report(
            "recount", row.pk, f"Recount: {row.get_status_display()}", row.game.round.division, row.game.round.number,
            row.game_id, _people(None, None, row.game), provision.rule, scores, to, row.closed_at or row.opened_at,
            row.reported_at,
        )  # fmt: skip


def _people(entry: Entry | None, other: Entry | None, game: Game | None) -> str:
    named = [entry, other] if entry is not None or game is None else [game.first, game.second]
    return " against ".join(str(each.player) for each in named if each is not None)


def mark_sent(*, by: Any, tournament: Tournament, kind: str, pk: int) -> None:
    """Say that a report was sent. Raises Refused where there is nothing to send, or it was sent already."""
    require(by, tournament, Can.RULE)
    if kind == "ruling":
        ruling = Ruling.objects.of_tournament(tournament).select_related("division__tournament").filter(pk=pk).first()
        if ruling is None:
            raise Refused("There is no such ruling.")
        rulings.mark_reported(by=by, ruling=ruling)
        return
    row = _unsent(tournament, kind, pk)
    with deciding(_division(row), changes_state=False) as division:
        if not type(row).objects.filter(pk=pk, reported_at=None).update(reported_at=timezone.now()):
            raise Refused("This was reported already.")
        record(
            f"{kind}.reported", obj=row, tournament=tournament, scope=division.live_topic, by=by, after={"sent": True}
        )


def _unsent(tournament: Tournament, kind: str, pk: int) -> Incident | Recount:
    row: Incident | Recount | None = None
    if kind == "incident":
        incidents = Incident.objects.of_tournament(tournament).to_report()
        row = incidents.select_related("division__tournament").filter(pk=pk).first()
    elif kind == "recount":
        recounts = Recount.objects.filter(game__round__division__tournament=tournament, report=True)
        row = recounts.select_related("game__round__division__tournament").filter(pk=pk).first()
    if row is None:
        raise Refused("There is nothing of this to report.")
    return row


def _division(row: Incident | Recount) -> Division:
    return row.division if isinstance(row, Incident) else row.game.round.division


def reports_csv(reports: Sequence[Report]) -> str:
    """The list as CSV: one line a report, instants in ISO 8601 (local time), "" where it was not sent."""
    return table_text(
        HEADER,
        [
            (
                row.what, row.division.name, row.round_number, row.players, row.rule, row.remedy, str(row.to.label),
                _instant(row.at), _instant(row.sent_at) if row.sent_at else "",
            )
            for row in reports
        ],
        mark=True,
    )  # fmt: skip


def _instant(at: datetime) -> str:
    return timezone.localtime(at).isoformat(timespec="minutes")
