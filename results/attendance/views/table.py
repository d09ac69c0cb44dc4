"""One table before and during its game: clocks in full, forfeits by lateness, time, faults that count, who started."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from results.attendance.engine.counters import counters
from results.attendance.forms import ClockForm, GiveTimeForm, LostForm, MoveLimitForm, StarterForm
from results.attendance.models import MoveLimit, StarterReport
from results.attendance.services.attendance import attendance_topic, start_clock
from results.attendance.services.lateness import (
    Lost,
    elect_forfeit,
    forfeit_both,
    forfeit_late,
    losses_of,
    withdraw_forfeit,
)
from results.attendance.services.starts import record_draw, report_starter, take_back_draw
from results.attendance.services.tables import SeatView, game_table, round_frame
from results.attendance.services.time import (
    end_move_limit,
    give_credit,
    give_time,
    may_limit_moves,
    set_move_limit,
    standings_of,
    take_back_time,
    times_of,
)
from results.attendance.views.attendance import player_of
from results.games.services.outcomes import result_text
from results.games.views.looked import looked_at
from results.rulings.engine.forfeits import lateness_forfeit
from results.rulings.forms.corrections import WithdrawForm
from results.rulings.services.forfeits import BOTH
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.tournaments.engine.tile_draw import tile_draw
from tdsuite.tournaments.models import Game, GameAdjustment, Presence, Tournament
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.terms import Fault, MustForfeit
from tdsuite.tournaments.shortcuts import division_of, game_of, refusal_in


@needs(Can.SEE_ATTENDANCE)
@never_cache
@require_GET
def table(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Everything that can be done at one table besides its result."""
    return table_page(request, two_players(tournament, code, game_id))


@needs(Can.RULE)
@require_POST
def forfeit(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int, *, step: str
) -> HttpResponse:  # fmt: skip
    """A late player, now here, elects to forfeit; or their time has expired, or the director rules the game lost."""
    game = two_players(tournament, code, game_id)
    service = elect_forfeit if step == "elect" else forfeit_late
    return forfeited(request, game, LostForm(request.POST), partial(service, game=game, entry=player_of(game, number)))


