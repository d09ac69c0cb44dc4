"""Views whose answers are kept in a cache (tdsuite/platform/live/kept_pages.py): for strangers, of events open to all."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from functools import partial, wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from results.attendance.services.attendance import clocks_topic
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.phones import KEEP, PUBLIC
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live import kept_pages
from tdsuite.platform.live.kept_pages import Page
from tdsuite.platform.live.page_versions import is_passing, page_versions, read_page_versions, set_page_versions
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.kept_histories import kept_division, kept_divisions, kept_histories, kept_history
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.reads import History

# A search (q) is made anew, of each page one at a time.
KNOWN = {
    "by": re.compile("name"),
    "as": re.compile("text"),
    "from": re.compile("own"),
    "screen": re.compile("[0-9]{1,2}"),
    "at": re.compile("[0-9]{1,3}"),
    "page": re.compile("[0-9]{1,2}|all"),
    "q": re.compile(".{1,100}"),
    "player": re.compile("[0-9]{1,4}"),
    "other": re.compile("[0-9]{1,4}"),
}
NOTHING = re.compile("(?!)")
VARY = ("HX-Request", "Cookie", "Accept-Encoding", "Accept-Language")
View = Callable[..., HttpResponse]


def kept_page(view: View) -> View:
    """Answer strangers from the cache; of many who ask at once for what is not there one makes it, the others wait and get it.

    Stands above `@needs`; the view must show nothing that depends on its visitor.

    A view whose answer may be kept reads its rows through `read_division` or `read_event`.
    """

    @wraps(view)
    def serve(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "GET" or has_account(request):
            return view(request, *args, **kwargs)
        page = for_strangers(request, *args, **kwargs)
        response = page if isinstance(page, HttpResponse) else answer(request, page)
        if isinstance(page, Page) or is_nobodys_own(request, response):
            response.headers[KEEP] = PUBLIC
        return response

    def for_strangers(request: HttpRequest, *args: Any, **kwargs: Any) -> Page | HttpResponse:
        keep_known_parameters(request)
        part = "rows" if request.htmx else "page"  # type: ignore[attr-defined]
        query = {name: value for name, value in sorted(request.GET.items()) if name != "q"}
        language = translation.get_language()
        key, searched = f"{part} {language} {request.path}?{urlencode(query)}", "q" in request.GET
        if page := None if searched else kept_pages.get(key):
            return page
        with kept_pages.making(key):
            if page := None if searched else kept_pages.get(key):
                return page
            response = view(request, *args, **kwargs)
            if searched or not is_for_everybody(request, response):
                return response
            return kept_pages.put(key, response.content, response.headers["Content-Type"], page_versions(request))

    return serve


def has_account(request: HttpRequest) -> bool:
    """Whether somebody is logged in, who may help to run the event: they see what they have just changed, at once.

    A session that does not exist, and a header that pages do not read, make nobody more than a stranger.
    """
    return settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated


def keep_known_parameters(request: HttpRequest) -> None:
    """Drop from the address what the public pages do not know: it would make each of them anew, and stand in what is kept."""
    query = [(name, value) for name, value in request.GET.items() if KNOWN.get(name, NOTHING).fullmatch(str(value))]
    request.META["QUERY_STRING"] = urlencode(query)
    request.__dict__.pop("GET", None)  # read again from the query


def is_for_everybody(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether an answer is the same for everyone and stands until its topics change."""
    return bool(page_versions(request) and not is_passing(request)) and is_nobodys_own(request, response)


def is_nobodys_own(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether an answer is the same for everyone who asks now, of an event open to all.

    A cookie, a form's token or a signed-in player makes a page somebody's own.
    """
    tournament: Tournament | None = getattr(request, "kept_tournament", None)
    personal = (
        response.cookies or "CSRF_COOKIE_NEEDS_UPDATE" in request.META or getattr(request, "player", None) is not None
    )
    open_to_all = tournament is not None and tournament.is_open_to_all
    return response.status_code == 200 and not personal and open_to_all


def answer(request: HttpRequest, page: Page) -> HttpResponse:
    packed = page.packed and "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(page.packed if packed else page.plain, content_type=page.content_type)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, VARY)
    return response


def read_division(request: HttpRequest, tournament: Tournament, code: str) -> tuple[Division, History]:
    """The division with its event, and its history, read after the versions of what public pages listen to. 404 without one.

    What is read afterwards is never older than the versions that the page names.
    """
    named = Division.objects.filter(tournament=tournament, code=code).values_list("pk", flat=True)
    for pk in filter(None, (read() for read in (partial(kept_division, tournament.pk, code), named.first))):
        row = Division(pk=pk, tournament_id=tournament.pk)
        read_page_versions(request, row.live_topic, clocks_topic(row))
        with suppress(Division.DoesNotExist):
            history = kept_history(pk, page_versions(request)[row.live_topic])
            if history.division.code == code:  # else it has got another one
                request.kept_tournament = history.division.tournament  # type: ignore[attr-defined]
                return copy(history.division), history
    raise Http404(f"{tournament} has no division {code}.")


def read_event(request: HttpRequest, tournament: Tournament) -> tuple[Tournament, list[History]]:
    """The event and the histories of its divisions in order, read after the versions of what its pages listen to."""
    known = kept_divisions(tournament.pk)
    histories = _histories(request, known) if known else None
    if histories is None or any(history.event_divisions != known for history in histories):
        histories = _histories(request, tuple(tournament.divisions.values_list("pk", flat=True)))
    if histories is None:
        raise Http404(f"{tournament} has lost a division just now.")
    if histories:
        tournament = copy(histories[0].division.tournament)
    else:
        tournament.refresh_from_db()
    request.kept_tournament = tournament  # type: ignore[attr-defined]
    return tournament, histories


def of_division(view: View) -> View:
    """A kept page about a division: the view is given the division and its history in the place of the event and a short name."""

    @kept_page
    @needs(Can.SEE_EVENT)
    @wraps(view)
    def with_history(request: HttpRequest, tournament: Tournament, code: str, **words: Any) -> HttpResponse:
        return view(request, *read_division(request, tournament, code), **words)

    return with_history


def of_event(view: View) -> View:
    """A kept page about an event: the view is given the histories of its divisions, too."""

    @kept_page
    @needs(Can.SEE_EVENT)
    @wraps(view)
    def with_histories(request: HttpRequest, tournament: Tournament, **words: Any) -> HttpResponse:
        return view(request, *read_event(request, tournament), **words)

    return with_histories


def _histories(request: HttpRequest, divisions: Sequence[int]) -> list[History] | None:
    """The histories of these divisions, None where one of them is gone."""
    topics = [Division(pk=pk).live_topic for pk in divisions]
    current = versions(*topics)
    set_page_versions(request, current)
    try:
        return kept_histories({pk: current[topic] for pk, topic in zip(divisions, topics, strict=True)})
    except Division.DoesNotExist:
        return None
