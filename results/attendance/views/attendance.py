"""What is pressed about a whole round: everybody else is here, who is missing is announced, timers, the warning before a stop."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from results.attendance.forms import TimerForm
from results.attendance.services.attendance import rest_is_here
from results.attendance.services.timers import drop_timer, use_timer, warn_before_stopping
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.notices import announce_absent
from tdsuite.tournaments.shortcuts import published_round_of, refusal_told, round_of


@needs(Can.SEE_ATTENDANCE)
@require_POST
def rest(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Everyone else is seated and ready."""
    row = published_round_of(tournament, code, number)
    count = rest_is_here(by=actor_of(request), round=row)
    messages.success(request, f"{count} more players are here.")
    return redirect(row.division.board_url(number))


@needs(Can.RUN_ROUNDS)
@require_POST
def announce(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Everybody reads who is not at their table."""
    row = published_round_of(tournament, code, number)
    with refusal_told(request):
        count = announce_absent(by=actor_of(request), row=row)
        messages.success(request, _("Everybody reads it now.") if count else _("Nobody is missing."))
    return redirect(row.division.board_url(number))


@needs(Can.RUN_ROUNDS)
@require_POST
def timer_set(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Play a round without clocks by one timer."""
    row, form = published_round_of(tournament, code, number), TimerForm(request.POST)
    with refusal_told(request):
        use_timer(by=actor_of(request), row=row, **(form.cleaned_data if form.is_valid() else {}))
    return redirect(row.division.board_url(number))


@needs(Can.RUN_ROUNDS)
@require_POST
def timer_drop(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Play it with clocks after all."""
    row = published_round_of(tournament, code, number)
    drop_timer(by=actor_of(request), row=row)
    return redirect(row.division.board_url(number))


@needs(Can.RUN_ROUNDS)
@require_POST
def stop_warn(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The players of a round were told that their games will be stopped."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        warn_before_stopping(by=actor_of(request), row=row, minutes=whole(request.POST.get("minutes", ""), 999) or 0)
    return redirect(row.division.board_url(number))
