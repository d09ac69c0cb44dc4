"""The one navigation of the console: six parts, the same on every page, and the pages of the part that one is in."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Round, Tournament

Asks = Callable[[Can], bool]


@dataclass(frozen=True, slots=True)
class Page:
    """A page that the navigation leads to.

    Attributes:
        tab: what its view calls itself in the context, `tab`.
        of_division: each division has such a page of its own.
        rather: a right, and the page that leads there for those who have it.
    """

    tab: str
    label: str | Promise
    address: str
    needs: Can = Can.SEE_CONSOLE
    of_division: bool = False
    key: str = ""
    rather: tuple[Can, str] | None = None

    def url(self, tournament: Tournament, division: Division | None, may: Asks) -> str:
        """Where it is; "" for who may not open it, and for a page of a division in an event without one."""
        if not may(self.needs) or (self.of_division and division is None):
            return ""
        address = self.rather[1] if self.rather and may(self.rather[0]) else self.address
        return reverse(
            address, args=[tournament.slug, division.code] if self.of_division and division else [tournament.slug]
        )


@dataclass(frozen=True, slots=True)
class Part:
    """One of the six words of the bar.  apps: whose pages it has where their view names no page of the list."""

    label: str | Promise
    pages: tuple[Page, ...]
    apps: tuple[str, ...] = ()
    key: str = ""


PARTS: tuple[Part, ...] = (
    Part(
        _("Day"),
        (
            Page("event", _("Day"), "console:event"),
            Page("notices", _("Notices"), "console:notices", Can.RUN_ROUNDS),
            Page("screens", _("Screens"), "console:screens", Can.RUN_ROUNDS),
            Page("challenges", _("Challenges"), "challenges:register", rather=(Can.JUDGE_WORDS, "challenges:queue")),
            Page("incidents", _("Incidents"), "results:incidents", of_division=True),
            Page("rulings", _("Rulings"), "results:rulings", Can.RULE, of_division=True),
            Page("reports", _("To be reported"), "results:reports_due", Can.RULE, of_division=True),
        ),
        ("challenges",),
        "d",
    ),
    Part(
        _("Rounds"),
        (
            Page("rounds", _("All rounds"), "console:rounds"),
            Page("standings", _("Standings"), "public:standings", of_division=True),
            Page("desk", _("Pairing desk"), "pairings:desk", Can.PAIR, of_division=True),
            Page("plan", _("Pairing plan"), "console:plan", Can.MANAGE_TOURNAMENT, of_division=True, key="l"),
            Page("schedule", _("Schedule"), "console:schedule", Can.RUN_ROUNDS, of_division=True),
            Page("starts", _("Starts"), "results:starts", Can.SEE_ATTENDANCE, of_division=True),
            Page("waiting", _("Waiting sheets"), "results:sheets_waiting", of_division=True),
        ),
        ("pairings", "results"),
    ),
    Part(
        _("Players"),
        (
            Page("roster", _("Roster"), "console:roster", of_division=True, key="r"),
            Page("check_in", _("Check-in"), "results:check_in", Can.SEE_ATTENDANCE),
            Page("requests", _("Requests"), "results:requests", Can.HELP),
            Page("sign_in", _("Links and PINs"), "access:cards", Can.MANAGE_SIGN_IN),
            Page("accommodations", _("Accommodations"), "results:accommodations", Can.RULE, of_division=True),
            Page("rating_lists", _("Rating lists"), "results:rating_lists", Can.EDIT_ROSTER),
        ),
        ("access", "exchange"),
    ),
    Part(
        _("Prizes"),
        (
            Page("event_prizes", _("Prizes of the event"), "results:event_prizes"),
            Page("prizes", _("Prizes of the division"), "results:prizes", of_division=True),
            Page("claims", _("Claims"), "results:claims", of_division=True),
            Page("statistics", _("Statistics"), "public:statistics", of_division=True),
            Page("ratings", _("Ratings"), "results:ratings", of_division=True),
        ),
    ),
    Part(
        _("Files"),
        (
            Page("print", _("Print"), "console:print", Can.PRINT),
            Page("files", _("Files"), "files:files", Can.MANAGE_TOURNAMENT),
            Page("checklist", _("Checklist"), "files:checklist", Can.MANAGE_TOURNAMENT),
            Page("publish", _("Publish out"), "files:publish", Can.MANAGE_TOURNAMENT),
        ),
        ("files",),
    ),
    Part(
        _("Settings"),
        (
            Page("settings", _("Event"), "console:settings", Can.MANAGE_TOURNAMENT),
            Page("division", _("Division"), "console:division", Can.MANAGE_TOURNAMENT, of_division=True),
            Page("rules", _("Rules"), "console:rules"),
            Page("words", _("Word lists"), "lexicons:words"),
            Page("people", _("People"), "console:people", Can.MANAGE_TOURNAMENT),
            Page("rehearsal", _("Rehearsal"), "console:rehearsal", Can.RUN_ROUNDS),
            Page("record", _("Record"), "console:record", Can.SEE_AUDIT),
        ),
        ("console", "lexicons"),
    ),
)
# The pages of one round that is published, by the name each has as a tab.
ROUND_PAGES: tuple[tuple[str, str | Promise, str, Can, str], ...] = (
    ("boards", _("Boards"), "pairings:round", Can.SEE_CONSOLE, "b"),
    ("attendance", _("Attendance"), "results:attendance", Can.SEE_ATTENDANCE, ""),
    ("sheets", _("Sheets"), "results:sheets", Can.SEE_CONSOLE, "h"),
)


@dataclass(frozen=True, slots=True)
class Link:
    """One link of the navigation.  here: the page that one is on, or the part or division that it belongs to."""

    label: str | Promise
    url: str
    here: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Navigation:
    """The bar, and below it the divisions and the pages of the part.  about: what the pages are of, for who hears them."""

    parts: list[Link]
    divisions: list[Link]
    pages: list[Link]
    about: str | Promise


def navigation(
    tournament: Tournament,
    *,
    tab: str,
    app: str,
    division: Division | None,
    round: Round | None,
    may: Asks,
) -> Navigation:
    """The navigation as one page shows it: without a query where `division_of` read the division, else in one.

    Args:
        app: the namespace of the page's address, for pages that name no tab.
        division, round: those that the page is about, if it is.
    """
    divisions = division.beside if division is not None and division.beside else list(tournament.divisions.all())
    of = division or next(iter(divisions), None)
    part = _part_of(tab, app, round)
    links = [
        Link(each.label, url, each is part, each.key)
        for each in PARTS
        for url in [next(filter(None, (page.url(tournament, of, may) for page in each.pages)), "")]
        if url
    ]
    if round is not None and division is not None:
        pages = list(_round_links(round, division, tab, may))
        return Navigation(links, _divisions(divisions, division, round, None), pages, str(round))
    pages = [
        Link(page.label, url, page.tab == tab, page.key)
        for page in part.pages
        for url in [page.url(tournament, of, may)]
        if url
    ]
    page_here = next((page for page in part.pages if page.tab == tab and page.of_division), None)
    chips = _divisions(divisions, division, None, page_here or _first_of_division(part, may)) if division else []
    return Navigation(links, chips, pages, part.label)


def part_named(label: str) -> Part:
    return next(part for part in PARTS if part.label == label)


def _part_of(tab: str, app: str, round: Round | None) -> Part:
    if round is not None:
        return part_named("Rounds")
    named = (part for part in PARTS if any(page.tab == tab for page in part.pages))
    return next(named, None) or next((part for part in PARTS if app in part.apps), PARTS[0])


def _first_of_division(part: Part, may: Asks) -> Page | None:
    return next((page for page in part.pages if page.of_division and may(page.needs)), None)


def _divisions(divisions: Sequence[Division], here: Division, round: Round | None, page: Page | None) -> list[Link]:
    """The same page of the other divisions; nothing where there is one division."""
    if len(divisions) < 2 or (round is None and page is None):
        return []
    links = []
    for each in divisions:
        address = [each.tournament.slug, each.code]
        if page is not None:
            url = reverse(page.address, args=address)
        elif round is not None and round.number <= each.planned_rounds:
            url = reverse("pairings:round", args=[*address, round.number])
        else:
            url = reverse("console:rounds", args=address[:1])
        links.append(Link(each.name, url, each.pk == here.pk))
    return links


def _round_links(round: Round, division: Division, tab: str, may: Asks) -> Iterator[Link]:
    current = tab if any(tab == name for name, *_rest in ROUND_PAGES) else "results"
    for name, label, address, needs, key in ROUND_PAGES:
        if (round.is_published or name == "boards") and may(needs):
            words = label if round.is_published else _("Pair")
            url = reverse(address, args=[division.tournament.slug, division.code, round.number])
            yield Link(words, url, name == current, key)
