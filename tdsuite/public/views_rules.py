"""The rules in force, for players and everyone who may read the event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from results.services.event_rules import told_rules
from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.choices import ChoiceNotAllowed, UnknownChoice


@needs(Can.SEE_EVENT)
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Word source, times, penalties, byes, tie-breaks, prizes: with rule numbers, in sentences (WESPA 5.1.4)."""
    context = {"tournament": tournament}
    try:
        context["told"] = told_rules(tournament)
    except (ChoiceNotAllowed, UnknownChoice) as error:
        context["wrong"] = str(error)
    return render(request, "public/rules.html", context)
