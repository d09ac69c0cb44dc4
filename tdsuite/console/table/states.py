"""What the heading of each section of a table says: its state in a few words, and whether it asks for something."""

from datetime import datetime
from typing import NamedTuple

from results.sheets.pages.sheet import SheetPage
from tdsuite.console.board.cells import Cell
from tdsuite.tournaments.models import Game


class Says(NamedTuple):
    """A state in words.  tone: "bad" or "warn" where something is to be done; the section then stands open."""

    words: str
    tone: str = ""

    @classmethod
    def of(cls, cell: Cell) -> "Says":
        """What the board's row says of the same."""
        return cls(f"{cell.mark.strip('·')} {cell.word}".strip(), cell.tone if cell.tone in ("bad", "warn") else "")


def starts_says(game: Game, *, reported: bool) -> Says:
    """reported: a sheet names the other player, and nobody has answered yet."""
    if reported:
        return Says("a sheet says otherwise", "warn")
    if game.starts_by in Game.NOBODY_YET:
        return Says(str(game.get_starts_by_display()), "" if game.outcome else "warn")
    if game.starts_by == Game.StartsBy.NONE:
        return Says(str(game.get_starts_by_display()))
    return Says(f"{game.first.player}: {game.get_starts_by_display()}")


def sheet_says(sheet: SheetPage, signed: Says) -> Says:
    """What waits comes before who signed."""
    if sheet.calls:
        return Says("a call", "bad")
    if sheet.petition or sheet.recount:
        return Says("a petition" if sheet.petition else "a recount", "warn")
    return signed


def notes_says(**counts: int) -> Says:
    """counts: of incidents, rulings and changes of spread."""
    parts = [f"{count} {name[:-1] if count == 1 else name}" for name, count in counts.items() if count]
    return Says(", ".join(parts) or "none")


def record_says(count: int, last: datetime | None) -> Says:
    """last: in the event's own time."""
    if last is None:
        return Says("nothing yet")
    return Says(f"{count} {'entry' if count == 1 else 'entries'}, last {last:%H:%M}")
