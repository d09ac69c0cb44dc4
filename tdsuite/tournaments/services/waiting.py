"""What waits for an official: calls to tables, challenges, petitions and whatever else an app has waiting, in one list."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tdsuite.platform.hooks.hooks import Hook
from ..models import Division, Tournament


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

    def __str__(self) -> str:
        return f"{self.what}: {self.says}" if self.says else self.what

    @property
    def warning(self) -> str:
        """As a warning of what is better settled first."""
        return f"Not settled yet: {self}".rstrip(".") + "."


# Asked by the Round board: what waits in an event, in a number of queries that does not grow with the rows.
waiting_for_officials: Hook[[Tournament], Iterable[Waiting]] = Hook("waiting_for_officials")

# The same, of what may be better settled before a round is paired: asked there too.
unsettled_before_pairing: Hook[[Tournament], Iterable[Waiting]] = Hook("unsettled_before_pairing")

# Asked by a player's own page: what waits for this entry, by its key.
waiting_for_player: Hook[[int], Iterable[Waiting]] = Hook("waiting_for_player")


def all_waiting(tournament: Tournament) -> list[Waiting]:
    """Everything that waits: what is urgent first, then the oldest first."""
    rows = waiting_for_officials.rows(tournament) + unsettled_before_pairing.rows(tournament)
    return sorted(rows, key=lambda row: (not row.urgent, row.since.timestamp() if row.since else 0, row.what))


def settled_first(tournament: Tournament, division: Division | None = None) -> list[Waiting]:
    """What is better settled before a round is paired or published: in a division, or in all. Publishing ends some of it."""
    rows = [row for answer in unsettled_before_pairing(tournament) for row in answer if row.before_pairing]
    rows = [row for row in rows if division is None or row.division in (None, division.pk)]
    return sorted(rows, key=lambda row: (row.since.timestamp() if row.since else 0, row.what))
