"""What follows from a decision, shown before it is taken: of any form of the console with `components/_look.html`."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import groupby

from django.contrib.messages import ERROR
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.access.guard import FOLLOWS
from tdsuite.tournaments.engine.consequences import Consequence, Fact, Kind
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.consequences import what_follows
from .printing import printed_lately

CONSOLE = "/console/"
SHOWN = 12  # consequences of a kind that are not folded
HEADINGS = {
    Kind.WAITS: _("Then waits for you"),
    Kind.BOARDS: _("Boards and byes"),
    Kind.ROUNDS: _("Drafts and plan"),
    Kind.RESULTS: _("Results"),
    Kind.SHEETS: _("Sheets"),
    Kind.STANDINGS: _("Standings"),
    Kind.PRIZES: _("Prizes"),
    Kind.PAPERS: _("Prints out of date"),
    Kind.FILES: _("File for the rating body"),
}


def print_facts(tournament: Tournament, _histories: list[History]) -> Iterator[Fact]:
    """Which of the newest prints still hold."""
    for row in printed_lately(tournament):
        yield Fact(Kind.PAPERS, row.job.pk, f"{row.label}: {row.about}", row.since or str(_("holds")), row.address)


def foresee(request: HttpRequest, decide: Callable[[], HttpResponse]) -> HttpResponse:
    """Decide, compare and give up; a page that lists what would change, with a button that decides. Console alone."""
    if not request.path.startswith(CONSOLE):
        return decide()
    tournament: Tournament = request.tournament  # type: ignore[attr-defined]
    request.POST = sent = request.POST.copy()  # type: ignore[assignment]
    if (seen := sent.pop(FOLLOWS)[-1]) != "1":
        sent["save"] = seen
    session = deepcopy(dict(request.session.items()))
    answer, rows = what_follows(tournament, decide)
    if answer.has_header("Content-Disposition"):  # whose record is given up must not leave the house
        return HttpResponseBadRequest(_("A file is not handed out by a look at what follows: press its own button."))
    messages = request._messages._queued_messages  # type: ignore[attr-defined]
    if answer.status_code != 302 or any(message.level >= ERROR for message in messages):
        return answer  # the form with what is wrong, or why it is refused
    messages.clear()
    for key in set(request.session.keys()) - session.keys():
        del request.session[key]
    request.session.update(session)
    return _page(request, rows)


def _page(request: HttpRequest, rows: list[Consequence]) -> HttpResponse:
    groups = [(HEADINGS[kind], list(lines)) for kind, lines in groupby(rows, key=lambda row: row.kind)]
    back = request.headers.get("Referer", "")
    context = {
        "tab": "event",
        "groups": [(heading, lines[:SHOWN], lines[SHOWN:]) for heading, lines in groups],
        "sent": [(name, value) for name, values in request.POST.lists() for value in values],
        "back": back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else "",
    }
    return render(request, "console/what_follows.html", context)
