"""A judging station as an actor: a paired device that two players judge at, without an account and without a role."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class StationActor:
    """A judging station of one event.

    pk: the station's primary key.  tournament_id: the event it stands in.  It holds no role in the guard's table, so it
    can do nothing but what the word judge's services let a station do.
    """

    pk: int
    tournament_id: int

    audit_kind: ClassVar[str] = "station"
    is_authenticated: ClassVar[bool] = False
    is_superuser: ClassVar[bool] = False
    is_staff: ClassVar[bool] = False
