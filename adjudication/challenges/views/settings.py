"""How an event has its challenges judged, and by which word lists."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from adjudication.challenges.forms import WaysForm
from adjudication.challenges.models import WordJudging
from adjudication.challenges.pages import lists_of, page
from adjudication.challenges.services.slips import choose_ways
from tdsuite.platform.access.guard import actor_of, allowed, needs, require
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament


@needs(Can.SEE_CONSOLE)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Officials read it; who manages the event changes it."""
    if request.method == "POST":
        require(request.user, tournament, Can.MANAGE_TOURNAMENT)
    row = WordJudging.objects.filter(tournament=tournament).first() or WordJudging(tournament=tournament)
    form = WaysForm(request.POST or None, instance=row)
    if request.method == "POST" and form.is_valid():
        choose_ways(by=actor_of(request), tournament=tournament, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("challenges:settings", tournament.slug)
    context = page(tournament, "settings", form=form, lists=lists_of(list(tournament.divisions.all())))
    context["may_change"] = allowed(request.user, tournament, Can.MANAGE_TOURNAMENT)
    context["during"] = tournament.rules.rulebook.during
    return render(request, "adjudication/challenges/settings.html", context)
