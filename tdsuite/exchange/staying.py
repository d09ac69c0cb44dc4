"""What an event's own document does not bring to another computer, said before the event is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from results.formats.model import FileFormat, ImportedFile


@dataclass(frozen=True, slots=True)
class Stays:
    """what: stays where the document was written.  instead: why, or what to do here."""

    what: str
    instead: str

    @property
    def text(self) -> str:
        return f"{self.what}: {self.instead}"


PEOPLE = "People with roles"
STAYING = (
    Stays("Players’ links and PINs, paired stations", "they open doors on one computer; hand them out anew."),
    Stays("Sheets, signatures, corrections and photographs", "results come with every line of their scores."),
    Stays(
        "Rulings, incidents, appeals, recounts and challenge slips",
        "what they did to scores, spreads and places comes; their papers stay where they were written.",
    ),
    Stays(
        "Attendance, lateness clocks, round timers, accommodations, calculations of ends of games",
        "they belong to the hall; what players may need of a table comes.",
    ),
    Stays("Drafts of rounds that are not published", "pair those rounds here; their scheduled times come."),
    Stays("Word lists and rating lists", "choose them anew; the word list’s name comes."),
    Stays(
        "The record of decisions, and who entered, ruled or confirmed",
        "the record here begins with this import; when it happened comes.",
    ),
    Stays("Prints, publishing and the public address", "set them anew."),
)


def staying(read: ImportedFile) -> tuple[Stays, ...]:
    """What stays behind of a file that was read; nothing for other formats, which say it in notes."""
    if read.format is not FileFormat.EVENT_JSON or not read.divisions:
        return ()
    return (Stays(PEOPLE, _people(read.more.get("officials", ()))), *STAYING)


def _people(officials: Sequence[Mapping[str, Any]]) -> str:
    said = "accounts belong to one computer, and no file gives anybody rights. Whoever makes the event runs it."
    if not officials:
        return said
    named = ", ".join(f"{one['name']} ({one['role']})" if one["name"] else f"one {one['role']}" for one in officials)
    return f"{said} It was run by {named}: add them under People."
