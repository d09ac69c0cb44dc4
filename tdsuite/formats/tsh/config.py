"""What tsh's configuration says of the event and its divisions, from config.tsh, an archive or tourney.js.

The event's name, days and place, spread caps, rounds, prize places, rating system and spread of byes are taken over; every
other word that says something is named in a note.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from tdsuite.formats.literals import BadLiteral, read_literal
from tdsuite.formats.model import FileDivision, ImportedFile, Problems
from tdsuite.formats.text import whole_number
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS

_BEGIN = re.compile(r"#begin_file\s+name=(?:.*[/\\])?config\.tsh\s*", re.IGNORECASE)
_WORD = re.compile(r"\s*config\s+(?P<word>\w+)\s*=\s*(?P<value>\S.*)", re.IGNORECASE)
_QUOTED = re.compile(r"""(?P<quote>["'])(?P<value>.*)(?P=quote)\s*;?\s*""")
_DIVISION = re.compile(r"\s*division\s+(?P<name>\S+)\s+(?P<file>\S+)", re.IGNORECASE)
_OTHER_LINE = re.compile(r"\s*(?P<kind>autopair|classes?|include|perl|prize)\b", re.IGNORECASE)
TAKEN = frozenset(
    {"event_name", "event_date", "event_venue", "spread_cap", "standings_spread_cap", "bye_spread", "rating_system"}
    | {
        "division_rating_system",
        "max_rounds",
        "max_div_rounds",
        "prize_bands",
        "classes",
        "_termdict",
        "division_label",
    }
)
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_NAME, _DAYS = r"([a-z]{3,9})\.?", r"(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?(?![\d])"
_MONTH_FIRST = re.compile(rf"{_NAME}\s+{_DAYS}(?:,?\s*(\d{{4}}))?", re.IGNORECASE)  # May 16-17, 2026
_DAY_FIRST = re.compile(rf"{_DAYS}\s+{_NAME}(?:,?\s*(\d{{4}}))?", re.IGNORECASE)  # 16-17 May 2026
YEAR = re.compile(r"\b(\d{4})\b")


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What is said of an event; "" and None where nothing is, or nothing that can be read."""

    name: str = ""
    first_day: date | None = None
    last_day: date | None = None
    venue: str = ""

    @property
    def settings(self) -> dict[str, Any]:
        """Fields of the event besides its name and first day."""
        venue: dict[str, Any] = {"venue": self.venue} if self.venue else {}
        return venue | ({"ends_on": self.last_day} if self.last_day else {})


@dataclass(frozen=True, slots=True)
class TshConfig:
    """tsh's settings of an event.

    Attributes:
        words: the value of each `config` word.
        divisions: a division's name by its file's, in small letters.
        others: kinds of lines that are not read, once each.
    """

    words: Mapping[str, Any] = field(default_factory=dict)
    divisions: Mapping[str, str] = field(default_factory=dict)
    others: tuple[str, ...] = ()

    @property
    def facts(self) -> EventFacts:
        return facts_of(self.words)

    def division_settings(self, name: str, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Fields of one division: planned_rounds, prize_places, spread_caps, and rating_system as tsh calls it.

        Args:
            own: what tourney.js says of the division itself.
        """
        words, division = self.words, own or {}
        caps = _of_division(words.get("standings_spread_cap"), name) or _of_division(words.get("spread_cap"), name)
        bands = _numbers(_of_division(words.get("prize_bands"), name))
        longest = _of_division(words.get("max_div_rounds"), name) or words.get("max_rounds")
        rounds = _numbers(longest) or [number + 1 for number in _numbers(division.get("maxr"))]
        system = _of_division(words.get("division_rating_system"), name) or division.get("rating_system")
        settings = {
            "spread_caps": [max(cap, 0) for cap in _numbers(caps)[:MOST_ROUNDS]],
            "prize_places": max(bands, default=0) if all(0 < place < 1000 for place in bands) else 0,
            "planned_rounds": rounds[0] if rounds and 0 < rounds[0] <= MOST_ROUNDS else 0,
            "rating_system": str(system or words.get("rating_system") or "").strip()[:40],
        }
        return {key: value for key, value in settings.items() if value and value != "none"}

    def notes(self, others: Collection[str] = ()) -> Problems:
        """The words that say something and are not taken over, with others of the file, and what spread caps are."""
        notes = Problems()
        words = {word for word, value in self.words.items() if value and word not in TAKEN}
        if left_out := sorted(words | {*self.others, *others}):
            message = f"not taken over: {', '.join(left_out)[:400]}."
            notes.note(None, "settings", message, "Set what matters on the pages of the event and its divisions.")
        both = [_numbers(self.words.get(word)) for word in ("standings_spread_cap", "spread_cap")]
        if all(both) and both[0] != both[1]:
            message = "standings_spread_cap and spread_cap differ; the first is used."
            notes.note(None, "settings", message, "Look at the division's spread caps.")
        return notes

    def applied(self, read: ImportedFile) -> ImportedFile:
        """A tsh file read without its configuration, with it."""
        facts = self.facts
        named = {
            division.name: self.divisions.get(division.name.casefold(), division.name) for division in read.divisions
        }
        divisions = tuple(
            replace(division, name=name, settings=self.division_settings(name))
            for division in read.divisions
            for name in (named[division.name],)
        )
        return replace(
            read,
            divisions=self.labelled(divisions),
            event_name=facts.name,
            event_date=facts.first_day,
            settings=facts.settings | self.event_settings,
        )

    def labelled(self, divisions: Sequence[FileDivision]) -> tuple[FileDivision, ...]:
        """Divisions under the labels that spectators know, where these tell them apart; settings go by the names."""
        labels = self.words.get("division_label")
        named = [" ".join(str(_of_division(labels, row.name) or row.name).split())[:60] for row in divisions]
        if not isinstance(labels, Mapping) or len({name.casefold() for name in named}) < len(named):
            return tuple(divisions)
        return tuple(replace(row, name=name) for row, name in zip(divisions, named, strict=True))

    @property
    def event_settings(self) -> dict[str, Any]:
        """The spread of a bye, for who makes the event: whether its rulebook leaves it open is not known here."""
        spreads = _numbers(self.words.get("bye_spread"))
        return {"bye_spread": spreads[0]} if spreads else {}


def _of_division(value: Any, name: str) -> Any:
    """What a word says of one division: its own value where the word has one for each."""
    return value.get(name) if isinstance(value, Mapping) else value


def _numbers(value: Any) -> list[int]:
    """Whole numbers of a list, of one number, or of their text; nothing where one of them is none."""
    values = value if isinstance(value, list) else [value]
    numbers = [whole_number(str(entry).strip()) if entry is not None else 0 for entry in values]
    return [] if value is None or None in numbers else [number for number in numbers if number is not None]


def read_config(text_lines: Iterable[str]) -> TshConfig:
    """The lines of a config.tsh; what tsh would compute is left alone."""
    words: dict[str, Any] = {}
    divisions: dict[str, str] = {}
    others: dict[str, None] = {}
    for line in text_lines:
        if match := _WORD.match(line):
            word, value = match["word"].lower(), _value(match["value"])
            if value is not None:
                words[word] = value
        elif match := _DIVISION.match(line):
            divisions[re.split(r"[/\\]", match["file"])[-1].casefold().removesuffix(".t")] = match["name"]
        elif match := _OTHER_LINE.match(line):
            others[f"lines of {match['kind'].lower()}"] = None
    return TshConfig(words, divisions, tuple(others))


def _value(text: str) -> Any:
    """A literal, or a text in quotes that holds the same quotes; None for what tsh would compute."""
    try:
        value, end = read_literal(text)
    except BadLiteral:
        value, end = None, 0
    rest = text[end:].lstrip(" \t;")
    if end and (not rest or rest.startswith("#")):
        return value
    quoted = _QUOTED.fullmatch(text)
    return quoted["value"] if quoted else None


def config_of_archive(lines: Iterable[str]) -> TshConfig:
    """The block config.tsh of an archive; nothing where it has no such block."""
    return read_config(_block(lines))


def _block(lines: Iterable[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        if line.startswith("#"):
            inside = bool(_BEGIN.fullmatch(line)) or (inside and not line.startswith("#end_file"))
        elif inside:
            yield line


def facts_of(config: Mapping[str, Any]) -> EventFacts:
    """The facts of tsh's words event_name, event_date and event_venue."""
    name, days, venue = (str(config.get(f"event_{word}") or "").strip() for word in ("name", "date", "venue"))
    first, last = days_of(days)
    return EventFacts(name[:120], first, last, venue[:200])


def days_of(text: str) -> tuple[date | None, date | None]:
    """(first, last day) of "May 16, 2026", "May 16-17, 2026", "May 30, 2026 - June 1, 2026",
    "Dec 29-Jan 1, 2026" (from 2025 on), "16-17 May 2026" or ISO dates;
    (None, None) for anything else: a day that is guessed is worse than none."""
    days = [_day(*map(int, parts)) for parts in _ISO.findall(text)] or list(_written(text))
    known = [day for day in days if day is not None]
    if len(known) == len(days) > 1 and known[0] > known[-1] and len(YEAR.findall(text)) == 1:
        known = [_day(day.year - (day.month > known[-1].month), day.month, day.day) or day for day in known]
    if not known or len(known) != len(days) or min(known) != known[0]:
        return None, None
    return known[0], max(known)


def _written(text: str) -> Iterator[date | None]:
    years = YEAR.findall(text)
    if not years:
        return
    month_first = [(month, first, last, year) for month, first, last, year in _MONTH_FIRST.findall(text)]
    day_first = [(month, first, last, year) for first, last, month, year in _DAY_FIRST.findall(text)]
    for month, first, last, year in month_first or day_first:
        number = next((at for at, name in enumerate(MONTHS, start=1) if name.startswith(month.lower())), 0)
        for day in filter(None, (first, last)):
            yield _day(int(year or years[-1]), number, int(day))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
