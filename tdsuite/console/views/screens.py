"""What everybody is told: notices, screens of the hall, overlays of a stream."""

from collections.abc import Callable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tdsuite.console.forms.screens import NoticeForm, OverlayForm, PanelForm, ScreenForm
from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.web.next_page import Undo, offer_undo
from tdsuite.tournaments.models import Screen, Tournament
from tdsuite.tournaments.notices import standing_notices
from tdsuite.tournaments.services.notices import post_notice, take_down_notice
from tdsuite.tournaments.services.overlays import overlay_of, overlays_of, point_overlay
from tdsuite.tournaments.services.screens import add_screen, change_screen, remove_screen, screen_of, steer_screen
from tdsuite.tournaments.shortcuts import form_page, page_with_forms
from .common import decided, pressed


def screens_page(request: HttpRequest, tournament: Tournament, **sent: forms.Form) -> HttpResponse:
    """The notices that stand, the screens, the overlays, and a form for each; `sent`: a form that was not accepted."""
    context = {
        "notice": NoticeForm(),
        "form": ScreenForm(),
        "overlay": OverlayForm(tournament=tournament),
        **sent,
        "screens": tournament.screens.all(),
        "overlays": overlays_of(tournament),
        "base": base_url(tournament, request),
        "tab": "screens",
    }
    return render(request, "console/screens.html", context, status=422 if sent else 200)


@needs(Can.RUN_ROUNDS)
@form_page
def screens(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What everybody reads in the hall and on streams; POST: another screen."""
    if request.method != "POST":
        return screens_page(request, tournament)
    form = ScreenForm(request.POST)

    def add() -> None:
        add_screen(by=actor_of(request), tournament=tournament, name=form.cleaned_data["name"])

    if decided(request, form, add, "The screen is there. Choose what it shows."):
        return redirect("console:screens", tournament.slug)
    return screens_page(request, tournament, form=form)


@needs(Can.RUN_ROUNDS)
@require_POST
def notices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Another notice for everybody."""
    form = NoticeForm(request.POST)

    def post() -> None:
        post_notice(by=actor_of(request), tournament=tournament, text=form.cleaned_data["text"])

    if decided(request, form, post, "Everybody reads it now."):
        return redirect("console:screens", tournament.slug)
    return screens_page(request, tournament, notice=form)


@needs(Can.RUN_ROUNDS)
@require_POST
def take_down(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    text = next((text for at, text, _since in standing_notices(tournament) if at == number), "")
    taken_down = pressed(
        request,
        lambda: take_down_notice(by=actor_of(request), tournament=tournament, number=number),
        "The notice is taken down.",
    )
    if taken_down:
        says = f"Everybody reads again: “{text}”"
        offer_undo(request, Undo(says, tournament.url("console:notices"), (("text", text),)))
    return redirect("console:screens", tournament.slug)


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
    return page_with_forms(request, "console/screen.html", context)


def _button(decide: Callable[..., object], says: str) -> Callable[..., HttpResponse]:
    """The view of a button of a screen's page.  decide: of `by`, `screen` and what its address names."""

    @needs(Can.RUN_ROUNDS)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int, **panel: int) -> HttpResponse:
        row = screen_of(tournament, number)
        pressed(request, lambda: decide(by=actor_of(request), screen=row, **panel), says.format(row))
        return redirect("console:screen", tournament.slug, number)

    return view


def _take_off(*, by: Actor, screen: Screen, panel: int) -> None:
    change_screen(by=by, screen=screen, panels=[row for at, row in enumerate(screen.panels, start=1) if at != panel])


def _move_up(*, by: Actor, screen: Screen, panel: int) -> None:
    """One place earlier; the first one goes to the end."""
    panels = list(screen.panels)
    if 1 <= panel <= len(panels):
        panels.insert((panel - 2) % len(panels), panels.pop(panel - 1))
    change_screen(by=by, screen=screen, panels=panels)


panel_remove = _button(_take_off, "The panel is taken off the screen.")
panel_up = _button(_move_up, "The panels have another order.")
panel_show = _button(steer_screen, "{} shows it now, until it goes on.")
screen_go_on = _button(steer_screen, "{} goes round again.")


@needs(Can.RUN_ROUNDS)
@require_POST
def screen_rename(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    row, name = screen_of(tournament, number), request.POST.get("name-name", "")
    pressed(request, lambda: change_screen(by=actor_of(request), screen=row, name=name), "The screen has its new name.")
    return redirect("console:screen", tournament.slug, number)


@needs(Can.RUN_ROUNDS)
@require_POST
def screen_remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    row = screen_of(tournament, number)
    pressed(request, lambda: remove_screen(by=actor_of(request), screen=row), f"{row} is taken away.")
    return redirect("console:screens", tournament.slug)


@needs(Can.RUN_ROUNDS)
@require_POST
def overlay(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have an overlay show something else."""
    form = OverlayForm(request.POST, tournament=tournament)

    def point() -> None:
        values = dict(form.cleaned_data)
        point_overlay(by=actor_of(request), overlay=overlay_of(tournament, int(values.pop("slot"))), **values)

    if decided(request, form, point, f"Overlay {request.POST.get('slot')} shows it now."):
        return redirect("console:screens", tournament.slug)
    return screens_page(request, tournament, overlay=form)


@needs(Can.RUN_ROUNDS)
@require_POST
def overlay_empty(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    slot, says = overlay_of(tournament, number), f"Overlay {number} is empty now."
    pressed(request, lambda: point_overlay(by=actor_of(request), overlay=slot, shows=""), says)
    return redirect("console:screens", tournament.slug)
