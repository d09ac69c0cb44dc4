"""An event from files: give them, look at what they would make, make it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.tournaments.services.decision import Refused

from .events import SourceFile
from .forms import EventApplyForm, EventFilesForm
from .incoming import apply_upload, keep_upload, plan_event, sources_of
from .models import EventUpload


@login_required
def give(request: HttpRequest) -> HttpResponse:
    """Give the files. They are kept as they are and shown before anything is made of them."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form = EventFilesForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        sources = [SourceFile(one.name, one.read()) for one in data["sources"]]
        words = {name: data[name] for name in ("slug", "name", "rulebook")}
        try:
            return redirect("incoming:look", pk=keep_upload(by=request.user, sources=sources, **words).pk)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return render(request, "exchange/event_files.html", {"form": form}, status=422 if form.errors else 200)


@login_required
def look(request: HttpRequest, pk: int) -> HttpResponse:
    """Divisions, players and rounds that the files would make, what was repaired, and what stands in the way."""
    upload = _own(request, pk)
    plan = plan_event(sources_of(upload))
    form = EventApplyForm(initial={"slug": upload.slug, "name": upload.name or plan.name or upload.slug})
    return _shown(request, upload, form)


@require_POST
@login_required
def make(request: HttpRequest, pk: int) -> HttpResponse:
    """All of it, or nothing."""
    upload = _own(request, pk)
    form = EventApplyForm(request.POST)
    if form.is_valid():
        try:
            made = apply_upload(by=request.user, upload=upload, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%s is made from the files.") % made)
            return redirect("console:event", made.slug)
    return _shown(request, upload, form)


def _shown(request: HttpRequest, upload: EventUpload, form: EventApplyForm) -> HttpResponse:
    context = {"upload": upload, "plan": plan_event(sources_of(upload)), "form": form}
    return render(request, "exchange/event_preview.html", context, status=422 if form.errors else 200)


def _own(request: HttpRequest, pk: int) -> EventUpload:
    require(request.user, None, Can.CREATE_TOURNAMENT)
    return get_object_or_404(EventUpload, pk=pk, created_by=request.user.pk)
