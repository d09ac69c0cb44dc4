"""A round's one page, whatever its state; the director's Start; unpaired players placed."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from pairings.forms.pairing import SeatForm, UndoForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.presence import with_missing
from tdsuite.tournaments.reads import rounds_paired_from, with_accounts
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import close_round, reopen_round, start_round, undo_start
from tdsuite.tournaments.shortcuts import form_page, published_round_of, read_page, refusal_in, refusal_told, round_of

from ..services.board_change_costs import change_cost
from ..services.boards import follow_plan
from ..services.boards import seat as seat_players
from ..services.publishing import unpublish_round
from ..services.restoring import boards_now, restore_boards
from ..services.round_boards import boards_of_round
from .round_pages import (
    boards_page,
    byes_counted,
    cost_rows,
    draft_of,
    moves_of_round,
    page_context,
    round_page,
    round_url,
    stale_facts,
)
from .undoing import UNDONE, offer_boards_back


@needs(Can.SEE_CONSOLE)
@read_page
def round(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """To be paired, a draft, or published boards."""
    return round_page(request, round_of(tournament, code, number))


@needs(Can.SEE_CONSOLE)
@read_page
def boards(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The boards alone, for a page that hears of a change."""
    row = round_of(tournament, code, number)
    seats = boards_of_round(row)
    return render(
        request,
        "pairings/_boards.html",
        {**page_context(row), "seats": seats, "games": with_missing(with_accounts(seats.rows))},
    )


@needs(Can.SEE_CONSOLE)
@read_page
def changes(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What changed since the draft was made, for a page that hears of a change."""
    row = round_of(tournament, code, number)
    run = draft_of(row)
    if run is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "pairings/_changes.html", {**page_context(row), **stale_facts(run)})


@needs(Can.RUN_ROUNDS)
@require_POST
def start(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The director's Start."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        if row.pk is None:
            raise Refused(
                f"Round {number} is not published yet: publish its pairings first.", code="round_not_published"
            )
        start_round(by=actor_of(request), round=row, anyway="anyway" in request.POST)
        messages.success(request, f"Round {number} is playing.")
    return redirect(round_url(row))


@needs(Can.RUN_ROUNDS)
@require_POST
def undo_the_start(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Take the director's Start back, with a reason."""

    def take_back(row: Round, reason: str) -> str:
        undo_start(by=actor_of(request), round=row, reason=reason)
        return f"The start of round {number} is undone: the round is published and waits."

    return _taken_back(request, round_of(tournament, code, number), take_back)


@needs(Can.RUN_ROUNDS)
@require_POST
def reopen(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Open a round that is over again, with a reason; says which rounds were paired from its results."""

    def take_back(row: Round, reason: str) -> str:
        reopen_round(by=actor_of(request), round=row, reason=reason)
        later = ", ".join(map(str, rounds_paired_from(row.division, number)))
        return f"Round {number} is open again." + (f" Paired from its results: round {later}." if later else "")

    return _taken_back(request, round_of(tournament, code, number), take_back)


@needs(Can.RUN_ROUNDS)
@require_POST
def close(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Close a round that was opened again."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        closed = close_round(by=actor_of(request), round=row).status == Round.Status.CLOSED
        messages.success(
            request, f"Round {number} is closed." if closed else f"Round {number} closes with its last result."
        )
    return redirect(round_url(row))


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def unpublish(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Take a round's pairings back, with a reason."""

    def take_back(row: Round, reason: str) -> str:
        run = unpublish_round(by=actor_of(request), round=row, reason=reason)
        now = "This is the draft that they came from." if run else "The round can be paired again."
        return f"The pairings of round {number} are taken back. {now}"

    return _taken_back(request, round_of(tournament, code, number), take_back)


def _taken_back(request: HttpRequest, row: Round, take_back: Callable[[Round, str], str]) -> HttpResponse:
    form = UndoForm(request.POST)
    if form.is_valid():
        with refusal_in(form):
            messages.success(request, take_back(row, form.cleaned_data["reason"]))
            return redirect(round_url(row))
    return round_page(request, row, undo_form=form)


@needs(Can.PUBLISH_PAIRINGS)
@form_page
def follow_tables(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Which boards move where the division's tables were changed; the button moves them."""
    row = round_of(tournament, code, number)
    if request.method == "POST":
        with refusal_told(request):
            moved = follow_plan(by=actor_of(request), round=row)
            messages.success(request, f"{moved} board{'' if moved == 1 else 's'} moved. Print the pairings again.")
        return redirect(round_url(row))
    context = {"moves": moves_of_round(row), "tab": "rounds"}
    return render(request, "pairings/follow_tables.html", {**page_context(row), **context})


@needs(Can.PUBLISH_PAIRINGS)
@never_cache
@require_POST
def seat_costs(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Show the board that placing a player would make; nothing is changed before it is pressed there."""
    row = published_round_of(tournament, code, number)
    form = SeatForm(request.POST, seats=boards_of_round(row))
    if form.is_valid():
        with refusal_in(form):
            cost = change_cost(
                row=row, change=lambda: seat_players(by=actor_of(request), round=row, **form.cleaned_data)
            )
            press = reverse("pairings:seat", args=[tournament.slug, code, number])
            context = {"form": form, "cost": byes_counted(cost), "rows": cost_rows(cost.rows), "press": press}
            return render(request, "pairings/board_costs.html", {**page_context(row), **context})
    return boards_page(request, row, seat_form=form)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def seat(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Place an unpaired player on a new board, or with a bye."""
    row = published_round_of(tournament, code, number)
    form = SeatForm(request.POST, seats=boards_of_round(row))
    if form.is_valid():
        with refusal_in(form):
            before = boards_now(form.seats.rows)
            game = seat_players(by=actor_of(request), round=row, **form.cleaned_data)
            messages.success(request, f"{game.first} has a bye." if game.is_bye else f"Table {game.table}: {game}.")
            offer_boards_back(request, row, before)
            return redirect(round_url(row))
    return boards_page(request, row, seat_form=form)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def restore(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The boards as they were before the last change."""
    row, signed = published_round_of(tournament, code, number), request.POST.get("boards", "")
    with refusal_told(request):
        restore_boards(by=actor_of(request), division=row.division, signed=signed, reason=UNDONE)
        messages.success(request, "The boards are as they were.")
    return redirect(round_url(row))
