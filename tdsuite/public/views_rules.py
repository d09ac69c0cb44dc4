"""The rules in force, for players and everyone who may read the event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from results.services.event_rules import told_or_why
from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament


@needs(Can.SEE_EVENT)
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Word source, times, penalties, byes, tie-breaks, prizes: with rule numbers, in sentences (WESPA 5.1.4)."""
    told, wrong = told_or_why(tournament)
    return render(request, "public/rules.html", {"tournament": tournament, "told": told, "wrong": wrong})
