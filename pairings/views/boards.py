"""One published board: what can be done with it, each by its own address."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.engine.account import explain
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.reads import account_of_game, rounds_paired_from, with_accounts
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import game_of

from ..forms import (
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
from ..services import boards
from ..services.seats import Seats, seats_of
from ..services.tried import ChangeCost, change_cost
from .pages import cost_rows, frame, round_url

Change = Callable[..., Any]


@needs(Can.PUBLISH_PAIRINGS)
@never_cache
@require_GET
def board(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A board and every change it can undergo."""
    game = game_of(tournament, code, game_id)
    return board_page(request, game, seats_of(game.round))


def board_page(request: HttpRequest, game: Game, seats: Seats, refused: BoardForm | None = None) -> HttpResponse:
    kinds = BYE_FORMS if game.is_bye else GAME_FORMS
    changes = [refused if isinstance(refused, kind) else kind(game=game, seats=seats) for kind in kinds]
    with_accounts([game])
    context = {**frame(game.round), "game": game, "changes": changes, "refused": refused}
    return render(request, "pairings/board.html", context, status=422 if refused is not None else 200)


def change(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, *, kind: type[BoardForm], service: Change
) -> HttpResponse:
    """Read the form, ask the service; a refusal is shown where it was asked, with what was typed."""
    game = game_of(tournament, code, game_id)
    seats = seats_of(game.round)
    form, was = kind(request.POST, game=game, seats=seats), str(game)
    if form.is_valid():
        try:
            service(by=request.user, game=game, **form.values())
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{form.title}: {was}. Done.")
            if form.touches_result:
                tell_later_rounds(request, game)
            return redirect(round_url(game.round))
    return board_page(request, game, seats, form)


def costs(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, *, kind: type[BoardForm], service: Change
) -> HttpResponse:
    """Show what a change comes to; nothing is changed before it is pressed there."""
    game = game_of(tournament, code, game_id)
    seats = seats_of(game.round)
    form = kind(request.POST, game=game, seats=seats)
    if form.is_valid():
        try:
            found = change_cost(row=game.round, change=lambda: service(by=request.user, game=game, **form.values()))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            press = reverse(f"pairings:{form.name}", args=[tournament.slug, code, game.pk])
            return costs_page(request, game.round, form, found, press)
    return board_page(request, game, seats, form)


def costs_page(request: HttpRequest, row: Round, form: Any, found: ChangeCost, press: str) -> HttpResponse:
    """What a change comes to, a bye with what it counts.  press: the address that makes the change."""
    for board in found.boards:
        if board.is_bye:
            board.counts = explain(account_of_game(board, ()), [str(board.first.player)])[-1]  # type: ignore[attr-defined]
    context = {"form": form, "cost": found, "rows": cost_rows(found.rows), "press": press}
    return render(request, "pairings/board_costs.html", {**frame(row), **context})


def tell_later_rounds(request: HttpRequest, game: Game) -> None:
    later = rounds_paired_from(game.round.division, game.round.number)
    if later:
        rounds = ", ".join(map(str, later))
        messages.warning(request, f"Paired from the standings before this change: round {rounds}. Their boards stay.")


@needs(Can.PUBLISH_PAIRINGS)
@never_cache
@require_POST
def swap_players_costs(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return costs(request, tournament, code, game_id, kind=SwapPlayersForm, service=boards.swap_players)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def swap_players(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return change(request, tournament, code, game_id, kind=SwapPlayersForm, service=boards.swap_players)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def swap_tables(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return change(request, tournament, code, game_id, kind=SwapTablesForm, service=boards.swap_tables)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def move(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return change(request, tournament, code, game_id, kind=MoveForm, service=boards.move_game)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def starter(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return change(request, tournament, code, game_id, kind=StarterForm, service=boards.set_starter)


@needs(Can.PUBLISH_PAIRINGS)
@never_cache
@require_POST
def replace_costs(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return costs(request, tournament, code, game_id, kind=ReplaceForm, service=boards.replace_player)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def replace(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return change(request, tournament, code, game_id, kind=ReplaceForm, service=boards.replace_player)


@needs(Can.PUBLISH_PAIRINGS)
@never_cache
@require_POST
def bye_costs(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return costs(request, tournament, code, game_id, kind=ByeForm, service=boards.turn_into_bye)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def bye(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return change(request, tournament, code, game_id, kind=ByeForm, service=boards.turn_into_bye)


@needs(Can.PUBLISH_PAIRINGS)
@never_cache
@require_POST
def dissolve_costs(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return costs(request, tournament, code, game_id, kind=DissolveForm, service=boards.dissolve)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def dissolve(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    return change(request, tournament, code, game_id, kind=DissolveForm, service=boards.dissolve)
