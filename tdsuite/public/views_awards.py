"""Statistics and ratings as everybody reads them."""

from django.http import HttpRequest, HttpResponse

from results.services.statistics import statistics_page
from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.shortcuts import round_links

from .kept import kept, seen
from .views import page_or_rows, played_round


@kept
@needs(Can.SEE_EVENT)
def statistics(request: HttpRequest, tournament: Tournament, code: str, number: int | None = None) -> HttpResponse:
    """High games, averages and the rest, of the event or of one published round."""
    division = seen(request, tournament, code)
    past = history(division)
    context = {
        "tournament": division.tournament,
        "division": division,
        "number": played_round(past, number),
        "page": statistics_page(past, number),
        "rounds": round_links(division, "public:statistics", number or 0, published=True)[: past.last_round],
        "tab": "standings",
    }
    return page_or_rows(request, "public/statistics.html", "public/_statistics.html", context)
