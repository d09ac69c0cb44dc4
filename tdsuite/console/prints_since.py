"""Has what a print shows changed since it was made?"""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from results.games.actions import ResultAction
from tdsuite.platform.audit.actions import Touches
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, DivisionChange

BOARD_REPORTS = frozenset({"pairings-by-table", "pairings-by-name", "result-slips", "tally-sheet", "table-signs"})
ROSTER_REPORTS = frozenset({"name-tags", "attendance"})


def shown_on(report: str) -> Touches:
    """What a report shows, and a decision may have changed."""
    if report in ROSTER_REPORTS:
        return Touches.ROSTER
    if report in BOARD_REPORTS:
        return Touches.BOARDS | Touches.TABLES | Touches.ROSTER
    return Touches.RESULTS | Touches.SCORES | Touches.BOARDS | Touches.TABLES | Touches.ROSTER


def changed_since(jobs: Iterable[Job], divisions: Mapping[tuple[str, str], Division]) -> dict[int, str]:
    """What happened since each finished print that would make it look different, by job; one query whatever their number.

    A print of a round is not changed by decisions about later rounds.

    Args:
        divisions: of each print's subject, by (type, id).
    """
    prints = [
        (job, divisions[job.subject_type, job.subject_id], job.started_at or job.created_at)
        for job in jobs
        if job.status == Job.Status.DONE and (job.subject_type, job.subject_id) in divisions
    ]
    if not prints:
        return {}
    changes = DivisionChange.objects.filter(
        division__in={division.pk for _job, division, _begun in prints}, at__gte=min(begun for *_job, begun in prints)
    )
    later = [change for change in changes.order_by("-pk") if change.what & Touches.PRINTS]
    since = {}
    for job, division, begun in prints:
        meanwhile = [change for change in later if change.division_id == division.pk and change.at >= begun]
        if happened := _happened(job, meanwhile):
            since[job.pk] = _("%(what)s since") % {"what": happened}
    return since


def _happened(job: Job, changes: list[DivisionChange]) -> str:
    """The newest change that the print would show, a correction before all others; "" where there is none."""
    touches = shown_on(job.args["report"])
    whole = job.subject_type == Division._meta.label_lower
    last = None if whole else job.args.get("options", {}).get("round")
    seen = [
        change
        for change in changes
        if change.what & touches and (last is None or change.round_number is None or change.round_number <= last)
    ]
    corrections = [change for change in seen if change.action == ResultAction.CORRECTED]
    return next((change.happened for change in (*corrections, *seen)), "")
