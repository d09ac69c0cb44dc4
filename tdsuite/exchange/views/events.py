"""An event from files: give them, look at what they would make, make it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.services.next_rounds import request_drafts
from tdsuite.exchange.columns import source_of, unclear
from tdsuite.exchange.events import round_notes
from tdsuite.exchange.forms import EventApplyForm, EventFilesForm
from tdsuite.exchange.incoming import apply_upload, keep_upload, new_event_of, plan_event, proposed_name, sources_of
from tdsuite.exchange.mending import faulty_lines
from tdsuite.exchange.models import EventUpload, EventUploadFile
from tdsuite.exchange.views.columns import columns_page
from tdsuite.exchange.views.mending import put_right
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.services.decision import Refused

MOST_NOTES = 10  # of what the checker found, on the page after an import


@login_required
def give(request: HttpRequest) -> HttpResponse:
    """Give the files. They are kept as they are and shown before anything is made of them."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form = EventFilesForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        words = {name: form.cleaned_data[name] for name in ("slug", "name", "rulebook")}
        try:
            return redirect(next_page(keep_upload(by=actor_of(request), sources=form.source_files(), **words)))
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return render(request, "exchange/event_files.html", {"form": form}, status=422 if form.errors else 200)


def next_page(upload: EventUpload) -> str:
    """Where the first file stands whose columns are to be asked for; else the look at what would be made."""
    for file in upload.files.order_by("pk"):
        if unclear(source_of(file)):
            return resolve_url("incoming:columns", pk=upload.pk, file=file.pk)
    return resolve_url("incoming:look", pk=upload.pk)


@login_required
def columns(request: HttpRequest, pk: int, file: int) -> HttpResponse:
    """Say what each column of one of the files holds."""
    upload = _own(request, pk)
    row = get_object_or_404(EventUploadFile, upload=upload, pk=file)
    answer = columns_page(request, row, resolve_url("incoming:look", pk=pk), {})
    return redirect(next_page(upload)) if answer.status_code == 302 else answer


@login_required
def look(request: HttpRequest, pk: int) -> HttpResponse:
    """Divisions, players and rounds that the files would make, what was repaired, and what stands in the way.

    A refused file is put right here: its faulty lines, or another file in its place.
    """
    upload = _own(request, pk)
    refused = request.method == "POST" and _mended(request, upload)
    if request.method == "POST" and not refused:
        return redirect(next_page(upload))
    sources = sources_of(upload)
    new_event = new_event_of(upload)
    plan = plan_event(sources, new_event)
    name = upload.name or plan.name or proposed_name(sources)
    day = new_event.values["starts_on"] if new_event else plan.day
    initial = {"slug": upload.slug, "name": name, "day": day}
    form = EventApplyForm(initial=initial, in_question=plan.in_question)
    return _preview(request, upload, form, str(refused or ""))


def _mended(request: HttpRequest, upload: EventUpload) -> str:
    """Put one of the files right; why not, where it cannot be."""
    file = get_object_or_404(upload.files, pk=whole(request.POST.get("file")) or 0)
    return put_right(request, file)


@require_POST
@login_required
def make(request: HttpRequest, pk: int) -> HttpResponse:
    """All of it, or nothing."""
    upload = _own(request, pk)
    plan = plan_event(sources_of(upload), new_event_of(upload))
    form = EventApplyForm(request.POST, in_question=plan.in_question)
    if form.is_valid():
        try:
            tournament = apply_upload(by=actor_of(request), upload=upload, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%s is made.") % tournament)
            for found_note in round_notes(tournament)[:MOST_NOTES]:
                messages.warning(request, found_note.message)
            if "pair" in request.POST:
                request_drafts(by=actor_of(request), tournament=tournament)
                messages.warning(
                    request,
                    _(
                        "Round 1 is paired with every player, and none is checked in yet: see Players, Check-in, before you publish."
                    ),
                )
                return redirect("console:round", tournament.slug)
            return redirect("console:event", tournament.slug)
    return _preview(request, upload, form)


def _preview(request: HttpRequest, upload: EventUpload, form: EventApplyForm, refused: str = "") -> HttpResponse:
    plan = plan_event(sources_of(upload), new_event_of(upload))
    rows = upload.files.order_by("pk")
    files = [(file, row, faulty_lines(row) if file.errors else []) for file, row in zip(plan.files, rows, strict=True)]
    context = {"upload": upload, "plan": plan, "files": files, "form": form, "refused": refused}
    return render(request, "exchange/event_preview.html", context, status=422 if form.errors or refused else 200)


def _own(request: HttpRequest, pk: int) -> EventUpload:
    require(request.user, None, Can.CREATE_TOURNAMENT)
    return get_object_or_404(EventUpload, pk=pk, created_by=request.user.pk)
