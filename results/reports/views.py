"""Scorecards with the players' private codes: made in the answer to an official's press, for the browser's print."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.links import print_cards
from tdsuite.platform.printing.looks import look_of
from tdsuite.platform.printing.registry import find
from tdsuite.platform.printing.services import html_of
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import division_of


@needs(Can.MANAGE_SIGN_IN)
@never_cache
@require_POST
def scorecards(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """A scorecard for every player of the division; those with a living link have its code on it."""
    division, base = division_of(tournament, code), base_url(tournament, request)
    look = look_of(request, request.POST)
    entries = list(division.entries.values_list("pk", flat=True))
    try:
        links = print_cards(by=actor_of(request), tournament=tournament, entries=entries, base_url=base)
    except SignInRefused as refusal:
        messages.error(request, refusal.says)
        return redirect("access:cards", tournament.slug)
    return HttpResponse(html_of(find("scorecards-with-codes"), division, {"links": links, "base": base}, **look.named))
