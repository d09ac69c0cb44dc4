"""Screens of the hall: one screenful at a time, over all divisions, as the director composed it; and one of each division."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse

from tdsuite.platform.live.page_versions import page_versions, read_page_versions, set_passing
from tdsuite.platform.web.numbers import whole
from tdsuite.public.caching import of_division, of_event
from tdsuite.public.screens import MOST_PAGES, ScreenPages
from tdsuite.tournaments.models import Division, Screen, Tournament
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.screens import USUAL_SECONDS, screen_of
from .events import page_or_rows

OF_A_DIVISION = (Screen.Shows.NOTICES, Screen.Shows.NAMES, Screen.Shows.STANDINGS)


@of_event
def screen(request: HttpRequest, tournament: Tournament, histories: Sequence[History], number: int) -> HttpResponse:
    """The page itself moves on to the next; it is told at once when the screen is steered or a division changes."""
    of_divisions = page_versions(request)
    read_page_versions(request, Screen(tournament=tournament, number=number).live_topic)
    row = screen_of(tournament, number)
    return _screenful(request, row, histories, row.get_absolute_url(), [row.live_topic, *of_divisions])


@of_division
def wall(request: HttpRequest, division: Division, played: History) -> HttpResponse:
    """A screen of one division that nobody has to compose."""
    panels = [{"shows": kind, "division": "", "seconds": USUAL_SECONDS} for kind in OF_A_DIVISION]
    row = Screen(tournament=division.tournament, name=str(division), panels=panels)
    address = division.url("public:wall")
    return _screenful(request, row, [played], address, [division.live_topic])


def _screenful(
    request: HttpRequest, row: Screen, histories: Sequence[History], address: str, topics: Sequence[str]
) -> HttpResponse:
    pages = ScreenPages(row, row.tournament, histories)
    page, here, following = pages.at(whole(request.GET.get("at"), MOST_PAGES) or 0)
    if not histories or (page is not None and page.shows == Screen.Shows.CLOCK):
        set_passing(request)
    context = {
        "tournament": row.tournament, "screen": row, "page": page, "topics": topics,
        "here": f"{address}?at={here}", "next": f"{address}?at={following}",
        "seconds": page.seconds if page else USUAL_SECONDS,
    }  # fmt: skip
    return page_or_rows(request, "screen", context, whole="wall", rows="_main")
