"""A new event with its rosters on one page, or an earlier one again."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdsuite.console.forms.new_event import CopyEventForm, NewEventForm, RosterFields
from tdsuite.exchange.forms import EventFilesForm
from tdsuite.exchange.incoming import keep_upload
from tdsuite.exchange.new_event import NewEvent
from tdsuite.exchange.new_event_details import settle_new_event
from tdsuite.platform.access.guard import actor_of, needs, require
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.choices import describe
from tdsuite.tournaments.rulebooks.registry import DEFAULT, RULEBOOKS
from tdsuite.tournaments.services.events import create_tournament
from tdsuite.tournaments.shortcuts import page_with_forms, refusal_in
from .common import decided


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """With a roster, what it would make is shown next; without one the event is made."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form = NewEventForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        slug = form.data.get("slug", "") and form.cleaned_data["slug"]
        asked = (
            _looked_at_first(request, form, form.plan(), slug) if form.has_roster else _without_roster(request, form)
        )
        if asked is not None:
            return asked
    return _page(request, form, EventFilesForm())


@require_POST
@login_required
def from_files(request: HttpRequest) -> HttpResponse:
    """An event with its games from files. They are kept as they are and shown before anything is made of them."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form = EventFilesForm(request.POST, request.FILES)
    if form.is_valid():
        words = {name: form.cleaned_data[name] for name in ("slug", "name", "rulebook")}
        with refusal_in(form):
            upload = keep_upload(by=actor_of(request), sources=form.source_files(), **words)
            return redirect("incoming:look", upload.pk)
    return _page(request, NewEventForm(), form)


def _page(request: HttpRequest, form: NewEventForm, files: EventFilesForm) -> HttpResponse:
    book = RULEBOOKS.get(form["rulebook"].value(), RULEBOOKS[DEFAULT])
    context = {"form": form, "files": files, "book": book, "rows": describe(book, {})}
    return page_with_forms(request, "console/new.html", context)


def _without_roster(request: HttpRequest, form: NewEventForm) -> HttpResponse | None:
    data = form.cleaned_data

    @transaction.atomic
    def create() -> None:
        actor, plan = actor_of(request), form.plan()
        event = create_tournament(by=actor, slug=data["slug"], values=plan.values, divisions=data["divisions"])
        settle_new_event(by=actor, tournament=event, plan=plan)

    if decided(request, form, create, _("%s is made. Now load the rosters.") % data["name"]):
        return redirect("console:event", data["slug"])
    return None


def _looked_at_first(request: HttpRequest, form: RosterFields, plan: NewEvent, slug: str) -> HttpResponse | None:
    """To the page that shows what would be made; None where the files are refused."""
    files = {"sources": form.source_files(), "name": form.cleaned_data["name"], "rulebook": ""}
    with refusal_in(form):
        return redirect("incoming:look", keep_upload(by=actor_of(request), slug=slug, new_event=plan, **files).pk)
    return None


def _again(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the form of a copy begins with; `?practice=1` asks for one to rehearse."""
    if "practice" not in request.GET:
        return {"name": tournament.name}
    name = _("Rehearsal of %s") % tournament.name
    return {"name": name[:120], "starts_on": timezone.localdate(), "same_players": True, "practice": True}


@needs(Can.MANAGE_TOURNAMENT)
def copy(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """An earlier event with every setting; what it would make is shown next."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form = CopyEventForm(request.POST or None, request.FILES or None, initial=_again(request, tournament))
    if form.is_valid():
        asked = _looked_at_first(request, form, form.plan(tournament), form.cleaned_data["slug"])
        if asked is not None:
            return asked
    context = {"form": form, "tab": "settings"}
    return page_with_forms(request, "console/copy.html", context)