@needs(Can.RULE)
@require_POST
def both(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Neither player ever came."""
    game = two_players(tournament, code, game_id)
    return forfeited(request, game, WithdrawForm(request.POST), partial(forfeit_both, game=game))


@needs(Can.RULE)
@require_POST
def take_back(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A lateness forfeit is taken back."""
    game, form = two_players(tournament, code, game_id), WithdrawForm(request.POST)
    message = "The forfeit is taken back; the clocks stand as they stood."
    return decided(request, game, form, lambda by: withdraw_forfeit(by=by, game=game, **form.cleaned_data), message)


@needs(Can.SEE_ATTENDANCE)
@require_POST
def clock(request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int) -> HttpResponse:
    """A clock that needs the director's reason."""
    game, form = two_players(tournament, code, game_id), ClockForm(request.POST)
    entry = player_of(game, number)
    start = partial(start_clock, game=game, entry=entry, opponent_ready=True)
    message = f"{entry.player} is late: the clock runs."
    return decided(request, game, form, lambda by: start(by=by, **form.cleaned_data), message)


@needs(Can.RULE)
@require_POST
def add_time(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Give a player time in this game, or take it."""
    game = two_players(tournament, code, game_id)
    form = GiveTimeForm(request.POST, game=game)

    def decide(by: Actor) -> str:
        values = {name: form.cleaned_data[name] for name in ("seconds", "rule", "reason")}
        give_time(by=by, game=game, entry=form.chosen(), **values)
        return f"The time of {form.chosen().player} is changed."

    return decided(request, game, form, decide)


@needs(Can.RULE)
@require_POST
def drop_time(request: HttpRequest, tournament: Tournament, code: str, game_id: int, pk: int) -> HttpResponse:
    """Take a time adjustment back."""
    game, form = two_players(tournament, code, game_id), WithdrawForm(request.POST)
    row = get_object_or_404(GameAdjustment, game=game, pk=pk)
    row.game = game
    take = partial(take_back_time, adjustment=row)
    return decided(request, game, form, lambda by: take(by=by, **form.cleaned_data), "The time is taken back.")


@needs(Can.RULE)
@require_POST
def move_limit(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Set a limit for each move of a player found wasting time."""
    game = two_players(tournament, code, game_id)
    form = MoveLimitForm(request.POST, game=game)

    def decide(by: Actor) -> str:
        data = form.cleaned_data
        set_move_limit(by=by, entry=form.chosen(), seconds=data["seconds"] or 0, reason=data["reason"])
        return f"{form.chosen().player} has a limit for each move from now on."

    return decided(request, game, form, decide)


@needs(Can.RULE)
@require_POST
def move_limit_end(request: HttpRequest, tournament: Tournament, code: str, game_id: int, pk: int) -> HttpResponse:
    """The limit ends."""
    game, form = two_players(tournament, code, game_id), WithdrawForm(request.POST)
    row = get_object_or_404(MoveLimit, pk=pk, entry__division=division_of(tournament, code))
    message = f"{row.entry.player} has no limit for each move any more."
    return decided(request, game, form, lambda by: end_move_limit(by=by, limit=row, **form.cleaned_data), message)


@needs(Can.RULE)
@require_POST
def credit(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int, *, kind: str
) -> HttpResponse:  # fmt: skip
    """Give the time that repeated faults have earned."""
    if kind not in set(Fault):
        raise Http404("No such fault is counted.")
    game, form = two_players(tournament, code, game_id), WithdrawForm(request.POST)
    give = partial(give_credit, game=game, offender=player_of(game, number), fault=Fault(kind))
    return decided(request, game, form, lambda by: give(by=by), "The time is given.")


@needs(Can.ENTER_RESULTS)
@require_POST
def starter(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Who started, as the sheet says: a draw's outcome, or a report for the director."""
    game = two_players(tournament, code, game_id)
    form = StarterForm(request.POST, game=game)

    def decide(by: Actor) -> str:
        name = form.chosen().player
        if game.starts_by in Game.NOBODY_YET:
            compared = game.starts_by == Game.StartsBy.COMPARE and not form.cleaned_data["tiles"]
            record_draw(by=by, game=game, starter=form.chosen(), tiles=form.cleaned_data["tiles"])
            return f"{name} starts, as the records say." if compared else f"{name} drew the start."
        if report_starter(by=by, game=game, says=form.chosen()) is None:
            return f"{name} started, as paired."
        return f"The result sheet says that {name} started: it waits for the director."

    return decided(request, game, form, decide)


@needs(Can.CORRECT_RESULTS)
@require_POST
def draw_again(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A recorded draw is taken back."""
    game, form = two_players(tournament, code, game_id), WithdrawForm(request.POST)
    take = partial(take_back_draw, game=game)
    return decided(request, game, form, lambda by: take(by=by, **form.cleaned_data), "The draw is taken back.")


def two_players(tournament: Tournament, code: str, game_id: int) -> Game:
    game = game_of(tournament, code, game_id)
    if game.is_bye:
        raise Http404("A bye has no table.")
    return game


def decided(
    request: HttpRequest, game: Game, form: forms.Form, decide: Callable[[Actor], Any], message: str = ""
) -> HttpResponse:
    """Do what a valid form asks, and say `message`, or what `decide` answers; else show the form again with what is wrong."""
    if form.is_valid():
        with refusal_in(form):
            answer = decide(actor_of(request))
            return back_to_table(request, game, message or answer)
    return table_page(request, game, form)


def forfeited(request: HttpRequest, game: Game, form: forms.Form, service: Callable[..., Lost]) -> HttpResponse:
    """Save a forfeit whose account stood beside its button; another, of another margin, is shown first."""
    if form.is_valid():
        act = partial(service, by=actor_of(request), **form.cleaned_data)
        with refusal_in(form):
            preview, lost = looked_at(request, game, act)
            if lost is None:
                return table_page(request, game, looked={"looked_form": form, "preview": preview})
            level = f" If it was deliberate, it is also a level {lost.level} offence." if lost.level else ""
            reasons = " ".join(reason.text for reason in lost.working.reasons)
            return back_to_table(request, game, f"{result_text(lost.game).capitalize()}: {reasons}{level}")
    return table_page(request, game, form)


def back_to_table(request: HttpRequest, game: Game, message: str) -> HttpResponse:
    messages.success(request, message)
    division = game.round.division
    return redirect("results:table", division.tournament.slug, division.code, game.pk)


def table_page(
    request: HttpRequest, game: Game, refused: forms.Form | None = None, *, looked: dict[str, Any] | None = None
) -> HttpResponse:
    """looked: a forfeit that is shown before it is saved, with the form that asks for it."""
    division = game.round.division
    read_page_versions(request, division.live_topic, attendance_topic(division))
    book, seen = division.tournament.rules.rulebook, game_table(game)
    every_form: dict[str, forms.Form] = {
        "time_form": GiveTimeForm(game=game), "starter_form": StarterForm(game=game),
        "limit_form": MoveLimitForm(game=game), "lost_form": LostForm(auto_id=False), "clock_form": ClockForm(auto_id=False),
    }  # fmt: skip
    context = {
        "tournament": division.tournament, "division": division, "round": game.round, "game": game, "refused": refused,
        "topic": attendance_topic(division), "text": result_text(game),
        "seen": seen, "losses": [] if seen.decided else [(seat, losses_of(game, seat.side), may_be_forfeited(seat, book)) for seat in seen.seats],
        "both_lose": None if seen.decided else losses_of(game, BOTH).loses, "hall": round_frame(game.round), "book": book, "times": times_of(game),
        "elected": lateness_forfeit(book=book, elected=True), "lost": lateness_forfeit(book=book, elected=False),
        "may_limit": may_limit_moves(division), "limits": MoveLimit.objects.in_force([game.first_id, game.second_id]),
        "counts": standings_of(game), "counters": counters(book), "draw": tile_draw([], book).reasons[0],
        "reports": StarterReport.objects.filter(game=game).select_related("says__player"),
        **{name: refused if refused and type(refused) is type(form) else form for name, form in every_form.items()},
        **(looked or {}),
    }  # fmt: skip
    return render(request, "results/attendance/table.html", context, status=200 if refused is None else 422)


def may_be_forfeited(seat: SeatView, book: Rulebook) -> bool:
    """Whether the director may forfeit the game of a late player now: time is up, or the rulebook leaves it to a ruling."""
    if seat.clock.assigned is not None and seat.clock.assigned.must_forfeit:
        return True
    by_ruling = book.starting.must_forfeit.value == MustForfeit.RULING
    return by_ruling and bool(seat.status) and not seat.is_here and seat.opponent_status == Presence.Status.HERE
