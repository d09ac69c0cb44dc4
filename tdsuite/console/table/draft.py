"""The board of a draft: why it is one, and a swap, whose costs are shown before it is made."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from pairings.forms.pairing import SwapForm
from pairings.models import PairingRun
from pairings.services.drafts import swap_in_draft
from pairings.services.explanations import swap_cost
from pairings.services.tables import tables_of_run
from pairings.views.costs import looked_at_draft
from pairings.views.round_pages import cost_lines, draft_of
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import Undo, offer_undo
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.shortcuts import form_page, refusal_in, round_of
from .page import drawn


@needs(Can.PAIR)
@form_page
def draft_table(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The board of ?player=; with ?other= what it costs that the two change places; sent, they do."""
    row = round_of(tournament, code, number)
    run, sent = draft_of(row), request.POST or request.GET
    if run is None:
        raise Http404("This round has no draft.")
    context = board_context(run, row, whole(sent.get("player", "")) or 0)
    form = SwapForm(sent if sent.get("other") else None, initial={"player": sent.get("player")})
    if form.is_valid():
        swap = {"by": actor_of(request), "run": run, "number": number, **form.cleaned_data}
        with refusal_in(form):
            if request.method == "POST":
                swap_in_draft(**swap)
                return swapped(request, form.cleaned_data)
            title = f"{swap['player']} and {swap['other']} change places"
            pressed = {"form": form, "press": request.path, "title": title}
            back = f"{request.path}?player={swap['player']}"
            context["looked"] = looked_at_draft(swap_cost(**swap), context["names"], back=back, **pressed)
    return drawn(request, "draft", context | {"form": form}, wrong=bool(form.errors))


def board_context(run: PairingRun, row: Round, player: int) -> dict[str, Any]:
    """A draft's board with its people, reasons and costs. 404 where the player is on none."""
    board = next((each for each in run.draft_boards(row.number) if player in each.numbers), None)
    if board is None:
        raise Http404("This player is on no board of the draft.")
    division = row.division
    names = {entry.number: entry for entry in division.entries.select_related("player")}
    seat = tables_of_run(run).of(board)
    return {
        "page_title": "Draft", "division": division, "round": row, "board": board, "names": names,
        "table": seat.table if seat else "", "table_reason": seat.reason if seat else "",
        "first": names.get(board.first), "second": names.get(board.second or 0),
        "costs": cost_lines(board.costs),
    }  # fmt: skip


def swapped(request: HttpRequest, swap: dict[str, Any]) -> HttpResponse:
    """Say it, offer to take it back, and show the board where the first of the two is now."""
    player, other = swap["player"], swap["other"]
    messages.success(request, f"Players {player} and {other} changed places.")
    offer_undo(request, Undo.sending(f"Players {player} and {other} change places again.", request.path, swap))
    return redirect(f"{request.path}?player={player}")
