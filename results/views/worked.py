"""Incidents that turn on a count or a stage: asked, worked out by the rulebook, then logged with what it gives."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Game, Tournament

from ..engine.incident_terms import Procedure
from ..engine.incident_types import incident_type, procedure
from ..forms_worked import DrawForm, ExchangeForm, SandForm, WorkedForm
from ..services import incidents
from ..services.worked_incidents import (
    ILLEGAL_EXCHANGE,
    OUT_OF_ORDER,
    SAND_RUN_OUT,
    Worked,
    log_worked,
    work_out_draw,
    work_out_exchange,
    work_out_sand,
)
from .conduct import sentence
from .ended import game_url
from .ruled import attempt, of_game, shown


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def exchange(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """An exchange is questioned: how many tiles were in the bag, and how far it has gone (WESPA 3.10.17, NSA II.H)."""
    row = two_players(tournament, code, game_id)
    form = ExchangeForm(request.POST or None, game=row, book=tournament.rules.rulebook)
    return worked_page(request, row, ILLEGAL_EXCHANGE, form, lambda: work_out_exchange(row, form.exchange()))


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def out_of_order(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Somebody drew before the opponent's own draw: how many tiles were in the bag (WESPA 3.9.9, NSA Guideline 7)."""
    row = two_players(tournament, code, game_id)
    form = DrawForm(request.POST or None, game=row, book=tournament.rules.rulebook)
    return worked_page(request, row, OUT_OF_ORDER, form, lambda: work_out_draw(row, form.draw()))


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sand(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """All the sand of a move ran through: whether the turn is lost (NSA App. B)."""
    row = two_players(tournament, code, game_id)
    form = SandForm(request.POST or None, game=row, book=tournament.rules.rulebook)
    return worked_page(request, row, SAND_RUN_OUT, form, lambda: work_out_sand(row, form.sand()))


def two_players(tournament: Tournament, code: str, game_id: int) -> Game:
    _division, row = of_game(tournament, code, game_id)
    if row.second is None:
        raise Http404("Nobody draws tiles in a bye.")
    return row


def worked_page(
    request: HttpRequest, row: Game, kind: str, form: WorkedForm, work_out: Callable[[], Worked]
) -> HttpResponse:
    """The form, what the book makes of it, and its logging. Without `save` nothing is kept."""
    worked = attempt(form, work_out) if form.is_valid() else None
    if worked and "save" in request.POST:
        text = form.cleaned_data["text"]
        made = attempt(form, lambda: log_worked(by=request.user, game=row, entry=form.entry, worked=worked, text=text))
        if made:
            messages.success(request, f"Logged: {incident_type(kind).title}. {made.penalty}".strip())
            return redirect(game_url(row))
    effect = ""
    if worked and worked.applied:
        happened = incidents.Happened(kind, game=row, entry=form.entry, applied=worked.applied)
        effect = sentence(incidents.foresee(happened))
    context = {
        "form": form, "worked": worked, "effect": effect, "game": row, "kind": incident_type(kind),
        "procedures": procedures_of(kind, row.round.division), "tab": "incidents",
    }  # fmt: skip
    template = "_worked.html" if request.headers.get("HX-Request") else "worked.html"
    return shown(request, template, row.round.division, context)


def procedures_of(kind: str, division: Division) -> list[Procedure]:
    """What the book has the director do; of an exchange also where no number, or another one, was said."""
    book = division.tournament.rules.rulebook
    kinds = (kind, "unnumbered_exchange") if kind == ILLEGAL_EXCHANGE else (kind,)
    found = [procedure(each, book) for each in kinds]
    return [each for each in found if each.rule] or found[:1]
