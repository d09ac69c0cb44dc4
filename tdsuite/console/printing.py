"""The print page: have a PDF made by a job, or open the same sheet for the browser's own print."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from results.games.actions import ResultAction
from tdsuite.console.forms.printing import NEEDS, SCOPES, Print, PrintForm, WifiForm, switched_on, words_of
from tdsuite.platform.access.addresses import unreachable_base
from tdsuite.platform.access.guard import actor_of, needs, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actions import Touches
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.platform.jobs.services import worker_status
from tdsuite.platform.printing.looks import last_look, look_of
from tdsuite.platform.printing.pdf import pdf_available
from tdsuite.platform.printing.registry import UnknownReport, find, reports
from tdsuite.platform.printing.services import LANGUAGES, html_of
from tdsuite.tournaments.models import Division, DivisionChange, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import round_of
from .day import disk_warning

SHOWN = 12
KIND = "printing.render"
OPEN = (Round.Status.PUBLISHED, Round.Status.PLAYING)
BOARD_REPORTS = frozenset({"pairings-by-table", "pairings-by-name", "result-slips", "tally-sheet", "table-signs"})
ROSTER_REPORTS = frozenset({"name-tags", "attendance"})
ROUND, DIVISION = Round._meta.label_lower, Division._meta.label_lower


@needs(Can.PRINT)
@never_cache
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose; POST queues the PDF and goes to its job, or with `browser` to the sheet itself, as a draft always does.

    Where no PDF can be made, every press leads to the sheet. For a script the list alone, asked for again while something is printing.
    """
    if request.headers.get("HX-Request"):
        return render(request, "console/_prints.html", queue(tournament))
    form = PrintForm(tournament, request.user, request.POST or None, initial=_initial(request))
    if form.is_valid() and form.print:
        choice = form.print
        choice.look.keep(request)
        if "browser" in request.POST or choice.report.name in NEEDS or not pdf_available()[0]:
            return redirect(choice.address)
        return redirect("console:job", tournament.slug, choice.request(actor_of(request)).pk)
    last = last_look(request)
    context = {
        "form": form,
        "language": LANGUAGES[last.language],
        "unavailable": pdf_available()[1],
        "tab": "print",
        "wifi": WifiForm(initial=last.named),
        "unreachable": unreachable_base(tournament),
        "disk_full": disk_warning() != "",
        "current_rounds": current_rounds(tournament),
    }
    context |= queue(tournament)
    return render(request, "console/printing.html", context, status=400 if form.errors else 200)


def current_rounds(tournament: Tournament) -> list[Round]:
    """The newest published round of each division that is not over; one query."""
    rows = Round.objects.filter(division__tournament=tournament, status__in=OPEN).order_by("number")
    newest = {row.division_id: row for row in rows.select_related("division")}
    return sorted(newest.values(), key=lambda row: (row.division.position, row.division.name))


def queue(tournament: Tournament) -> dict[str, Any]:
    """What the list of prints shows, and whether a worker is there to make them."""
    prints = printed_lately(tournament)
    waiting = any(print.job.is_active for print in prints)
    return {"prints": prints, "waiting": waiting, "worker": worker_status() if waiting else None}


