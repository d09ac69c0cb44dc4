"""Roster in: give it, say what its columns hold where that is unclear, look at what it would do, apply it."""

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdsuite.exchange.columns import source_of, unclear
from tdsuite.exchange.events import SourceFile
from tdsuite.exchange.forms import ColumnsForm, RosterForm
from tdsuite.exchange.incoming import KEPT_FOR
from tdsuite.exchange.mending import faulty_lines
from tdsuite.exchange.models import RosterUpload
from tdsuite.exchange.roster import apply_roster, plan_roster
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.shortcuts import division_of, refusal_told
from .columns import columns_form, refused_columns
from .mending import put_right


@needs(Can.EDIT_ROSTER)
def roster_import(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Give a roster. It is kept as it is and shown before anything is done with it."""
    division = division_of(tournament, code)
    form = RosterForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        upload = _keep_upload(actor_of(request), division, form.source())
        return redirect("exchange:roster_preview", slug=tournament.slug, code=code, pk=upload.pk)
    context = {"division": division, "form": form, "tab": "roster"}
    return render(request, "exchange/roster_import.html", context, status=400 if form.errors else 200)


@require_POST
@needs(Can.EDIT_ROSTER)
def roster_columns(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """Say what each column of the file holds."""
    upload = _upload(division_of(tournament, code), pk)
    if (form := refused_columns(request, upload)) is not None:
        return _preview(request, upload, form)
    return redirect("exchange:roster_preview", slug=tournament.slug, code=code, pk=pk)


@needs(Can.EDIT_ROSTER)
def roster_preview(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """What applying the file would do: players added and changed, what is wrong, what looks alike. A refused file is put right here."""
    upload = _upload(division_of(tournament, code), pk)
    refused = put_right(request, upload) if request.method == "POST" else ""
    if request.method == "POST" and not refused:
        return redirect(request.get_full_path())
    if (section := whole(request.GET.get("section"), 32_767)) is not None:
        upload.section = section
        upload.save(update_fields=["section"])
    return _preview(request, upload, columns_form(upload), refused)


def _preview(
    request: HttpRequest, upload: RosterUpload, columns: ColumnsForm | None, refused: str = ""
) -> HttpResponse:
    source, division = source_of(upload), upload.division
    plan = plan_roster(division, source, upload.section)
    context = {
        "tab": "roster", "division": division, "upload": upload, "plan": plan,
        "columns_form": columns, "asked": unclear(source), "faulty": [] if plan.usable else faulty_lines(upload),
        "refused": refused,
    }  # fmt: skip
    wrong = refused or (columns and columns.errors)
    return render(request, "exchange/roster_preview.html", context, status=422 if wrong else 200)


@require_POST
@needs(Can.EDIT_ROSTER)
def roster_apply(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """All of it, or nothing."""
    division = division_of(tournament, code)
    upload = _upload(division, pk)
    with refusal_told(request):
        plan = apply_roster(by=actor_of(request), division=division, source=source_of(upload), section=upload.section)
        upload.delete()
        messages.success(request, _("%(add)s players added, %(change)s changed, %(same)s as they were.") % plan.counts)
        return redirect("console:roster", slug=tournament.slug, code=code)
    return redirect("exchange:roster_preview", slug=tournament.slug, code=code, pk=pk)


def _keep_upload(by: Actor, division: Division, source: SourceFile) -> RosterUpload:
    """Keep a roster until it is applied, in place of the last one."""
    RosterUpload.objects.filter(Q(division=division) | Q(created_at__lt=timezone.now() - KEPT_FOR)).delete()
    return RosterUpload.objects.create(
        division=division, filename=source.name[:120], data=source.data, created_by=by.pk
    )


def _upload(division: Division, pk: int) -> RosterUpload:
    upload = get_object_or_404(RosterUpload, pk=pk, division=division)
    upload.division = division
    return upload
