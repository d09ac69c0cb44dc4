"""The end of an event: refused while something still has to be done."""

from collections.abc import Callable, Iterable

from ..models import Tournament
from .decision import Refused

Blocker = Callable[[Tournament], Iterable[str]]
_BLOCKERS: list[Blocker] = []
_WARNERS: list[Blocker] = []


def block_finishing(blocker: Blocker) -> None:
    """Have `blocker` asked before an event is finished: it answers with one sentence for each thing still to be done."""
    if blocker not in _BLOCKERS:
        _BLOCKERS.append(blocker)


def blockers(tournament: Tournament) -> list[str]:
    """What keeps the event from being finished; empty when nothing does."""
    return [sentence for blocker in _BLOCKERS for sentence in blocker(tournament)]


def warn_before_finishing(warner: Blocker) -> None:
    """Have `warner` asked too: what it says does not keep the event from being finished, and is shown beside it."""
    if warner not in _WARNERS:
        _WARNERS.append(warner)


def warnings(tournament: Tournament) -> list[str]:
    """What to look after before the event is finished; empty when there is nothing."""
    return [sentence for warner in _WARNERS for sentence in warner(tournament)]


def require_finishable(tournament: Tournament) -> None:
    """Raise Refused naming everything that still has to be done."""
    found = blockers(tournament)
    if found:
        raise Refused("The event cannot be finished yet. " + " ".join(found))
