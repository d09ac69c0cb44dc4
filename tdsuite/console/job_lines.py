"""What the list of jobs says of each: a print by its report, a pairing by its division and round."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdsuite.console.forms.printing import PAPER_CHOICES
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.printing.registry import reports
from tdsuite.tournaments.models import Division

from .printing import KIND, divisions_of, other_language


@dataclass(frozen=True, slots=True)
class JobLine:
    """One line of the list.  label: "Result slips", "Pairing"; about: "Division A, round 7, A4, Français", or as much of it as is known."""

    job: Job
    label: str
    about: str


def job_lines(jobs: Sequence[Job]) -> list[JobLine]:
    """The jobs in words, in two queries whatever their number."""
    divisions, labels = divisions_of(jobs), {report.name: str(report.label) for report in reports()}
    return [
        JobLine(
            job,
            labels.get(job.args.get("report", ""), job.label) if job.kind == KIND else job.label,
            _about(job, divisions.get((job.subject_type, job.subject_id))),
        )
        for job in jobs
    ]


def _about(job: Job, division: Division | None) -> str:
    number = job.args.get("round") or job.args.get("options", {}).get("round")
    paper = str(dict(PAPER_CHOICES).get(job.args.get("paper", ""), ""))
    known = (str(division), _("round %(round)s") % {"round": number} if number else "") if division else ()
    return ", ".join(filter(None, [*known, paper, other_language(job)]))
