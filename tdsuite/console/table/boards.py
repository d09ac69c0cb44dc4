"""Presses that change a published board, each shown with its costs before it is made; and the board of a draft."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from pairings.forms.pairing import (
    BoardForm,
    ByeForm,
    DissolveForm,
    MoveForm,
    ReplaceForm,
    StarterForm,
    SwapPlayersForm,
    SwapTablesForm,
)
from pairings.services import boards
from pairings.services.board_change_costs import change_cost
from pairings.services.restoring import boards_now
from pairings.services.round_boards import boards_of_round
from pairings.views.round_pages import byes_counted, cost_rows
from pairings.views.undoing import offer_boards_back
from tdsuite.console.table.page import board_url, is_part, later_rounds, published, table_page, table_url
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.shortcuts import refusal_in

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
@require_POST
def change(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, kind: type[BoardForm]
) -> HttpResponse:
    """Read the form, ask the service; a refusal is shown where it was asked, with what was typed."""
    game = published(tournament, code, game_id)
    seats = boards_of_round(game.round)
    form, was = kind(request.POST, game=game, seats=seats), str(game)
    if form.is_valid():
        with refusal_in(form):
            before = boards_now(seats.rows)
            SERVICES[kind](by=actor_of(request), game=game, **form.values())
            row = Game.objects.filter(pk=game.pk).first()
            moved = f" It is at table {row.table} now." if row and row.table != game.table else ""
            later = later_rounds(game) if form.touches_result else ""
            messages.success(request, f"{form.title}: {was}. Done.{moved}{later}")
            if not form.cleaned_data.get("drop_results"):
                offer_boards_back(request, game.round, before)
            return redirect(table_url(game)) if row else left(request, board_url(game.round))
    return table_page(request, game, at=section_of(kind), board_form=form)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def costs(request: HttpRequest, tournament: Tournament, code: str, game_id: int, kind: type[BoardForm]) -> HttpResponse:
    """Show what a change comes to; nothing is changed before it is pressed there."""
    game = published(tournament, code, game_id)
    form, by = kind(request.POST, game=game, seats=boards_of_round(game.round)), actor_of(request)
    cost = None
    if form.is_valid():
        with refusal_in(form):
            cost = change_cost(row=game.round, change=lambda: SERVICES[kind](by=by, game=game, **form.values()))
    looked = {"cost": byes_counted(cost), "rows": cost_rows(cost.rows)} if cost else {}
    return table_page(request, game, at="move", board_form=form, **looked)


def left(request: HttpRequest, url: str) -> HttpResponse:
    """To another page: the board is gone, and with it the drawer."""
    return HttpResponse(headers={"HX-Redirect": url}) if is_part(request) else redirect(url)


def section_of(kind: type[BoardForm]) -> str:
    return "starts" if kind is StarterForm else "move"
