"""Ratings for officials: by the division's system, or by any other to compare."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, round_links

from ..engine.ratings.model import RatingSystem
from ..engine.ratings.systems import SYSTEMS
from ..services.ratings import RatingsPage, chosen_system, ratings_page


def _asked_for(request: HttpRequest, division: Division) -> RatingSystem | None:
    return SYSTEMS.get(request.GET.get("system", "")) or chosen_system(division)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def ratings(request: HttpRequest, tournament: Tournament, code: str, number: int | None = None) -> HttpResponse:
    """Everybody's rating after a round; ?system= names another system than the division's."""
    division = division_of(tournament, code)
    chosen, wrong = _asked_for(request, division), ""
    page: RatingsPage | None = None
    try:
        page = ratings_page(division, chosen, number) if chosen else None
    except Refused as refused:
        wrong = str(refused)
    context = {
        "tournament": tournament, "division": division, "page": page, "wrong": wrong, "tab": "ratings",
        "systems": SYSTEMS.values(), "chosen": chosen, "own": chosen_system(division), "why_page": "results:rating_why",
        "rounds": round_links(division, "results:ratings", page.after, published=True)[: page.past.last_round] if page else [],
    }  # fmt: skip
    return render(request, "results/awards/ratings.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def why(request: HttpRequest, tournament: Tournament, code: str, number: int, player: int) -> HttpResponse:
    """How one rating came about, game by game."""
    division = division_of(tournament, code)
    chosen = _asked_for(request, division)
    try:
        page = ratings_page(division, chosen, number) if chosen else None
    except Refused as refused:
        raise Http404(str(refused)) from refused
    found = page.why(player) if page else None
    if found is None:
        raise Http404(f"{division} has no rating of player {player}.")
    context = {"tournament": tournament, "division": division, "page": page, "found": found, "tab": "ratings"}
    return render(request, "results/awards/rating_why.html", context)
