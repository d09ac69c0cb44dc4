"""A player who walked in, as one form."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tdsuite.console.forms.walk_in import WalkInForm
from tdsuite.console.walk_in import walk_in
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import form_page, refusal_in


@needs(Can.EDIT_ROSTER)
@form_page
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = WalkInForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        division = form.cleaned_data["division"]
        division.tournament = tournament
        with refusal_in(form):
            entry, game = walk_in(by=actor_of(request), division=division, **form.values())
            seated = "" if game is None else _("has a bye.") if game.is_bye else _("table %s.") % game.table
            messages.success(request, _("%(entry)s is in %(division)s: %(seated)s") % {"entry": entry, "division": division, "seated": seated or _("entered.")})  # fmt: skip
            return redirect("results:check_in", tournament.slug)
    context = {"tournament": tournament, "form": form, "tab": "check_in"}
    return render(request, "console/walk_in.html", context, status=422 if form.errors else 200)
