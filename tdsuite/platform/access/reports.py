"""Cards with a private code, and PIN slips. Secret: made in the answer to an official's form, in the browser, never by a job."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy

from tdsuite.platform.printing.registry import Options, Sheet, event_sheet, in_pages, report
from .addresses import link_url
from .qr import Code, code_of

CARDS_A_PAGE, SLIPS_A_PAGE = 10, 18


@dataclass(frozen=True, slots=True)
class SignInCard:
    """A player and the code that opens his page.  division: "" where the event has one."""

    name: str
    number: int
    division: str
    code: Code


@dataclass(frozen=True, slots=True)
class PinSlip:
    """A player and his PIN."""

    name: str
    number: int
    division: str
    pin: str


@report(
    "sign-in-cards",
    label=gettext_lazy("Players’ cards"),
    scope="tournament",
    secret=True,
)
def sign_in_cards(tournament: Any, options: Options) -> Sheet:
    """options: links (PlayerLink rows, with entry, player and division), base (the address in the codes).  Raises KeyChanged."""
    several = tournament.divisions.count() > 1
    cards = [
        SignInCard(
            name=str(link.entry.player),
            number=link.entry.number,
            division=str(link.entry.division) if several else "",
            code=code_of(link_url(link, options["base"])),
        )
        for link in options["links"]
    ]
    return event_sheet(tournament, {"pages": in_pages(cards, CARDS_A_PAGE), "base": options["base"]})


@report(
    "sign-in-pins", label=gettext_lazy("PIN slips"), scope="tournament", template="print/pin_slips.html", secret=True
)
def pin_slips(tournament: Any, options: Options) -> Sheet:
    """options: issued ((Entry, PIN) pairs, the PINs in clear), base."""
    several = tournament.divisions.count() > 1
    slips = [
        PinSlip(str(entry.player), entry.number, str(entry.division) if several else "", pin)
        for entry, pin in options["issued"]
    ]
    where = f"{options['base']}{reverse('access:sign_in')}"
    if tournament.visibility != "public":
        where += f"?event={tournament.slug}"
    return event_sheet(tournament, {"pages": in_pages(slips, SLIPS_A_PAGE), "where": where})
