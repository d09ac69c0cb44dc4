"""Presses about a result: scores, another ending, the last minutes, a correction, what follows from an upheld appeal."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from results.games.services.outcomes import record_result, result_text, where, withdraw_result
from results.rulings.forms.corrections import CorrectForm
from results.rulings.forms.endgame import EndForm
from results.rulings.forms.rulings import NEEDS, EndedForm, OverrideForm
from results.rulings.models import Appeal
from results.rulings.services import endgame, forfeits, rulings
from results.rulings.views.common import attempt, put
from results.sheets.services.signed import SIGNED, state_of
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.web.next_page import Undo, offer_undo
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.shortcuts import game_of, read_page, refusal_told
from .boards import looked_at_change
from .forms import ScoresForm
from .page import (
    at_table,
    is_part,
    looked,
    pressed,
    published,
    reason_given,
    table_page,
    table_url,
)

SIGNED_BY_BOTH = "Both players signed this result: choose on what ground it is changed (WESPA 5.4.1; NSA III.F)."


@needs(Can.SEE_CONSOLE)
@read_page
def table(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Everything about one table.

    ?end=, a way for the game to end, or the calculator, with ?offender= what that ending would count; ?appeal=, an upheld appeal; ?change=,
    what a change of the board costs.
    """
    game, kind = published(tournament, code, game_id), request.GET.get("end", "")
    if "offender" in request.GET and kind in NEEDS and allowed(request.user, tournament, Can.RULE):
        return ending(request, game, kind, request.GET)
    at = "absent" if kind == Game.Outcome.NO_SHOW else ""
    return table_page(request, game, **({"at": at} | looked_at_change(request, game)))


@needs(Can.SEE_CONSOLE)
@read_page
def moved(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """From an address that a table had before."""
    return redirect(table_url(game_of(tournament, code, game_id)))


def offer_taking_back(request: HttpRequest, game: Game) -> None:
    """On the next page: the game, which had no result before, awaits one again."""
    back = game.round.division.url("console:withdraw", game.pk)
    offer_undo(request, Undo.sending(_("The table awaits a result again."), back, {"reason": _("Undone")}))


@at_table(Can.ENTER_RESULTS)
def scores(request: HttpRequest, game: Game) -> HttpResponse:
    """The two scores of a game without a result."""
    form = ScoresForm(request.POST, game=game)

    def decide(by: Actor) -> str:
        row = record_result(by=by, game=game, **form.values())
        offer_taking_back(request, game)
        return f"{where(row)}: {result_text(row)}."

    return pressed(request, game, form, decide, at="result", name="scores_form")


@at_table(Can.CORRECT_RESULTS)
def correct(request: HttpRequest, game: Game) -> HttpResponse:
    """Replace a result, with a reason: first what counts now and then is shown, and then saved."""
    if state_of(game) in SIGNED:
        messages.info(request, SIGNED_BY_BOTH)
        return redirect(table_url(game))
    form = CorrectForm(request.POST, game=game, auto_id="correct_%s")
    change = partial(put, actor_of(request), game, form)
    return looked(request, game, form, change, "corrected.", at="result", name="correct_form")


@needs(Can.ENTER_RESULTS)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Take a result back, so that the game awaits a result again."""
    game = published(tournament, code, game_id)
    with refusal_told(request):
        withdraw_result(by=actor_of(request), game=game, reason=reason_given(request))
        messages.success(request, f"{where(game)} awaits a result again.")
    return redirect(table_url(game))


@needs(Can.RULE)
@require_POST
def ended(request: HttpRequest, tournament: Tournament, code: str, game_id: int, kind: str) -> HttpResponse:
    """One way for a game to end: worked out with its rules, shown as it counts then, and decided."""
    game = published(tournament, code, game_id)
    if kind not in NEEDS:
        raise Http404(f"{kind} is not a way for a game to end.")
    return ending(request, game, kind, request.POST)


def ending(request: HttpRequest, game: Game, kind: str, asks: QueryDict) -> HttpResponse:
    """What a way to end would count; decided once exactly this was looked at and sent."""
    form = EndedForm(asks, game=game, kind=kind, auto_id="ended_%s")
    ruling = OverrideForm(asks, game=game)
    working = attempt(form, lambda: forfeits.work_out(game, form.ended())) if form.is_valid() else None

    def decide() -> forfeits.DecidedGame:
        facts = {"ended": form.ended(), "reason": form.cleaned_data["reason"], "override": ruling.override()}
        awaited = game.outcome == Game.Outcome.AWAITED
        done = forfeits.decide(by=actor_of(request), game=game, **facts)
        if awaited:
            offer_taking_back(request, game)
        return done

    return looked(
        request, game, form, decide, lambda done: f"{where(done.game)}: {result_text(done.game)}.",
        at="absent" if kind == Game.Outcome.NO_SHOW else "result", name="ended_form",
        valid=working is not None and ruling.is_valid(), working=working, ruling_form=ruling,
    )  # fmt: skip


@at_table(Can.ENTER_RESULTS)
def end(request: HttpRequest, game: Game) -> HttpResponse:
    """The end-of-game calculator: its lines and totals are kept."""
    form = EndForm(request.POST, game=game, book=game.round.division.tournament.rules.rulebook, auto_id="end_%s")
    if "save" not in request.POST:
        return end_lines(request, game, form)

    def decide(by: Actor) -> str:
        facts = {"answers": form.answers(), "reason": form.cleaned_data["reason"]}
        endgame.apply(by=by, game=game, rules_dispute=form.rules_dispute(), **facts)
        return f"{where(game)}: saved."

    return pressed(request, game, form, decide, at="result", name="end_form")


def end_lines(request: HttpRequest, game: Game, form: EndForm) -> HttpResponse:
    """The calculator's lines and totals while it is filled in; nothing is kept."""
    sheet = attempt(form, lambda: endgame.work_out(game, form.answers())) if form.is_valid() else None
    if is_part(request):
        return render(request, "results/rulings/_sheet.html", {"game": game, "form": form, "sheet": sheet})
    return table_page(request, game, at="result", end_form=form, sheet=sheet)


@at_table(Can.CORRECT_RESULTS)
def amend(request: HttpRequest, game: Game, appeal_id: int) -> HttpResponse:
    """Correct a result because an appeal was upheld; the appeal keeps what it was."""
    appeal = get_object_or_404(Appeal, pk=appeal_id, ruling__division=game.round.division)
    form, by = CorrectForm(request.POST, game=game, auto_id="correct_%s"), actor_of(request)

    def change() -> Any:
        correct = partial(put, by, game, form, road=Road.APPEAL)
        return rulings.amend_with(by=by, appeal=appeal, game=game, correct=correct)

    says = "amended; the old result stays with the appeal."
    return looked(request, game, form, change, says, at="result", name="correct_form", appeal=appeal)
