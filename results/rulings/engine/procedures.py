"""What the rulebook in force has the director do about an incident."""

from dataclasses import replace

from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.rulebooks.deriving import provision_at
from tdsuite.tournaments.rulebooks.incidents import Procedure, Remedy, RemedyKind, incident_type, procedures
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook
from tdsuite.tournaments.rulebooks.reasons import OURS

OFFERED = (
    Remedy(RemedyKind.UNOFFICIAL_WARNING, "Unofficial warning", OURS),
    Remedy(RemedyKind.OFFICIAL_WARNING, "Official warning", OURS),
    Remedy(RemedyKind.POINTS, "Points off the score", OURS),
    Remedy(RemedyKind.SPREAD, "Spread points off", OURS),
    Remedy(RemedyKind.SECONDS, "Time given", OURS, adds=True),
    Remedy(RemedyKind.SECONDS, "Time off", OURS),
)
DIRECTOR = Procedure(
    instructions=("The rulebook does not say: hear both players, decide, and write down the ruling.",),
    remedies=OFFERED,
    ours=True,
)
LEVELS = {1: "cheating and abusive behaviour", 2: "unethical behaviour", 3: "poor etiquette"}


def procedure(key: str, book: Rulebook) -> Procedure:
    """What the book has the director do about a type; where it is silent, our default.  Raises UnknownIncident."""
    incident_type(key)
    own = procedures(book.results.incidents.value).get(key)
    if own is None:
        return DIRECTOR
    return replace(own, remedies=(*_numbered(key, book), *(own.remedies or OFFERED)))


def provisions_on(key: str, book: Rulebook) -> tuple[tuple[str, Provision[object]], ...]:
    """What the rulebook in force itself says of a type: titles with their provisions.  Raises UnknownIncident."""
    titles = {path: title for _, title, path, _ in provisions(book)}
    return tuple((titles[path], provision_at(book, path)) for path in incident_type(key).provisions)


def _numbered(key: str, book: Rulebook) -> tuple[Remedy, ...]:
    """Remedies whose number the rulebook's data holds, so that one place says it."""
    exchange, draw = book.during.exchange.remedy, book.during.out_of_order
    if key == "illegal_exchange" and exchange.value.points:
        text = f"{exchange.value.points} points off the score, where it was noticed at stage e"
        return (Remedy(RemedyKind.POINTS, text, exchange.rule, -exchange.value.points),)
    if key == "out_of_order" and draw.value.spread_points:
        text = f"{draw.value.spread_points} spread points off, the opponent gaining nothing"
        return (Remedy(RemedyKind.SPREAD, text, "Guideline 7", -draw.value.spread_points),)
    return ()


def level_text(level: int | None) -> str:
    """ "level 2: unethical behaviour", "" where the book has no levels (WESPA 6.2-6.4)."""
    return f"level {level}: {LEVELS[level]}" if level else ""
