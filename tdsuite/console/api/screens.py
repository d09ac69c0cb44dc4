"""Overlays of a stream and screens of the hall for programs."""

from typing import Any, TypedDict

from rest_framework import serializers
from rest_framework.request import Request

from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import LARGEST
from tdsuite.tournaments.api.decisions import DONE, EVENT, DecisionCall, ReadingCall, calls_below, event_calls
from tdsuite.tournaments.api.events import Fields, tournament_for
from tdsuite.tournaments.models import Overlay, Screen, Tournament
from tdsuite.tournaments.services.overlays import overlay_of, overlays_of, point_overlay
from tdsuite.tournaments.services.screens import MOST_PANELS, screen_of, steer_screen


class OverlayAnswer(TypedDict):
    """A slot. shows: "" where it is empty. address: of its page, below the site's."""

    slot: int
    shows: str
    division: str
    player: int | None
    table: str
    address: str


class OverlayFields(Fields):
    """Where the slot is to point; what is not sent stays.

    shows: "" empties the slot. division: by its code. player: by number. table: by name.
    """

    shows = serializers.ChoiceField(choices=["", *Overlay.Shows.values])
    division = serializers.CharField(max_length=20)
    player = serializers.IntegerField(min_value=1, max_value=LARGEST)
    table = serializers.CharField(max_length=20)


class PanelAnswer(TypedDict):
    """What a screen shows for a while. division: "" for all."""

    shows: str
    division: str
    seconds: int


class ScreenAnswer(TypedDict):
    """A screen. held: the panel, from 1, that it shows alone. address: of its page, below the site's."""

    number: int
    name: str
    panels: list[PanelAnswer]
    held: int | None
    address: str


class SteerFields(Fields):
    """panel: from 1, to be shown alone."""

    panel = serializers.IntegerField(min_value=1, max_value=MOST_PANELS)


def all_screens(tournament: Tournament) -> list[dict[str, Any]]:
    screens = tournament.screens.select_related("tournament")
    return [{**screen.facts, "address": screen.get_absolute_url()} for screen in screens]


def overlay_json(overlay: Overlay) -> dict[str, Any]:
    return {**overlay.facts, "address": overlay.get_absolute_url()}


def all_overlays(tournament: Tournament) -> list[dict[str, Any]]:
    return [overlay_json(overlay) for overlay in overlays_of(tournament)]


def slot(request: Request, can: Can, slug: str, number: int) -> tuple[str, Overlay, None]:
    return "overlay", overlay_of(tournament_for(request, slug, can), number), None


def of_screen(request: Request, can: Can, slug: str, number: int) -> tuple[str, Screen, None]:
    return "screen", screen_of(tournament_for(request, slug, can), number), None


urlpatterns = [
    *event_calls(
        overlays=ReadingCall(
            about="The overlays of a stream: every slot, with what it shows.", can=Can.SEE_CONSOLE,
            answer=list[OverlayAnswer], shows=all_overlays,
        ),
        screens=ReadingCall(
            about="The screens of the hall, with their panels.", can=Can.SEE_CONSOLE, answer=list[ScreenAnswer],
            shows=all_screens,
        ),
    ),
    *calls_below(f"{EVENT}overlays/<int:number>/", slot, **{"": DecisionCall(
        about="Point a slot elsewhere: its address stays, open pages show it at once.", service=point_overlay,
        can=Can.RUN_ROUNDS, sends=OverlayFields, method="PATCH", answer=OverlayAnswer,
        shows=lambda _overlay, moved: overlay_json(moved),
    )}),
    *calls_below(
        f"{EVENT}screens/<int:number>/", of_screen,
        show=DecisionCall(
            about="Show one panel now, alone.", service=steer_screen, can=Can.RUN_ROUNDS, sends=SteerFields, **DONE,
        ),
        go_on=DecisionCall(about="Go round again.", service=steer_screen, can=Can.RUN_ROUNDS, **DONE),
    ),
]  # fmt: skip
