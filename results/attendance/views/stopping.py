"""Stopping a round's games: the warning, and the judging of delay. Limits for each move at one table."""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from results.attendance.forms import MoveLimitForm
from results.attendance.models import MoveLimit
from results.attendance.services.move_limits import end_move_limit, set_move_limit, time_move
from results.attendance.services.stopping import judge_delay, warn_before_stopping
from results.attendance.views.attendance import round_address
from results.attendance.views.table import decided, two_players
from results.rulings.forms.corrections import WithdrawForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.numbers import whole
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import division_of, refusal_told, round_of


@needs(Can.RUN_ROUNDS)
@require_POST
def warn(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The players of a round were told that their games will be stopped."""
    row = round_of(tournament, code, number)
    typed = request.POST.get("minutes", "")
    with refusal_told(request):
        warn_before_stopping(by=actor_of(request), row=row, minutes=whole(typed, 999) or 0)
    return redirect(round_address(row) + "#stopping")


@needs(Can.RULE)
@require_POST
def judge(request: HttpRequest, tournament: Tournament, code: str, game_id: int, who: str) -> HttpResponse:
    """Who delayed in a game about to be stopped: first, second or nobody."""
    game = two_players(tournament, code, game_id)
    people = {"nobody": None, "first": game.first, "second": game.second}
    if who not in people:
        raise Http404("Nobody, the first or the second player may have delayed.")
    with refusal_told(request):
        judge_delay(by=actor_of(request), game=game, delayed=people[who])
    return redirect(round_address(game.round) + "#stopping")


@needs(Can.RULE)
@require_POST
def limit(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Set a limit for each move of a player found wasting time."""
    game = two_players(tournament, code, game_id)
    form = MoveLimitForm(request.POST, game=game)

    def decide(by: Actor) -> str:
        data = form.cleaned_data
        set_move_limit(by=by, entry=form.chosen(), seconds=data["seconds"] or 0, reason=data["reason"])
        return f"{form.chosen().player} has a limit for each move from now on."

    return decided(request, game, form, decide)


@needs(Can.SEE_ATTENDANCE)
@require_POST
def timed(request: HttpRequest, tournament: Tournament, code: str, game_id: int, pk: int, *, step: str) -> HttpResponse:
    """A move under a limit starts, or is made; or the limit ends."""
    game = two_players(tournament, code, game_id)
    row = get_object_or_404(MoveLimit, pk=pk, entry__division=division_of(tournament, code))
    form: forms.Form = WithdrawForm(request.POST) if step == "end" else forms.Form(request.POST)

    def decide(by: Actor) -> str:
        if step == "end":
            end_move_limit(by=by, limit=row, reason=form.cleaned_data.get("reason", ""))
            return f"{row.entry.player} has no limit for each move any more."
        time_move(by=by, limit=row, starts=step == "start")
        return f"{row.entry.player}: the move {'is timed' if step == 'start' else 'is made'}."

    return decided(request, game, form, decide)
