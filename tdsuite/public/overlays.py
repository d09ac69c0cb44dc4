"""What the slots of a stream's overlays show, from a division's kept history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.utils import timezone

from results.attendance.models import RoundTimer
from results.attendance.services.timers import timer_left
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.engine.tables import table_key
from tdsuite.tournaments.models import Overlay, Round
from tdsuite.tournaments.reads import History, standing_rows
from . import reads

STANDINGS_LINES, PAIRINGS_LINES = 5, 4  # at once, in the strip
COUNTED_DOWN = 90 * 60  # seconds before a round's start from which they are counted


@dataclass(frozen=True, slots=True)
class Side:
    """One of two players at a table.  standing: now, None before the first result."""

    seat: reads.PublicSeat
    standing: Standing | None


@dataclass(frozen=True, slots=True)
class Earlier:
    """A game that two players had with each other before.  scores: of those who stand left and right now."""

    round: int
    scores: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Duel:
    """The two players at a table, and their games before."""

    board: reads.PublicBoard
    round: Round
    sides: tuple[Side, Side]
    earlier: tuple[Earlier, ...]


@dataclass(frozen=True, slots=True)
class RoundClock:
    """How the round stands in time, in seconds.

    Attributes:
        left: on the round's timer, or until the start of a round that is scheduled; None without.
        waited: since the start of a round that is played with clocks at the tables.
        starts_at: of the round that is next.
    """

    round: Round | None
    left: int | None = None
    waited: int | None = None
    starts_at: datetime | None = None


def overlay_parts(overlay: Overlay, history: History, place: int) -> dict[str, Any]:
    """The context of what a slot shows.  place: which few lines of a longer list, from 0."""
    kinds = Overlay.Shows
    current = reads.current_round(reads.published_rounds(history))
    if overlay.shows == kinds.PLAYER and overlay.entry_id:
        entry = history.by_id.get(overlay.entry_id)
        return {"round": current, "card": reads.player_card(history, entry) if entry else None}
    if overlay.shows == kinds.TABLE:
        return {"round": current, "duel": duel_at(history, current, overlay.table) if current else None}
    if overlay.shows == kinds.STANDINGS:
        return {"after": history.last_round, **_few(standing_rows(history), STANDINGS_LINES, place)}
    if overlay.shows == kinds.PAIRINGS:
        return {"round": current, **_few(reads.boards_of(history, current) if current else [], PAIRINGS_LINES, place)}
    return {"clock": round_clock(history, current, timezone.now())}


def _few(lines: Sequence[Any], count: int, place: int) -> dict[str, Any]:
    """As many lines as fit the strip, and how many such pages there are."""
    pages = Paginator(lines, count)
    number = min(place, pages.num_pages - 1) + 1
    return {"lines": list(pages.page(number).object_list), "screen": number, "screens": pages.num_pages}


def duel_at(history: History, round: Round, table: str) -> Duel | None:
    """Who plays at a table in this round; of a match the game that is waited for, else the last. None where nobody does."""
    boards = [
        board
        for board in reads.boards_of(history, round)
        if len(board.seats) == 2 and table_key(board.game.table) == table_key(table)
    ]
    board = next((board for board in boards if not board.seats[0].result), boards[-1] if boards else None)
    if board is None:
        return None
    standings = {row.number: row for row in history.standings()} if history.last_round else {}
    left, right = (Side(seat, standings.get(seat.entry.number)) for seat in board.seats)
    players = {left.seat.entry.pk, right.seat.entry.pk}
    earlier = [
        Earlier(history.round_numbers[game.round_id], _scores(reads.board_of(history, game, {}), left.seat.entry.pk))
        for game in history.games
        if {game.first_id, game.second_id} == players and game.pk != board.game.pk
        if game.round.is_published and game.outcome not in game.UNCOUNTED
    ]
    return Duel(board, round, (left, right), tuple(earlier))


def _scores(board: reads.PublicBoard, left: int) -> tuple[int | None, int | None]:
    by_side = {seat.entry.pk == left: seat.score for seat in board.seats}
    return by_side.get(True), by_side.get(False)


def round_clock(history: History, current: Round | None, now: datetime) -> RoundClock:
    """The time of the round that is played, else until the next one that is scheduled."""
    if current is not None and current.status == Round.Status.PLAYING and current.started_at:
        timer = RoundTimer.objects.filter(round=current).first()
        if timer is not None:
            return RoundClock(current, left=timer_left(timer, now))
        return RoundClock(current, waited=max(0, int((now - current.started_at).total_seconds())))
    waiting = (row for row in history.rounds if row.scheduled_at and row.scheduled_at > now and not row.started_at)
    coming = min(waiting, key=lambda row: (row.scheduled_at, row.number), default=None)
    if coming is None or coming.scheduled_at is None:
        return RoundClock(current)
    left = int((coming.scheduled_at - now).total_seconds())
    return RoundClock(coming, left=left if left <= COUNTED_DOWN else None, starts_at=coming.scheduled_at)
