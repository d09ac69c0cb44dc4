"""Views whose answers are kept in memory (tdsuite/live/store.py): for strangers, of events open to all."""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import CharField, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from results.services.attendance import clocks_topic
from tdsuite.live import store as stores
from tdsuite.live.marks import is_passing, mark_shown, shown_versions
from tdsuite.live.models import LiveTopic
from tdsuite.live.services import versions
from tdsuite.live.store import Kept, Store
from tdsuite.tournaments.models import Division, Tournament

KEPT_QUERIES = {"by": re.compile("name"), "screen": re.compile("[0-9]{1,2}")}  # a search is made anew
VARY = ("HX-Request", "Cookie", "Accept-Encoding")
View = Callable[..., HttpResponse]


def kept(view: View) -> View:
    """Answer strangers from memory. Stands above `@needs`; the view must show nothing that depends on its visitor.

    A view whose answer may be kept reads its rows through `seen` or `seen_event`.
    """

    @wraps(view)
    def serve(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        key = key_of(request)
        if key is None:
            return view(request, *args, **kwargs)
        store = stores.process
        page = store.find(key)
        if page is None:
            with store.making(key):
                page = store.find(key)
                if page is None:
                    response = view(request, *args, **kwargs)
                    keep(store, key, request, response)
                    return response
        return answer(request, page)

    return serve


def key_of(request: HttpRequest) -> str | None:
    """What the answer is kept under; None where it must be made for this visitor.

    A session may be somebody's who helps to run the event: he sees what he has just changed, at once.
    """
    if request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers:
        return None
    query = [(name, value) for name, value in sorted(request.GET.items()) if (name, value) != ("q", "")]
    if not all(name in KEPT_QUERIES and KEPT_QUERIES[name].fullmatch(str(value)) for name, value in query):
        return None
    part = "rows" if request.htmx else "page"  # type: ignore[attr-defined]
    return f"{part} {request.path}?{urlencode(query)}"


def keep(store: Store, key: str, request: HttpRequest, response: HttpResponse) -> None:
    """Keep an answer that is the same for everyone and stands until its topics change."""
    shown = shown_versions(request)
    tournament: Tournament | None = getattr(request, "seen_tournament", None)
    if response.status_code != 200 or not shown or is_passing(request) or _is_personal(request, response):
        return
    if tournament is not None and tournament.is_open_to_all:
        store.keep(key, response.content, response.headers["Content-Type"], shown)


def _is_personal(request: HttpRequest, response: HttpResponse) -> bool:
    """A cookie, a form's token or a signed-in player makes a page somebody's own."""
    token = "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    return bool(response.cookies) or token or getattr(request, "player", None) is not None


def answer(request: HttpRequest, page: Kept) -> HttpResponse:
    packed = page.packed and "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(page.packed if packed else page.body, content_type=page.content_type)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, VARY)
    return response


def seen(request: HttpRequest, tournament: Tournament, code: str) -> Division:
    """The division with its event and the versions of what public pages listen to, of one instant. 404 without one.

    What is read afterwards is never older than the versions that the page names.
    """
    rows = Division.objects.select_related("tournament").annotate(
        version=_version("division"), clocks=_version("clocks")
    )
    division = rows.filter(tournament=tournament, code=code).first()
    if division is None:
        raise Http404(f"{tournament} has no division {code}.")
    mark_shown(request, {division.live_topic: division.version, clocks_topic(division): division.clocks})
    request.seen_tournament = division.tournament  # type: ignore[attr-defined]
    return division


def _version(kind: str) -> Coalesce:
    topic = Concat(Value(f"{kind}:"), Cast(OuterRef("pk"), CharField()))
    return Coalesce(Subquery(LiveTopic.objects.filter(key=topic).values("version")), 0)


def seen_event(request: HttpRequest, tournament: Tournament) -> tuple[Tournament, Mapping[str, int]]:
    """The event, read after the versions of all its divisions, and these."""
    shown = versions(*(division.live_topic for division in tournament.divisions.all()))
    mark_shown(request, shown)
    tournament.refresh_from_db()
    request.seen_tournament = tournament  # type: ignore[attr-defined]
    return tournament, shown
