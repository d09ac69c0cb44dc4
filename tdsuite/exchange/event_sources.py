"""What the files of an event say of it besides games: its days, what tsh was told, and who stands in two divisions."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from results.ratings.engine.model import RatingError
from results.ratings.engine.systems import system
from results.ratings.services import OPTION
from tdsuite.formats.model import FileDivision, FileFormat, ImportedFile, Problem, Problems, RosterRow, note
from tdsuite.formats.reading import read_file
from tdsuite.formats.standings import standings_of
from tdsuite.formats.tables.roster_columns import ColumnChoice
from tdsuite.formats.text import decoded, lines_of
from tdsuite.formats.tsh.config import read_config
from tdsuite.tournaments.engine.names import name_key
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import LISTED_FIELDS, PLAYER_FIELDS

FROM_A_LIST = (*LISTED_FIELDS, *PLAYER_FIELDS[2:])  # but for the names
REMEDY_OF_RANKS = "To rank as tsh does, choose “Players who left have no rank” in the division’s settings."
MOST_NAMES = 8  # in one sentence
_INSTANT = re.compile(r"[1-9][0-9]{8,9}(?![0-9])", re.ASCII)  # of tsh, in seconds: 1973 to 2286


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as the director gave it.  choice: what the columns of a table of players hold, where that was said."""

    name: str
    data: bytes
    choice: ColumnChoice | None = None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def read_storable(source: SourceFile) -> ImportedFile:
    """What a file holds, without ratings that no body has."""
    read = read_file(source.name, source.data, choice=source.choice)
    return replace(read, divisions=tuple(division.storable for division in read.divisions))


def read_sources(sources: Sequence[SourceFile]) -> list[ImportedFile]:
    """What each file holds. A tsh configuration beside division files says what the event is; alone it is refused.

    A table of players beside a table of games gives them their ratings.
    """
    reads = _with_ratings([_with_ranks_compared(read_storable(source)) for source in sources])
    configs = [at for at, read in enumerate(reads) if read.format is FileFormat.TSH_CONFIG]
    if len(configs) != 1 or not any(read.format is FileFormat.TSH for read in reads):
        return reads
    (at,) = configs
    config = read_config(lines_of(decoded(sources[at].data)[0]))
    reads[at] = ImportedFile(FileFormat.TSH_CONFIG, (), tuple(config.notes()))
    return [config.applied(read) if read.format is FileFormat.TSH else read for read in reads]


def _with_ratings(reads: list[ImportedFile]) -> list[ImportedFile]:
    """Tables of games do not say how players are rated: it is taken from tables of the same players."""
    played = {
        name_key(row.name): row.name
        for read in reads
        if read.format is FileFormat.GAMES_TABLE
        for division in read.divisions
        for row in division.players
    }
    known: dict[str, RosterRow] = {}
    lists = []
    for at, read in enumerate(reads):
        rows = {name_key(row.name): row for division in read.divisions for row in division.players}
        if (
            read.format is FileFormat.CSV
            and read.usable
            and len(rows.keys() & played.keys()) * 2 > min(len(rows), len(played))
        ):
            lists.append(at)
            known |= rows
    if not lists:
        return reads
    message = (
        f"ratings for {len(played.keys() & known.keys())} of {len(played)} players of the games are taken from it."
    )
    missing = [name for key, name in played.items() if key not in known]
    remedy = (
        f"Not in it: {', '.join(missing[:MOST_NAMES])}{', …' if len(missing) > MOST_NAMES else ''}." if missing else ""
    )
    taken = note(None, "file", message, remedy)
    return [
        replace(read, divisions=(), problems=(*read.problems, taken))
        if at in lists
        else replace(read, divisions=tuple(_rated(division, known) for division in read.divisions))
        if read.format is FileFormat.GAMES_TABLE
        else read
        for at, read in enumerate(reads)
    ]


def _with_ranks_compared(read: ImportedFile) -> ImportedFile:
    """With a note of ranks that are not the file's because tsh gives none to players who left."""
    notes = (note for division in read.divisions for note in _ranks_beside_who_left(division))
    return replace(read, problems=(*read.problems, *notes)) if read.games_usable else read


