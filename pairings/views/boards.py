"""One published board: what can be done with it, each by its own address."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from pairings.forms.pairing import (
    BYE_FORMS,
    GAME_FORMS,
    BoardForm,
    ByeForm,
    DissolveForm,
    MoveForm,
    ReplaceForm,
    StarterForm,
    SwapPlayersForm,
    SwapTablesForm,
)
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.engine.account import explain
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.reads import account_of_game, rounds_paired_from, with_accounts
from tdsuite.tournaments.shortcuts import game_of, read_page, refusal_in

from ..services import boards
from ..services.board_change_costs import ChangeCost, change_cost
from ..services.restoring import boards_now
from ..services.round_boards import RoundBoards, boards_of_round
from .round_pages import cost_rows, page_context, round_url
from .undoing import offer_boards_back

SERVICES: dict[type[BoardForm], Callable[..., Any]] = {
    SwapPlayersForm: boards.swap_players,
    SwapTablesForm: boards.swap_tables,
    MoveForm: boards.move_game,
    StarterForm: boards.set_starter,
    ReplaceForm: boards.replace_player,
    ByeForm: boards.turn_into_bye,
    DissolveForm: boards.dissolve,
}


@needs(Can.PUBLISH_PAIRINGS)
@read_page
def board(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A board and every change it can undergo."""
    game = game_of(tournament, code, game_id)
    return board_page(request, game, boards_of_round(game.round))


def board_page(request: HttpRequest, game: Game, seats: RoundBoards, refused: BoardForm | None = None) -> HttpResponse:
    kinds = BYE_FORMS if game.is_bye else GAME_FORMS
    changes = [refused if isinstance(refused, kind) else kind(game=game, seats=seats) for kind in kinds]
    with_accounts([game])
    context = {**page_context(game.round), "game": game, "changes": changes, "refused": refused}
    return render(request, "pairings/board.html", context, status=422 if refused is not None else 200)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def change(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, kind: type[BoardForm]
) -> HttpResponse:
    """Read the form, ask the service; a refusal is shown where it was asked, with what was typed."""
    game = game_of(tournament, code, game_id)
    seats = boards_of_round(game.round)
    form, was = kind(request.POST, game=game, seats=seats), str(game)
    if form.is_valid():
        with refusal_in(form):
            before = boards_now(seats.rows)
            SERVICES[kind](by=actor_of(request), game=game, **form.values())
            messages.success(request, f"{form.title}: {was}. {_now_at(form, game)}Done.")
            if not form.cleaned_data.get("drop_results"):
                offer_boards_back(request, game.round, before)
            if form.touches_result:
                warn_of_later_rounds(request, game.round)
            return redirect(round_url(game.round))
    return board_page(request, game, seats, form)


def _now_at(form: BoardForm, game: Game) -> str:
    if not isinstance(form, MoveForm):
        return ""
    return f"It is at table {Game.objects.get(pk=game.pk).table} now. "


def warn_of_later_rounds(request: HttpRequest, row: Round) -> None:
    """Say which rounds were paired from the standings before this change."""
    if later := rounds_paired_from(row.division, row.number):
        rounds = ", ".join(map(str, later))
        messages.warning(request, f"Paired from the standings before this change: round {rounds}. Their boards stay.")


@needs(Can.PUBLISH_PAIRINGS)
@never_cache
@require_POST
def costs(request: HttpRequest, tournament: Tournament, code: str, game_id: int, kind: type[BoardForm]) -> HttpResponse:
    """Show what a change comes to; nothing is changed before it is pressed there."""
    game = game_of(tournament, code, game_id)
    seats = boards_of_round(game.round)
    form, by = kind(request.POST, game=game, seats=seats), actor_of(request)
    if form.is_valid():
        with refusal_in(form):
            cost = change_cost(row=game.round, change=lambda: SERVICES[kind](by=by, game=game, **form.values()))
            press = reverse(f"pairings:{form.name}", args=[tournament.slug, code, game.pk])
            return costs_page(request, game.round, form, cost, press)
    return board_page(request, game, seats, form)


def costs_page(request: HttpRequest, row: Round, form: Any, cost: ChangeCost, press: str) -> HttpResponse:
    """What a change comes to, a bye with what it counts.  press: the address that makes the change."""
    for board in cost.boards:
        if board.is_bye:
            board.counts = explain(account_of_game(board, ()), [str(board.first.player)])[-1]  # type: ignore[attr-defined]
    context = {"form": form, "cost": cost, "rows": cost_rows(cost.rows), "press": press}
    return render(request, "pairings/board_costs.html", {**page_context(row), **context})
