"""Players of a division who go to another, on one page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tdsuite.console.division_moves import move_players
from tdsuite.console.forms.division_moves import MoveForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import division_of, form_page, refusal_in


@needs(Can.EDIT_ROSTER)
@form_page
def page(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    division = division_of(tournament, code)
    initial = {"players": division.entries.filter(number__in=request.GET.getlist("player", [])[:1])}
    form = MoveForm(request.POST or None, division=division, initial=initial)
    if request.method == "POST" and form.is_valid():
        values, to = form.cleaned_data, form.cleaned_data["to"]
        to.tournament = tournament
        with refusal_in(form):
            moved = move_players(by=actor_of(request), division=division, players=values["players"], to=to, reason=values["reason"])  # fmt: skip
            names = ", ".join(str(entry) for entry in moved)
            messages.success(request, _("Now in %(division)s: %(players)s.") % {"division": to, "players": names})
            return redirect("console:roster", tournament.slug, to.code)
    context = {"tournament": tournament, "division": division, "form": form, "tab": "roster"}
    return render(request, "console/move_players.html", context, status=422 if form.errors else 200)
