"""The incident log: two taps to the form, with the event's procedure beside it."""

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdsuite.access.guard import allowed, needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Entry, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of

from ..engine.incident_terms import Procedure, RemedyKind
from ..engine.incident_types import TYPES, incident_type, level_text, procedure, said_by_book
from ..forms_rulings import IncidentForm
from ..models import Incident, Ruling
from ..services import incidents
from ..services.incidents import Effect
from .ended import game_url, title_of
from .ruled import attempt, of_game, shown

# Kinds whose remedy turns on a count or a stage: in a game they are worked out on a page of their own.
WORKED_OUT = {
    "illegal_exchange": "results:exchange",
    "out_of_order": "results:out_of_order",
    "sand_run_out": "results:sand",
}


@needs(Can.SEE_CONSOLE)
@never_cache
@require_GET
def log(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Every incident of the division, newest first. The words are shown to the director alone."""
    division = division_of(tournament, code)
    rows = [(one, title_of(one.kind), f"reason-{one.pk}") for one in incidents.log_of(division)]
    named = [(to.value, Ruling.ReportTo(to).label) for to in tournament.rules.rulebook.results.reports.lesser.value.to]
    return shown(request, "incidents.html", division, {"incidents": rows, "tab": "incidents", "addressees": named})


@needs(Can.SEE_CONSOLE)
@never_cache
@require_GET
def choose(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The kinds of incident, by group: the first tap. The second is the form."""
    division, game, entry = about(request, tournament, code)
    groups = [(group, list(kinds)) for group, kinds in groupby(TYPES.values(), key=lambda one: one.group)]
    return shown(request, "choose.html", division, {"groups": groups, "game": game, "entry": entry, "tab": "incidents"})


def about(request: HttpRequest, tournament: Tournament, code: str) -> tuple[Division, Game | None, Entry | None]:
    """The game (?game=) or player (?entry=number) that an incident is about."""
    division = division_of(tournament, code)
    game, entry, number = None, None, request.GET.get("entry", "")
    if request.GET.get("game", "").isdecimal():
        division, game = of_game(tournament, code, int(request.GET["game"]))
    if number.isdecimal():
        entry = Entry.objects.select_related("player").filter(division=division, number=int(number)).first()
    return division, game, entry


@needs(Can.SEE_CONSOLE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, tournament: Tournament, code: str, kind: str) -> HttpResponse:
    """Log one incident; the director may apply a remedy at once."""
    division, game, entry = about(request, tournament, code)
    if kind not in TYPES:
        raise Http404(f"There is no kind of incident called {kind}.")
    may_rule = allowed(request.user, tournament, Can.RULE)
    if kind in WORKED_OUT and may_rule and game is not None and game.second is not None:
        return redirect(WORKED_OUT[kind], tournament.slug, code, game.pk)
    found = procedure(kind, tournament.rules.rulebook)
    form = IncidentForm(
        request.POST or None, division=division, game=game, procedure=found, may_rule=may_rule, initial={"entry": entry}
    )
    effect = incidents.foresee(form.happened(kind)) if form.is_valid() else None
    only_shown = request.headers.get("HX-Request") or "show" in request.POST
    if form.is_valid() and not only_shown:
        made = attempt(form, lambda: incidents.log(by=request.user, division=division, happened=form.happened(kind)))
        if made:
            messages.success(request, f"Logged: {incident_type(kind).title}. {sentence(effect)}".strip())
            return redirect(game_url(game) if game else reverse("results:incidents", args=[tournament.slug, code]))
    context = {"form": form, "kind": incident_type(kind), "game": game, "tab": "incidents", "effect": sentence(effect)}
    template = "_effect.html" if request.headers.get("HX-Request") else "incident.html"
    return shown(request, template, division, context | _beside(kind, found, tournament))


def _beside(kind: str, found: Procedure, tournament: Tournament) -> dict[str, Any]:
    """What stands beside the form: the steps, the rulebook's own provisions, the level, and who is to be told."""
    book = tournament.rules.rulebook
    report, due = incidents.reporting(book, kind, found.level)
    provisions = said_by_book(kind, book)
    level = level_text(found.level)
    return {"procedure": found, "provisions": provisions, "level": level, "report": report, "due": due}


def sentence(effect: Effect | None) -> str:
    """What a remedy does, for the director: "Ann: 400 → 390, 10 points off."."""
    if effect is None:
        return ""
    size, seconds = abs(effect.amount), f"{abs(effect.amount) // 60}:{abs(effect.amount) % 60:02d}"
    score = "" if effect.before is None else f" {effect.before} → {effect.after},"
    return f"{effect.player}:" + {
        RemedyKind.POINTS: f"{score} {size} points off the score.",
        RemedyKind.SPREAD: f" {size} spread points off; the result and the opponent’s spread stay.",
        RemedyKind.SECONDS: f" {seconds} {'more' if effect.amount > 0 else 'less'} on the clock.",
        RemedyKind.TURN: " the turn is lost.",
        RemedyKind.UNOFFICIAL_WARNING: " an unofficial warning.",
        RemedyKind.OFFICIAL_WARNING: " an official warning.",
    }.get(effect.kind, " see the page it is decided on.")


@needs(Can.RULE)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, code: str, incident_id: int) -> HttpResponse:
    """Take a mistaken incident back."""
    row = incident_of(tournament, code, incident_id)
    try:
        incidents.withdraw(by=request.user, incident=row, reason=request.POST.get("reason", ""))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("results:incidents", tournament.slug, code)


@needs(Can.RULE)
@require_POST
def erase(request: HttpRequest, tournament: Tournament, code: str, incident_id: int) -> HttpResponse:
    """Erase an incident's words."""
    row = incident_of(tournament, code, incident_id)
    try:
        incidents.erase_text(by=request.user, incident=row, reason=request.POST.get("reason", ""))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("results:incidents", tournament.slug, code)


def incident_of(tournament: Tournament, code: str, incident_id: int) -> Incident:
    row = Incident.objects.filter(pk=incident_id, division=division_of(tournament, code)).first()
    if row is None:
        raise Http404("There is no such incident.")
    return row
