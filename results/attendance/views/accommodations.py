"""What players are allowed in every game."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from results.attendance.forms import AccommodationForm
from results.attendance.services.time import accommodate, end_accommodation
from results.rulings.forms.corrections import WithdrawForm
from results.rulings.models import Accommodation
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import TableNeed, Tournament
from tdsuite.tournaments.shortcuts import division_of, refusal_in


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accommodations(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """What players are allowed in every game; a form for one more."""
    division = division_of(tournament, code)
    entries = list(division.entries.with_people())
    for entry in entries:
        entry.division = division
    form = AccommodationForm(request.POST or None, division=division, entries=entries)
    if form.is_valid():
        with refusal_in(form):
            accommodate(by=actor_of(request), **form.values())
            messages.success(request, "Kept. It is shown at the player's table in every round.")
            return redirect("results:accommodations", tournament.slug, code)
    rows = Accommodation.objects.in_force().filter(entry__division=division).select_related("entry__player")
    seats = TableNeed.objects.filter(entry__division=division).select_related("entry__player")
    context = {"tournament": tournament, "division": division, "rows": rows, "form": form, "seats": seats}
    context["tab"] = "accommodations"
    return render(request, "results/attendance/accommodations.html", context, status=422 if form.errors else 200)


@needs(Can.RULE)
@require_POST
def end(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """A player is allowed this no more."""
    division = division_of(tournament, code)
    rows = Accommodation.objects.filter(entry__division=division).select_related("entry__division__tournament")
    form = WithdrawForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    end_accommodation(by=actor_of(request), accommodation=get_object_or_404(rows, pk=pk), reason=reason)
    messages.success(request, "Ended.")
    return redirect("results:accommodations", tournament.slug, code)
