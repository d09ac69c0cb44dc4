"""What tsh's configuration says of the event itself: its name, its days and where it is.  Only these; the rest is tsh's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

_BEGIN = re.compile(r"#begin_file\s+name=(?:.*[/\\])?config\.tsh\s*", re.IGNORECASE)
_LINE = re.compile(r"""\s*config\s+(?P<word>\w+)\s*=\s*(?P<quote>["'])(?P<value>.*)(?P=quote)\s*;?\s*""", re.IGNORECASE)
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
        said: dict[str, Any] = {"venue": self.venue} if self.venue else {}
        return said | ({"ends_on": self.last_day} if self.last_day else {})


def facts_of_archive(lines: Iterable[str]) -> EventFacts:
    """The facts of the block config.tsh of an archive; none where it has no such block."""
    return facts_of(dict(_words(lines)))


def _words(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    inside = False
    for line in lines:
        if line.startswith("#"):
            inside = bool(_BEGIN.fullmatch(line)) or (inside and not line.startswith("#end_file"))
        elif inside and (found := _LINE.fullmatch(line)):
            yield found["word"].lower(), found["value"]


def facts_of(config: Mapping[str, Any]) -> EventFacts:
    """The facts of tsh's words event_name, event_date and event_venue."""
    name, days, venue = (str(config.get(f"event_{word}") or "").strip() for word in ("name", "date", "venue"))
    first, last = days_of(days)
    return EventFacts(name[:120], first, last, venue[:200])


def days_of(text: str) -> tuple[date | None, date | None]:
    """(first, last day) of "May 16, 2026", "May 16-17, 2026", "May 30, 2026 - June 1, 2026", "16-17 May 2026" or ISO dates;
    (None, None) for anything else: a day that is guessed is worse than none."""
    found = [_day(*map(int, one)) for one in _ISO.findall(text)] or list(_written(text))
    known = [day for day in found if day is not None]
    if not known or len(known) != len(found) or min(known) != known[0]:
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
