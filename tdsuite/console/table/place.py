"""A player who sits nowhere in a published round gets a board or a bye; its costs are shown first."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from pairings.forms.pairing import SeatForm
from pairings.services.restoring import boards_now
from pairings.services.round_boards import boards_of_round
from pairings.views.costs import looked_at_boards
from pairings.views.undoing import offer_boards_back
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.shortcuts import form_page, published_round_of, refusal_in
from .page import drawn, table_url


@needs(Can.PUBLISH_PAIRINGS)
@form_page
def place(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The player of ?entry=; with ?opponent= what the new board costs; sent, it is made."""
    row, sent = published_round_of(tournament, code, number), request.POST or request.GET
    form = SeatForm(
        sent if "opponent" in sent else None, seats=boards_of_round(row), initial={"entry": sent.get("entry")}
    )
    looked = None
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            return placed(request, row, form)
    elif request.method != "POST":
        looked = looked_at_boards(form, actor_of(request), press=request.path, back=row.division.board_url(number))
    context = {"page_title": form.title, "division": row.division, "round": row, "form": form, "looked": looked}
    return drawn(request, "place", context, wrong=bool(form.errors))


def placed(request: HttpRequest, row: Round, form: SeatForm) -> HttpResponse:
    """Make the board, offer to take it back, and show it."""
    before = boards_now(form.seats.rows)
    game = form.make(actor_of(request))
    messages.success(request, f"{game.first} has a bye." if game.is_bye else f"Table {game.table}: {game}.")
    offer_boards_back(request, row, before)
    return redirect(table_url(game))
