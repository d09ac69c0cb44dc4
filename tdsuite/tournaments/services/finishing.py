"""The end of an event: refused while something still has to be done."""

from collections.abc import Iterable

from tdsuite.platform.hooks.hooks import Hook
from ..models import Tournament
from .decision import Refused

# Asked before an event is finished: a sentence for each thing still to be done.
finishing_blockers: Hook[[Tournament], Iterable[str]] = Hook("finishing_blockers")
# Asked too: these sentences stand beside the button and do not keep the event from being finished.
finishing_warnings: Hook[[Tournament], Iterable[str]] = Hook("finishing_warnings")


def require_finishable(tournament: Tournament) -> None:
    """Raise Refused naming everything that still has to be done."""
    if sentences := finishing_blockers.rows(tournament):
        raise Refused("The event cannot be finished yet. " + " ".join(sentences), code="event_not_finishable")
