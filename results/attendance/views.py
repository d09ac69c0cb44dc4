"""What is pressed about a whole round: who is here, timers, the warning before a stop; and what players are allowed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from results.attendance.services.attendance import rest_is_here
from results.attendance.services.time import accommodate, end_accommodation
from results.attendance.services.timers import drop_timer, use_timer, warn_before_stopping
from results.rulings.forms.corrections import WithdrawForm
from results.rulings.models import Accommodation
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Round, TableNeed, Tournament
from tdsuite.tournaments.services.notices import announce_absent
from tdsuite.tournaments.shortcuts import board_button, division_of, page_with_forms, refusal_in
from .forms import AccommodationForm, TimerForm


@needs(Can.SEE_ATTENDANCE)
@board_button
def rest(request: HttpRequest, row: Round) -> str:
    """Everyone else is seated and ready."""
    return f"{rest_is_here(by=actor_of(request), round=row)} more players are here."


@needs(Can.RUN_ROUNDS)
@board_button
def announce(request: HttpRequest, row: Round) -> str:
    """Everybody reads who is not at their table."""
    count = announce_absent(by=actor_of(request), row=row)
    return _("Everybody reads it now.") if count else _("Everybody is here.")


@needs(Can.RUN_ROUNDS)
@board_button
def timer_set(request: HttpRequest, row: Round) -> str:
    """Play a round without clocks by one timer."""
    form = TimerForm(request.POST)
    use_timer(by=actor_of(request), row=row, **(form.cleaned_data if form.is_valid() else {}))
    return ""


@needs(Can.RUN_ROUNDS)
@board_button
def timer_drop(request: HttpRequest, row: Round) -> str:
    """Play it with clocks after all."""
    drop_timer(by=actor_of(request), row=row)
    return ""


@needs(Can.RUN_ROUNDS)
@board_button
def stop_warn(request: HttpRequest, row: Round) -> str:
    """The players of a round were told that their games will be stopped."""
    warn_before_stopping(by=actor_of(request), row=row, minutes=whole(request.POST.get("minutes", ""), 999) or 0)
    return ""


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
    context = {"division": division, "rows": rows, "form": form, "seats": seats}
    context["tab"] = "accommodations"
    return page_with_forms(request, "results/attendance/accommodations.html", context)


@needs(Can.RULE)
@require_POST
def accommodation_end(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """A player is allowed this no more."""
    division = division_of(tournament, code)
    rows = Accommodation.objects.filter(entry__division=division).select_related("entry__division__tournament")
    form = WithdrawForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    end_accommodation(by=actor_of(request), accommodation=get_object_or_404(rows, pk=pk), reason=reason)
    messages.success(request, "Ended.")
    return redirect("results:accommodations", tournament.slug, code)
