"""What the heading of each section of a table says: its state in a few words, and whether it asks for something."""

from datetime import datetime
from typing import NamedTuple

from results.attendance.engine.lateness import clock
from results.attendance.engine.table_clock import Phase
from results.attendance.services.tables import TableView
from results.sheets.engine.states import UNSIGNED, State
from results.sheets.models import StateLabel
from tdsuite.tournaments.engine.account import Account
from tdsuite.tournaments.engine.presence import State as Known
from tdsuite.tournaments.models import Game


class Says(NamedTuple):
    """A state in words.  tone: "bad" or "warn" where something is to be done; the section then stands open."""

    words: str
    tone: str = ""


def result_says(game: Game, account: Account, *, disputed: str = "") -> Says:
    """disputed: the time since when the players' sheet is, "" where it is not."""
    if disputed:
        return Says(f"≠ disputed {disputed}", "bad")
    if game.outcome == Game.Outcome.AWAITED:
        return Says("no result")
    if game.outcome in Game.UNFINISHED:
        return Says(str(game.get_outcome_display()), "warn")
    totals = "" if account.totals is None else "{}–{}".format(*account.totals)
    kind = "" if totals and game.outcome == Game.Outcome.PLAYED else str(game.get_outcome_display())
    return Says(", ".join(filter(None, [totals, kind])))


def absent_says(table: TableView) -> Says:
    if table.decided:
        return Says("")
    away = [seat for seat in table.seats if seat.known.is_not_here or seat.known.state is Known.GONE]
    if away:
        return Says(", ".join(f"{seat.entry.player}: {seat.presence_text}" for seat in away), "warn")
    if table.ready:
        return Says("both here")
    waits = [str(seat.entry.player) for seat in table.seats if not seat.is_here]
    return Says(f"not said: {', '.join(waits)}")


def clock_says(table: TableView, changes: int) -> Says:
    """changes: how often time was given or taken in this game."""
    late = [seat for seat in table.seats if seat.clock.assigned is not None]
    if late and not table.decided:
        expired = any(seat.phase is Phase.EXPIRED for seat in late)
        words = ", ".join(f"{seat.entry.player} {clock(max(0, seat.clock.left))}" for seat in late)
        return Says(f"◷ expired: {words}" if expired else f"◷ {words}", "bad" if expired else "warn")
    return Says("time changed" if changes else "none runs")


def starts_says(game: Game, *, reported: bool) -> Says:
    """reported: a sheet names the other player, and nobody has answered yet."""
    if reported:
        return Says("a sheet says otherwise", "warn")
    if game.starts_by in Game.NOBODY_YET:
        return Says(str(game.get_starts_by_display()), "" if game.outcome else "warn")
    if game.starts_by == Game.StartsBy.NONE:
        return Says(str(game.get_starts_by_display()))
    return Says(f"{game.first.player}: {game.get_starts_by_display()}")


def sheet_says(state: State, signed: int, *, petition: bool, recount: bool, calls: int) -> Says:
    """signed: of the two players."""
    if calls:
        return Says("a call", "bad")
    if petition or recount:
        return Says("a petition" if petition else "a recount", "warn")
    if state is State.EMPTY:
        return Says("nothing to sign yet")
    if state in UNSIGNED - {State.DISPUTED}:
        return Says(f"{'◐' if signed else '○'} {signed} of 2", "warn" if signed else "")
    return Says(str(StateLabel(state.value).label))


def challenge_says(slips: int, waiting: int) -> Says:
    if waiting:
        return Says("? to judge", "warn")
    return Says(f"✓ {slips}" if slips else "none")


def notes_says(**counts: int) -> Says:
    """counts: of incidents, rulings and changes of spread."""
    parts = [f"{count} {name[:-1] if count == 1 else name}" for name, count in counts.items() if count]
    return Says(", ".join(parts) or "none")


def record_says(count: int, last: datetime | None) -> Says:
    """last: in the event's own time."""
    if last is None:
        return Says("nothing yet")
    return Says(f"{count} {'entry' if count == 1 else 'entries'}, last {last:%H:%M}")
