"""A request at the line: what was typed, who types for which division, and the last lines as the session keeps them."""

from contextlib import suppress

from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError
from django.http import HttpRequest
from django.urls import reverse

from results.games.engine.entry_line import Mode
from results.games.services.keyboard import Done, Reply, Typed
from results.games.services.parked import Parked
from tdsuite.platform.access.guard import actor_of, allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.platform.web.problems import why_unsaved
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.events import update_tournament

from .line import Answer, HallLine, remembered_as
from .sections import Board

LONGEST_LINE = 400
MOST_PARKED = 20
REASON = "reason-"  # the field of a parked question, with the key of its game


def typed_in(request: HttpRequest) -> Typed:
    sent = request.POST
    texts = [text[:LONGEST_LINE] for text in sent.getlist("parked")[:MOST_PARKED]]
    reasons = {
        game: sent[name][:300]
        for name in sent
        if name.startswith(REASON) and (game := whole(name.removeprefix(REASON))) is not None
    }
    parked = tuple(row for row in map(Parked.read, texts) if row is not None)
    return Typed(sent.get("line", "")[:LONGEST_LINE], parked, reasons)


def hall_of(request: HttpRequest, tournament: Tournament, shown: Board | None = None) -> HallLine:
    """The user's line: the mode of entry, and what the session remembers of the last lines.

    Args:
        shown: the board, whose first division with results to come is chosen unless the page says another.
    """
    divisions = [section.division for section in shown.sections] if shown else list(tournament.divisions.all())
    for division in divisions:
        division.tournament = tournament
    asked = request.POST.get("whose") or request.GET.get("whose", "")
    waiting = [section.division for section in shown.sections if section.to_go] if shown else []
    chosen = [division for division in divisions if division.code == asked] or waiting or divisions
    session = request.session.get("entry", {}).get(str(tournament.pk), {})
    mode = tournament.entry_mode
    if session.get("instead_of") == mode:  # this user chose another since the event's was set
        mode = session["mode"]
    memory = [(pk, Done(**done)) for pk, done in session.get("memory", [])]
    number = whole(request.POST.get("round") or request.GET.get("round", ""), 999)
    return HallLine(actor_of(request), tournament, divisions, chosen[0], number, Mode(mode), memory)


def remember(request: HttpRequest, hall: HallLine, reply: Reply) -> None:
    """Keep the last lines, and a new mode: for the whole event where the user manages it, else for this user."""
    tournament, own = hall.tournament, {}
    if reply.mode is not None:
        if allowed(request.user, tournament, Can.MANAGE_TOURNAMENT):
            update_tournament(by=actor_of(request), tournament=tournament, values={"entry_mode": reply.mode.value})
        else:
            own = {"mode": reply.mode.value, "instead_of": tournament.entry_mode}
        hall.mode = reply.mode
    if not own and reply.kind not in ("saved", "undone"):
        return
    entry = request.session.get("entry", {})
    before = entry.get(str(tournament.pk), {})
    entry[str(tournament.pk)] = {**before, **own, "memory": remembered_as(hall)}
    request.session["entry"] = entry
    # Saved at once. The result is on disk already: a memory that cannot be saved costs the undo alone.
    with suppress(OperationalError, UpdateError):
        request.session.save()
    request.session.modified = False


def unsaved(error: OperationalError, typed: Typed) -> Reply:
    """The database could not keep the line: say so, and give the line back as it was typed."""
    text = f"NOT saved: {why_unsaved(error)[1]}, then press Enter again. Your line is still here."
    return Reply("unsaved", text, line=typed.line, parked=typed.parked)


def open_table(answer: Answer) -> str:
    """The page of the table that a line names."""
    assert answer.opens is not None and answer.division is not None
    division = answer.division
    return reverse("console:table", args=[division.tournament.slug, division.code, answer.opens.key])
