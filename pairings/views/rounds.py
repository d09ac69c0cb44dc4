"""A round's page before it is published; what is pressed at a published one leads back to the Round board."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.reads import rounds_paired_from
from tdsuite.tournaments.services.rounds import close_round, reopen_round, undo_start
from tdsuite.tournaments.shortcuts import board_button, read_page, round_of
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
@board_button
def undo_the_start(request: HttpRequest, row: Round) -> str:
    """Take the director's Start back, with a reason."""
    undo_start(by=actor_of(request), round=row, reason=reason_sent(request))
    return f"The start of round {row.number} is undone: the round is published and waits."


@needs(Can.RUN_ROUNDS)
@board_button
def reopen(request: HttpRequest, row: Round) -> str:
    """Open a round that is over again, with a reason; says which rounds were paired from its results."""
    reopen_round(by=actor_of(request), round=row, reason=reason_sent(request))
    later = ", ".join(map(str, rounds_paired_from(row.division, row.number)))
    paired = f" Paired from its results: round {later}." if later else ""
    return f"Round {row.number} is open again.{paired}"


@needs(Can.RUN_ROUNDS)
@board_button
def close(request: HttpRequest, row: Round) -> str:
    """Close a round that was opened again."""
    closed = close_round(by=actor_of(request), round=row).status == Round.Status.CLOSED
    return f"Round {row.number} is closed." if closed else f"Round {row.number} closes with its last result."


@needs(Can.PUBLISH_PAIRINGS)
@board_button
def unpublish(request: HttpRequest, row: Round) -> str:
    """Take a round's pairings back, with a reason."""
    run = unpublish_round(by=actor_of(request), round=row, reason=reason_sent(request))
    now = "This is the draft that they came from." if run else "The round can be paired again."
    return f"The pairings of round {row.number} are taken back. {now}"


@needs(Can.PUBLISH_PAIRINGS)
@board_button
def follow_tables(request: HttpRequest, row: Round) -> str:
    """Move the boards of a published round to the division's tables, which were changed."""
    moved = follow_plan(by=actor_of(request), round=row)
    return f"{moved} board{'' if moved == 1 else 's'} moved. Print the pairings again."


@needs(Can.PUBLISH_PAIRINGS)
@board_button
def restore(request: HttpRequest, row: Round) -> str:
    """The boards as they were before the last change."""
    signed = request.POST.get("boards", "")
    restore_boards(by=actor_of(request), division=row.division, signed=signed, reason=UNDONE)
    return "The boards are as they were."
