"""The round by table: who is here, whose clock runs. One tap is one decision; a page without scripts works the same."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from results.attendance.forms import TimerForm, players_of
from results.attendance.models import RoundTimer
from results.attendance.services import attendance as taken
from results.attendance.services.tables import game_table, round_frame, round_tables
from results.attendance.services.time import alerts
from results.attendance.services.timers import (
    break_warnings,
    drop_timer,
    stopping,
    timer_choice,
    timer_left,
    use_timer,
    warn_before_stopping,
)
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.notices import announce_absent
from tdsuite.tournaments.shortcuts import game_of, published_round_of, refusal_told, round_links, round_of
from tdsuite.tournaments.tables_in_use import taken_in_round

Tap = Callable[..., Any]
TAPS: Mapping[str, tuple[Tap, str]] = {
    "here": (taken.arrive, "is here."),
    "absent": (partial(taken.mark, status="absent"), "is not here."),
    "on_way": (partial(taken.mark, status="on_way"), "is on the way."),
    "clock": (taken.start_clock, "is late: the clock runs."),
    "clock_here": (partial(taken.start_clock, opponent_ready=True), "is late: the clock runs; the opponent is here."),
    "clock_both": (partial(taken.start_clock, opponent_ready=False), "and the opponent are late: the timer runs."),
    "undo_arrival": (taken.undo_arrival, "is not here after all."),
    "undo_clock": (taken.undo_clock, "has no clock running: it was undone."),
    "warn": (taken.warn_late, "is warned for lateness."),
}


@needs(Can.SEE_ATTENDANCE)
@never_cache
@require_GET
def attendance(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Every table of the round with its players and clocks; its changing part for a script."""
    row = round_of(tournament, code, number)
    read_page_versions(request, row.division.live_topic, taken.attendance_topic(row.division))
    part = request.headers.get("HX-Request")
    return render(
        request, f"results/attendance/{'_hall' if part else 'round'}.html", page(row, show=filter_of(request))
    )


@needs(Can.SEE_ATTENDANCE)
@require_POST
def tap(
    request: HttpRequest, tournament: Tournament, code: str, game_id: int, number: int, *, step: str
) -> HttpResponse:  # fmt: skip
    """One tap about one player: here, not here, on the way, warned, clock started, undone."""
    game = game_of(tournament, code, game_id)
    entry = player_of(game, number)
    service, words = TAPS[step]
    try:
        service(by=request.user, game=game, entry=entry)
    except Refused as refused:
        return answer(request, game.round, str(refused), "error", game)
    late = says(game, entry) if step == "here" else ""
    return answer(request, game.round, f"Table {game.table}: {late or f'{entry.player} {words}'}", "success", game)


@needs(Can.SEE_ATTENDANCE)
@require_POST
def rest(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Everyone else is seated and ready."""
    row = published_round_of(tournament, code, number)
    count = taken.rest_is_here(by=actor_of(request), round=row)
    return answer(request, row, f"{count} more players are here.", "success")


@needs(Can.RUN_ROUNDS)
@require_POST
def announce(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Everybody reads who is not at their table."""
    row = published_round_of(tournament, code, number)
    with refusal_told(request):
        count = announce_absent(by=actor_of(request), row=row)
        messages.success(request, _("Everybody reads it now.") if count else _("Nobody is missing."))
    return redirect(round_address(row))


@needs(Can.RUN_ROUNDS)
@require_POST
def timer_set(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Play a round without clocks by one timer."""
    row, form = published_round_of(tournament, code, number), TimerForm(request.POST)
    with refusal_told(request):
        use_timer(by=actor_of(request), row=row, **(form.cleaned_data if form.is_valid() else {}))
    return redirect(round_address(row))


@needs(Can.RUN_ROUNDS)
@require_POST
def timer_drop(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Play it with clocks after all."""
    row = published_round_of(tournament, code, number)
    drop_timer(by=actor_of(request), row=row)
    return redirect(round_address(row))


@needs(Can.RUN_ROUNDS)
@require_POST
def stop_warn(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The players of a round were told that their games will be stopped."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        warn_before_stopping(by=actor_of(request), row=row, minutes=whole(request.POST.get("minutes", ""), 999) or 0)
    return redirect(round_address(row) + "#stopping")


def filter_of(request: HttpRequest) -> str:
    """ "open": only the tables that are not ready."""
    return "open" if "open" in (request.GET.get("show"), request.POST.get("show")) else ""


def page(row: Round, *, message: str = "", level: str = "", show: str = "") -> dict[str, Any]:
    """What the page and its changing part show."""
    division = row.division
    hall = round_tables(row) if row.is_published else None
    clockless = RoundTimer.objects.filter(round=row).first() if row.is_published else None
    if clockless is not None:
        clockless.round = row
    return {
        "tournament": division.tournament, "division": division, "round": row, "message": message, "level": level,
        "topic": taken.attendance_topic(division),
        "rounds": round_links(division, "results:attendance", row.number, published=True),
        "hall": hall, "tables": hall and (hall.not_ready if show else hall.tables), "show": show,
        "breaks": break_warnings(row) if row.is_published and row.started_at is None else [],
        "alerts": alerts(division, row.number) if row.is_published else [],
        "timer": clockless, "timer_left": clockless and timer_left(clockless), "timer_choice": timer_choice(row),
        "sand": division.tournament.rules.rulebook.before.no_clocks.value.sand, "timer_form": TimerForm(),
        "stopping": stopping(row) if row.is_published and row.started_at else None,
        "taken": taken_in_round(row),
    }  # fmt: skip


def answer(request: HttpRequest, row: Round, message: str, level: str, game: Game | None = None) -> HttpResponse:
    """For a script the table, or all of them, as they are now; else back to where the tap was made. With what was said."""
    at_table = game is not None and request.GET.get("from") == "table"
    if request.headers.get("HX-Request") and game is not None and not at_table:
        division = row.division
        context = {"tournament": division.tournament, "division": division, "message": message, "level": level}
        context |= {"seen": game_table(game), "hall": round_frame(row)}
        return render(request, "results/attendance/_tapped.html", context)
    if request.headers.get("HX-Request") and not at_table:
        return render(
            request, "results/attendance/_hall.html", page(row, message=message, level=level, show=filter_of(request))
        )
    messages.add_message(request, messages.SUCCESS if level == "success" else messages.ERROR, message)
    if game is not None and at_table:
        return redirect("console:table", row.division.tournament.slug, row.division.code, game.pk)
    back = round_address(row) + ("?show=open" if filter_of(request) else "")
    return redirect(f"{back}#table-{game.pk}" if game is not None else back)


def says(game: Game, entry: Entry) -> str:
    """What a late arrival comes to."""
    return next(seat.says for seat in game_table(game).seats if seat.entry.pk == entry.pk)


def player_of(game: Game, number: int) -> Entry:
    entry = next((player for player in players_of(game) if player.number == number), None)
    if entry is None:
        raise Http404(f"Player {number} is not at this table.")
    return entry


def round_address(row: Round) -> str:
    division = row.division
    return reverse("results:attendance", args=[division.tournament.slug, division.code, row.number])
