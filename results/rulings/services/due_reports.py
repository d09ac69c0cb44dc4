"""Everything that is to be reported outside the event, with its addressee: one list, marked off as it is sent.

Rulings (WESPA Preamble), incidents (WESPA 6.2.4(b), 6.3.3(c); NSA Guideline 2), recounts (NSA III.E) and, by the ruling behind
them, ejections. See docs/rulebook/conduct.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from results.rulings.actions import RulingAction
from results.rulings.models import Incident, Recount, Ruling
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, Tournament
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.services.decision import Refused, deciding


@dataclass(frozen=True, slots=True)
class Report:
    """One thing to be told. kind, pk: what it is a row of."""

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
    at: datetime  # decided
    sent_at: datetime | None  # None = not yet


def reports_due(tournament: Tournament) -> Sequence[Report]:
    """All of an event, those not sent first, then by time; in three queries however many."""
    rows = [*_rulings(tournament), *_incidents(tournament), *_recounts(tournament)]
    return sorted(rows, key=lambda row: (row.sent_at is not None, row.at, row.kind, row.pk))


def _rulings(tournament: Tournament) -> Iterable[Report]:
    people = ("division", "entry__player", "game__first__player", "game__second__player")
    for row in Ruling.objects.of_tournament(tournament).to_report().select_related(*people):
        yield Report(
            "ruling", row.pk, f"Ruling {row.pk}: {row.get_subject_display()}", row.division, row.round_number,
            row.game_id, _people(row.entry, None, row.game), row.rule, row.remedy, Ruling.ReportTo(row.report_to), row.made_at,
            row.reported_at,
        )  # fmt: skip


def _incidents(tournament: Tournament) -> Iterable[Report]:
    incidents = Incident.objects.of_tournament(tournament).to_report()
    people = ("division", "entry__player", "other__player", "game__first__player", "game__second__player")
    for row in incidents.select_related(*people):
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
    recounts = Recount.objects.filter(game__round__division__tournament=tournament, report=True)
    for row in recounts.select_related("game__round__division", "game__first__player", "game__second__player"):
        scores = f"{row.first_before}-{row.second_before} became {row.first_after}-{row.second_after}"
        yield Report(
            "recount", row.pk, f"Recount: {row.get_status_display()}", row.game.round.division, row.game.round.number,
            row.game_id, _people(None, None, row.game), provision.rule, scores, to, row.closed_at or row.opened_at,
            row.reported_at,
        )  # fmt: skip


def _people(entry: Entry | None, other: Entry | None, game: Game | None) -> str:
    named = [entry, other] if entry is not None or game is None else [game.first, game.second]
    return " against ".join(str(each.player) for each in named if each is not None)


SENT: dict[str, tuple[type[Ruling | Incident | Recount], RulingAction]] = {
    "ruling": (Ruling, RulingAction.RULING_REPORTED),
    "incident": (Incident, RulingAction.INCIDENT_REPORTED),
    "recount": (Recount, RulingAction.RECOUNT_REPORTED),
}


def mark_sent(*, by: Actor, tournament: Tournament, kind: str, pk: int) -> None:
    """Say that a report was sent. Raises Refused where there is nothing to send, or it was sent already."""
    require(by, tournament, Can.RULE)
    report = next((row for row in reports_due(tournament) if (row.kind, row.pk) == (kind, pk)), None)
    if report is None:
        raise Refused("There is nothing of this to report.", code="nothing_to_report")
    model, action = SENT[kind]
    with deciding(report.division, by=by, action=action) as decision:
        if not model.objects.filter(pk=pk, reported_at=None).update(reported_at=timezone.now()):
            raise Refused("This was reported already.", code="reported_already")
        after = {"report_to": str(report.to)} if kind == "ruling" else {"sent": True}
        decision.record(model.objects.get(pk=pk), after=after)
