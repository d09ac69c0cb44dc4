"""Files that organisers send: one list of formats, asked by the command, the page and the API alike."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from results.formats.absp_csv import write_absp
from results.formats.model import Problem, Stops, note
from results.formats.tou_out import write_tou
from results.formats.tourney_js import write_tourney_js
from results.formats.tsh_out import write_bundle
from results.formats.writing import Written
from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused

from .as_file import AsFile, as_file, with_ratings
from .site import write_site
from .tables_out import write_games, write_players, write_standings
from .whole import whole_event
from .workbook import write_workbook


@dataclass(frozen=True, slots=True)
class Exported:
    """A file ready to be sent.  losses: what it cannot hold; `sendable` False when it must not be sent as it is."""

    name: str
    media_type: str
    data: bytes
    losses: tuple[Problem, ...] = ()

    @property
    def sendable(self) -> bool:
        return all(problem.stops is Stops.NOTHING for problem in self.losses)


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """key: as the command and addresses name it.  write: the event's divisions to (bytes, losses)."""

    key: str
    label: str
    for_whom: str
    suffix: str
    media_type: str
    write: Callable[[Tournament], tuple[bytes, tuple[Problem, ...]]]


def _divisions(tournament: Tournament) -> list[AsFile]:
    return [as_file(history(division)) for division in tournament.divisions.all()]


def _rated(tournament: Tournament) -> list[AsFile]:
    return [with_ratings(history(division)) for division in tournament.divisions.all()]


def _text(written: Written, found: list[AsFile]) -> tuple[bytes, tuple[Problem, ...]]:
    """The text as UTF-8 with every loss: those of the rows, then those of the format."""
    return written.text.encode(), (*(one for each in found for one in each.notes), *written.losses)


def _tou(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    found = _divisions(tournament)
    return _text(write_tou(tournament.name, tournament.starts_on, [one.division for one in found]), found)


def _config(tournament: Tournament) -> Mapping[str, str]:
    day, last = tournament.starts_on, tournament.ends_on
    days = f"{day:%B} {day.day}, {day.year}" + ("" if last == day else f" - {last:%B} {last.day}, {last.year}")
    return {"event_name": tournament.name, "event_date": days, "event_venue": tournament.venue}


def _tsh(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    found = _rated(tournament)
    return _text(write_bundle([(one.division, one.computed) for one in found], _config(tournament)), found)


def _absp(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    found = _divisions(tournament)
    return _text(write_absp([one.division for one in found]), found)


def _tourney_js(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    found = _rated(tournament)
    return _text(write_tourney_js([(one.division, one.computed) for one in found], _config(tournament)), found)


def _json(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    found = whole_event(tournament)
    needs = sum(len(division["table_needs"]) for division in found["divisions"])
    says = f"{needs} entries say which table a player needs: this file is for directors, not for publishing."
    notes = (note(None, "table_needs", says),) if needs else ()
    return json.dumps(found, ensure_ascii=False, indent=1).encode(), notes


CSV, XLSX = "text/csv; charset=utf-8", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TEXT, ZIP = "text/plain; charset=utf-8", "application/zip"
FORMATS: dict[str, ExportFormat] = {
    one.key: one
    for one in (
        ExportFormat("tou", ".TOU result file", "WESPA ratings", ".TOU", TEXT, _tou),
        ExportFormat(
            "tsh", "tsh bundle: config.tsh and a .t file a division", "NASPA and ABSP ratings", ".tsh", TEXT, _tsh
        ),
        ExportFormat("absp", "Games as CSV, the starter first", "ABSP ratings", "-absp.csv", CSV, _absp),
        ExportFormat(
            "tourney.js", "tourney.js", "stream overlays", ".js", "text/javascript; charset=utf-8", _tourney_js
        ),
        ExportFormat("standings", "Standings as CSV", "spreadsheets", "-standings.csv", CSV, write_standings),
        ExportFormat("games", "Every game as CSV", "spreadsheets", "-games.csv", CSV, write_games),
        ExportFormat("players", "Players as CSV", "spreadsheets", "-players.csv", CSV, write_players),
        ExportFormat(
            "xlsx", "Standings, games and players as a workbook", "spreadsheets", ".xlsx", XLSX, write_workbook
        ),
        ExportFormat("json", "The whole event as JSON", "other programs", ".json", "application/json", _json),
        ExportFormat("site", "Web pages that open from a USB stick", "everyone", "-site.zip", ZIP, write_site),
    )
}


def export(*, by: Any, tournament: Tournament, key: str) -> Exported:
    """The event in one format; the record says that it was taken.  Raises Refused for an unknown format, NotAllowed."""
    made = preview(by=by, tournament=tournament, key=key)
    with transaction.atomic():
        facts = {"format": key, "bytes": len(made.data), "losses": len(made.losses)}
        record("event.exported", obj=tournament, tournament=tournament, by=by, after=facts)
    return made


def preview(*, by: Any, tournament: Tournament, key: str) -> Exported:
    """The same file without a record, to see what it cannot hold.  Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if key not in FORMATS:
        raise Refused(f"There is no format {key!r}. Choose one of: {', '.join(FORMATS)}.")
    one = FORMATS[key]
    data, losses = one.write(tournament)
    name = "tourney.js" if key == "tourney.js" else f"{tournament.slug}{one.suffix}"
    return Exported(name, one.media_type, data, losses)
