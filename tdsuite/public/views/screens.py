"""Screens of the hall: one screenful at a time, over all divisions, as the director composed it."""

from django.http import HttpRequest, HttpResponse

from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import page_versions, read_page_versions, set_passing
from tdsuite.platform.web.numbers import whole
from tdsuite.public.caching import kept_page, read_event
from tdsuite.public.screens import MOST_PAGES, ScreenPages
from tdsuite.public.views.events import page_or_rows
from tdsuite.tournaments.models import Screen, Tournament
from tdsuite.tournaments.services.screens import USUAL_SECONDS, screen_of


@kept_page
@needs(Can.SEE_EVENT)
def screen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The page itself moves on to the next; it is told at once when the screen is steered or a division changes."""
    tournament, histories = read_event(request, tournament)
    of_divisions = page_versions(request)
    read_page_versions(request, Screen(tournament=tournament, number=number).live_topic)
    row = screen_of(tournament, number)
    pages = ScreenPages(row, tournament, histories)
    page, here, following = pages.at(whole(request.GET.get("at"), MOST_PAGES) or 0)
    if not of_divisions or (page is not None and page.shows == Screen.Shows.CLOCK):
        set_passing(request)
    address = row.get_absolute_url()
    context = {
        "tournament": tournament,
        "screen": row,
        "page": page,
        "topics": [row.live_topic, *of_divisions],
        "here": f"{address}?at={here}",
        "next": f"{address}?at={following}",
        "seconds": page.seconds if page else USUAL_SECONDS,
    }
    return page_or_rows(request, "screen", context)
