"""The installation's record says what the file of an event that is aside must be: looked at when that record is verified."""

from collections.abc import Iterator

from django.db import models

from tdsuite.ops.aside.folder import fault_of
from tdsuite.platform.audit.services import Flaw
from tdsuite.tournaments.models import AsideEvent


def files_of_events_aside(tournament: models.Model | None) -> Iterator[Flaw]:
    """Every file that is missing or is not the one that was written."""
    for event in AsideEvent.objects.order_by("pk") if tournament is None else ():
        if fault := fault_of(event):
            yield Flaw(f"event {event.slug}, put aside", f"its file {event.file} {fault}")
