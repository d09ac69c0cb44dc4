"""What waits for an official: calls to tables, challenges, petitions and whatever else an app has waiting, in one list."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tdsuite.platform.hooks import Hook

from ..models import Tournament


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits.

    Attributes:
        division: the key of the division it is about; None for the whole event.
        what: "Call to table 4".
        says: more of it, such as what the player wrote, or "".
        url: the page where it is answered.
        since: when it began to wait; None where that is not known.
        urgent: somebody sits and waits for it.
        before_pairing: the next round is better not paired before this is answered.
    """

    division: int | None
    what: str
    says: str
    url: str
    since: datetime | None = None
    urgent: bool = False
    before_pairing: bool = False


# Asked by the Day page: everything of an event that waits, in a number of queries that does not grow with the rows.
waiting_for_officials: Hook[[Tournament], Iterable[Waiting]] = Hook("waiting_for_officials")


def all_waiting(tournament: Tournament) -> list[Waiting]:
    """Everything that waits: what is urgent first, then the oldest first."""
    rows = [waiting for answer in waiting_for_officials(tournament) for waiting in answer]
    return sorted(rows, key=lambda row: (not row.urgent, row.since.timestamp() if row.since else 0, row.what))
