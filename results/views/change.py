"""Change one game's outcome: correct it, take it back, write down a forfeit."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.engine.account import FIRST, SECOND, Account, line_text
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.reads import with_accounts
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.shortcuts import game_of

from ..forms import CorrectForm, ForfeitForm, WithdrawForm
from ..services.forfeits import Decided, decide
from ..services.outcomes import Corrected, correct_result, result_text, where, withdraw_result
from ..services.preview import Preview, account_said
from ..services.sheets.standing import SIGNED, state_of
from .looked import looked_at

SIGNED_BY_BOTH = _(
    "Both players signed this result: it is changed here, on the sheet, and you say on what ground (WESPA 5.4.1; NSA III.F)."
)


@needs(Can.CORRECT_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Replace a result, with a reason: first what counts now and then is shown, and then saved.

    The page after it lists the later rounds paired from the old standings.
    """
    game = game_of(tournament, code, game_id)
    if game.outcome in Game.UNFINISHED or game.is_bye:
        messages.info(request, f"{where(game)} has no result to correct.")
        return redirect(round_url(game))
    if state_of(game) in SIGNED:
        messages.info(request, SIGNED_BY_BOTH)
        return redirect("results:sheet_desk", tournament.slug, code, game.pk)
    form, preview = CorrectForm(request.POST or None, game=game), None
    if form.is_valid():
        try:
            preview, saved = looked_at(request, game, lambda: put(request.user, game, form))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            if saved:
                messages.success(request, f"{where(game)}: corrected. {preview.after[-1]}")
                return redirect(f"{round_url(game)}?corrected={game.pk}")
    return changing(request, "results/correct.html", game, form, preview)


def put(user: Any, game: Game, form: CorrectForm, *, road: Road = Road.CORRECTION) -> Corrected | Decided:
    """Two scores or a spread as they are told; a forfeit as the rulebook has it."""
    reason, ended = form.cleaned_data["reason"], form.ended()
    if ended is None:
        chosen = form.lines_chosen()
        return correct_result(by=user, game=game, outcome=form.outcome(), reason=reason, road=road, **chosen)
    return decide(by=user, game=game, ended=ended, reason=reason, road=road)


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forfeit(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Write down that one player, or both, did not come to a game: at the rulebook's margin, or as it lets it differ.

    First what counts then is shown, and then saved.
    """
    game = game_of(tournament, code, game_id)
    if game.outcome not in Game.UNFINISHED:
        messages.info(request, f"{where(game)} has a result already ({result_text(game)}): correct it.")
        return redirect(round_url(game))
    form, preview = ForfeitForm(request.POST or None, game=game), None
    if form.is_valid():
        try:
            preview, decided = looked_at(request, game, lambda: forfeited(request.user, game, form))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            if decided:
                messages.success(request, f"{where(game)}: {result_text(decided.game)}. {preview.after[-1]}")
                return redirect(round_url(game))
    return changing(request, "results/forfeit.html", game, form, preview)


def forfeited(user: Any, game: Game, form: ForfeitForm) -> Decided:
    """Forfeited before it began, by who did not come."""
    reason = form.cleaned_data["reason"]
    return decide(by=user, game=game, ended=form.ended(), reason=reason, replaces=False, road=Road.FORFEIT)


@needs(Can.ENTER_RESULTS)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Take a result back, so that the game awaits one again."""
    game = game_of(tournament, code, game_id)
    form = WithdrawForm(request.POST)
    try:
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        withdraw_result(by=request.user, game=game, reason=reason)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{where(game)} awaits a result again.")
    return redirect(round_url(game))


def changing(
    request: HttpRequest, template: str, game: Game, form: forms.Form, preview: Preview[Any] | None = None
) -> HttpResponse:
    division = game.round.division
    context = {
        "tournament": division.tournament,
        "division": division,
        "round": game.round,
        "game": game,
        "form": form,
        "there": account_said(game),
        "take_back": take_back_text(game),
        "preview": preview,
    }
    return render(request, template, context, status=422 if form.errors else 200)


def take_back_text(game: Game) -> str:
    """What taking the result back does, with the lines that go with it and those that stay."""
    account: Account = with_accounts([game])[0].account  # type: ignore[attr-defined]
    names = {FIRST: str(game.first.player), SECOND: str(game.second.player) if game.second else ""}
    sentences = ["The game awaits a result again. The record keeps the old one."]
    for text, lines in (("These go with it.", account.own_lines), ("These stay.", account.decisions)):
        if lines:
            sentences += [text, *(line_text(line, names[line.side]) for line in lines)]
    return " ".join(sentences)


def round_url(game: Game) -> str:
    """The list of results of the game's round."""
    division = game.round.division
    return reverse("results:round", args=[division.tournament.slug, division.code, game.round.number])
