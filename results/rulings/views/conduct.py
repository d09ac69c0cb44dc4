"""The incident log: two taps to the form, with the event's procedure beside it."""

from functools import partial
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from results.rulings.engine.clock_readings import clock_text
from results.rulings.engine.procedures import level_text, procedure, provisions_on
from results.rulings.forms.rulings import IncidentForm
from results.rulings.forms.worked import DrawForm, ExchangeForm, SandForm, WorkedForm
from results.rulings.models import Incident, Ruling
from results.rulings.services import incidents
from results.rulings.services.incidents import Effect
from results.rulings.services.worked_incidents import ILLEGAL_EXCHANGE, OUT_OF_ORDER, SAND_RUN_OUT, Worked, log_worked
from results.rulings.views.common import attempt, division_page, of_game
from results.rulings.views.ended import game_url, title_of
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.numbers import whole
from tdsuite.tournaments.models import Division, Entry, Game, Tournament
from tdsuite.tournaments.rulebooks.incidents import TYPES, Procedure, RemedyKind, incident_type
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.shortcuts import division_of, form_page, read_page, refusal_told

# Kinds whose remedy turns on a count or a stage: in a game they are worked out on a page of their own.
WORKED_OUT: dict[str, tuple[str, type[WorkedForm]]] = {
    ILLEGAL_EXCHANGE: ("results:exchange", ExchangeForm),
    OUT_OF_ORDER: ("results:out_of_order", DrawForm),
    SAND_RUN_OUT: ("results:sand", SandForm),
}


