"""An event as plain pages that open from a USB stick: no script, no server, nothing from another host.

The rows of the public pages (`templates/public`), so that a draft never gets in.  The same state gives
the same bytes: whoever pushes the pages sends only those that changed.
"""

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import to_locale

from results.prizes.services.event_rules import rules_or_reason
from tdsuite.ops.paths import shipped
from tdsuite.public.reads import calls_in, current_round, player_card, published_rounds, tables_of
from tdsuite.public.tables import standings_page, wall_chart
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.shortcuts import RoundLink

CSS = shipped("static") / "tdsuite" / "css" / "site.css"
FIXED = (1980, 1, 1, 0, 0, 0)  # the first instant a zip can name: packing at another hour changes no byte
Pages = Iterator[tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class SiteDivision:
    """A division read once.  rounds: published rounds."""

    history: History
    rounds: Sequence[Round]

    @property
    def standings_rounds(self) -> list[int]:
        """Rounds after which there are standings; 0 stands for the list before round 1."""
        return list(range(1, self.history.last_round + 1)) or [0]


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
    rules, _reason = rules_or_reason(tournament)
    files["rules.html"] = _page(tournament, "rules", rules=rules, up="")
    for division in divisions:
        files |= {f"{division.history.division.code}/{name}": data for name, data in _division(tournament, division)}
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
    read = history(division)
    return SiteDivision(read, published_rounds(read))


def _page(tournament: Tournament, template: str, **context: object) -> bytes:
    lang = to_locale(translation.get_language() or settings.LANGUAGE_CODE).replace("_", "-")  # en-GB
    return render_to_string(
        f"exchange/site/{template}.html", {"tournament": tournament, "lang": lang, **context}
    ).encode()


def _division(tournament: Tournament, read: SiteDivision) -> Pages:
    """(name in the division's folder, page) of everything in one division."""
    played = read.history
    base: dict[str, object] = {
        "site_division": read,
        "division": played.division,
        "players_at": "player-%d.html",
        "up": "../",
    }
    rounds = {row.number: row for row in read.rounds}
    for number in read.standings_rounds:
        table = standings_page(played, number, played.prize_places)
        links = _links("standings", read.standings_rounds, number)
        page = _page(tournament, "standings", **base, rounds=links, round=rounds.get(number), page=table)
        yield f"standings-{number}.html", page
        if number == read.standings_rounds[-1]:
            yield "standings.html", page
    latest = current_round(read.rounds)
    for row in read.rounds:
        boards, calls = tables_of(played, row), calls_in(played, row)
        links = _links("pairings", rounds, row.number)
        page = _page(tournament, "pairings", **base, rounds=links, round=row, boards=boards, lines=calls)
        yield f"pairings-{row.number}.html", page
        if row == latest:
            yield "pairings.html", page
    lines = wall_chart(played, list(rounds), [row.number for row in played.standings()])
    yield "wallchart.html", _page(tournament, "wallchart", **base, numbers=list(rounds), lines=lines)
    yield "players.html", _page(tournament, "players", **base, entries=played.entries)
    for entry in played.entries:
        page = _page(tournament, "player", **base, card=player_card(played, entry))
        yield f"player-{entry.number}.html", page


def _links(page: str, numbers: Iterable[int], current: int) -> list[RoundLink]:
    return [RoundLink(number, f"{page}-{number}.html", number == current) for number in numbers]
