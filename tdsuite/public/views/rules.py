"""The rules in force, for players and everyone who may read the event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from results.prizes.services.event_rules import rules_or_reason
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament


@needs(Can.SEE_EVENT)
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Word source, times, penalties, byes, tie-breaks, prizes: with rule numbers, in sentences (WESPA 5.1.4)."""
    event_rules, _reason = rules_or_reason(tournament)
    return render(request, "public/rules.html", {"rules": event_rules})