@needs(Can.SEE_CONSOLE)
@read_page
def log(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Every incident of the division, newest first. The words are shown to the director alone."""
    division = division_of(tournament, code)
    rows = [(incident, title_of(incident.kind), f"reason-{incident.pk}") for incident in incidents.log_of(division)]
    named = [(to.value, Ruling.ReportTo(to).label) for to in tournament.rules.rulebook.results.reports.lesser.value.to]
    return division_page(
        request, "incidents.html", division, {"incidents": rows, "tab": "incidents", "addressees": named}
    )


@needs(Can.HELP)
@read_page
def choose(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The kinds of incident, by group: the first tap. The second is the form."""
    division, game, entry = about(request, tournament, code)
    groups = [(group, list(kinds)) for group, kinds in groupby(TYPES.values(), key=lambda kind: kind.group)]
    query = f"?game={game.pk}" if game else f"?entry={entry.number}" if entry else ""
    context = {"groups": groups, "game": game, "entry": entry, "query": query, "tab": "incidents"}
    return division_page(request, "choose.html", division, context)


def about(request: HttpRequest, tournament: Tournament, code: str) -> tuple[Division, Game | None, Entry | None]:
    """The game (?game=) or player (?entry=number) that an incident is about."""
    division = division_of(tournament, code)
    game, entry, number = None, None, whole(request.GET.get("entry"))
    if (game_id := whole(request.GET.get("game"))) is not None:
        division, game = of_game(tournament, code, game_id)
    if number is not None:
        entry = Entry.objects.select_related("player").filter(division=division, number=number).first()
    return division, game, entry


@needs(Can.HELP)
@form_page
def new(request: HttpRequest, tournament: Tournament, code: str, kind: str) -> HttpResponse:
    """Log one incident; the director may apply a remedy at once."""
    division, game, entry = about(request, tournament, code)
    if kind not in TYPES:
        raise Http404(f"There is no kind of incident called {kind}.")
    may_rule = allowed(request.user, tournament, Can.RULE)
    if kind in WORKED_OUT and may_rule and game is not None and game.second is not None:
        return redirect(WORKED_OUT[kind][0], tournament.slug, code, game.pk)
    prescribed = procedure(kind, tournament.rules.rulebook)
    form = IncidentForm(
        request.POST or None, division=division, game=game, procedure=prescribed, may_rule=may_rule, initial={"entry": entry}
    )  # fmt: skip
    effect = incidents.foresee(form.happened(kind)) if form.is_valid() else None
    only_shown = request.headers.get("HX-Request") or "show" in request.POST
    if form.is_valid() and not only_shown:
        log_it = partial(incidents.log, by=actor_of(request), division=division, happened=form.happened(kind))
        if attempt(form, log_it):
            messages.success(request, f"Logged: {incident_type(kind).title}. {sentence(effect)}".strip())
            return redirect(game_url(game) if game else reverse("results:incidents", args=[tournament.slug, code]))
    context = {"form": form, "kind": incident_type(kind), "game": game, "tab": "incidents", "effect": sentence(effect)}
    template = "_effect.html" if request.headers.get("HX-Request") else "incident.html"
    return division_page(request, template, division, context | _beside(kind, prescribed, tournament.rules.rulebook))


def _beside(kind: str, prescribed: Procedure, book: Rulebook) -> dict[str, Any]:
    """What stands beside the form: the steps, the rulebook's own provisions, the level, and who is to be told."""
    report, due = incidents.reporting(book, kind, prescribed.level)
    return {
        "procedure": prescribed, "provisions": provisions_on(kind, book), "level": level_text(prescribed.level),
        "report": report, "due": due,
    }  # fmt: skip


def sentence(effect: Effect | None) -> str:
    """What a remedy does, for the director: "Ann: 400 → 390, 10 points off."."""
    if effect is None:
        return ""
    size = abs(effect.amount)
    score = "" if effect.before is None else f" {effect.before} → {effect.after},"
    return f"{effect.player}:" + {
        RemedyKind.POINTS: f"{score} {size} points off the score.",
        RemedyKind.SPREAD: f" {size} spread points off; the result and the opponent’s spread stay.",
        RemedyKind.SECONDS: f" {clock_text(size)} {'more' if effect.amount > 0 else 'less'} on the clock.",
        RemedyKind.TURN: " the turn is lost.",
        RemedyKind.UNOFFICIAL_WARNING: " an unofficial warning.",
        RemedyKind.OFFICIAL_WARNING: " an official warning.",
    }.get(effect.kind, " see the page it is decided on.")


@needs(Can.RULE)
@form_page
def worked(request: HttpRequest, tournament: Tournament, code: str, game_id: int, kind: str) -> HttpResponse:
    """What the director saw, what the book makes of it, and its logging. Without `save` nothing is logged.

    An exchange is questioned (WESPA 3.10.17; NSA II.H), somebody drew before the opponent's own draw (WESPA 3.9.9; NSA
    Guideline 7), or all the sand of a move ran through (NSA App. B).
    """
    division, game = of_game(tournament, code, game_id)
    if game.second is None:
        raise Http404("Nobody draws tiles in a bye.")
    form = WORKED_OUT[kind][1](request.POST or None, game=game, book=tournament.rules.rulebook)
    answer = attempt(form, lambda: form.work_out(game)) if form.is_valid() else None
    if answer and "save" in request.POST:
        text, actor = form.cleaned_data["text"], actor_of(request)
        log_it = partial(log_worked, by=actor, game=game, entry=form.entry, worked=answer, text=text)
        if incident := attempt(form, log_it):
            messages.success(request, f"Logged: {incident_type(kind).title}. {incident.penalty}".strip())
            return redirect(game_url(game))
    kinds = (kind, "unnumbered_exchange") if kind == ILLEGAL_EXCHANGE else (kind,)  # no number said, or another
    procedures = [procedure(each, tournament.rules.rulebook) for each in kinds]
    context: dict[str, Any] = {
        "form": form, "worked": answer, "effect": effect_of(answer, game, form), "game": game, "tab": "incidents",
        "kind": incident_type(kind), "procedures": [each for each in procedures if each.rule] or procedures[:1],
    }  # fmt: skip
    template = "_worked.html" if request.headers.get("HX-Request") else "worked.html"
    return division_page(request, template, division, context)


def effect_of(answer: Worked | None, game: Game, form: WorkedForm) -> str:
    """What the remedy will do, "" where there is none."""
    if not answer or not answer.applied:
        return ""
    happened = incidents.Happened(answer.kind, game=game, entry=form.entry, applied=answer.applied)
    return sentence(incidents.foresee(happened))


@needs(Can.RULE)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, code: str, incident_id: int) -> HttpResponse:
    """Take a mistaken incident back."""
    row = incident_of(tournament, code, incident_id)
    reason = request.POST.get("reason", "")
    with refusal_told(request):
        incidents.withdraw(by=actor_of(request), incident=row, reason=reason)
    return redirect("results:incidents", tournament.slug, code)


@needs(Can.RULE)
@require_POST
def erase(request: HttpRequest, tournament: Tournament, code: str, incident_id: int) -> HttpResponse:
    """Erase an incident's words."""
    row = incident_of(tournament, code, incident_id)
    reason = request.POST.get("reason", "")
    with refusal_told(request):
        incidents.erase_text(by=actor_of(request), incident=row, reason=reason)
    return redirect("results:incidents", tournament.slug, code)


@needs(Can.RULE)
@require_POST
def report(request: HttpRequest, tournament: Tournament, code: str, incident_id: int, to: str) -> HttpResponse:
    """Say to whom an incident is to be reported (WESPA 6.3.3(c))."""
    row = incident_of(tournament, code, incident_id)
    addressee = "" if to == "nobody" else to
    with refusal_told(request):
        incidents.report_incident(by=actor_of(request), incident=row, to=addressee)
    return redirect("results:incidents", tournament.slug, code)


def incident_of(tournament: Tournament, code: str, incident_id: int) -> Incident:
    row = Incident.objects.filter(pk=incident_id, division=division_of(tournament, code)).first()
    if row is None:
        raise Http404("There is no such incident.")
    return row
