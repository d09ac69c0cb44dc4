"""What the kernel's rows, and those of signing in, hold about a person."""

from tdsuite.platform.access.models import PlayerLink, PlayerSession
from .models import Entry, Game, GameAdjustment, Overlay, Player, Presence, SpreadAdjustment, TableNeed
from .services.erasure import deletes
from .services.personal import holds

BOARD = "game__first game__second"
deletes("table needs", TableNeed, "entry")  # what a player's table must be may tell of an illness
holds("person", Player, lambda person: Player.objects.filter(pk=person.player))
holds(
    "entries",
    Entry,
    lambda person: Entry.objects.filter(pk__in=person.entries).select_related("division"),
    left="player",
)
holds("table needs", TableNeed, "entry", eraser="table needs")
holds("overlays of a stream", Overlay, "entry", left="tournament table")
holds("games", Game, "first second", left="entered_by_kind entered_by entered_road")
holds("attendance", Presence, "entry")
holds("lines of games", GameAdjustment, BOARD, left="ruled_by")
holds("corrections of spread", SpreadAdjustment, "entry")
holds("links and PINs", PlayerLink, "entry", left="nonce token_hash pin_hash batch", eraser="ways to sign in")
holds("times signed in", PlayerSession, "link__entry", left="link key_hash", eraser="ways to sign in")
