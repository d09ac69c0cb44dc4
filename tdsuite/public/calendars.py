"""An event, or one player's rounds, for the calendar of a phone (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.http import HttpResponse

LONGEST_LINE = 75  # bytes (RFC 5545, 3.1)
ROUND = timedelta(minutes=60)  # how long a round stands in the calendar: nobody knows when its last game ends


@dataclass(frozen=True, slots=True)
class Appointment:
    """One line of a calendar.

    Attributes:
        key: the same as long as it is the same appointment, so that a calendar that reads again moves it.
        begins: a day for whole days, else an instant.
        last_day: of whole days.
    """

    key: str
    title: str
    begins: date | datetime
    last_day: date | None = None
    place: str = ""
    address: str = ""
    more: str = ""


def calendar(name: str, appointments: Iterable[Appointment], written: datetime) -> HttpResponse:
    """The file that calendars read.  written: the instant that it says it was made."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tdsuite//EN", f"X-WR-CALNAME:{escaped(name)}"]
    for appointment in appointments:
        lines += _lines(appointment, written)
    text = "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def _lines(appointment: Appointment, written: datetime) -> Iterator[str]:
    yield from ("BEGIN:VEVENT", f"UID:{appointment.key}", f"DTSTAMP:{_instant(written)}")
    if isinstance(appointment.begins, datetime):
        yield from (f"DTSTART:{_instant(appointment.begins)}", f"DTEND:{_instant(appointment.begins + ROUND)}")
    else:
        behind = (appointment.last_day or appointment.begins) + timedelta(days=1)
        yield from (f"DTSTART;VALUE=DATE:{appointment.begins:%Y%m%d}", f"DTEND;VALUE=DATE:{behind:%Y%m%d}")
    texts = {"SUMMARY": appointment.title, "LOCATION": appointment.place, "DESCRIPTION": appointment.more}
    yield from (f"{field}:{escaped(text)}" for field, text in texts.items() if text)
    if appointment.address:
        yield f"URL:{appointment.address}"
    yield "END:VEVENT"


def _instant(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """A text as a value of a line (RFC 5545, 3.3.11)."""
    text = " ".join(text.split())
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def folded(line: str) -> str:
    """A line in pieces of at most 75 bytes, none of which cuts a character (RFC 5545, 3.1)."""
    pieces, piece = [], ""
    for letter in line:
        if len(f"{piece}{letter}".encode()) > LONGEST_LINE:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join([*pieces, piece])