def _ranks_beside_who_left(division: FileDivision) -> Iterator[Problem]:
    in_file = {row.number: dict(row.extras).get("rrank", "").split() for row in division.players}
    names = {row.number: row.name for row in division.players}
    left = {row.number for row in division.players if row.off is not None}
    others, gone_for_good = [], set()
    for round_, table in enumerate(standings_of(division) if left and any(in_file.values()) else ()):
        gone = {line.number: line.rank for line in table if line.number in left and len(in_file[line.number]) <= round_}
        for line in table:
            above = {number for number, rank in gone.items() if rank < line.rank}
            theirs = in_file[line.number][round_ : round_ + 1]
            if above and theirs == [str(line.rank - len(above))]:
                others.append((round_, names[line.number], line.rank, theirs[0]))
                gone_for_good |= above
    if others:
        round_, name, ours, theirs_last = others[-1]
        many = "1 rank differs" if len(others) == 1 else f"{len(others)} ranks differ"
        who = " and ".join(sorted(names[number] for number in gone_for_good)[:MOST_NAMES])
        message = (
            f"division {division.name}: {many} from the file’s, because {who} left and keeps a rank here:"
            f" after round {round_} {name} is {ours} here and {theirs_last} there."
        )
        yield note(None, "ranks", message, REMEDY_OF_RANKS)


def _rated(division: FileDivision, known: Mapping[str, RosterRow]) -> FileDivision:
    """The players of a table of games with what a list says of them."""
    players = []
    for row in division.players:
        entry = known.get(name_key(row.name))
        values = {name: value for name in FROM_A_LIST if (value := getattr(entry, name, None)) not in (None, "")}
        players.append(replace(row, **values))
    return replace(division, players=tuple(players))


def one_person_twice(divisions: Sequence[FileDivision]) -> Problems:
    """Notes on players who stand in two divisions."""
    seen: dict[str, str] = {}
    notes = Problems()
    for division in divisions:
        for row in division.players:
            other = seen.setdefault(name_key(row.name), division.name)
            if other != division.name:
                message = f"{row.name} is in {other} and in {division.name}."
                notes.note(None, "name", message, "Take them out of one if it is the same person.")
    return notes


def division_settings(division: FileDivision, notes: Problems) -> dict[str, Any]:
    """Fields of a division that its file's configuration says; a rating system that is not the suite's is noted."""
    values = {
        name: division.settings[name]
        for name in ("spread_caps", "prize_places", "table_plan")
        if name in division.settings
    }
    if key := division.settings.get("rating_system"):
        try:
            values["standings_options"] = {OPTION: system(key).key}
        except RatingError:
            message = f"{division.name}: the rating system {key!r} is not one of the suite's."
            notes.note(None, "settings", message, "Choose one on the division's page.")
    return values


def with_bye_spread(values: dict[str, Any], spread: int, notes: Problems) -> dict[str, Any]:
    """The choice of a bye's spread where the rulebook leaves it open or says the same; else a note."""
    choices = {**values.get("choices", {}), "bye_spread": str(spread)}
    try:
        _ = Tournament(
            **{name: values[name] for name in ("rulebook", "rulebook_file") if name in values}, choices=choices
        ).rules
    except (LookupError, ValueError):
        message = f"bye_spread {spread} is not taken over: the rulebook gives byes to come their own spread."
        notes.note(None, "settings", message, "Choose a rulebook that leaves it open if it matters.")
        return {}
    return {"choices": choices}


def first_day_of(reads: Sequence[ImportedFile]) -> date | None:
    """The first day that a file says, else the day on which tsh was given the first result; None where nothing says."""
    if dated := next((read.event_date for read in reads if read.event_date), None):
        return dated
    instants = [
        int(text.split()[0])
        for read in reads
        for division in read.divisions
        for row in division.players
        for key, text in row.extras
        if key == "rtime" and _INSTANT.match(text)
    ]
    return datetime.fromtimestamp(min(instants), tz=UTC).date() if instants else None


def days(reads: Sequence[ImportedFile], day: date | None) -> dict[str, date]:
    """First and last day: what the importer says, else what the files do.  Raises Refused where neither says one."""
    in_files = first_day_of(reads)
    first = day or in_files
    if first is None:
        raise Refused(
            "No file says when the event was. Give its first day: on the page, with --date 2026-05-16 to the command, "
            "or as day in a call.",
            code="no_day",
        )
    last = next((read.settings["ends_on"] for read in reads if read.settings.get("ends_on")), first)
    return {"starts_on": first, "ends_on": last if first == in_files and last >= first else first}
