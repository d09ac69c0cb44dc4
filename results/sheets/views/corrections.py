"""Change one game's outcome: correct it, take it back."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from results.games.services.outcomes import where, withdraw_result
from results.games.services.preview import Preview, account_text
from results.games.views.looked import looked_at
from results.rulings.forms.corrections import CorrectForm, WithdrawForm
from results.rulings.views.common import put
from results.sheets.services.signed import SIGNED, state_of
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.engine.account import FIRST, SECOND, Account, line_text
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.reads import with_accounts
from tdsuite.tournaments.shortcuts import board_url, game_of, refusal_in, refusal_told

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
        with refusal_in(form):
            preview, saved = looked_at(request, game, lambda: put(request.user, game, form))
            if saved:
                messages.success(request, f"{where(game)}: corrected. {preview.after[-1]}")
                return redirect(f"{round_url(game)}?corrected={game.pk}")
    return changing(request, game, form, preview)


@needs(Can.ENTER_RESULTS)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Take a result back, so that the game awaits one again."""
    game = game_of(tournament, code, game_id)
    form = WithdrawForm(request.POST)
    with refusal_told(request):
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        withdraw_result(by=actor_of(request), game=game, reason=reason)
        messages.success(request, f"{where(game)} awaits a result again.")
    return redirect(round_url(game))


def changing(request: HttpRequest, game: Game, form: forms.Form, preview: Preview[Any] | None) -> HttpResponse:
    division = game.round.division
    # What taking the result back does, with the lines that go with it and those that stay.
    account: Account = with_accounts([game])[0].account  # type: ignore[attr-defined]
    names = {FIRST: str(game.first.player), SECOND: str(game.second.player) if game.second else ""}
    sentences = ["The game awaits a result again. The record keeps the old one."]
    for text, lines in (("These go with it.", account.own_lines), ("These stay.", account.decisions)):
        if lines:
            sentences += [text, *(line_text(line, names[line.side]) for line in lines)]
    context = {
        "tournament": division.tournament,
        "division": division,
        "round": game.round,
        "game": game,
        "form": form,
        "there": account_text(game),
        "take_back": " ".join(sentences),
        "preview": preview,
    }
    return render(request, "results/sheets/correct.html", context, status=422 if form.errors else 200)


def round_url(game: Game) -> str:
    """The tables of the game's round."""
    return board_url(game.round.division, game.round.number)
