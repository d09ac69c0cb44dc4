"""Those who act without an account: a player who signed in by link or PIN. The record names them by kind and id."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar


class Means(StrEnum):
    """How a player proved who he is."""

    LINK = "link"
    PIN = "pin"


@dataclass(frozen=True, slots=True)
class PlayerActor:
    """A signed-in player of one event.

    pk: the entry's primary key.  device: which phone, browser or station, by its public id (never a token); "" unknown.
    Services take him as `by`, as they take a user; the guard gives him the player's role in his own event only.
    """

    pk: int
    tournament_id: int
    division_id: int
    means: Means
    device: str = ""

    @property
    def at_station(self) -> bool:
        return self.device.startswith("station:")

    audit_kind: ClassVar[str] = "player"
    is_authenticated: ClassVar[bool] = True
    is_superuser: ClassVar[bool] = False
    is_staff: ClassVar[bool] = False
