"""What players ask of the director: made and taken back on the player's own page, settled on one page of the console."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from results.sheets.forms import RequestForm
from results.sheets.models import NOTE_LENGTH, PlayerRequest
from results.sheets.pages.waiting import request_lines
from results.sheets.services import requests as service
from results.sheets.services.decisions import sheets_topic
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.players import player_only
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Entry, Tournament
from tdsuite.tournaments.shortcuts import page_with_forms, read_page, refusal_in, refusal_told

SETTLED_SHOWN = 30
MOST_TOPICS = 20  # of one page (live.js)


@player_only
@require_http_methods(["GET", "HEAD", "POST"])
def own_requests(request: HttpRequest, tournament: Tournament, actor: PlayerActor) -> HttpResponse:
    """A player tells the director something, and reads what became of it."""
    entry = get_object_or_404(Entry.objects.select_related("player", "division__tournament"), pk=actor.pk)
    rounds = service.rounds_ahead(entry.division)
    form = RequestForm(request.POST or None, initial=request.GET.dict(), rounds=rounds)
    if form.is_valid():
        with refusal_in(form):
            row = service.ask_director(by=actor, entry=entry, **form.cleaned_data)
            messages.success(request, _("This counts at once.") if row.counts else _("The director is told."))
            return redirect("results:own_requests", tournament.slug)
    read_page_versions(request, topic := service.requests_topic(entry.pk))
    context = {
        "tournament": tournament, "division": entry.division, "entry": entry, "form": form, "topic": topic,
        "requests": PlayerRequest.objects.filter(entry=entry).order_by("-asked_at", "-pk"),
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    template = f"results/sheets/player/{'_requests' if part else 'requests'}.html"
    return page_with_forms(request, template, context)


@player_only
@require_POST
def take_back(request: HttpRequest, tournament: Tournament, actor: PlayerActor, request_id: int) -> HttpResponse:
    """The player no longer asks it."""
    rows = PlayerRequest.objects.with_people().filter(entry=actor.pk)
    with refusal_told(request):
        service.take_request_back(by=actor, player_request=get_object_or_404(rows, pk=request_id))
        messages.success(request, _("It is taken back."))
    return redirect("results:own_requests", tournament.slug)


@needs(Can.HELP)
@read_page
def queue(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What players asked and nobody has settled, the oldest first; below it what was settled last."""
    topics = [sheets_topic(division) for division in tournament.divisions.all()][:MOST_TOPICS]
    current = versions(*topics)
    rows = PlayerRequest.objects.of_event(tournament).with_people()
    settled_rows = rows.filter(status__in=("settled", "counts")).order_by("-settled_at", "-pk")
    context = {
        "lines": request_lines(tournament, rows.waiting(), request.user), "tab": "requests",
        "settled": settled_rows[:SETTLED_SHOWN], "topics": topics, "versions": [current[topic] for topic in topics],
        "longest": NOTE_LENGTH,
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_requests' if part else 'requests'}.html", context)


@needs(Can.HELP)
@require_POST
def settled(request: HttpRequest, tournament: Tournament, request_id: int) -> HttpResponse:
    """What was asked is done, or answered."""
    row = get_object_or_404(PlayerRequest.objects.of_event(tournament).with_people(), pk=request_id)
    with refusal_told(request):
        service.settle_request(by=actor_of(request), player_request=row, answer=request.POST.get("answer", ""))
        messages.success(request, _("Settled: %s can read it on their own page.") % row.entry.player)
    return redirect("results:requests", tournament.slug)
