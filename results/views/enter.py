"""The keyboard page: one input, every line saved or kept."""

from contextlib import suppress
from typing import Any

from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from tdsuite.access.guard import allowed, needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.reads import history, missing_results
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.shortcuts import round_links, round_of

from ..engine.entry_line import SHAPES, Mode
from ..services.keyboard import Desk, Done, Reply, Typed, foresee, remembered, take
from ..services.standing_lines import mark_lines

LONGEST_LINE = 400
MOST_ASIDE = 20  # lines typed where a reason was wanted
STATUS = {"error": 422, "unsaved": 503}


@needs(Can.ENTER_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """GET: the page. POST: one line; answers with the page, or with its changing parts for a script."""
    row = round_of(tournament, code, number)
    if request.method != "POST" and not row.is_published:
        return redirect("pairings:round", tournament.slug, code, number)
    reply, desk = Reply("told"), None
    if request.method == "POST":
        typed = typed_in(request)
        try:
            desk = desk_of(request, row)
            reply = take(desk, typed)
            remember(request, desk, reply)
        except OperationalError as error:
            reply = unsaved(error, typed)
    desk = desk or desk_of(request, row)
    template = "results/_desk.html" if request.headers.get("HX-Request") else "results/enter.html"
    return render(request, template, page_of(row, desk, reply), status=STATUS.get(reply.kind, 200))


@needs(Can.ENTER_RESULTS)
@never_cache
@require_GET
def missing(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The results still missing, for the page beside the keyboard."""
    row = round_of(tournament, code, number)
    context = {
        "tournament": tournament,
        "division": row.division,
        "round": row,
        "missing": mark_lines(missing_results(row.division, number)),
    }
    return render(request, "results/_missing.html", context)


@needs(Can.ENTER_RESULTS)
@never_cache
@require_GET
def typing(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What the line being typed (?line=) would come to, for the keyboard page; nothing is saved."""
    row = round_of(tournament, code, number)
    line = request.GET.get("line", "")[:LONGEST_LINE].strip()
    foreseen = foresee(desk_of(request, row), line) if line and row.is_published else None
    context = {"tournament": tournament, "division": row.division, "round": row, "foreseen": foreseen}
    return render(request, "results/_typing.html", context)


def typed_in(request: HttpRequest) -> Typed:
    sent = request.POST
    return Typed(
        line=sent.get("line", "")[:LONGEST_LINE],
        pending=sent.get("pending", "")[:LONGEST_LINE],
        asked=sent.get("asked", ""),
        stage=sent.get("stage", ""),
        within=sent.get("within") == "1",
        aside=tuple(line[:LONGEST_LINE] for line in sent.getlist("aside")[:MOST_ASIDE]),
        saved=sent.get("saved") == "1",
    )


def desk_of(request: HttpRequest, row: Round) -> Desk:
    """The user's desk: the mode of entry, and what the session remembers of the last lines."""
    division = row.division
    kept = request.session.get("entry", {}).get(str(division.pk), {})
    memory = [Done(**line) for line in kept.get("memory", [])]
    return Desk(by=request.user, past=history(division), number=row.number, mode=mode_of(division, kept), memory=memory)


def mode_of(division: Division, kept: dict[str, Any]) -> Mode:
    """The event's mode, unless this user chose another since it was set."""
    event = division.tournament.entry_mode
    return Mode(kept["mode"] if kept.get("instead_of") == event else event)


def remember(request: HttpRequest, desk: Desk, reply: Reply) -> None:
    """Keep the last lines, and a new mode: for the whole event where the user manages it, else for this user."""
    tournament = desk.division.tournament
    own: dict[str, str] = {}
    if reply.mode is not None:
        if allowed(request.user, tournament, Can.MANAGE_TOURNAMENT):
            update_tournament(by=request.user, tournament=tournament, values={"entry_mode": reply.mode.value})
            tournament.entry_mode = reply.mode.value
        else:
            own = {"mode": reply.mode.value, "instead_of": tournament.entry_mode}
        desk.mode = reply.mode
    memory = remembered(desk, reply)
    if own or memory != desk.memory:
        entry = request.session.get("entry", {})
        kept = entry.get(str(desk.division.pk), {})
        entry[str(desk.division.pk)] = {**kept, **own, "memory": [one.as_json() for one in memory]}
        desk.memory = memory
        keep_session(request, entry)


def keep_session(request: HttpRequest, entry: dict[str, Any]) -> None:
    """Save the memory at once. The result is on disk already, so that a memory that cannot be kept costs the undo alone."""
    request.session["entry"] = entry
    with suppress(OperationalError, UpdateError):
        request.session.save()
    request.session.modified = False


def unsaved(error: OperationalError, typed: Typed) -> Reply:
    """The database could not keep the line: say so, and give the line back as it was typed."""
    told = str(error).lower()
    if "full" in told:
        why = "the disk is full. Free some space"
    elif "locked" in told or "busy" in told:
        why = "the database was busy for too long. Wait a moment"
    else:
        why = "the database did not answer. Check that it runs"
    text = f"NOT saved: {why}, then press Enter again. Your line is still here."
    return Reply(
        "unsaved",
        text,
        line=typed.line,
        pending=typed.pending,
        asked=typed.asked,
        stage=typed.stage,
        within=typed.within,
        aside=typed.aside,
    )


def page_of(row: Round, desk: Desk, reply: Reply) -> dict[str, Any]:
    """The page: the reply, what is still missing, the last lines."""
    shape, example, _ = SHAPES[desk.mode]
    return {
        "tournament": row.division.tournament,
        "division": row.division,
        "round": row,
        "rounds": round_links(row.division, "results:enter", row.number, published=True),
        "reply": reply,
        "missing": mark_lines(missing_results(row.division, row.number)),
        "mode": desk.mode,
        "shape": shape,
        "example": example,
        "done": list(reversed(desk.memory)),
    }
