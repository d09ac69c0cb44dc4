"""The keyboard page: one input, every line saved or kept."""

from contextlib import suppress
from dataclasses import asdict
from typing import Any

from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from results.games.engine.entry_line import SHAPES, Mode
from results.games.services.disputes import mark_disputes
from results.games.services.keyboard import Desk, Done, Reply, Typed, foresee, remembered, take
from results.games.services.parked import Parked
from results.games.services.standing_lines import mark_lines
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.problems import why_unsaved
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.reads import history, missing_results
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.shortcuts import form_page, read_page, round_links, round_of

LONGEST_LINE = 400
MOST_ASIDE = 20  # lines typed where a reason was wanted
STATUS = {"error": 422, "unsaved": 503}


@needs(Can.ENTER_RESULTS)
@form_page
def enter(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """GET: the page. POST: one line; answers with the page, or with its changing parts for a script."""
    row = round_of(tournament, code, number)
    if row.pk is None or (request.method != "POST" and not row.is_published):
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
    context, status = page_of(row, desk, reply), STATUS.get(reply.kind, 200)
    if request.headers.get("HX-Request"):
        return render(request, "results/games/_desk.html", context, status=status)
    context["rounds"] = round_links(row.division, "results:enter", row.number, published=True)
    return render(request, "results/games/enter.html", context, status=status)


@needs(Can.ENTER_RESULTS)
@read_page
def missing(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The results still missing, for the page beside the keyboard."""
    row = round_of(tournament, code, number)
    context = {
        "tournament": tournament,
        "division": row.division,
        "round": row,
        "missing": mark_disputes(mark_lines(missing_results(row.division, number))),
    }
    return render(request, "results/games/_missing.html", context)


@needs(Can.ENTER_RESULTS)
@read_page
def typing(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What the line being typed (?line=) would come to, for the keyboard page; nothing is saved."""
    row = round_of(tournament, code, number)
    line = request.GET.get("line", "")[:LONGEST_LINE].strip()
    foreseen = foresee(desk_of(request, row), line) if line and row.is_published else None
    context = {"tournament": tournament, "division": row.division, "round": row, "foreseen": foreseen}
    return render(request, "results/games/_typing.html", context)


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
        parked=tuple(filter(None, (Parked.read(text[:LONGEST_LINE]) for text in sent.getlist("parked")[:MOST_ASIDE]))),
    )


def desk_of(request: HttpRequest, row: Round) -> Desk:
    """The user's desk: the mode of entry, and what the session remembers of the last lines."""
    division = row.division
    session = request.session.get("entry", {}).get(str(division.pk), {})
    mode = division.tournament.entry_mode
    if session.get("instead_of") == mode:  # this user chose another since the event's was set
        mode = session["mode"]
    memory = [Done(**line) for line in session.get("memory", [])]
    return Desk(actor_of(request), history(division), row.number, Mode(mode), memory)


def remember(request: HttpRequest, desk: Desk, reply: Reply) -> None:
    """Keep the last lines, and a new mode: for the whole event where the user manages it, else for this user."""
    tournament = desk.division.tournament
    own: dict[str, str] = {}
    if reply.mode is not None:
        if allowed(request.user, tournament, Can.MANAGE_TOURNAMENT):
            update_tournament(by=actor_of(request), tournament=tournament, values={"entry_mode": reply.mode.value})
            tournament.entry_mode = reply.mode.value
        else:
            own = {"mode": reply.mode.value, "instead_of": tournament.entry_mode}
        desk.mode = reply.mode
    memory = remembered(desk, reply)
    if own or memory != desk.memory:
        entry = request.session.get("entry", {})
        before = entry.get(str(desk.division.pk), {})
        entry[str(desk.division.pk)] = {**before, **own, "memory": [asdict(done) for done in memory]}
        request.session["entry"], desk.memory = entry, memory
        # Saved at once. The result is on disk already: a memory that cannot be saved costs the undo alone.
        with suppress(OperationalError, UpdateError):
            request.session.save()
        request.session.modified = False


def unsaved(error: OperationalError, typed: Typed) -> Reply:
    """The database could not keep the line: say so, and give the line back as it was typed."""
    text = f"NOT saved: {why_unsaved(error)[1]}, then press Enter again. Your line is still here."
    return Reply(
        "unsaved",
        text,
        line=typed.line,
        pending=typed.pending,
        asked=typed.asked,
        stage=typed.stage,
        within=typed.within,
        aside=typed.aside,
        parked=typed.parked,
    )


def page_of(row: Round, desk: Desk, reply: Reply) -> dict[str, Any]:
    """The page: the reply, what is still missing, the last lines."""
    shape, example, _ = SHAPES[desk.mode]
    return {
        "tournament": row.division.tournament,
        "division": row.division,
        "round": row,
        "reply": reply,
        "missing": mark_disputes(mark_lines(missing_results(row.division, row.number))),
        "mode": desk.mode,
        "shape": shape,
        "example": example,
        "done": list(reversed(desk.memory)),
    }
