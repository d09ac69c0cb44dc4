"""An event as plain pages that open from a USB stick: no script, no server, nothing from another host.

The same published rows as the public pages (`tdsuite.public.reads`), so that a draft never gets in.  The same state gives
the same bytes: whoever pushes the pages sends only those that changed.
"""

import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import to_locale

from results.prizes.services.event_rules import rules_or_reason
from tdsuite.ops.paths import shipped
from tdsuite.public.reads import (
    PlayerCard,
    PlayerRound,
    PublicBoard,
    boards_of,
    calls_of,
    current_round,
    published_rounds,
)
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.engine.starts import StartRecord
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import History, StandingRow, history

CSS = shipped("static") / "tdsuite" / "css" / "site.css"
FIXED = (1980, 1, 1, 0, 0, 0)  # the first instant a zip can name: packing at another hour changes no byte
Pages = Iterator[tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class SiteDivision:
    """A division read once.  tables: standings after round 0, 1, ...; boards: by round, published rounds only."""

    division: Division
    history: History
    rounds: Sequence[Round]
    tables: Sequence[Sequence[Standing]]
    boards: Mapping[int, Sequence[PublicBoard]]
    starts: Mapping[int, StartRecord]

    @property
    def standings_rounds(self) -> list[int]:
        """Rounds after which there are standings; 0 stands for the list before round 1."""
        return list(range(1, len(self.tables))) or [0]


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's line of the cross table: a cell for each published round, with every game of it."""

    row: StandingRow
    cells: tuple[tuple[PlayerRound, ...], ...]


def site_files(tournament: Tournament, language: str = settings.LANGUAGE_CODE) -> dict[str, bytes]:
    """Every file of the site by its path, in order of paths.

    Args:
        language: of words, dates and figures, a key of `settings.LANGUAGES`.
    """
    with translation.override(language):
        return _files(tournament)


def _files(tournament: Tournament) -> dict[str, bytes]:
    divisions = [_read(division) for division in tournament.divisions.all()]
    files = {"site.css": CSS.read_bytes(), "index.html": _page(tournament, "index", site_divisions=divisions, up="")}
    rules, wrong = rules_or_reason(tournament)
    files["rules.html"] = _page(tournament, "rules", rules=rules, wrong=wrong, up="")
    for division in divisions:
        files |= {f"{division.division.code}/{name}": data for name, data in _division(tournament, division)}
    return dict(sorted(files.items()))


def write_site(tournament: Tournament, language: str = settings.LANGUAGE_CODE) -> bytes:
    """The site in a zip, in one folder named after the event.  language: as of `site_files`."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in site_files(tournament, language).items():
            entry = zipfile.ZipInfo(f"{tournament.slug}/{name}", FIXED)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(entry, data)
    return packed.getvalue()


def _read(division: Division) -> SiteDivision:
    division_history = history(division)
    rounds = published_rounds(division_history)
    boards = {row.number: boards_of(division_history, row) for row in rounds}
    starts = division_history.start_records(before=max(boards, default=0) + 1)  # a draft's starts are not told
    return SiteDivision(division, division_history, rounds, division_history.standings_by_round(), boards, starts)


def _page(tournament: Tournament, template: str, **context: object) -> bytes:
    lang = to_locale(translation.get_language() or settings.LANGUAGE_CODE).replace("_", "-")  # en-GB
    return render_to_string(
        f"exchange/site/{template}.html", {"tournament": tournament, "lang": lang, **context}
    ).encode()


def _division(tournament: Tournament, read: SiteDivision) -> Pages:
    """(name in the division's folder, page) of everything in one division."""
    base: dict[str, object] = {"site_division": read, "division": read.division, "up": "../"}
    lines = _lines(read)
    for number in read.standings_rounds:
        page = _page(tournament, "standings", **base, number=number, rows=_rows(read, number))
        yield f"standings-{number}.html", page
        if number == read.standings_rounds[-1]:
            yield "standings.html", page
    latest = current_round(read.rounds)
    for row in read.rounds:
        calls = calls_of(read.boards[row.number])
        page = _page(tournament, "pairings", **base, round=row, boards=read.boards[row.number], calls=calls)
        yield f"pairings-{row.number}.html", page
        if row == latest:
            yield "pairings.html", page
    yield "crosstable.html", _page(tournament, "crosstable", **base, rows=_cross(read, lines))
    yield "players.html", _page(tournament, "players", **base)
    for entry in read.history.entries:
        card = _card(read, entry, lines[entry.number])
        yield f"player-{entry.number}.html", _page(tournament, "player", **base, card=card)


def _rows(read: SiteDivision, number: int) -> list[StandingRow]:
    """The table after a round with the places moved since the one before, as on the public page."""
    before = {row.number: row.rank for row in read.tables[number - 1]} if number > 1 else {}
    by_number = read.history.by_number
    return [
        StandingRow(row, by_number[row.number], before[row.number] - row.rank if row.number in before else None)
        for row in read.tables[number]
    ]


def _lines(read: SiteDivision) -> dict[int, list[PlayerRound]]:
    """Every player's published games, oldest first, with the place after each round."""
    places = [{row.number: row for row in table} for table in read.tables]
    lines: dict[int, list[PlayerRound]] = defaultdict(list)
    for number, boards in read.boards.items():
        for call in calls_of(boards):
            entry = call.seat.entry.number
            after = places[number].get(entry) if number < len(places) and call.seat.result else None
            lines[entry].append(PlayerRound(number, call, after))
    return lines


def _card(read: SiteDivision, entry: Entry, lines: Sequence[PlayerRound]) -> PlayerCard:
    """The same card as on the public page, out of what was read once for all."""
    awaited = [line for line in lines if line.call.board.game.outcome == Game.Outcome.AWAITED]
    last = {row.number: row for row in read.tables[-1]} if len(read.tables) > 1 else {}
    return PlayerCard(
        entry=entry,
        standing=last.get(entry.number),
        starts=read.starts[entry.number],
        upcoming=tuple(awaited),
        lines=tuple(line for line in lines if line.call.board.game.outcome != Game.Outcome.AWAITED),
    )


def _cross(read: SiteDivision, lines: Mapping[int, Sequence[PlayerRound]]) -> list[CrossRow]:
    """Every player in order of standing, every published round beside them."""
    cross_rows = []
    for row in _rows(read, len(read.tables) - 1):
        rounds: dict[int, list[PlayerRound]] = defaultdict(list)
        for line in lines[row.standing.number]:
            rounds[line.round].append(line)
        cross_rows.append(CrossRow(row, tuple(tuple(rounds[round_row.number]) for round_row in read.rounds)))
    return cross_rows