@needs(Can.PRINT)
@never_cache
@require_POST
def wifi(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sign with the hall's network, for the browser's print. The password is in this answer alone: no file, no job, no address."""
    form = WifiForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Type the network’s name."))
        return redirect("console:print", slug=tournament.slug)
    values = form.cleaned_data
    return HttpResponse(html_of(find("wifi-sign"), tournament, values, **look_of(request, values).named))


def _initial(request: HttpRequest) -> dict[str, str]:
    """What a link names (report, division, round, paper, language), and the paper and language of last time."""
    named = {name: request.GET[name] for name in ("report", "paper", "language") if name in request.GET}
    if request.GET.get("division") and request.GET.get("round"):
        named["place"] = f"{request.GET['division']}/{request.GET['round']}"
    return {**last_look(request).named, **named}


@needs(Can.PRINT)
@never_cache
@require_GET
def sheet(request: HttpRequest, tournament: Tournament, report: str, code: str, number: int) -> HttpResponse:
    """The report as a page of its own, printed with the browser's print command."""
    try:
        known = find(report)
    except UnknownReport:
        raise Http404(_("There is no such report.")) from None
    if known.scope not in SCOPES or known.secret:
        raise Http404(_("This report is not one of a round."))
    require(request.user, tournament, NEEDS.get(report, Can.PRINT))
    choice = Print(known, round_of(tournament, code, number), look_of(request, request.GET), switched_on(request.GET))
    try:
        return HttpResponse(html_of(known, choice.subject, choice.build_options, **choice.look.named))
    except Refused as refusal:
        messages.error(request, words_of(refusal, request.user, tournament))
        return redirect("console:print", slug=tournament.slug)


@dataclass(frozen=True, slots=True)
class Printed:
    """One line of what was printed lately.  about: the division and round, "" when they are gone.

    since: what happened that changed the data. address: the same sheet for the browser's print, "" without one.
    """

    job: Job
    label: str
    about: str
    files: tuple[JobFile, ...]
    since: str
    address: str

    @property
    def whole(self) -> JobFile | None:
        """The file that the job was for; None until it is made."""
        return next((file for file in self.files if file.name == self.job.result.get("file")), None)


def printed_lately(tournament: Tournament) -> list[Printed]:
    """The newest prints of the event, in seven queries; the jobs' own pages watch and stop them."""
    newest = Job.objects.of(tournament).of_kind(KIND).order_by("-pk").prefetch_related("files")
    return _printed(list(newest[:SHOWN]), tournament)


def print_of(job: Job, tournament: Tournament) -> Printed | None:
    """What the job's own page says of a print; None for any other job."""
    return _printed([job], tournament)[0] if job.kind == KIND else None


def _printed(jobs: list[Job], tournament: Tournament) -> list[Printed]:
    divisions = divisions_of(jobs)
    since = changed_since(jobs, divisions)
    known = {report.name: report for report in reports()}
    return [
        Printed(
            job,
            str(known[job.args["report"]].label) if job.args["report"] in known else job.label,
            _about(job, divisions),
            tuple(job.files.all()),
            since.get(job.pk, ""),
            _address(job, tournament, divisions) if job.args["report"] in known else "",
        )
        for job in jobs
    ]


def _address(job: Job, tournament: Tournament, divisions: dict[tuple[str, str], Division]) -> str:
    division = divisions.get((job.subject_type, job.subject_id))
    options = job.args.get("options", {})
    code = (
        division.code if division else options.get("division")
    )  # a paper of the whole event names where it was asked for
    if not code or not options.get("round"):
        return ""
    path = tournament.url("console:print_sheet", job.args["report"], code, options["round"])
    switches = {name: 1 for name, on in options.items() if on is True}
    look = {name: job.args[name] for name in ("paper", "language") if job.args.get(name)}
    return f"{path}?{urlencode({**look, **switches})}" if look else path


def divisions_of(jobs: Sequence[Job]) -> dict[tuple[str, str], Division]:
    """The division of each job's subject, by (subject type, id), in two queries."""
    ids: dict[str, list[str]] = {ROUND: [], DIVISION: []}
    for job in jobs:
        ids.setdefault(job.subject_type, []).append(job.subject_id)
    rounds = Round.objects.select_related("division").in_bulk(ids[ROUND])
    divisions = {(ROUND, str(pk)): row.division for pk, row in rounds.items()}
    return divisions | {(DIVISION, str(pk)): row for pk, row in Division.objects.in_bulk(ids[DIVISION]).items()}


def _about(job: Job, divisions: dict[tuple[str, str], Division]) -> str:
    division = divisions.get((job.subject_type, job.subject_id))
    number = job.args.get("options", {}).get("round")
    where = _("%(division)s, round %(round)s") % {"division": division, "round": number} if division else ""
    return ", ".join(filter(None, [where, other_language(job)]))


def other_language(job: Job) -> str:
    """The name of a print's language, "" where it is the page's own."""
    language = job.args.get("language", "")
    return "" if language == get_language() else LANGUAGES.get(language, "")


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
    """The newest change that the print would show, a correction before all others; "" without one."""
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
