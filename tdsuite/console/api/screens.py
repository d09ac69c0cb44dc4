"""Overlays of a stream and screens of the hall for programs."""

from typing import Any, TypedDict

from rest_framework import serializers

from tdsuite.platform.access.roles import Can
from tdsuite.platform.numbers import LARGEST
from tdsuite.tournaments.api.decisions import DONE, ITSELF, DecisionCall, ReadingCall, event_calls, numbered_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.models import Overlay, Screen, Tournament
from tdsuite.tournaments.services.overlays import overlay_of, overlays_of, point_overlay
from tdsuite.tournaments.services.screens import (
    MOST_PANELS,
    SECONDS,
    USUAL_SECONDS,
    add_screen,
    change_screen,
    remove_screen,
    screen_of,
    steer_screen,
)


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


class PanelFields(Fields):
    """shows: what. division: its code; left out, all. seconds: a page."""

    shows = serializers.ChoiceField(choices=Screen.Shows.choices)
    division = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")
    seconds = serializers.IntegerField(
        min_value=SECONDS[0], max_value=SECONDS[1], required=False, default=USUAL_SECONDS
    )


class ScreenFields(Fields):
    """name: where it hangs, for example. panels: in order."""

    name = serializers.CharField(max_length=40)
    panels = PanelFields(many=True, required=False)


class SteerFields(Fields):
    """panel: from 1, to be shown alone."""

    panel = serializers.IntegerField(min_value=1, max_value=MOST_PANELS)


def screen_json(screen: Screen) -> dict[str, Any]:
    return {**screen.facts, "address": screen.get_absolute_url()}


def all_screens(tournament: Tournament) -> list[dict[str, Any]]:
    return [screen_json(screen) for screen in tournament.screens.select_related("tournament")]


def overlay_json(overlay: Overlay) -> dict[str, Any]:
    return {**overlay.facts, "address": overlay.get_absolute_url()}


def all_overlays(tournament: Tournament) -> list[dict[str, Any]]:
    return [overlay_json(overlay) for overlay in overlays_of(tournament)]


urlpatterns = [
    *event_calls(
        overlays=ReadingCall(
            about="The overlays of a stream: every slot, with what it shows.", can=Can.SEE_CONSOLE,
            answer=list[OverlayAnswer], shows=all_overlays,
        ),
        screens=(
            ReadingCall(
                about="The screens of the hall, with their panels.", can=Can.SEE_CONSOLE, answer=list[ScreenAnswer],
                shows=all_screens,
            ),
            DecisionCall(
                about="Add a screen.", service=add_screen, can=Can.RUN_ROUNDS, sends=ScreenFields, answer=ScreenAnswer,
                shows=lambda _tournament, screen: screen_json(screen),
            ),
        ),
    ),
    *numbered_calls(
        "overlays", "overlay", overlay_of,
        **{ITSELF: DecisionCall(
            about="Point a slot elsewhere: its address stays, open pages show it at once.", service=point_overlay,
            can=Can.RUN_ROUNDS, sends=OverlayFields, method="PATCH", answer=OverlayAnswer,
            shows=lambda _overlay, moved: overlay_json(moved),
        )},
    ),
    *numbered_calls(
        "screens", "screen", screen_of,
        **{ITSELF: (
            DecisionCall(
                about="Rename a screen, or give it other panels: open pages follow at once.", service=change_screen,
                can=Can.RUN_ROUNDS, sends=ScreenFields, method="PATCH", answer=ScreenAnswer,
                shows=lambda _screen, changed: screen_json(changed),
            ),
            DecisionCall(
                about="Take a screen away.", service=remove_screen, can=Can.RUN_ROUNDS, method="DELETE", answer=None,
            ),
        )},
        show=DecisionCall(
            about="Show one panel now, alone.", service=steer_screen, can=Can.RUN_ROUNDS, sends=SteerFields, **DONE,
        ),
        go_on=DecisionCall(about="Go round again.", service=steer_screen, can=Can.RUN_ROUNDS, **DONE),
    ),
]  # fmt: skip
