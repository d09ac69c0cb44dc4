"""Statistics and ratings as everybody reads them."""

from django.http import Http404, HttpRequest, HttpResponse

from results.services.ratings import RatingsPage, chosen_system, ratings_page
from results.services.statistics import statistics_page
from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
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


@kept
@needs(Can.SEE_EVENT)
def ratings(request: HttpRequest, tournament: Tournament, code: str, number: int | None = None) -> HttpResponse:
    """Everybody's rating after a round by the system that the division names."""
    division = seen(request, tournament, code)
    page, wrong = _rated(division, number)
    last = page.past.last_round if page else 0
    context = {
        "tournament": division.tournament,
        "division": division,
        "page": page,
        "wrong": wrong,
        "why_page": "public:rating_why",
        "rounds": round_links(division, "public:ratings", page.after, published=True)[:last] if page else [],
        "tab": "standings",
    }
    return page_or_rows(request, "public/ratings.html", "public/_ratings.html", context)


@kept
@needs(Can.SEE_EVENT)
def why(request: HttpRequest, tournament: Tournament, code: str, number: int, player: int) -> HttpResponse:
    """How one rating came about, game by game."""
    division = seen(request, tournament, code)
    page, _ = _rated(division, number)
    found = page.why(player) if page else None
    if page is None or found is None:
        raise Http404(f"{division} has no rating of player {player} after round {number}.")
    context = {
        "tournament": division.tournament,
        "division": division,
        "page": page,
        "found": found,
        "tab": "standings",
    }
    return page_or_rows(request, "public/rating_why.html", "public/_rating_why.html", context)


def _rated(division: Division, number: int | None) -> tuple[RatingsPage | None, str]:
    """The table, or why there is none. 404 for a round without a result."""
    if number is not None and not 1 <= number <= division.planned_rounds:
        raise Http404(f"{division} has no round {number}.")
    chosen = chosen_system(division)
    if chosen is None:
        return None, ""
    try:
        page = ratings_page(division, chosen, number)
    except Refused as refused:
        return None, str(refused)
    if number:
        played_round(page.past, number)
    return page, ""
