"""An event's divisions: their settings and pairing plans."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pairings.services.tables import overlaps_of
from tdsuite.console.forms.events import (
    DivisionForm,
)
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.events import add_division, update_division
from tdsuite.tournaments.shortcuts import division_of

from .common import decided


@needs(Can.MANAGE_TOURNAMENT)
def new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    draft = Division(tournament=tournament, position=tournament.divisions.count() + 1)
    form = DivisionForm(request.POST or None, instance=draft)

    def add() -> None:
        add_division(by=actor_of(request), tournament=tournament, values=form.values())

    if decided(request, form, add, _("The division is added.")):
        return redirect("console:event", tournament.slug)
    context = {"tournament": tournament, "form": form, "tab": "division"}
    return render(request, "console/division.html", context, status=422 if form.errors else 200)


@needs(Can.MANAGE_TOURNAMENT)
def edit(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    division = division_of(tournament, code)
    form = DivisionForm(request.POST or None, instance=division)
    form.fields["code"].disabled = True

    def save() -> None:
        update_division(by=actor_of(request), division=division, values=form.values())

    if decided(request, form, save, _("The division is saved."), undo=True):
        return redirect("console:division", tournament.slug, code)
    context = {"tournament": tournament, "division": division, "form": form, "tab": "division"}
    context["overlaps"] = overlaps_of(division)
    return render(request, "console/division.html", context, status=422 if form.errors else 200)
