"""Overlays for a stream: transparent pages of 1920 by 1080, at addresses that never change."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse

from tdsuite.platform.live.page_versions import read_page_versions, set_passing
from tdsuite.platform.web.numbers import whole
from tdsuite.public.caching import of_event
from tdsuite.public.overlays import overlay_parts
from tdsuite.tournaments.models import Overlay, Tournament
from tdsuite.tournaments.models.screens import topic_of_overlay
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.overlays import overlay_of
from .events import page_or_rows

SECONDS = 8  # until the strip shows the next lines
MOST = 99


@of_event
def overlay(request: HttpRequest, tournament: Tournament, histories: Sequence[History], number: int) -> HttpResponse:
    """What the slot points at now. An empty slot, and one whose table or player is not there, is an empty page."""
    read_page_versions(request, topic_of_overlay(tournament.pk, number))
    slot = overlay_of(tournament, number)
    context = {"tournament": tournament, "overlay": slot, "topics": [slot.live_topic], "seconds": SECONDS}
    if not histories:
        set_passing(request)  # nothing would tell the kept page that the event is private now
    if not slot.is_empty:
        context |= _parts_of(request, slot, histories)
    return page_or_rows(request, "overlay", context, whole="wall", rows="_main")


def _parts_of(request: HttpRequest, slot: Overlay, histories: Sequence[History]) -> dict[str, Any]:
    owned = (slot.entry_id in row.by_id if slot.entry_id else slot.division_id == row.division.pk for row in histories)
    history = next((row for row, owns in zip(histories, owned, strict=True) if owns), None)
    if history is None:
        return {}  # its division has come or gone just now
    if slot.shows == Overlay.Shows.CLOCK:
        set_passing(request)
    parts = overlay_parts(slot, history, whole(request.GET.get("screen"), MOST) or 0)
    screen, screens = parts.get("screen", 1), parts.get("screens", 1)
    return parts | {
        "division": history.division,
        "topics": [slot.live_topic, history.division.live_topic],
        "next": f"{slot.get_absolute_url()}?screen={screen % screens}" if screens > 1 else "",
    }
