"""A round's one page, whatever its state; the director's Start; unpaired players placed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import with_accounts
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import start_round
from tdsuite.tournaments.shortcuts import round_of

from ..forms import SeatForm
from ..services.boards import seat as seat_players
from ..services.seats import seats_of
from ..services.tried import change_cost
from .boards import costs_page
from .pages import boards_page, draft_of, frame, round_page, round_url, stale_facts


@needs(Can.SEE_CONSOLE)
@never_cache
@require_GET
def round(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """To be paired, a draft, or published boards."""
    return round_page(request, round_of(tournament, code, number))


@needs(Can.SEE_CONSOLE)
@never_cache
@require_GET
def boards(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The boards alone, for a page that hears of a change."""
    row = round_of(tournament, code, number)
    seats = seats_of(row)
    return render(request, "pairings/_boards.html", {**frame(row), "seats": seats, "games": with_accounts(seats.rows)})


@needs(Can.SEE_CONSOLE)
@never_cache
@require_GET
def changes(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What changed since the draft was made, for a page that hears of a change."""
    row = round_of(tournament, code, number)
    run = draft_of(row)
    if run is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "pairings/_changes.html", {**frame(row), **stale_facts(run)})


@needs(Can.RUN_ROUNDS)
@require_POST
def start(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The director's Start."""
    row = round_of(tournament, code, number)
    try:
        if row.pk is None:
            raise Refused(f"Round {number} is not published yet: publish its pairings first.")
        start_round(by=request.user, round=row)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"Round {number} is playing.")
    return redirect(round_url(row))


@needs(Can.PUBLISH_PAIRINGS)
@never_cache
@require_POST
def seat_costs(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Show the board that placing a player would make; nothing is changed before it is pressed there."""
    row = round_of(tournament, code, number)
    form = SeatForm(request.POST, seats=seats_of(row))
    if form.is_valid():
        try:
            found = change_cost(row=row, change=lambda: seat_players(by=request.user, round=row, **form.cleaned_data))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return costs_page(request, row, form, found, reverse("pairings:seat", args=[tournament.slug, code, number]))
    return boards_page(request, row, seat_form=form)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def seat(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Place an unpaired player on a new board, or with a bye."""
    row = round_of(tournament, code, number)
    form = SeatForm(request.POST, seats=seats_of(row))
    if form.is_valid():
        try:
            game = seat_players(by=request.user, round=row, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{game.first} has a bye." if game.is_bye else f"Table {game.table}: {game}.")
            return redirect(round_url(row))
    return boards_page(request, row, seat_form=form)
