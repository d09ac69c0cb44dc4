"""Roster in: give it, look at what it would do, apply it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of

from .events import SourceFile
from .forms import RosterForm
from .models import RosterUpload
from .roster import apply_roster, plan_roster


@needs(Can.EDIT_ROSTER)
def roster_import(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Give a roster. It is kept as it is and shown before anything is done with it."""
    division = division_of(tournament, code)
    form = RosterForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        name, data = form.source()
        RosterUpload.objects.filter(division=division, applied_at=None).delete()
        upload = RosterUpload.objects.create(
            division=division, filename=name[:120], data=data, created_by=request.user.pk
        )
        return redirect("exchange:roster_preview", slug=tournament.slug, code=code, pk=upload.pk)
    context = {"tournament": tournament, "division": division, "form": form}
    return render(request, "exchange/roster_import.html", context, status=400 if form.errors else 200)


@needs(Can.EDIT_ROSTER)
def roster_preview(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """What applying the file would do: players added and changed, what is wrong, what looks alike."""
    division = division_of(tournament, code)
    upload = _upload(division, pk)
    if request.GET.get("section", "").isdecimal():
        upload.section = int(request.GET["section"])
        upload.save(update_fields=["section"])
    plan = plan_roster(division, _source(upload), upload.section)
    context: dict[str, Any] = {"tournament": tournament, "division": division, "upload": upload, "plan": plan}
    return render(request, "exchange/roster_preview.html", context)


@require_POST
@needs(Can.EDIT_ROSTER)
def roster_apply(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """All of it, or nothing."""
    division = division_of(tournament, code)
    upload = _upload(division, pk)
    try:
        plan = apply_roster(
            by=request.user,
            division=division,
            source=_source(upload),
            section=upload.section,
            with_games="with_games" in request.POST,
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("exchange:roster_preview", slug=tournament.slug, code=code, pk=pk)
    RosterUpload.objects.filter(pk=upload.pk).update(applied_at=timezone.now())
    messages.success(request, _("%(add)s players added, %(change)s changed, %(same)s as they were.") % plan.counts)
    return redirect("console:roster", slug=tournament.slug, code=code)


def _upload(division: Division, pk: int) -> RosterUpload:
    return get_object_or_404(RosterUpload, pk=pk, division=division, applied_at=None)


def _source(upload: RosterUpload) -> SourceFile:
    return SourceFile(upload.filename, bytes(upload.data))
