"""An event's divisions: their settings and pairing plans."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from pairings.services.tables import overlaps
from tdsuite.console.day import tables_warning
from tdsuite.console.forms.events import DivisionForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.events import add_division, update_division
from tdsuite.tournaments.shortcuts import division_of, page_with_forms
from .common import decided


@needs(Can.MANAGE_TOURNAMENT)
def edit(request: HttpRequest, tournament: Tournament, code: str = "") -> HttpResponse:
    """A division's settings; without a code, those of a new one."""
    division = division_of(tournament, code) if code else None
    draft = division or Division(tournament=tournament, position=tournament.divisions.count() + 1)
    form = DivisionForm(request.POST or None, instance=draft)
    form.fields["code"].disabled = division is not None

    def save() -> None:
        if division is None:
            add_division(by=actor_of(request), tournament=tournament, values=form.values())
        else:
            update_division(by=actor_of(request), division=division, values=form.values())

    says = _("The division is saved.") if division else _("The division is added.")
    if decided(request, form, save, says, undo=division is not None):
        return (
            redirect("console:division", tournament.slug, code) if code else redirect("console:event", tournament.slug)
        )
    shared = [tables_warning(each) for each in overlaps(tournament) if division in (each.division, each.other)]
    context = {"division": division, "form": form, "tab": "division", "shared_tables": shared}
    return page_with_forms(request, "console/division.html", context)
