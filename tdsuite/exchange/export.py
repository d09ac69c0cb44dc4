"""Files that organisers send: one list of formats, asked by the command, the page and the API alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tdsuite.formats.absp.writer import write_absp
from tdsuite.formats.model import Problem, Stops, note
from tdsuite.formats.tou.writer import write_tou
from tdsuite.formats.tourney_js.writer import write_tourney_js
from tdsuite.formats.tsh.writer import write_bundle
from tdsuite.formats.writing import Written
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import deciding_on
from tdsuite.platform.words.languages import NAMES
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.decision import Refused
from .actions import ExchangeAction
from .event_document import document_bytes, event_document
from .result_rows import ResultRows, result_rows
from .site import write_site
from .tables import ExportTable, csv_bytes, games_table, histories_of, players_table, standings_table

FileContent = tuple[bytes, tuple[Problem, ...]]  # and what the file cannot hold


@dataclass(frozen=True, slots=True)
class Exported:
    """A file ready to be sent.

    Attributes:
        losses: what it cannot hold; `sendable` is False when it must not be sent as it is.
    """

    name: str
    media_type: str
    data: bytes
    losses: tuple[Problem, ...] = ()

    @property
    def sendable(self) -> bool:
        return all(problem.stops is Stops.NOTHING for problem in self.losses)


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format of files.

    Attributes:
        key: as the command and addresses name it.
        write_in: the same in a language, of a file that has words for readers; None for others.
    """

    key: str
    label: str
    for_whom: str
    suffix: str
    media_type: str
    write: Callable[[Tournament], FileContent]
    write_in: Callable[[Tournament, str], FileContent] | None = None

    @property
    def has_languages(self) -> bool:
        return self.write_in is not None


def _result_rows(tournament: Tournament, *, computed: bool = False) -> list[ResultRows]:
    return [result_rows(history, computed=computed) for history in histories_of(tournament)]


def _text(written: Written, divisions: list[ResultRows]) -> FileContent:
    """The text as UTF-8 with every loss: those of the rows, then those of the format."""
    return written.text.encode(), (*(problem for rows in divisions for problem in rows.notes), *written.losses)


def _tou(tournament: Tournament) -> FileContent:
    divisions = _result_rows(tournament)
    return _text(write_tou(tournament.name, tournament.starts_on, [rows.division for rows in divisions]), divisions)


def _absp(tournament: Tournament) -> FileContent:
    divisions = _result_rows(tournament)
    return _text(write_absp([rows.division for rows in divisions]), divisions)


def _config(tournament: Tournament) -> Mapping[str, str]:
    day, last = tournament.starts_on, tournament.ends_on
    days = f"{day:%B} {day.day}, {day.year}" + ("" if last == day else f" - {last:%B} {last.day}, {last.year}")
    return {"event_name": tournament.name, "event_date": days, "event_venue": tournament.venue}


def _tsh(tournament: Tournament) -> FileContent:
    divisions = _result_rows(tournament, computed=True)
    return _text(
        write_bundle([(rows.division, rows.computed_for_tsh) for rows in divisions], _config(tournament)), divisions
    )


def _tourney_js(tournament: Tournament) -> FileContent:
    divisions = _result_rows(tournament, computed=True)
    written = write_tourney_js([(rows.division, rows.computed) for rows in divisions], _config(tournament))
    return _text(written, divisions)


def _csv(table: Callable[[Sequence[History]], ExportTable]) -> Callable[[Tournament], FileContent]:
    return lambda tournament: (csv_bytes(table(histories_of(tournament))), ())


def _workbook(tournament: Tournament) -> FileContent:
    from .workbook import write_workbook  # its library takes long to load, and few starts need it

    return write_workbook(tournament), ()


def _json(tournament: Tournament) -> FileContent:
    document = event_document(tournament)
    needs = sum(len(division.table_needs) for division in document.divisions)
    message = f"{needs} entries say which table a player needs: this file is for directors, not for publishing."
    return document_bytes(document), (note(None, "table_needs", message),) if needs else ()


CSV, XLSX = "text/csv; charset=utf-8", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TEXT, ZIP = "text/plain; charset=utf-8", "application/zip"
FORMATS: dict[str, ExportFormat] = {
    export_format.key: export_format
    for export_format in (
        ExportFormat("tou", ".TOU result file", "WESPA ratings", ".TOU", TEXT, _tou),
        ExportFormat(
            "tsh", "tsh bundle: config.tsh and a .t file a division", "NASPA and ABSP ratings", ".tsh", TEXT, _tsh
        ),
        ExportFormat("absp", "Games as CSV, the starter first", "ABSP ratings", "-absp.csv", CSV, _absp),
        ExportFormat(
            "tourney.js", "tourney.js", "stream overlays", ".js", "text/javascript; charset=utf-8", _tourney_js
        ),
        ExportFormat("standings", "Standings as CSV", "spreadsheets", "-standings.csv", CSV, _csv(standings_table)),
        ExportFormat("games", "Every game as CSV", "spreadsheets", "-games.csv", CSV, _csv(games_table)),
        ExportFormat("players", "Players as CSV", "spreadsheets", "-players.csv", CSV, _csv(players_table)),
        ExportFormat("xlsx", "Standings, games and players as a workbook", "spreadsheets", ".xlsx", XLSX, _workbook),
        ExportFormat("json", "The whole event as JSON", "other programs", ".json", "application/json", _json),
        ExportFormat(
            "site",
            "Web pages that open from a USB stick",
            "everyone",
            "-site.zip",
            ZIP,
            lambda tournament: (write_site(tournament), ()),
            lambda tournament, language: (write_site(tournament, language), ()),
        ),
    )
}


def export(*, by: Actor, tournament: Tournament, key: str, language: str = "") -> Exported:
    """The event in one format; the record says that it was taken, unless it must not be sent.

    Args:
        language: as of `preview`.

    Raises:
        Refused: code ``unknown_format``, ``unknown_language``, ``one_language``.
        NotAllowed: to whom does not manage the event.
    """
    exported = preview(by=by, tournament=tournament, key=key, language=language)
    if exported.sendable:
        with deciding_on(tournament, by=by, action=ExchangeAction.EVENT_EXPORTED) as decision:
            facts = {"format": key, "bytes": len(exported.data), "losses": len(exported.losses)}
            decision.record(tournament, after=facts)
    return exported


def preview(*, by: Actor, tournament: Tournament, key: str, language: str = "") -> Exported:
    """The same file without a record, to see what it cannot hold.  Raises Refused, NotAllowed.

    Args:
        language: a key of `settings.LANGUAGES`, for a file that has words for readers; "" for the installation's.
    """
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if key not in FORMATS:
        raise Refused(f"There is no format {key!r}. Choose one of: {', '.join(FORMATS)}.", code="unknown_format")
    export_format = FORMATS[key]
    data, losses = _written(export_format, tournament, language)
    name = "tourney.js" if key == "tourney.js" else f"{tournament.slug}{export_format.suffix}"
    return Exported(name, export_format.media_type, data, losses)


def _written(export_format: ExportFormat, tournament: Tournament, language: str) -> FileContent:
    if not language:
        return export_format.write(tournament)
    if language not in NAMES:
        words = f"Nothing is written in the language {language!r}. Choose one of: {', '.join(NAMES)}."
        raise Refused(words, code="unknown_language")
    if export_format.write_in is None:
        raise Refused(f"{export_format.label}: this file is the same in all languages.", code="one_language")
    return export_format.write_in(tournament, language)
