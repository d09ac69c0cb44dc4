"""An event from files: look at what they would make, say what their columns hold, make it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.services.next_rounds import request_drafts
from tdsuite.exchange.columns import unclear
from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.events import round_notes
from tdsuite.exchange.forms import ColumnsForm, EventApplyForm
from tdsuite.exchange.incoming import EventPlan, apply_upload, new_event_of, plan_event, proposed_name, sources_of
from tdsuite.exchange.mending import faulty_lines
from tdsuite.exchange.models import EventUpload
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.services.decision import Refused
from .columns import columns_form, refused_columns
from .mending import put_right

MOST_NOTES = 10  # of what the checker found, on the page after an import


@require_POST
@login_required
def columns(request: HttpRequest, pk: int, file: int) -> HttpResponse:
    """Say what each column of one of the files holds."""
    upload = _own(request, pk)
    if (form := refused_columns(request, get_object_or_404(upload.files, pk=file))) is not None:
        return _preview(request, upload, columns={file: form})
    return redirect("incoming:look", pk)


@login_required
def look(request: HttpRequest, pk: int) -> HttpResponse:
    """Divisions, players and rounds that the files would make, what was repaired, and what stands in the way.

    A refused file is put right here: its faulty lines, or another file in its place.
    """
    upload, refused = _own(request, pk), ""
    if request.method == "POST":
        refused = put_right(request, get_object_or_404(upload.files, pk=whole(request.POST.get("file")) or 0))
        if not refused:
            return redirect("incoming:look", pk)
    return _preview(request, upload, refused=refused)


@require_POST
@login_required
def make(request: HttpRequest, pk: int) -> HttpResponse:
    """All of it, or nothing."""
    upload = _own(request, pk)
    form = EventApplyForm(request.POST)
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
                        "Round 1 is paired with every player, and none is checked in yet: see Check-in before you publish."
                    ),
                )
                return redirect("console:round", tournament.slug)
            return redirect("console:event", tournament.slug)
    return _preview(request, upload, form)


def _preview(
    request: HttpRequest,
    upload: EventUpload,
    form: EventApplyForm | None = None,
    refused: str = "",
    columns: Mapping[int, ColumnsForm] = MappingProxyType({}),
) -> HttpResponse:
    """columns: forms of files' columns that were not accepted, by the file's number."""
    sources = sources_of(upload)
    plan = plan_event(sources, new_event_of(upload))
    context = {"upload": upload, "plan": plan, "form": form or _apply_form(upload, plan, sources), "refused": refused}
    context["files"] = files = [
        (file, row, faulty_lines(row) if file.errors else [], columns.get(row.pk) or columns_form(row), unclear(source))
        for file, row, source in zip(plan.files, upload.files.order_by("pk"), sources, strict=True)
    ]
    context["asked"] = any(asked for *_rest, asked in files)
    wrong = (form and form.errors) or refused or columns
    return render(request, "exchange/event_preview.html", context, status=422 if wrong else 200)


def _apply_form(upload: EventUpload, plan: EventPlan, sources: Sequence[SourceFile]) -> EventApplyForm:
    """What the event is to be called, as its files, or the person who gave them, say."""
    new_event = new_event_of(upload)
    day = new_event.values["starts_on"] if new_event else plan.day
    name = upload.name or plan.name or proposed_name(sources)
    return EventApplyForm(initial={"slug": upload.slug, "name": name, "day": day})


def _own(request: HttpRequest, pk: int) -> EventUpload:
    require(request.user, None, Can.CREATE_TOURNAMENT)
    return get_object_or_404(EventUpload, pk=pk, created_by=request.user.pk)
