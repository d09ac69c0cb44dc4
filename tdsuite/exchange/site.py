"""An event as plain pages that open from a USB stick: no script, no server, nothing from another host.

The same published rows as the public pages (`tdsuite.public.reads`), so that a draft never gets in.  The same state gives
the same bytes: whoever pushes the pages sends only those that changed.
"""

import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string

from results.formats.model import Problem
from results.services.event_rules import told_or_why
from tdsuite.public.reads import Board, CardLine, PlayerCard, boards_of, calls_of, current_round, published_rounds
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.engine.starts import StartRecord
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import History, StandingRow, history

CSS = Path(settings.BASE_DIR) / "static" / "site.css"
FIXED = (1980, 1, 1, 0, 0, 0)  # the first instant a zip can name: packing at another hour changes no byte
Pages = Iterator[tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class Shown:
    """A division read once.  tables: standings after round 0, 1, ...; boards: by round, published rounds only."""

    division: Division
    past: History
    rounds: Sequence[Round]
    tables: Sequence[Sequence[Standing]]
    boards: Mapping[int, Sequence[Board]]
    starts: Mapping[int, StartRecord]

    @property
    def standings_rounds(self) -> list[int]:
        """Rounds after which there are standings; 0 stands for the list before round 1."""
        return list(range(1, len(self.tables))) or [0]


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's line of the cross table: a cell for each published round, with every game of it."""

    row: StandingRow
    cells: tuple[tuple[CardLine, ...], ...]


def site_files(tournament: Tournament) -> dict[str, bytes]:
    """Every file of the site by its path, in order of paths."""
    shown = [_shown(division) for division in tournament.divisions.all()]
    made = {"site.css": CSS.read_bytes(), "index.html": _page(tournament, "index", shown=shown, up="")}
    told, wrong = told_or_why(tournament)
    made["rules.html"] = _page(tournament, "rules", told=told, wrong=wrong, up="")
    for one in shown:
        made |= {f"{one.division.code}/{name}": data for name, data in _division(tournament, one)}
    return dict(sorted(made.items()))


def write_site(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    """The site in a zip, in one folder named after the event."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in site_files(tournament).items():
            entry = zipfile.ZipInfo(f"{tournament.slug}/{name}", FIXED)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(entry, data)
    return packed.getvalue(), ()


def _shown(division: Division) -> Shown:
    past, rounds = history(division), published_rounds(division)
    boards = {row.number: boards_of(past, row) for row in rounds}
    starts = past.start_records(before=max(boards, default=0) + 1)  # a draft's starts are not told
    return Shown(division, past, rounds, past.standings_by_round(), boards, starts)


def _page(tournament: Tournament, template: str, **context: object) -> bytes:
    return render_to_string(f"exchange/site/{template}.html", {"tournament": tournament, **context}).encode()


def _division(tournament: Tournament, shown: Shown) -> Pages:
    """(name in the division's folder, page) of everything in one division."""
    base: dict[str, object] = {"shown": shown, "division": shown.division, "up": "../"}
    lines = _lines(shown)
    for number in shown.standings_rounds:
        page = _page(tournament, "standings", **base, number=number, rows=_rows(shown, number))
        yield f"standings-{number}.html", page
        if number == shown.standings_rounds[-1]:
            yield "standings.html", page
    latest = current_round(shown.rounds)
    for row in shown.rounds:
        calls = calls_of(shown.boards[row.number])
        page = _page(tournament, "pairings", **base, round=row, boards=shown.boards[row.number], calls=calls)
        yield f"pairings-{row.number}.html", page
        if row == latest:
            yield "pairings.html", page
    yield "crosstable.html", _page(tournament, "crosstable", **base, rows=_cross(shown, lines))
    yield "players.html", _page(tournament, "players", **base)
    for entry in shown.past.entries:
        card = _card(shown, entry, lines[entry.number])
        yield f"player-{entry.number}.html", _page(tournament, "player", **base, card=card)


def _rows(shown: Shown, number: int) -> list[StandingRow]:
    """The table after a round with the places moved since the one before, as on the public page."""
    before = {row.number: row.rank for row in shown.tables[number - 1]} if number > 1 else {}
    by_number = shown.past.by_number
    return [
        StandingRow(row, by_number[row.number], before[row.number] - row.rank if row.number in before else None)
        for row in shown.tables[number]
    ]


def _lines(shown: Shown) -> dict[int, list[CardLine]]:
    """Every player's published games, oldest first, with the place after each round."""
    places = [{row.number: row for row in table} for table in shown.tables]
    lines: dict[int, list[CardLine]] = defaultdict(list)
    for number, boards in shown.boards.items():
        for call in calls_of(boards):
            entry = call.seat.entry.number
            after = places[number].get(entry) if number < len(places) and call.seat.result else None
            lines[entry].append(CardLine(number, call, after))
    return lines


def _card(shown: Shown, entry: Entry, lines: Sequence[CardLine]) -> PlayerCard:
    """The same card as on the public page, out of what was read once for all."""
    awaited = [line for line in lines if line.call.board.game.outcome == Game.Outcome.AWAITED]
    last = {row.number: row for row in shown.tables[-1]} if len(shown.tables) > 1 else {}
    return PlayerCard(
        entry=entry,
        standing=last.get(entry.number),
        starts=shown.starts[entry.number],
        upcoming=tuple(awaited),
        lines=tuple(line for line in lines if line.call.board.game.outcome != Game.Outcome.AWAITED),
    )


def _cross(shown: Shown, lines: Mapping[int, Sequence[CardLine]]) -> list[CrossRow]:
    """Every player in order of standing, every published round beside him."""
    made = []
    for row in _rows(shown, len(shown.tables) - 1):
        rounds: dict[int, list[CardLine]] = defaultdict(list)
        for line in lines[row.standing.number]:
            rounds[line.round].append(line)
        made.append(CrossRow(row, tuple(tuple(rounds[one.number]) for one in shown.rounds)))
    return made
