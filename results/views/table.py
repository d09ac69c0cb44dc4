"""One table before and during its game: clocks in full, forfeits by lateness, time, faults that count, who started."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.live.marks import mark_seen
from tdsuite.tournaments.engine.tile_draw import tile_draw
from tdsuite.tournaments.models import Game, GameAdjustment, Tournament
from tdsuite.tournaments.rulebooks.terms import Fault
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import game_of

from ..attendance_forms import ClockForm, FaultForm, GiveTimeForm, LostForm, MoveLimitForm, StarterForm
from ..engine.counters import counters
from ..forms import WithdrawForm
from ..models import StarterReport
from ..services.attendance import attendance_topic, start_clock
from ..services.forfeits import BOTH
from ..services.lateness import (
    Lost,
    elect_forfeit,
    forfeit_both,
    forfeit_late,
    losses_of,
    offered,
    withdraw_forfeit,
)
from ..services.move_limits import limits_of, may_limit_moves
from ..services.outcomes import result_text
from ..services.starts import record_draw, report_starter, take_back_draw
from ..services.tables import game_table, round_frame
from ..services.time import give_credit, give_time, object_to, standings_of, take_back_time, times_of, warned_for
from .attendance import player_of
from .looked import looked_at

Decide = Callable[[Any], str]


@needs(Can.SEE_ATTENDANCE)
@never_cache
@require_GET
def table(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Everything that can be done at one table besides its result."""
    return table_page(request, two_players(tournament, code, game_id))


@needs(Can.RULE)
@require_POST
def elect(request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int) -> HttpResponse:
    """A late player, now here, elects to forfeit."""
    game = two_players(tournament, code, game_id)
    form, entry = LostForm(request.POST), player_of(game, number)
    return forfeited(
        request, game, form, lambda: elect_forfeit(by=request.user, game=game, entry=entry, **form.cleaned_data)
    )


@needs(Can.RULE)
@require_POST
def expire(request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int) -> HttpResponse:
    """A player's time has expired, or the director rules the game lost."""
    game = two_players(tournament, code, game_id)
    form, entry = LostForm(request.POST), player_of(game, number)
    return forfeited(
        request, game, form, lambda: forfeit_late(by=request.user, game=game, entry=entry, **form.cleaned_data)
    )


