"""The next round of every division on one page: paired by one button, published by another."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.engine.methods.registry import METHODS
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.services import worker_status
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.waiting import settled_first
from tdsuite.tournaments.shortcuts import read_page

from ..services.next_rounds import NextRound, next_rounds, publish_drafts, request_drafts
from ..services.tables import tables_of_run
from .round_pages import draft_lines


@needs(Can.PAIR)
@read_page
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every division's next round: its draft, that it is being paired, or what stands in its way."""
    rows = next_rounds(tournament)
    waiting = any(row.job is not None and row.job.is_active for row in rows)
    context = {
        "tournament": tournament,
        "rows": [_draft_facts(row) for row in rows],
        "publishable": [row.run for row in rows if row.publishable],
        "pairable": [row for row in rows if row.pairable],
        "waiting": waiting,
        "first": settled_first(tournament),
        "no_worker": worker_status().says if waiting else "",
        "tab": "event",
    }
    part = request.headers.get("HX-Request")
    return render(request, "pairings/_next_rounds.html" if part else "pairings/next_rounds.html", context)


def _draft_facts(row: NextRound) -> dict[str, Any]:
    if row.run is None:
        return {"row": row}
    method = METHODS.get(row.run.method)
    lines = draft_lines(row.run, history(row.division), row.number, tables_of_run(row.run))
    return {"row": row, "lines": lines, "method": method.label if method else row.run.method}


@needs(Can.PAIR)
@require_POST
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask the worker for a draft in every division that can be paired now."""
    if not request_drafts(by=actor_of(request), tournament=tournament):
        messages.info(request, _("No division can be paired now."))
    return redirect("next_rounds:page", tournament.slug)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def publish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Publish the drafts that stood on the page; one that cannot be published stays, and says why."""
    drafts = {pk for text in request.POST.getlist("draft") if (pk := whole(text)) is not None}
    open_now = settled_first(tournament)
    published, refused = publish_drafts(by=actor_of(request), tournament=tournament, drafts=drafts)
    for run in published:
        messages.success(
            request,
            _("%(division)s: %(rounds)s published.") % {"division": run.division, "rounds": run.rounds_text},
        )
        for row in open_now:
            if row.division in (None, run.division_id):
                messages.warning(request, row.warning)
    for division, refusal in refused:
        messages.error(request, f"{division}: {refusal}")
    if refused or not published:
        return redirect("next_rounds:page", tournament.slug)
    return redirect("console:event", tournament.slug)
