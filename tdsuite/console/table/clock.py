"""Presses about time and starts: clocks, forfeits by lateness, time given, limits, who started."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from results.attendance.forms import ClockForm, GiveTimeForm, LostForm, MoveLimitForm, StarterForm
from results.attendance.models import MoveLimit, StarterReport
from results.attendance.services import attendance as taken
from results.attendance.services.lateness import Lost, elect_forfeit, forfeit_both, forfeit_late, withdraw_forfeit
from results.attendance.services.starts import record_draw, report_starter, settle_report, take_back_draw
from results.attendance.services.tables import game_table
from results.attendance.services.time import end_move_limit, give_credit, give_time, set_move_limit, take_back_time
from results.games.services.outcomes import result_text
from results.rulings.forms.corrections import WithdrawForm
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Entry, Game, GameAdjustment
from tdsuite.tournaments.rulebooks.terms import Fault
from .page import at_table, looked, press, pressed
from .reads import settle_form_of

TAPS: Mapping[str, tuple[Callable[..., Any], str]] = {
    "here": (taken.arrive, "is here."),
    "absent": (partial(taken.mark, status="absent"), "is not here."),
    "on_way": (partial(taken.mark, status="on_way"), "is on the way."),
    "clock": (taken.start_clock, "is late: the clock runs."),
    "clock_here": (partial(taken.start_clock, opponent_ready=True), "is late: the clock runs; the opponent is here."),
    "undo_arrival": (taken.undo_arrival, "is not here after all."),
    "undo_clock": (taken.undo_clock, "has no clock running: it was undone."),
    "warn": (taken.warn_late, "is warned for lateness."),
}


def player_of(game: Game, number: int) -> Entry:
    entry = next((player for player in game.players if player.number == number), None)
    if entry is None:
        raise Http404(f"Player {number} is not at this table.")
    return entry


@at_table(Can.SEE_ATTENDANCE)
def tap(request: HttpRequest, game: Game, number: int, *, step: str) -> HttpResponse:
    """One tap about one player: here, not here, on the way, warned, clock started, undone."""
    entry, (service, says) = player_of(game, number), TAPS[step]

    def decide(by: Actor) -> str:
        service(by=by, game=game, entry=entry)
        late = next(seat.says for seat in game_table(game).seats if seat.entry.pk == entry.pk) if step == "here" else ""
        return f"Table {game.table}: {late or f'{entry.player} {says}'}"

    return pressed(request, game, WithdrawForm({}), decide, at="clock")


@at_table(Can.RULE)
def forfeit(request: HttpRequest, game: Game, number: int, *, step: str) -> HttpResponse:
    """A late player, now here, elects to forfeit; or their time has expired, or the director rules the game lost."""
    service = elect_forfeit if step == "elect" else forfeit_late
    return forfeited(request, game, LostForm(request.POST), partial(service, game=game, entry=player_of(game, number)))


@at_table(Can.RULE)
def both(request: HttpRequest, game: Game) -> HttpResponse:
    """Neither player ever came."""
    return forfeited(request, game, WithdrawForm(request.POST), partial(forfeit_both, game=game))


def forfeited(request: HttpRequest, game: Game, form: forms.Form, service: Callable[..., Lost]) -> HttpResponse:
    """Save a forfeit whose account stood beside its button; another, of another margin, is shown first."""

    def says(lost: Lost) -> str:
        level = f" If it was deliberate, it is also a level {lost.level} offence." if lost.level else ""
        reasons = " ".join(reason.text for reason in lost.working.reasons)
        return f"{result_text(lost.game).capitalize()}: {reasons}{level}"

    def act() -> Lost:
        return service(by=actor_of(request), **form.cleaned_data)

    return looked(request, game, form, act, says, at="clock", name="looked_form")


take_back = press(Can.RULE, "result", withdraw_forfeit, "The forfeit is taken back; the clocks are as before.")


@at_table(Can.SEE_ATTENDANCE)
def clock(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    """A clock that needs the director's reason."""
    form = ClockForm(request.POST)
    entry = player_of(game, number)
    start = partial(taken.start_clock, game=game, entry=entry, opponent_ready=True)
    says = f"{entry.player} is late: the clock runs."
    return pressed(request, game, form, lambda by: start(by=by, **form.cleaned_data), says, at="clock")