@needs(Can.RULE)
@require_POST
def both(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Neither player ever came."""
    game = two_players(tournament, code, game_id)
    form = WithdrawForm(request.POST)
    return forfeited(request, game, form, lambda: forfeit_both(by=request.user, game=game, **form.cleaned_data))


@needs(Can.RULE)
@require_POST
def take_back(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A lateness forfeit is taken back."""
    game = two_players(tournament, code, game_id)
    form = WithdrawForm(request.POST)

    def decide(user: Any) -> str:
        withdraw_forfeit(by=user, game=game, **form.cleaned_data)
        return "The forfeit is taken back; the clocks stand as they stood."

    return decided(request, game, form, decide)


@needs(Can.SEE_ATTENDANCE)
@require_POST
def clock(request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int) -> HttpResponse:
    """A clock that needs the director's reason."""
    game = two_players(tournament, code, game_id)
    form, entry = ClockForm(request.POST), player_of(game, number)

    def decide(user: Any) -> str:
        start_clock(by=user, game=game, entry=entry, opponent_ready=True, **form.cleaned_data)
        return f"{entry.player} is late: the clock runs."

    return decided(request, game, form, decide)


@needs(Can.RULE)
@require_POST
def add_time(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Give a player time in this game, or take it."""
    game = two_players(tournament, code, game_id)
    form = GiveTimeForm(request.POST, game=game)

    def decide(user: Any) -> str:
        given = {name: form.cleaned_data[name] for name in ("seconds", "rule", "reason")}
        give_time(by=user, game=game, entry=form.chosen(), **given)
        return f"The time of {form.chosen().player} is changed."

    return decided(request, game, form, decide)


@needs(Can.RULE)
@require_POST
def drop_time(request: HttpRequest, tournament: Tournament, code: str, game_id: int, pk: int) -> HttpResponse:
    """Take a time adjustment back."""
    game = two_players(tournament, code, game_id)
    row = get_object_or_404(GameAdjustment, game=game, pk=pk)
    row.game = game
    form = WithdrawForm(request.POST)

    def decide(user: Any) -> str:
        take_back_time(by=user, adjustment=row, **form.cleaned_data)
        return "The time is taken back."

    return decided(request, game, form, decide)


@needs(Can.SEE_ATTENDANCE)
@require_POST
def fault(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Count a fault that has consequences when repeated."""
    game = two_players(tournament, code, game_id)
    form = FaultForm(request.POST, game=game)

    def decide(user: Any) -> str:
        given = {"fault": Fault(form.cleaned_data["fault"]), "note": form.cleaned_data["note"]}
        return object_to(by=user, game=game, offender=form.chosen(), **given).tally.reasons[0].text

    return decided(request, game, form, decide)


@needs(Can.RULE)
@require_POST
def credit(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int, *, kind: str
) -> HttpResponse:
    """Give the time that repeated faults have earned."""
    game = two_players(tournament, code, game_id)
    entry, what = player_of(game, number), fault_named(kind)

    def decide(user: Any) -> str:
        give_credit(by=user, game=game, offender=entry, fault=what)
        return "The time is given."

    return decided(request, game, WithdrawForm(request.POST), decide)


@needs(Can.RULE)
@require_POST
def warned(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int, *, kind: str
) -> HttpResponse:
    """The player was warned for a fault that counts."""
    game = two_players(tournament, code, game_id)
    entry, what = player_of(game, number), fault_named(kind)

    def decide(user: Any) -> str:
        warned_for(by=user, game=game, offender=entry, fault=what)
        return f"{entry.player} is warned."

    return decided(request, game, WithdrawForm(request.POST), decide)


@needs(Can.ENTER_RESULTS)
@require_POST
def starter(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Who started, as the sheet says: a draw's outcome, or a report for the director."""
    game = two_players(tournament, code, game_id)
    form = StarterForm(request.POST, game=game)

    def decide(user: Any) -> str:
        name = form.chosen().player
        if game.starts_by in Game.NOBODY_YET:
            compared = game.starts_by == Game.StartsBy.COMPARE and not form.cleaned_data["tiles"]
            record_draw(by=user, game=game, starter=form.chosen(), tiles=form.cleaned_data["tiles"])
            return f"{name} starts, as the records say." if compared else f"{name} drew the start."
        if report_starter(by=user, game=game, says=form.chosen()) is None:
            return f"{name} started, as paired."
        return f"The sheet says that {name} started: it waits for the director."

    return decided(request, game, form, decide)


@needs(Can.CORRECT_RESULTS)
@require_POST
def draw_again(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A recorded draw is taken back."""
    game = two_players(tournament, code, game_id)
    form = WithdrawForm(request.POST)

    def decide(user: Any) -> str:
        take_back_draw(by=user, game=game, **form.cleaned_data)
        return "The draw is taken back."

    return decided(request, game, form, decide)


def two_players(tournament: Tournament, code: str, game_id: int) -> Game:
    game = game_of(tournament, code, game_id)
    if game.is_bye:
        raise Http404("A bye has no table.")
    return game


def fault_named(kind: str) -> Fault:
    if kind not in set(Fault):
        raise Http404("No such fault is counted.")
    return Fault(kind)


def lost(result: Lost) -> str:
    level = f" If it was deliberate, it is also a level {result.level} offence." if result.level else ""
    return f"{result_text(result.game).capitalize()}: {' '.join(one.text for one in result.working.reasons)}{level}"


def decided(request: HttpRequest, game: Game, form: forms.Form, decide: Decide) -> HttpResponse:
    """Do what a valid form asks, and say what came of it; else show the form again with what is wrong."""
    if form.is_valid():
        try:
            told = decide(request.user)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, told)
            division = game.round.division
            return redirect("results:table", division.tournament.slug, division.code, game.pk)
    return table_page(request, game, form)


def forfeited(request: HttpRequest, game: Game, form: forms.Form, act: Callable[[], Lost]) -> HttpResponse:
    """Save a forfeit whose account stood beside its button; another, of another margin, is shown first."""
    if form.is_valid():
        try:
            preview, decision = looked_at(request, game, act)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            if decision is None:
                return table_page(request, game, looked={"looked_form": form, "preview": preview})
            messages.success(request, lost(decision))
            division = game.round.division
            return redirect("results:table", division.tournament.slug, division.code, game.pk)
    return table_page(request, game, form)


def table_page(
    request: HttpRequest, game: Game, refused: forms.Form | None = None, *, looked: dict[str, Any] | None = None
) -> HttpResponse:
    """looked: a forfeit that is shown before it is saved, with the form that asks for it."""
    division = game.round.division
    mark_seen(request, division.live_topic, attendance_topic(division))
    context = {
        "tournament": division.tournament, "division": division, "round": game.round, "game": game, "refused": refused,
        "topic": attendance_topic(division), "text": result_text(game), **shown(game), **forms_of(game, refused),
        **(looked or {}),
    }  # fmt: skip
    return render(request, "results/attendance/table.html", context, status=200 if refused is None else 422)


def shown(game: Game) -> dict[str, Any]:
    """What is known of the table."""
    book, seen = game.round.division.tournament.rules.rulebook, game_table(game)
    return {
        "seen": seen, "losses": [] if seen.decided else [(seat, losses_of(game, seat.side)) for seat in seen.seats],
        "both_lose": None if seen.decided else losses_of(game, BOTH).loses, "hall": round_frame(game.round), "book": book, "times": times_of(game),
        "elected": offered(book, elected=True), "lost": offered(book, elected=False),
        "may_limit": may_limit_moves(game.round.division), "limits": limits_of(game),
        "counts": standings_of(game), "counters": counters(book), "draw": tile_draw([], book).reasons[0],
        "reports": StarterReport.objects.filter(game=game).select_related("says__player"),
    }  # fmt: skip


def forms_of(game: Game, refused: forms.Form | None) -> dict[str, forms.Form]:
    """Every form of the page; the refused one as it was filled in."""
    made: dict[str, forms.Form] = {
        "time_form": GiveTimeForm(game=game), "fault_form": FaultForm(game=game), "starter_form": StarterForm(game=game),
        "limit_form": MoveLimitForm(game=game), "lost_form": LostForm(auto_id=False), "clock_form": ClockForm(auto_id=False),
    }  # fmt: skip
    return {name: refused if refused and type(refused) is type(form) else form for name, form in made.items()}
