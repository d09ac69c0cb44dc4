"""A division's tables: the plan, tables kept for players, and other divisions that want them too."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from pairings.forms.tables import TableNeedForm, TablePlanForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import Undo, offer_form_undo, offer_undo
from tdsuite.tournaments.models import Division, Round, TableNeed, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, form_page, page_with_forms, refusal_in, refusal_told
from tdsuite.tournaments.tables_in_use import OPEN
from ..services.round_boards import boards_of_round
from ..services.tables import (
    TableMove,
    give_up_table,
    keep_table,
    misplaced,
    need_facts,
    overlaps_of,
    plan_faults,
    save_plan,
    table_moves,
)


@needs(Can.PAIR)
@form_page
def tables(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The division's plan of tables; a form to change it."""
    division = division_of(tournament, code)
    form = TablePlanForm(request.POST or None, division=division)
    if form.is_valid():
        with refusal_in(form):
            save_plan(by=actor_of(request), division=division, values=form.values(), reason=form.cleaned_data["reason"])
            messages.success(request, "The tables are saved. Drafts follow them; published rounds stay where they are.")
            offer_form_undo(request, form)
            return redirect("pairings:tables", tournament.slug, code)
    return tables_page(request, division, plan_form=form)


@needs(Can.PAIR)
@require_POST
def keep(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Keep a table for a player."""
    division = division_of(tournament, code)
    form = TableNeedForm(request.POST, division=division)
    if not form.is_valid():
        return tables_page(request, division, need_form=form)
    with refusal_told(request):
        need = keep_table(by=actor_of(request), **form.values())
        messages.success(request, f"Table {need.table} is kept for {need.entry.player} {need.rounds_text}.")
    return redirect("pairings:tables", tournament.slug, code)


@needs(Can.PAIR)
@require_POST
def give_up(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """Keep a table for a player no more."""
    need = _need_of(division_of(tournament, code), pk)
    fields = {name: value or "" for name, value in need_facts(need).items()}
    give_up_table(by=actor_of(request), need=need)
    messages.success(request, f"Table {need.table} is not kept for {need.entry.player} any more.")
    says = f"Table {need.table} is kept for {need.entry.player} again, {need.rounds_text}."
    offer_undo(request, Undo.sending(says, tournament.url("pairings:table_keep", code), fields))
    return redirect("pairings:tables", tournament.slug, code)


def _need_of(division: Division, pk: int) -> TableNeed:
    rows = TableNeed.objects.select_related("entry__player", "entry__division__tournament")
    return get_object_or_404(rows, pk=pk, entry__division=division)


def tables_page(
    request: HttpRequest,
    division: Division,
    *,
    plan_form: TablePlanForm | None = None,
    need_form: TableNeedForm | None = None,
) -> HttpResponse:
    """The plan, who keeps which table, and what is wrong with it."""
    rows = list(TableNeed.objects.filter(entry__division=division).select_related("entry__player"))
    refused, faults = "", []
    try:
        faults = plan_faults(division, rows)
    except Refused as error:
        refused = str(error)
    context: dict[str, Any] = {
        "division": division, "tab": "plan", "refused": refused, "faults": faults,
        "overlaps": overlaps_of(division), "rows": rows,
        "plan_form": plan_form or TablePlanForm(division=division),
        "need_form": need_form or TableNeedForm(division=division),
        "published": [_played(division, row) for row in division.rounds.filter(status__in=OPEN).order_by("number")],
    }  # fmt: skip
    return page_with_forms(request, "pairings/tables.html", context)


def _played(division: Division, row: Round) -> tuple[Round, tuple[TableMove, ...], tuple[str, ...]]:
    """A published round that is not over, what moves if it follows the tables, what is wrong with where it is played."""
    row.division = division
    games = boards_of_round(row).rows
    moves: tuple[TableMove, ...] = ()
    with suppress(Refused):
        moves = table_moves(row, games)
    return row, moves, misplaced(row, games)