@at_table(Can.RULE)
def add_time(request: HttpRequest, game: Game) -> HttpResponse:
    """Give a player time in this game, or take it."""
    form = GiveTimeForm(request.POST, game=game, auto_id="time_%s")

    def decide(by: Actor) -> str:
        values = {name: form.cleaned_data[name] for name in ("seconds", "rule", "reason")}
        give_time(by=by, game=game, entry=form.chosen(), **values)
        return f"The time of {form.chosen().player} is changed."

    return pressed(request, game, form, decide, at="clock", name="time_form")


def drop_time_given(*, by: Actor, game: Game, pk: int, reason: str) -> None:
    row = get_object_or_404(GameAdjustment, game=game, pk=pk)
    row.game = game
    take_back_time(by=by, adjustment=row, reason=reason)


drop_time = press(Can.RULE, "clock", drop_time_given, "The time is taken back.")


@at_table(Can.RULE)
def move_limit(request: HttpRequest, game: Game) -> HttpResponse:
    """Set a limit for each move of a player found wasting time."""
    form = MoveLimitForm(request.POST, game=game, auto_id="limit_%s")

    def decide(by: Actor) -> str:
        data = form.cleaned_data
        set_move_limit(by=by, entry=form.chosen(), seconds=data["seconds"] or 0, reason=data["reason"])
        return f"{form.chosen().player} has a limit for each move from now on."

    return pressed(request, game, form, decide, at="clock", name="limit_form")


def end_limit(*, by: Actor, game: Game, pk: int, reason: str) -> str:
    row = get_object_or_404(MoveLimit, pk=pk, entry__division=game.round.division)
    end_move_limit(by=by, limit=row, reason=reason)
    return f"{row.entry.player} has no limit for each move any more."


move_limit_end = press(Can.RULE, "clock", end_limit)


@at_table(Can.RULE)
def credit(request: HttpRequest, game: Game, number: int, *, kind: str) -> HttpResponse:
    """Give the time that repeated faults have earned."""
    if kind not in set(Fault):
        raise Http404("No such fault is counted.")
    form = WithdrawForm(request.POST)
    give = partial(give_credit, game=game, offender=player_of(game, number), fault=Fault(kind))
    return pressed(request, game, form, lambda by: give(by=by), "The time is given.", at="clock")


@at_table(Can.ENTER_RESULTS)
def starter(request: HttpRequest, game: Game) -> HttpResponse:
    """Who started, as the sheet says: a draw's outcome, or a report for the director."""
    form = StarterForm(request.POST, game=game, auto_id="starter_%s")

    def decide(by: Actor) -> str:
        name = form.chosen().player
        if game.starts_by in Game.NOBODY_YET:
            compared = game.starts_by == Game.StartsBy.COMPARE and not form.cleaned_data["tiles"]
            record_draw(by=by, game=game, starter=form.chosen(), tiles=form.cleaned_data["tiles"])
            return f"{name} starts, as the records say." if compared else f"{name} drew the start."
        if report_starter(by=by, game=game, says=form.chosen()) is None:
            return f"{name} started, as paired."
        return f"The result sheet says that {name} started: it waits for the director."

    return pressed(request, game, form, decide, at="starts", name="starter_form")


@at_table(Can.RULE)
def settle(request: HttpRequest, game: Game, pk: int) -> HttpResponse:
    """The director answers a sheet that names another starter."""
    report = get_object_or_404(StarterReport.objects.select_related("says__player"), game=game, pk=pk)
    form = settle_form_of(game, report, request.POST)

    def decide(by: Actor) -> str:
        data = form.cleaned_data
        answer = {"correct": data["correct"], "ruling": data["reason"], "culprit": form.culprit_entry()}
        settled = settle_report(by=by, report=report, **answer)
        case = " A case is opened." if settled.case else ""
        return f"{settled.report.get_status_display().capitalize()}.{case}"

    return pressed(request, game, form, decide, at="starts", name="settle_form")


draw_again = press(Can.CORRECT_RESULTS, "starts", take_back_draw, "The draw is taken back.")
