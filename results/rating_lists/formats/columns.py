"""Which column of a rating list is which: by a key map, else by the headings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tdsuite.formats.model import Problem, note
from tdsuite.formats.tables.cells import Cells
from tdsuite.formats.tables.roster_columns import FAMILY, GIVEN, NAME, field_of, plain
from tdsuite.tournaments.engine.names import tidy

RATING, GAMES, ID, EXPIRY, SUSPENDED, LAST_PLAYED, DEVIATION = (
    "rating", "lifetime games", "id", "expiry", "suspended", "last played", "deviation",
)  # fmt: skip
IGNORED = "ignore"
ID_COLUMNS = {
    "national id": "national_id", "naspa id": "naspa_id", "wespa id": "wespa_id", "absp id": "absp_id",
}  # fmt: skip
FIELDS = (
    NAME, GIVEN, FAMILY, "suffix", RATING, GAMES, ID, *ID_COLUMNS, EXPIRY, SUSPENDED, LAST_PLAYED, DEVIATION, "country", "club",
)  # fmt: skip
HEADER_WITHIN = 10  # lines; a list may carry its title and date above its header
NOT_UNDERSTOOD = (
    "Say what they are with a key map, such as 1=family name, 2=given name, 3=rating. If the file is not a table, "
    "open it in a spreadsheet, give each column a heading such as Name or Rating, and save it as CSV."
)

SPELLINGS: Mapping[str, tuple[str, ...]] = {
    ID: ("id", "player id", "member", "member id", "membership", "membership no", "membership number", "member no",
         "member number", "number id"),
    RATING: ("rating csw", "rating owl", "rating nwl", "rating twl", "csw", "owl", "nwl", "rat"),
    GAMES: ("career", "g", "gms", "lifetime games played"),
    EXPIRY: ("expiry", "expires", "expiration", "expiry date", "expiration date", "membership expires", "membership expiry",
             "paid until", "valid until", "member until"),
    SUSPENDED: ("suspended", "suspended until", "suspension", "suspension ends"),
    LAST_PLAYED: ("last played", "lastplayed", "last event", "last", "last rated", "last tournament"),
    DEVIATION: ("deviation", "rating deviation", "rd", "sigma"),
    "suffix": ("suffix",),
    "country": ("country", "state", "nation", "province", "region"),
    IGNORED: ("rank", "ranking", "place", "pos", "position", "no", "number", "nr", "#", "num", "seed", "city", "title"),
}  # fmt: skip
_OWN = {spelling: field for field, spellings in SPELLINGS.items() for spelling in spellings}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the fields are.

    Attributes:
        at: index of the column of each field.
        headings: as the file names its columns, or their numbers from 1.
    """

    at: Mapping[str, int]
    headings: tuple[str, ...]

    @property
    def key_map(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (self.headings[index], field) for field, index in sorted(self.at.items(), key=lambda pair: pair[1])
        )


def field_named(heading: str) -> str | None:
    """The field that a heading of a rating list means; IGNORED for ranks and the like; None for a heading nobody knows."""
    own = _OWN.get(plain(heading))
    if own is not None:
        return own
    known = field_of(heading)
    return known if known in FIELDS else None


def header_at(rows: Sequence[Cells], key_map: Mapping[str, str]) -> int | None:
    """Index of the row that names the columns: the first with two known headings, or with one of the key map."""
    asked = {plain(heading) for heading in key_map if not heading.strip().isdecimal()}
    for index, row in enumerate(rows[:HEADER_WITHIN]):
        words = {plain(cell) for cell in row.cells}
        if asked & words or sum(field_named(cell) is not None for cell in row.cells) > 1:
            return index
    return None


def headings_of(header: Cells | None, width: int) -> tuple[str, ...]:
    """What each column is called: its heading, or where it has none its number from 1."""
    numbers = tuple(map(str, range(1, width + 1)))
    if header is None:
        return numbers
    return tuple(tidy(cell) or number for cell, number in zip(header.cells, numbers, strict=False))


def columns_of(header: Cells | None, width: int, key_map: Mapping[str, str], problems: list[Problem]) -> Columns:
    """The columns by the key map, which then says all, else by the headings. What is wrong is added to the problems."""
    headings = headings_of(header, width)
    line = header.line if header else None
    columns = _by_key_map(headings, key_map, line, problems) if key_map else _by_headings(headings, line, problems)
    if not {NAME, GIVEN, FAMILY} & set(columns.at):
        _missing(columns, "name", "no column has the names.", "the name", problems)
    if not {RATING, GAMES, ID, EXPIRY, SUSPENDED, *ID_COLUMNS} & set(columns.at):
        _missing(columns, "rating", "no column says anything about a player but the name.", "the rating", problems)
    return columns


def _missing(columns: Columns, field: str, message: str, what: str, problems: list[Problem]) -> None:
    remedy = f"Say with a key map which column is {what}. Columns: {', '.join(columns.headings[:30])}."
    problems.append(Problem(None, field, message, remedy))


def _by_key_map(
    headings: tuple[str, ...], key_map: Mapping[str, str], line: int | None, problems: list[Problem]
) -> Columns:
    """Columns as a key map says: {"Player": "name", "3": "rating"}, by heading or by number from 1."""
    known = {plain(heading): index for index, heading in reversed(list(enumerate(headings)))}
    at: dict[str, int] = {}
    for heading, meaning in key_map.items():
        field, key = plain(meaning), heading.strip()
        index = known.get(plain(heading))
        if index is None and key.isdecimal() and key.isascii() and 1 <= int(key[:6]) <= len(headings):
            index = int(key[:6]) - 1
        if index is None:
            message = f"the key map names a column {heading[:40]!r}, and the file has none of that name."
            problems.append(Problem(line, "key map", message, f"Its columns are: {', '.join(headings[:30])}."))
        elif field not in (*FIELDS, IGNORED):
            message = f"the key map reads {heading[:40]!r} as {meaning[:40]!r}, which is no field of a list."
            problems.append(Problem(line, "key map", message, f"Fields are: {', '.join((*FIELDS, IGNORED))}."))
        elif field in at:
            message = f"the key map gives two columns for the {field}."
            problems.append(Problem(line, "key map", message, "Keep one of them."))
        elif field != IGNORED:
            at[field] = index
    return Columns(at, headings)


def _by_headings(headings: tuple[str, ...], line: int | None, problems: list[Problem]) -> Columns:
    at: dict[str, int] = {}
    unknown: list[str] = []
    for index, heading in enumerate(headings):
        field = field_named(heading)
        if field is None:
            unknown.append(heading)
        elif field in at:
            both = f"{headings[at[field]]!r} and {heading!r}"
            remedy = f"Say which with a key map, such as {headings[at[field]]}={field}, {heading}={IGNORED}."
            problems.append(Problem(line, field, f"the columns {both} both look like the {field}.", remedy))
        elif field != IGNORED:
            at[field] = index
    if NAME in at and GIVEN in at and FAMILY not in at:
        at[FAMILY] = at.pop(NAME)  # the name beside a given name is the surname
    if unknown:
        problems.append(note(line, "header", f"not used: {', '.join(unknown[:30])}."))
    return Columns(at, headings)
