"""What an event's own document does not bring to another computer, shown before the event is made."""

from collections.abc import Sequence
from dataclasses import dataclass

from tdsuite.formats.event_json.document import DocumentOfficial
from tdsuite.formats.model import ImportedFile


@dataclass(frozen=True, slots=True)
class NotImported:
    """A part of an event that stays where the document was written.

    Attributes:
        what: the part.
        instead: why, or what to do here.
    """

    what: str
    instead: str

    @property
    def text(self) -> str:
        return f"{self.what}: {self.instead}"


PEOPLE = "People with roles"
NOT_IMPORTED = (
    NotImported(
        "Players’ links and PINs, their addresses for mail, paired stations",
        "they open doors on one computer; hand them out anew, and who wants mail asks again.",
    ),
    NotImported(
        "Sheets, signatures, corrections, photographs and requests of players",
        "results come with every line of their scores.",
    ),
    NotImported(
        "Rulings, incidents, appeals, recounts and challenge slips",
        "what they did to scores, spreads and places comes; their papers stay where they were written.",
    ),
    NotImported(
        "Check-in, entry fees, attendance, lateness clocks, round timers, accommodations, calculations of ends of games",
        "they belong to the hall; what players may need of a table comes.",
    ),
    NotImported(
        "Columns of a roster that are kept for a purpose",
        "they are for the officials of that event, and go into no file; load the roster again.",
    ),
    NotImported(
        "Screens of the hall and overlays of a stream", "they belong to one hall and one stream; add them anew."
    ),
    NotImported("Drafts of rounds that are not published", "pair those rounds here; their scheduled times come."),
    NotImported("Chances of the prize places after each round", "they are worked out anew from the results."),
    NotImported("Word lists and rating lists", "choose them anew; the word list’s name comes."),
    NotImported(
        "The record of decisions, and who entered, ruled or confirmed",
        "the record here begins with this import; when it happened comes.",
    ),
    NotImported("Prints, publishing and the public address", "set them anew."),
)


def not_imported(read: ImportedFile) -> tuple[NotImported, ...]:
    """What an import of a file leaves out; nothing for other formats, which say it in notes."""
    if read.document is None:
        return ()
    return (NotImported(PEOPLE, _people(read.document.officials)), *NOT_IMPORTED)


def _people(officials: Sequence[DocumentOfficial]) -> str:
    why = "accounts belong to one computer, and no file gives anybody rights. Whoever makes the event runs it."
    if not officials:
        return why
    named = ", ".join(
        f"{official.name} ({official.role})" if official.name else f"one {official.role}" for official in officials
    )
    return f"{why} It was run by {named}: add them under People."
