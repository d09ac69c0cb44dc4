"""A rating list made of a division's new ratings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from results.rating_lists.forms import MakeListForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, refusal_told
from .services import chosen_system, list_new_ratings


@require_POST
@needs(Can.EDIT_ROSTER)
def make_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A rating list of the new ratings by the division's system."""
    form = MakeListForm(request.POST, divisions=tournament.divisions.all())
    with refusal_told(request):
        if not form.is_valid():
            raise Refused(form.errors.as_text(), code="bad_form")
        sent = form.cleaned_data
        division = division_of(tournament, sent["division"])
        chosen = chosen_system(division)
        if chosen is None:
            raise Refused("Choose a rating system first.", code="not_rated")
        row = list_new_ratings(
            by=actor_of(request), division=division, key=chosen.key, name=sent["list_name"], base=sent["base"]
        )
        messages.success(request, _("%(list)s is made: %(size)d players.") % {"list": row, "size": row.size})
    return redirect("results:rating_lists", tournament.slug)
