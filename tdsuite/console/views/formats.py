"""Formats compared before an event is made: what is asked, and the comparison, which a worker makes."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from pairings.services.format_comparison import compared, comparisons_of, outline_of, request_comparison
from tdsuite.console.forms.formats import FormatsForm
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.services import request_cancel, worker_status


@never_cache
@login_required
def formats(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Ask for a comparison; one that was asked for (`pk`) asks again until it is there, and can be left meanwhile."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form = FormatsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        job = request_comparison(by=actor_of(request), outline=form.outline())
        return redirect("console:formats_compared", job.pk)
    context: dict[str, Any] = {"form": form}
    if pk is not None:
        job = get_object_or_404(comparisons_of(actor_of(request)), pk=pk)
        outline = outline_of(job)
        context |= {
            "job": job, "outline": outline, "no_worker": worker_status().says if job.is_active else "",
            "lines": compared(outline, job.result) if job.status == job.Status.DONE else (),
        }  # fmt: skip
    return render(request, "console/formats.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def formats_stop(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a comparison."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    request_cancel(get_object_or_404(comparisons_of(actor_of(request)), pk=pk), actor_of(request))
    return redirect("console:formats")
