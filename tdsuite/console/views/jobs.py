"""Background work: one job, and its files."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.errors import CannotRetry
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.platform.jobs.services import request_cancel, retry, worker_status
from tdsuite.tournaments.models import Tournament
from ..printing import print_of


def job_of(tournament: Tournament, pk: int) -> Job:
    return get_object_or_404(Job.objects.of(tournament).prefetch_related("files"), pk=pk)


@never_cache
@needs(Can.SEE_CONSOLE)
def job(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One job; its part of the page asks again every second until the job has ended."""
    row = job_of(tournament, pk)
    context = {
        "job": row,
        "worker": worker_status(),
        "print": print_of(row, tournament),
        "tab": "print",
    }
    return render(request, "console/_job.html" if request.htmx else "console/job.html", context)  # type: ignore[attr-defined]


@require_POST
@needs(Can.HELP)
def cancel(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    row = job_of(tournament, pk)
    if request_cancel(row, actor_of(request)):
        messages.success(request, _("%s is stopped.") % row.label)
    else:
        messages.info(request, _("%s had ended already.") % row.label)
    return redirect("console:job", tournament.slug, pk)


@require_POST
@needs(Can.HELP)
def again(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    try:
        retry(job_of(tournament, pk), actor_of(request))
    except CannotRetry as refused:
        messages.error(request, refused.says)
    return redirect("console:job", tournament.slug, pk)


@needs(Can.SEE_CONSOLE)
def file(request: HttpRequest, tournament: Tournament, pk: int, file_pk: int) -> HttpResponse:
    """A produced file, to look at in the browser or to keep."""
    row = get_object_or_404(JobFile, pk=file_pk, job=job_of(tournament, pk))
    try:
        data = row.open()
    except FileNotFoundError as error:
        raise Http404("This file was taken from the disk; press “Try again” on its job.") from error
    return FileResponse(data, filename=row.name, content_type=row.content_type)  # type: ignore[return-value]
