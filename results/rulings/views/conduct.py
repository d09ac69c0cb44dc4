"""The incident log: two taps to the form, with the event's procedure beside it."""

from functools import partial
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from results.rulings.engine.clock_readings import clock_text
from results.rulings.engine.procedures import level_text, procedure, provisions_on
from results.rulings.forms.rulings import IncidentForm
from results.rulings.forms.worked import WORKED_OUT, WorkedForm
from results.rulings.labels import title_of
from results.rulings.models import Incident
from results.rulings.services import incidents
from results.rulings.services.incidents import Effect
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Division, Entry, Game, Tournament
from tdsuite.tournaments.rulebooks.incidents import TYPES, RemedyKind, incident_type
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.services.score_there import ScoreBefore, score_before
from tdsuite.tournaments.shortcuts import division_of, form_page, meaning_in, refusal_told
from .common import attempt, division_page, game_url, of_game


def logged(tournament: Tournament) -> list[tuple[Incident, str, str, ScoreBefore | None]]:
    """Every incident of the event, newest first: with its title, the name of a field, the result it would change back."""
    return [
        (incident, title_of(incident.kind), f"reason-{incident.pk}", score_under(incident))
        for incident in incidents.log_of(tournament)
    ]


def score_under(incident: Incident) -> ScoreBefore | None:
    """The result that withdrawing an incident would change; None where it would change none."""
    line = incident.adjustment if incident.withdrawn_at is None else None
    return score_before(incident.game) if line is not None and line.points and incident.game else None


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
def new(request: HttpRequest, tournament: Tournament, code: str, kind: str = "") -> HttpResponse:
    """Log one incident; the director may apply a remedy at once, or have the rulebook work it out. First: of which kind."""
    division, game, entry = about(request, tournament, code)
    if not kind:
        return kinds_page(request, division, game, entry)
    if kind not in TYPES:
        raise Http404(f"There is no kind of incident called {kind}.")
    part, meaning = request.headers.get("HX-Request"), meaning_in(request.POST)
    form = form_of(request, kind, division, game, entry)
    happened = attempt(form, lambda: form.happened(kind, meaning)) if form.is_valid() else None
    effect = sentence(incidents.foresee(happened)) if happened else ""
    if happened and not (part or "show" in request.POST):
        log_it = partial(incidents.log, by=actor_of(request), division=division, happened=happened)
        if attempt(form, log_it):
            messages.success(request, f"Logged: {incident_type(kind).title}. {effect}".strip())
            return redirect(game_url(game) if game else tournament.url("results:rulings"))
    context: dict[str, Any] = {"form": form, "kind": incident_type(kind), "game": game, "tab": "rulings"}
    context |= {
        "effect": effect,
        "score": form.score(happened),
        "meaning": meaning,
        "refused": part and form.non_field_errors(),
    }
    template = "_effect.html" if part else "incident.html"
    return division_page(request, template, division, context | _beside(kind, tournament.rules.rulebook))


def kinds_page(request: HttpRequest, division: Division, game: Game | None, entry: Entry | None) -> HttpResponse:
    """The kinds of incident, by group: the first tap. The second is the form."""
    groups = [(group, list(kinds)) for group, kinds in groupby(TYPES.values(), key=lambda kind: kind.group)]
    query = f"?game={game.pk}" if game else f"?entry={entry.number}" if entry else ""
    context = {"groups": groups, "game": game, "entry": entry, "query": query, "tab": "rulings"}
    return division_page(request, "incident.html", division, context)


def form_of(
    request: HttpRequest, kind: str, division: Division, game: Game | None, entry: Entry | None
) -> IncidentForm | WorkedForm:
    """What is asked of an incident of this kind: of some, the director is asked what the rule turns on."""
    may_rule, sent = allowed(request.user, division.tournament, Can.RULE), request.POST or None
    if kind in WORKED_OUT and may_rule and game is not None and game.second is not None:
        return WORKED_OUT[kind](sent, game=game)
    prescribed = procedure(kind, division.book_in_force)
    return IncidentForm(
        sent, division=division, game=game, procedure=prescribed, may_rule=may_rule, initial={"entry": entry}
    )


def _beside(kind: str, book: Rulebook) -> dict[str, Any]:
    """What stands beside the form: the steps, the rulebook's own provisions, the level, and who is to be told."""
    prescribed = procedure(kind, book)
    report, due = incidents.reporting(book, kind, prescribed.level)
    return {
        "procedure": prescribed, "provisions": provisions_on(kind, book), "level": level_text(prescribed.level),
        "report": report, "due": due,
    }  # fmt: skip


def sentence(effect: Effect | None) -> str:
    """What a remedy does, for the director: "Ann: 400 → 390, 10 points off."; "" without one."""
    if effect is None:
        return ""
    size = abs(effect.amount)
    if effect.before is not None and effect.before == effect.after:
        return f"{effect.player}: the score stays {effect.after}."
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
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, code: str, incident_id: int) -> HttpResponse:
    """Take a mistaken incident back."""
    row = incident_of(tournament, code, incident_id)
    reason = request.POST.get("reason", "")
    with refusal_told(request):
        incidents.withdraw(by=actor_of(request), incident=row, reason=reason, meaning=meaning_in(request.POST))
    return redirect("results:rulings", tournament.slug)


@needs(Can.RULE)
@require_POST
def erase(request: HttpRequest, tournament: Tournament, code: str, incident_id: int) -> HttpResponse:
    """Erase an incident's words."""
    row = incident_of(tournament, code, incident_id)
    reason = request.POST.get("reason", "")
    with refusal_told(request):
        incidents.erase_text(by=actor_of(request), incident=row, reason=reason)
    return redirect("results:rulings", tournament.slug)


def incident_of(tournament: Tournament, code: str, incident_id: int) -> Incident:
    return get_object_or_404(Incident, pk=incident_id, division=division_of(tournament, code))
