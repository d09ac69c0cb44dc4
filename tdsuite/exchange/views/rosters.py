"""Roster in: give it, say what its columns hold where that is unclear, look at what it would do, apply it."""

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdsuite.exchange.columns import known_columns, source_of, table_of, unclear
from tdsuite.exchange.events import SourceFile
from tdsuite.exchange.forms import RosterForm
from tdsuite.exchange.incoming import KEPT_FOR
from tdsuite.exchange.models import RosterUpload
from tdsuite.exchange.roster import apply_roster, plan_roster
from tdsuite.exchange.views.columns import columns_page
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.numbers import whole
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of


@needs(Can.EDIT_ROSTER)
def roster_import(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Give a roster. It is kept as it is and shown before anything is done with it."""
    division = division_of(tournament, code)
    form = RosterForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            upload = _keep_upload(actor_of(request), division, form.source())
        except Refused as refusal:
            form.add_error("address", str(refusal))
        else:
            page = "roster_columns" if unclear(source_of(upload)) else "roster_preview"
            return redirect(f"exchange:{page}", slug=tournament.slug, code=code, pk=upload.pk)
    context = {"tournament": tournament, "division": division, "form": form, "tab": "roster"}
    return render(request, "exchange/roster_import.html", context, status=400 if form.errors else 200)


@needs(Can.EDIT_ROSTER)
def roster_columns(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """Say what each column of the file holds, and which officials need."""
    division = division_of(tournament, code)
    preview = resolve_url("exchange:roster_preview", slug=tournament.slug, code=code, pk=pk)
    context = {"tournament": tournament, "division": division, "tab": "roster"}
    return columns_page(request, _upload(division, pk), preview, division.roster_columns, context)


@needs(Can.EDIT_ROSTER)
def roster_preview(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """What applying the file would do: players added and changed, what is wrong, what looks alike."""
    division = division_of(tournament, code)
    upload = _upload(division, pk)
    if (section := whole(request.GET.get("section"), 32_767)) is not None:
        upload.section = section
        upload.save(update_fields=["section"])
    source = source_of(upload)
    plan = plan_roster(division, source, upload.section)
    context = {
        "tab": "roster",
        "tournament": tournament,
        "division": division,
        "upload": upload,
        "plan": plan,
        "table": table_of(source),
    }
    return render(request, "exchange/roster_preview.html", context)


@require_POST
@needs(Can.EDIT_ROSTER)
def roster_apply(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """All of it, or nothing."""
    division = division_of(tournament, code)
    upload = _upload(division, pk)
    try:
        plan = apply_roster(
            by=actor_of(request),
            division=division,
            source=source_of(upload),
            section=upload.section,
            with_games="with_games" in request.POST,
            purposes=dict(zip(request.POST.getlist("heading"), request.POST.getlist("purpose"), strict=False)),
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("exchange:roster_preview", slug=tournament.slug, code=code, pk=pk)
    upload.delete()
    messages.success(request, _("%(add)s players added, %(change)s changed, %(same)s as they were.") % plan.counts)
    return redirect("console:roster", slug=tournament.slug, code=code)


def _keep_upload(by: Actor, division: Division, source: SourceFile) -> RosterUpload:
    """Keep a roster until it is applied, in place of the last one."""
    RosterUpload.objects.filter(Q(division=division) | Q(created_at__lt=timezone.now() - KEPT_FOR)).delete()
    columns = known_columns(by, source, division.roster_columns)
    return RosterUpload.objects.create(
        division=division, filename=source.name[:120], data=source.data, created_by=by.pk, columns=columns
    )


def _upload(division: Division, pk: int) -> RosterUpload:
    return get_object_or_404(RosterUpload, pk=pk, division=division)
