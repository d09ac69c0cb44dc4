"""The pages that a screen of the hall shows in turn: its panels over all divisions, each in as many pages as are readable from afar."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from operator import itemgetter
from typing import Any

from django.utils import timezone

from tdsuite.public.templatetags.rounds import undone_rounds
from tdsuite.tournaments.engine.tables import natural_key
from tdsuite.tournaments.models import Division, Round, Screen, Tournament
from tdsuite.tournaments.notices import standing_notices
from tdsuite.tournaments.own_tables import OwnTables, own_tables
from tdsuite.tournaments.player_pages import plain
from tdsuite.tournaments.reads import History, standing_rows
from . import reads
from .overlays import RoundClock, round_clock

KINDS = Screen.Shows
# Lines in a column that are readable at 15 m on a screen of 1080 lines; boards have two names a line.
ROWS = {KINDS.NAMES: 10, KINDS.TABLES: 9, KINDS.STANDINGS: 11}
SOME: Mapping[str, int] = {KINDS.NAMES: 8, KINDS.TABLES: 7, KINDS.STANDINGS: 8}  # in larger letters
ALONE = 6  # so many lines stand in one column, larger
MOST_PAGES = 999
OTHERS = 5  # lines of panels that are no lists of players
MOST_TABLES = 40  # named among the results to come
LONG_NOTICE = 60  # letters that fit one line


@dataclass(frozen=True, slots=True)
class Called:
    """A line of the pairings by name."""

    call: reads.Call
    division: Division


@dataclass(frozen=True, slots=True)
class ToCome:
    """The results of a division's round that are waited for.  tables: in order; none while there are too many to read."""

    division: Division
    round: Round
    missing: int
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clock:
    division: Division
    clock: RoundClock


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """One screenful.

    Attributes:
        panel: which of the screen's, from 1.
        columns: its lines, in columns that differ by one line at most.
        played: of standings.
        part, parts: which page of the panel's pages about the same.
    """

    panel: int
    shows: str
    seconds: int
    columns: tuple[tuple[Any, ...], ...] = ()
    division: Division | None = None
    round: Round | None = None
    after: int = 0
    missing: int = 0
    played: History | None = None
    part: int = 1
    parts: int = 1

    @property
    def size(self) -> str:
        """How large its lines may be: "one" or "three" that are no list of players, "few", "some", or "" for as many as fit."""
        rows = max(map(len, self.columns), default=0)
        if self.shows not in ROWS and len(self.columns) == 1 and rows <= 3:
            return "one" if rows == 1 else "three"
        if len(self.columns) < 2 and rows <= ALONE:
            return "few"
        return "some" if rows <= SOME.get(self.shows, ALONE) else ""

    @property
    def places(self) -> int:
        """How many have a prize; asked for by the page that is shown alone."""
        return self.played.prize_places if self.played else 0

    @property
    def two_divisions(self) -> bool:
        """Whether its lines are of several divisions, so that each has to say which."""
        return self.division is None


