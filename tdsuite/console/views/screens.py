"""Overlays of a stream and screens of the hall: what each shows, and where it is."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tdsuite.console.forms.screens import OverlayForm, PanelForm, ScreenForm
from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Screen, Tournament
from tdsuite.tournaments.services.overlays import overlay_of, overlays_of, point_overlay
from tdsuite.tournaments.services.screens import add_screen, change_screen, remove_screen, screen_of, steer_screen
from tdsuite.tournaments.shortcuts import form_page

from .common import decided, pressed


@needs(Can.RUN_ROUNDS)
@form_page
def screens(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The screens and the slots with their addresses, what each shows, and a form for one more screen."""
    form = ScreenForm(request.POST or None)

    def add() -> None:
        add_screen(by=actor_of(request), tournament=tournament, name=form.cleaned_data["name"])

    if decided(request, form, add, "The screen is there. Choose what it shows."):
        return redirect("console:screens", tournament.slug)
    context = {
        "form": form,
        "screens": tournament.screens.all(),
        "tournament": tournament,
        "overlays": overlays_of(tournament),
        "has_divisions": tournament.divisions.exists(),
        "base": base_url(tournament, request),
        "tab": "screens",
    }
    return render(request, "console/screens.html", context, status=422 if form.errors else 200)


@needs(Can.RUN_ROUNDS)
@form_page
def screen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One screen: its panels in order, and a form for one more."""
    row = screen_of(tournament, number)
    form = PanelForm(request.POST or None, tournament=tournament)

    def add() -> None:
        change_screen(by=actor_of(request), screen=row, panels=[*row.panels, form.cleaned_data])

    if decided(request, form, add, "The screen shows it too now."):
        return redirect("console:screen", tournament.slug, number)
    names = dict(tournament.divisions.values_list("code", "name"))
    context = {
        "tournament": tournament,
        "screen": row,
        "panels": [
            (at, Screen.Shows(panel["shows"]).label, names.get(panel["division"], panel["division"]), panel["seconds"])
            for at, panel in enumerate(row.panels, start=1)
        ],
        "form": form,
        "name_form": ScreenForm(initial={"name": row.name}, prefix="name"),
        "base": base_url(tournament, request),
        "tab": "screens",
    }
    return render(request, "console/screen.html", context, status=422 if form.errors else 200)


def _press(
    request: HttpRequest, screen: Screen, service: Callable[..., object], says: str, **values: Any
) -> HttpResponse:
    """One button of a screen's page."""
    pressed(request, lambda: service(by=actor_of(request), screen=screen, **values), says)
    return redirect("console:screen", screen.tournament.slug, screen.number)


@needs(Can.RUN_ROUNDS)
@require_POST
def screen_rename(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    name = request.POST.get("name-name", "")
    return _press(request, screen_of(tournament, number), change_screen, "The screen has its new name.", name=name)


@needs(Can.RUN_ROUNDS)
@require_POST
def screen_remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    row = screen_of(tournament, number)
    pressed(request, lambda: remove_screen(by=actor_of(request), screen=row), f"{row} is taken away.")
    return redirect("console:screens", tournament.slug)


@needs(Can.RUN_ROUNDS)
@require_POST
def panel_remove(request: HttpRequest, tournament: Tournament, number: int, at: int) -> HttpResponse:
    row = screen_of(tournament, number)
    left = [panel for place, panel in enumerate(row.panels, start=1) if place != at]
    return _press(request, row, change_screen, "The panel is taken off the screen.", panels=left)


@needs(Can.RUN_ROUNDS)
@require_POST
def panel_up(request: HttpRequest, tournament: Tournament, number: int, at: int) -> HttpResponse:
    """One place earlier; the first one goes to the end."""
    row = screen_of(tournament, number)
    panels = list(row.panels)
    if 1 <= at <= len(panels):
        panels.insert((at - 2) % len(panels), panels.pop(at - 1))
    return _press(request, row, change_screen, "The panels have another order.", panels=panels)


@needs(Can.RUN_ROUNDS)
@require_POST
def panel_show(request: HttpRequest, tournament: Tournament, number: int, at: int) -> HttpResponse:
    """Show one panel now, alone."""
    row = screen_of(tournament, number)
    return _press(request, row, steer_screen, f"{row} shows it now, until it goes on.", panel=at)


@needs(Can.RUN_ROUNDS)
@require_POST
def screen_go_on(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    row = screen_of(tournament, number)
    return _press(request, row, steer_screen, f"{row} goes round again.")


@needs(Can.RUN_ROUNDS)
@form_page
def overlay(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Point a slot elsewhere."""
    slot = overlay_of(tournament, number)
    form = OverlayForm(request.POST or None, overlay=slot)

    def point() -> None:
        point_overlay(by=actor_of(request), overlay=slot, **form.cleaned_data)

    if decided(request, form, point, f"Overlay {number} shows it now."):
        return redirect("console:screens", tournament.slug)
    context = {"tournament": tournament, "overlay": slot, "form": form, "tab": "screens"}
    return render(request, "console/overlay.html", context, status=422 if form.errors else 200)


@needs(Can.RUN_ROUNDS)
@require_POST
def overlay_empty(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    slot, says = overlay_of(tournament, number), f"Overlay {number} is empty now."
    pressed(request, lambda: point_overlay(by=actor_of(request), overlay=slot, shows=""), says)
    return redirect("console:screens", tournament.slug)
