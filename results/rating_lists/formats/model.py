"""What the readers of rating lists return: plain frozen rows, and problems that say what to do (docs/rating-lists.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tdsuite.formats.model import Problem, WithProblems

FOREVER = date(9999, 12, 31)  # a life membership; a suspension without an end


class Body(StrEnum):
    """Who publishes a list; OWN: made of an event's new ratings."""

    WESPA = "wespa"
    NASPA = "naspa"
    ABSP = "absp"
    OTHER = "other"
    OWN = "own"


BODY_NAMES: Mapping[Body, str] = {
    Body.WESPA: "WESPA",
    Body.NASPA: "NASPA",
    Body.ABSP: "ABSP",
    Body.OTHER: "another association",
    Body.OWN: "this suite, of new ratings",
}
ID_FIELDS: Mapping[Body, str] = {
    Body.WESPA: "wespa_id",
    Body.NASPA: "naspa_id",
    Body.ABSP: "absp_id",
    Body.OTHER: "national_id",
    Body.OWN: "national_id",
}
IDS = tuple(dict.fromkeys(ID_FIELDS.values()))
LONGEST_ID = {"national_id": 20, "naspa_id": 12, "wespa_id": 12, "absp_id": 12}


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One person of a list. None and "": the list says nothing.

    Attributes:
        rating: 0 = unrated.
        expiry: the last day of membership, FOREVER for life.
        suspended_until: the last day of a suspension, FOREVER for one without an end.
        last_played: the day of the last rated event.
        deviation: of the rating, in points.
    """

    line: int
    name: str
    filing_name: str
    rating: int | None = None
    games: int | None = None
    national_id: str = ""
    naspa_id: str = ""
    wespa_id: str = ""
    absp_id: str = ""
    country: str = ""
    club: str = ""
    expiry: date | None = None
    suspended_until: date | None = None
    last_played: date | None = None
    deviation: float | None = None


@dataclass(frozen=True, slots=True)
class ReadList(WithProblems):
    """What one file holds.

    Attributes:
        entries: given even where a problem stops the load; ask `usable` first.
        key_map: heading (or number) of each column that was used, and the field it was read as.
    """

    entries: tuple[ListEntry, ...] = ()
    problems: tuple[Problem, ...] = ()
    key_map: tuple[tuple[str, str], ...] = ()

    @property
    def usable(self) -> bool:
        """True when the list may be loaded: whole, or not at all."""
        return bool(self.entries) and not self.errors

    @property
    def last_played(self) -> date | None:
        """The newest day anybody played: what the list is worth as of, where nobody says."""
        return max((entry.last_played for entry in self.entries if entry.last_played), default=None)