def even(lines: Sequence[Any], count: int) -> list[tuple[Any, ...]]:
    """The lines in parts of `count` at most that differ by one line at most, so that no name stands alone on the last."""
    parts = ceil(len(lines) / count)
    return [tuple(lines[len(lines) * at // parts : len(lines) * (at + 1) // parts]) for at in range(parts)]


def columns_of(lines: Sequence[Any], rows: int) -> tuple[tuple[Any, ...], ...]:
    """One column of few lines, two of the same length of more."""
    return tuple(even(lines, len(lines) if len(lines) <= ALONE else max(1, ceil(len(lines) / 2)))) if lines else ()


class ScreenPages:
    """All pages of a screen, made from the divisions' kept histories.

    Args:
        histories: of the event's divisions, in order.
    """

    def __init__(self, screen: Screen, tournament: Tournament, histories: Sequence[History]) -> None:
        self.screen, self.tournament, self.histories = screen, tournament, histories
        self._makers: Mapping[str, Callable[[int, Sequence[History]], Iterable[ScreenPage]]] = {
            KINDS.NAMES: self._names,
            KINDS.TABLES: self._tables,
            KINDS.STANDINGS: self._standings,
            KINDS.MISSING: self._missing,
            KINDS.CLOCK: self._clock,
            KINDS.NOTICES: self._notices,
        }

    @cached_property
    def pages(self) -> list[ScreenPage]:
        """In order; a panel that has nothing to show is left out."""
        pages: list[ScreenPage] = []
        for number, panel in enumerate(self.screen.panels, start=1):
            own = [row for row in self.histories if panel["division"] in ("", row.division.code)]
            pages += self._makers[panel["shows"]](number, own) if own or panel["shows"] == KINDS.NOTICES else ()
        return pages[:MOST_PAGES]

    def at(self, place: int) -> tuple[ScreenPage | None, int, int]:
        """The page of this place, its own place, and that of the next one. A held screen stays with one panel while that has a page."""
        held = [number for number, page in enumerate(self.pages) if page.panel == self.screen.held]
        places = held or list(range(len(self.pages)))
        if not places:
            return None, 0, 0
        here = place if place in places else places[0]
        return self.pages[here], here, places[(places.index(here) + 1) % len(places)]

    def _seconds(self, panel: int) -> int:
        return int(self.screen.panels[panel - 1]["seconds"])

    def _list(self, panel: int, lines: Sequence[Any], count: int, **facts: Any) -> list[ScreenPage]:
        shows, parts = self.screen.panels[panel - 1]["shows"], even(lines, count) if lines else []
        return [
            ScreenPage(
                panel, shows, self._seconds(panel), columns_of(part, count), part=number, parts=len(parts), **facts
            )
            for number, part in enumerate(parts, start=1)
        ]

    def _playing(self, histories: Sequence[History]) -> list[tuple[History, Round]]:
        """The divisions whose round is on, with that round."""
        rounds = [(row, reads.current_round(reads.published_rounds(row))) for row in histories]
        return [(row, now) for row, now in rounds if now is not None and now.status != Round.Status.CLOSED]

    def _names(self, panel: int, histories: Sequence[History]) -> list[ScreenPage]:
        lines = []
        playing = self._playing(histories)
        for history, round in playing:
            for name, call in history.part(_by_name, round.number, own_tables(history, round.number)):
                lines.append((name, Called(call, history.division)))
        lines.sort(key=itemgetter(0))
        alone = playing[0] if len(playing) == 1 else None
        return self._list(
            panel,
            [line for _, line in lines],
            2 * ROWS[KINDS.NAMES],
            division=alone[0].division if alone else None,
            round=alone[1] if alone else None,
        )

    def _tables(self, panel: int, histories: Sequence[History]) -> list[ScreenPage]:
        pages: list[ScreenPage] = []
        for history, round in self._playing(histories):
            boards = reads.boards_of(history, round)
            pages += self._list(panel, boards, 2 * ROWS[KINDS.TABLES], division=history.division, round=round)
        return pages

    def _standings(self, panel: int, histories: Sequence[History]) -> list[ScreenPage]:
        pages: list[ScreenPage] = []
        for history in histories:
            after = history.last_round
            rounds = [row for row in reads.published_rounds(history) if row.number == after]
            pages += self._list(
                panel,
                history.part(standing_rows, after),
                2 * ROWS[KINDS.STANDINGS],
                division=history.division,
                after=after,
                missing=sum(row.missing for row in rounds),  # type: ignore[attr-defined]
                played=history,
            )
        return pages

    def _missing(self, panel: int, histories: Sequence[History]) -> list[ScreenPage]:
        lines = []
        for history, round in self._playing(histories):
            waited = [
                board.game.table
                for board in reads.boards_of(history, round)
                if len(board.seats) == 2 and board.game.outcome in board.game.UNFINISHED
            ]
            if waited and round.status == Round.Status.PLAYING:
                tables = tuple(sorted({table for table in waited if table}, key=natural_key))
                lines.append(ToCome(history.division, round, len(waited), tables if len(tables) <= MOST_TABLES else ()))
        return self._list(panel, lines, OTHERS)

    def _clock(self, panel: int, histories: Sequence[History]) -> list[ScreenPage]:
        now = timezone.now()
        clocks = [
            Clock(history.division, round_clock(history, reads.current_round(reads.published_rounds(history)), now))
            for history in histories
        ]
        return self._list(panel, [line for line in clocks if line.clock.round], OTHERS)

    def _notices(self, panel: int, histories: Sequence[History]) -> list[ScreenPage]:
        """Also of what was taken back."""
        notices, undone = standing_notices(self.tournament), undone_rounds(histories)
        is_long = bool(undone) or any(len(notice[1]) > LONG_NOTICE for notice in notices)
        return self._list(panel, [*notices, *undone], 2 if is_long else OTHERS)


def _by_name(history: History, number: int, tables: OwnTables) -> list[tuple[tuple[str, int], reads.Call]]:
    """The boards of a round by name, each with the name and number that it is filed by."""
    calls = history.part(reads.calls_of_round, number, tables)
    return [((plain(call.seat.entry.player.filing_name), call.seat.entry.number), call) for call in calls]
