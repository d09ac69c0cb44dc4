"""Addresses of earlier pages, below console/<event>/: each leads to the page that took its place."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.http import urlencode

from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import game_of, read_page

# The old address, the new page, and the parts of the old address that it has; the others become its query.
MOVED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("next-rounds/", "console:round", ()),
    ("sheets/", "console:round", ()),
    ("rounds/", "console:round", ()),
    ("check-in/gate/", "console:check_in", ()),
    ("<slug:code>/pairing/", "console:plan", ("code",)),
    ("<slug:code>/schedule/", "console:plan", ("code",)),
    ("<slug:code>/roster/add/", "console:walk_in", ()),
    ("<slug:code>/sheets/", "console:round", ()),
    ("<slug:code>/starts/", "console:round", ()),
    ("<slug:code>/round/<int:number>/attendance/", "console:round", ()),
    ("<slug:code>/round/<int:number>/sheets/", "console:round", ()),
    ("<slug:code>/round/<int:number>/enter/", "console:round", ()),
    ("<slug:code>/round/<int:number>/missing/", "console:round", ()),
    ("<slug:code>/round/<int:number>/results/", "console:round", ()),
    ("<slug:code>/board/<int:game_id>/", "console:table", ("code", "game_id")),
    ("<slug:code>/sheets/<int:game_id>/", "console:table", ("code", "game_id")),
    ("<slug:code>/rulings/game/<int:game_id>/", "console:table", ("code", "game_id")),
    ("<slug:code>/results/<int:game_id>/correct/", "console:table", ("code", "game_id")),
)
QUERY = {"code": "division", "number": "round"}


@needs(Can.SEE_CONSOLE)
@read_page
def moved(request: HttpRequest, tournament: Tournament, *, to: str, has: tuple[str, ...], **parts: Any) -> HttpResponse:
    """Where the page is now. 404 for a table of another event."""
    if "game_id" in parts:
        game_of(tournament, parts["code"], parts["game_id"])
    url = reverse(to, kwargs={"slug": tournament.slug} | {name: parts[name] for name in has})
    query = {QUERY.get(name, name): value for name, value in parts.items() if name not in has}
    return redirect(f"{url}?{urlencode(query)}" if query else url)


urlpatterns = [path(f"<slug:slug>/{old}", moved, {"to": to, "has": has}) for old, to, has in MOVED]
