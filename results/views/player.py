"""A player's own page: where to go next, own results, record, place, and the sheets of every game. Works on poor Wi-Fi."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tdsuite.access.actors import PlayerActor
from tdsuite.access.players import player_only
from tdsuite.live.marks import mark_seen
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.reads import history

from ..services.attendance import clocks_topic
from .player_reads import mine


@player_only
@require_safe
def me(request: HttpRequest, tournament: Tournament, actor: PlayerActor) -> HttpResponse:
    """The player's page; its changing part for a script."""
    division = get_object_or_404(Division, pk=actor.division_id, tournament=tournament)
    division.tournament = tournament
    topics = [division.live_topic, clocks_topic(division)]
    mark_seen(request, *topics)
    past = history(division)
    context = {
        "tournament": tournament,
        "division": division,
        "mine": mine(past, past.by_id[actor.pk]),
        "topics": topics,
    }
    part = request.headers.get("HX-Request")
    response = render(request, f"results/player/{'_me' if part else 'me'}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response
