"""The results of one round, by table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from results.games.services.disputes import mark_disputes
from results.games.services.outcomes import games_to_enter
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.reads import rounds_paired_from
from tdsuite.tournaments.shortcuts import read_page, round_links, round_of


@needs(Can.SEE_CONSOLE)
@read_page
def results(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Every game of a round with its result; after a correction, the later rounds paired from the old standings."""
    row = round_of(tournament, code, number)
    games = mark_disputes(games_to_enter(row.division, number))
    context = {
        "tournament": tournament,
        "division": row.division,
        "round": row,
        "games": games,
        "missing": sum(game.outcome == Game.Outcome.AWAITED for game in games),
        "later": rounds_paired_from(row.division, number) if "corrected" in request.GET else (),
        "rounds": round_links(row.division, "results:round", number, published=True),
    }
    return render(request, "results/games/round.html", context)
