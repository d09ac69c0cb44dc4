"""Screens on the walls of a hall: what each shows in turn, and which panel it is held at."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.models import Max
from django.http import Http404

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actions import Action
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import Decision, deciding_on
from ..actions import EventAction
from ..models import Screen, Tournament
from .decision import Refused, check, tell_topics

MOST_SCREENS = 20
MOST_PANELS = 20
HIGHEST_NUMBER = 32_767  # that a column has room for
SECONDS = (5, 600)  # of a panel's page: the least and the most
USUAL_SECONDS = 20
USUAL_PANELS = (Screen.Shows.NOTICES, Screen.Shows.NAMES, Screen.Shows.MISSING, Screen.Shows.STANDINGS)
OF_THE_EVENT = frozenset({Screen.Shows.NOTICES})  # panels that know no divisions

Panel = dict[str, Any]


def screen_of(tournament: Tournament, number: int) -> Screen:
    """The screen of that number. 404 without one."""
    screen = Screen.objects.filter(tournament=tournament, number=number).first() if number <= HIGHEST_NUMBER else None
    if screen is None:
        raise Http404(f"{tournament} has no screen {number}.")
    screen.tournament = tournament
    return screen


@contextmanager
def _deciding(by: Actor, tournament: Tournament, action: Action) -> Iterator[Decision]:
    """A decision about an event's screens: whoever decides about them at the same time waits."""
    require(by, tournament, Can.RUN_ROUNDS)
    with deciding_on(tournament, by=by, action=action) as decision:
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        yield decision


def add_screen(
    *, by: Actor, tournament: Tournament, name: str, panels: Sequence[Mapping[str, Any]] | None = None
) -> Screen:
    """A new screen; without panels it shows notices, pairings by name, results to come and standings. Raises Refused, NotAllowed."""
    with _deciding(by, tournament, EventAction.SCREEN_ADDED) as decision:
        rows = Screen.objects.filter(tournament=tournament)
        if rows.count() >= MOST_SCREENS:
            raise Refused(f"An event has at most {MOST_SCREENS} screens.", code="too_many_screens")
        number = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
        usual = [{"shows": kind} for kind in USUAL_PANELS]
        row = Screen(tournament=tournament, number=number, name=_name(name))
        row.panels = checked_panels(tournament, usual if panels is None else panels)
        check(row)
        row.save()
        decision.record(tournament, after=row.facts)
    return row


def change_screen(
    *, by: Actor, screen: Screen, name: str | None = None, panels: Sequence[Mapping[str, Any]] | None = None
) -> Screen:
    """Another name, other panels; open pages follow at once. With other panels it goes round again. Raises Refused, NotAllowed."""
    with _deciding(by, screen.tournament, EventAction.SCREEN_CHANGED) as decision:
        row = _now(screen)
        before = row.facts
        row.name = row.name if name is None else _name(name)
        if panels is not None:
            row.panels, row.held = checked_panels(row.tournament, panels), None
        check(row)
        if row.facts != before:
            row.save()
            decision.record(row.tournament, before=before, after=row.facts)
            tell_topics(row.live_topic)
    return row


def steer_screen(*, by: Actor, screen: Screen, panel: int | None = None) -> Screen:
    """Show one panel now, alone, until it is told to go on: `panel` None. Raises Refused, NotAllowed."""
    with _deciding(by, screen.tournament, EventAction.SCREEN_STEERED) as decision:
        row = _now(screen)
        if panel is not None and not 1 <= panel <= len(row.panels):
            raise Refused(f"{row} has no panel {panel}.", code="no_such_panel")
        if row.held != panel:
            decision.record(row.tournament, before={"screen": row.number, "held": row.held}, after={"held": panel})
            row.held = panel
            row.save(update_fields=["held"])
            tell_topics(row.live_topic)
    return row


def remove_screen(*, by: Actor, screen: Screen) -> None:
    """Take a screen away; its address is not given to another while a later one stands. Raises Refused, NotAllowed."""
    with _deciding(by, screen.tournament, EventAction.SCREEN_REMOVED) as decision:
        row = _now(screen)
        decision.record(row.tournament, before=row.facts)
        tell_topics(row.live_topic)
        row.delete()


def _now(screen: Screen) -> Screen:
    row = Screen.objects.select_related("tournament").filter(pk=screen.pk).first()
    if row is None:
        raise Refused("This screen was taken away meanwhile.", code="no_such_screen")
    return row


def _name(name: str) -> str:
    plain = " ".join(name.split())
    if not plain:
        raise Refused("Give the screen a name: where it hangs, for example.", code="no_name")
    return plain


def checked_panels(tournament: Tournament, panels: Sequence[Mapping[str, Any]]) -> list[Panel]:
    """The panels as a screen keeps them. Raises Refused."""
    if not 1 <= len(panels) <= MOST_PANELS:
        raise Refused(f"A screen has 1 to {MOST_PANELS} panels.", code="bad_panels")
    codes = set(tournament.divisions.values_list("code", flat=True))
    return [_checked(panel, codes) for panel in panels]


def _checked(panel: Mapping[str, Any], codes: set[str]) -> Panel:
    shows, code = panel.get("shows"), panel.get("division") or ""
    seconds = panel.get("seconds", USUAL_SECONDS)
    if shows not in Screen.Shows.values:
        raise Refused(f"No panel shows {shows}.", code="bad_panels")
    if code and code not in codes:
        raise Refused(f"The event has no division {code}.", code="no_such_division")
    if not isinstance(seconds, int) or not SECONDS[0] <= seconds <= SECONDS[1]:
        raise Refused(f"A panel is shown {SECONDS[0]} to {SECONDS[1]} seconds.", code="bad_panels")
    return {"shows": str(shows), "division": "" if shows in OF_THE_EVENT else code, "seconds": seconds}
