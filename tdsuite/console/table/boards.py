"""Presses that change a published board, each shown with its costs before it is made."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from pairings.forms.pairing import GAME_FORMS, BoardForm, StarterForm
from pairings.services.restoring import boards_now
from pairings.services.round_boards import boards_of_round
from pairings.views.costs import looked_at_boards
from pairings.views.undoing import offer_boards_back
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.shortcuts import refusal_in
from .page import is_part, later_rounds, published, table_page, table_url


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
            form.make(actor_of(request))
            row = Game.objects.filter(pk=game.pk).first()
            moved = f" It is at table {row.table} now." if row and row.table != game.table else ""
            later = later_rounds(game) if form.touches_result else ""
            messages.success(request, f"{form.title}: {was}. Done.{moved}{later}")
            if not form.cleaned_data.get("drop_results"):
                offer_boards_back(request, game.round, before)
            return redirect(table_url(game)) if row else left(request, game.round.division.board_url(game.round.number))
    return table_page(request, game, at=section_of(kind), board_form=form)


def looked_at_change(request: HttpRequest, game: Game) -> dict[str, Any]:
    """What the change that ?change= names comes to, shown in its form; {} where none is asked for."""
    kind = next((kind for kind in GAME_FORMS if kind.name == request.GET.get("change")), None)
    division = game.round.division
    if kind is None or not allowed(request.user, division.tournament, Can.PUBLISH_PAIRINGS):
        return {}
    form = kind(request.GET, game=game, seats=boards_of_round(game.round))
    press = division.url(f"console:board_{form.name}", game.pk)
    looked = looked_at_boards(form, actor_of(request), press=press, back=table_url(game))
    return {"at": section_of(kind), "board_form": form, "looked": looked}


def left(request: HttpRequest, url: str) -> HttpResponse:
    """To another page: the board is gone, and with it the drawer."""
    return HttpResponse(headers={"HX-Redirect": url}) if is_part(request) else redirect(url)


def section_of(kind: type[BoardForm]) -> str:
    return "starts" if kind is StarterForm else "move"
