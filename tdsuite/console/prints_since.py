"""Has what a print shows changed since it was made? The record of decisions knows, and says what happened."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdsuite.audit.models import Record
from tdsuite.audit.services import chain_of
from tdsuite.jobs.models import Job
from tdsuite.tournaments.models import Division, Game, Round, Tournament

RESULTS = {
    "result.corrected": gettext_lazy("a result was corrected"),
    "result.amended": gettext_lazy("a result was amended on appeal"),
    "result.withdrawn": gettext_lazy("a result was taken back"),
    "result.decided": gettext_lazy("a result was decided"),
    "result.entered": gettext_lazy("a result came in"),
    "game.adjusted": gettext_lazy("points of a game were changed"),
    "game.adjustment_removed": gettext_lazy("points of a game were changed"),
    "spread.adjusted": gettext_lazy("a spread was changed"),
}
BOARDS = {"pairings.board_changed": gettext_lazy("a board was changed")}
ROSTER = {
    "entry.added": gettext_lazy("a player was added"),
    "entry.joined_late": gettext_lazy("a player was added"),
    "entry.changed": gettext_lazy("an entry was changed"),
    "entry.removed": gettext_lazy("a player was removed"),
    "entry.ejected": gettext_lazy("a player was ejected"),
    "entry.ejection_reversed": gettext_lazy("an ejection was reversed"),
}
WORDS = RESULTS | BOARDS | ROSTER
GRAVE = "result.corrected"  # said before anything that happened later
BOARD_REPORTS = frozenset({"pairings-by-table", "pairings-by-name", "result-slips", "tally-sheet", "table-signs"})
ROSTER_REPORTS = frozenset({"name-tags", "attendance"})


@dataclass(frozen=True, slots=True)
class Change:
    """A decision since.  round: None where it is of no round."""

    action: str
    round: int | None


def looked_at(report: str) -> Mapping[str, object]:
    """Which decisions change what a report shows."""
    if report in ROSTER_REPORTS:
        return ROSTER
    if report in BOARD_REPORTS:
        return BOARDS | ROSTER
    return WORDS


def changed_since(
    jobs: Iterable[Job], tournament: Tournament, divisions: Mapping[tuple[str, str], Division]
) -> dict[int, str]:
    """What happened since each finished print that would make it look different, by job; three queries whatever their number.

    A print of a round is not changed by decisions about later rounds.  divisions: of each print's subject, by (type, id).
    """
    made = {
        job.pk: job for job in jobs if job.status == Job.Status.DONE and (job.subject_type, job.subject_id) in divisions
    }
    if not made:
        return {}
    begun = [job.started_at or job.created_at for job in made.values()]
    records = list(
        Record.objects.of_chain(chain_of(tournament)).filter(action__in=WORDS, at__gte=min(begun)).order_by("-seq")
    )
    rounds = _rounds_of(records)
    told = {}
    for pk, job in made.items():
        scope = divisions[job.subject_type, job.subject_id].live_topic
        since = [
            Change(row.action, rounds.get((row.object_type, row.object_id)))
            for row in records
            if row.scope == scope and row.at >= (job.started_at or job.created_at)
        ]
        if words := _told(job, since):
            told[pk] = words
    return told


def _told(job: Job, since: list[Change]) -> str:
    watched = looked_at(job.args["report"])
    whole = job.subject_type == Division._meta.label_lower
    last = job.args.get("options", {}).get("round")
    found = [
        change.action
        for change in since
        if change.action in watched and (whole or change.round is None or last is None or change.round <= last)
    ]
    if not found:
        return ""
    return _("%(what)s since") % {"what": WORDS[GRAVE if GRAVE in found else found[0]]}


def _rounds_of(records: Iterable[Record]) -> dict[tuple[str, str], int]:
    """The round of each record that is about a game or a round; two queries."""
    ids: dict[str, set[int]] = {Game._meta.label_lower: set(), Round._meta.label_lower: set()}
    for record in records:
        if record.object_type in ids:
            ids[record.object_type].add(int(record.object_id))
    games, rows = ids[Game._meta.label_lower], ids[Round._meta.label_lower]
    found = dict(Game.objects.filter(pk__in=games).values_list("pk", "round__number"))
    numbers = dict(Round.objects.filter(pk__in=rows).values_list("pk", "number"))
    return {(Game._meta.label_lower, str(pk)): number for pk, number in found.items()} | {
        (Round._meta.label_lower, str(pk)): number for pk, number in numbers.items()
    }
