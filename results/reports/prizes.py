"""The sheet that is read out when prizes are given, and the treasurer's sheet on which every winner signs."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from results.prizes.services.ceremony import AwardedPage, EventPage, division_page, event_page
from tdsuite.platform.printing.registry import Options, Sheet, division_sheet, event_sheet, report
from tdsuite.tournaments.models import Division, Tournament
from .common import NothingToPrint


@dataclass(frozen=True, slots=True)
class Receipt:
    """One line to be signed: what one winner is handed."""

    prize: str
    winner: str
    number: int | None
    money: str
    things: str


@report("ceremony", label=gettext_lazy("Prizes: ceremony"), scope="division")
def ceremony(division: Division, options: Options) -> Sheet:
    """Who gets what in a division, to be read out.  Raises NothingToPrint before a result, or without prizes."""
    page = division_page(division)
    _refuse_empty([page], page.wrong, str(division))
    context = _context([page])
    return division_sheet(division, page.after, context, title=_("Prizes of %(division)s") % {"division": division})


@report(
    "ceremony-event",
    label=gettext_lazy("Prizes: ceremony of the event"),
    scope="tournament",
    template="print/ceremony.html",
)
def ceremony_event(tournament: Tournament, options: Options) -> Sheet:
    """The same for all divisions and the event's own prizes.  Raises NothingToPrint as `ceremony`."""
    return event_sheet(tournament, _context(_event(tournament).parts), title=_("Prizes"))


@report(
    "prize-receipts",
    label=gettext_lazy("Prizes: receipts for the treasurer"),
    scope="tournament",
)
def receipts(tournament: Tournament, options: Options) -> Sheet:
    """Every winner with the money and a line to sign on, and the sums.  Raises NothingToPrint as `ceremony`."""
    page = _event(tournament)
    context = _context(page.parts) | {
        "tables": [(part, lines_of(part)) for part in page.parts if part.announced],
        "total": page.total,
    }
    return event_sheet(tournament, context, title=_("Prizes handed out"))


def _event(tournament: Tournament) -> EventPage:
    page = event_page(tournament)
    _refuse_empty(page.parts, page.wrong, str(tournament))
    return page


def _context(parts: Any) -> dict[str, Any]:
    with_awards = [part for part in parts if part.announced or part.not_awarded]
    return {"parts": with_awards, "final": all(part.final for part in parts), "several": len(parts) > 1}


def _refuse_empty(parts: Any, wrong: str, of: str) -> None:
    if wrong:
        raise NothingToPrint(_("The prizes cannot be awarded: %(wrong)s") % {"wrong": wrong})
    if not any(part.announced or part.not_awarded for part in parts):
        raise NothingToPrint(
            _("%(of)s has no prize to give yet: no prize is on the list, or no result is in.") % {"of": of}
        )


def lines_of(page: AwardedPage) -> list[Receipt]:
    """A line for each winner of each award. Tied players each have one; what they share in words is on all of theirs."""
    shared = _("shared")
    return [
        Receipt(
            prize=", ".join(announced.titles),
            winner=winner.name,
            number=winner.entry.number if winner.entry else None,
            money=winner.money,
            things=", ".join(announced.texts) + (f" ({shared})" if announced.shared and announced.texts else ""),
        )
        for announced in page.announced
        for winner in announced.winners
    ]
