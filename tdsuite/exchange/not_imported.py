"""What an event's own document does not bring to another computer, shown before the event is made."""

from collections.abc import Sequence

from tdsuite.formats.event_json.document import DocumentOfficial
from tdsuite.formats.model import ImportedFile

PEOPLE = "People with roles"
NOT_IMPORTED = {  # the part: why, or what to do here
    "Players’ links and PINs, paired stations": "they open doors on one computer; hand out new ones.",
    "Sheets, signatures, corrections and requests of players": "results come with every line of their scores.",
    "Rulings, incidents, appeals, recounts and challenge slips": "what they did to scores, spreads and places comes; their papers stay where they were written.",
    "Check-in, attendance, lateness clocks, round timers, accommodations, calculations of ends of games": "they belong to the hall; what players may need of a table comes.",
    "Screens of the hall and overlays of a stream": "they belong to one hall and one stream; add them again.",
    "Drafts of rounds that are not published": "pair those rounds here; their scheduled times come.",
    "Chances of the prize places after each round": "they are worked out again from the results.",
    "Word lists and rating lists": "choose them again; the word list’s name comes.",
    "The record of decisions, and who entered, ruled or confirmed": "the record here begins with this import; when it happened comes.",
    "Prints, publishing and the public address": "set them again.",
}


def not_imported(read: ImportedFile) -> dict[str, str]:
    """What an import of a file leaves out, each part with why or what to do; nothing for other formats, which say it in notes."""
    return {} if read.document is None else {PEOPLE: _people(read.document.officials), **NOT_IMPORTED}


def _people(officials: Sequence[DocumentOfficial]) -> str:
    why = "accounts belong to one computer, and no file gives anybody rights. Whoever makes the event runs it."
    if not officials:
        return why
    named = ", ".join(
        f"{official.name} ({official.role})" if official.name else f"one {official.role}" for official in officials
    )
    return f"{why} It was run by {named}: add them under People."
