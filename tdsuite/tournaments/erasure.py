"""What the kernel's rows, and those of signing in, hold about a person."""

from typing import Any

from tdsuite.platform.access.models import PlayerLink, PlayerSession

from .models import Entry, Game, GameAdjustment, Overlay, Player, SpreadAdjustment, TableNeed
from .services.erasure import deletes
from .services.personal import holds


def officials_columns(entry: Any) -> dict[str, str]:
    """Cells of the roster's own columns, each with what it is needed for."""
    return {f"{heading} ({purpose})": cell for heading, purpose, cell in entry.told_to_officials}


BOARD = "game__first game__second"
deletes("table needs", TableNeed, "entry")  # what a player's table must be may tell of an illness
holds(
    "person", Player, lambda person: Player.objects.filter(pk=person.player),
    fields="name filing_name national_id naspa_id wespa_id absp_id club country",
)  # fmt: skip
holds(
    "entries", Entry, lambda person: Entry.objects.filter(pk__in=person.entries).select_related("division"),
    fields="division number seed rating lifetime_games deviation last_played class_name team absences withdrawn_from "
    "unranked at_bottom imported",
    left="player roster_cells",
)  # fmt: skip
holds(
    "columns of rosters that officials keep", Entry,
    lambda person: Entry.objects.filter(pk__in=person.entries).select_related("division"),
    left="division player number seed rating lifetime_games deviation last_played class_name team absences "
    "withdrawn_from unranked at_bottom imported roster_cells",
    show=lambda entry, _person: officials_columns(entry),
)  # fmt: skip
holds("table needs", TableNeed, "entry", fields="entry table first_round last_round position", eraser="table needs")
holds("overlays of a stream", Overlay, "entry", fields="slot shows division entry", left="tournament table")
holds(
    "games", Game, "first second",
    fields="round first second board table_name match_game starts_by first_score second_score outcome first_halves "
    "second_halves first_spread second_spread rated reason table_reason decided_at",
    left="entered_by_kind entered_by entered_road",
)  # fmt: skip
holds(
    "lines of games", GameAdjustment, BOARD, fields="game side kind points seconds lost_turn rule source created_at",
    left="ruled_by",
)  # fmt: skip
holds("corrections of spread", SpreadAdjustment, "entry", fields="entry round_number points rule reason created_at")
holds(
    "links and PINs", PlayerLink, "entry", fields="entry issued_at revoked_at",
    left="nonce token_hash pin_hash batch", eraser="ways to sign in",
)  # fmt: skip
holds(
    "times signed in", PlayerSession, "link__entry", fields="means device station opened_at used_at ended_at",
    left="link key_hash", eraser="ways to sign in",
)  # fmt: skip
