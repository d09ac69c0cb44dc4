"""A round's page before it is published; what is pressed at a published one leads back to the Round board."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.reads import rounds_paired_from
from tdsuite.tournaments.services.rounds import close_round, reopen_round, undo_start
from tdsuite.tournaments.shortcuts import published_round_of, read_page, refusal_told, round_of

from ..services.boards import follow_plan
from ..services.drafts import last_try
from ..services.publishing import unpublish_round
from ..services.restoring import restore_boards
from .round_pages import draft_of, draft_page, last_try_facts, page_context, pairing_page, round_url, stale_facts
from .undoing import UNDONE, reason_sent


@needs(Can.SEE_CONSOLE)
@read_page
def round(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """To be paired, or a draft; published boards are on the Round board. A script asks whether it is still being paired."""
    row = round_of(tournament, code, number)
    if request.headers.get("HX-Request"):
        return _being_paired(request, row)
    if row.is_published:
        return redirect(row.division.board_url(number))
    if (run := draft_of(row)) is not None:
        return draft_page(request, run, row)
    page = pairing_page(request, row)
    drafted = draft_of(row)  # a worker may have ended while the page was written, which then waits for nobody
    return page if drafted is None else draft_page(request, drafted, row)


def _being_paired(request: HttpRequest, row: Round) -> HttpResponse:
    """How far the pairing is; once it is over, the way to the round's page."""
    job = last_try(row.division, row.number, None)
    if job is not None and job.is_active:
        return render(request, "pairings/_being_paired.html", page_context(row) | last_try_facts(row))
    return HttpResponse(headers={"HX-Redirect": round_url(row)})


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
def undo_the_start(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Take the director's Start back, with a reason."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        undo_start(by=actor_of(request), round=row, reason=reason_sent(request))
        messages.success(request, f"The start of round {number} is undone: the round is published and waits.")
    return redirect(row.division.board_url(number))


@needs(Can.RUN_ROUNDS)
@require_POST
def reopen(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Open a round that is over again, with a reason; says which rounds were paired from its results."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        reopen_round(by=actor_of(request), round=row, reason=reason_sent(request))
        later = ", ".join(map(str, rounds_paired_from(row.division, number)))
        paired = f" Paired from its results: round {later}." if later else ""
        messages.success(request, f"Round {number} is open again.{paired}")
    return redirect(row.division.board_url(number))


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
    return redirect(row.division.board_url(number))


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def unpublish(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Take a round's pairings back, with a reason."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        run = unpublish_round(by=actor_of(request), round=row, reason=reason_sent(request))
        now = "This is the draft that they came from." if run else "The round can be paired again."
        messages.success(request, f"The pairings of round {number} are taken back. {now}")
    return redirect(row.division.board_url(number))


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def follow_tables(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Move the boards of a published round to the division's tables, which were changed."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        moved = follow_plan(by=actor_of(request), round=row)
        messages.success(request, f"{moved} board{'' if moved == 1 else 's'} moved. Print the pairings again.")
    return redirect(row.division.board_url(number))


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def restore(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The boards as they were before the last change."""
    row, signed = published_round_of(tournament, code, number), request.POST.get("boards", "")
    with refusal_told(request):
        restore_boards(by=actor_of(request), division=row.division, signed=signed, reason=UNDONE)
        messages.success(request, "The boards are as they were.")
    return redirect(row.division.board_url(number))
