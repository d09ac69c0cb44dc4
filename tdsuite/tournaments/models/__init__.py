"""The core's rows: events, divisions, people, rounds, games, and what was added to or taken from their scores."""

from ..validators import check_rulebook, check_time_zone
from .events import Division, DivisionChange, Tournament
from .games import BY_BOARD, STATED_KINDS, Game, GameAdjustment, GameQuerySet, Round, SpreadAdjustment
from .people import Entry, EntryQuerySet, Player, TableNeed
from .presence import Presence, PresenceQuerySet
from .screens import Overlay, Screen

__all__ = [
    "BY_BOARD",
    "STATED_KINDS",
    "Division",
    "DivisionChange",
    "Entry",
    "EntryQuerySet",
    "Game",
    "GameAdjustment",
    "GameQuerySet",
    "Overlay",
    "Player",
    "Presence",
    "PresenceQuerySet",
    "Round",
    "Screen",
    "SpreadAdjustment",
    "TableNeed",
    "Tournament",
    "check_rulebook",
    "check_time_zone",
]
