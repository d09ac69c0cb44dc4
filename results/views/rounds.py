"""The results of one round, by table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.reads import rounds_paired_from
from tdsuite.tournaments.shortcuts import round_links, round_of

from ..services.outcomes import games_to_enter


@needs(Can.SEE_CONSOLE)
@never_cache
@require_GET
def results(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Every game of a round with its result; after a correction, the later rounds paired from the old standings."""
    row = round_of(tournament, code, number)
    games = games_to_enter(row.division, number)
    context = {
        "tournament": tournament,
        "division": row.division,
        "round": row,
        "games": games,
        "missing": sum(game.outcome == Game.Outcome.AWAITED for game in games),
        "later": rounds_paired_from(row.division, number) if "corrected" in request.GET else (),
        "rounds": round_links(row.division, "results:round", number, published=True),
    }
    return render(request, "results/round.html", context)
