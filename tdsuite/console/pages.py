"""What the console leads to: the phases of the strip, the places beside it, and what stands under More.  Data only.

A page is listed once. `tab` is what its view calls itself; the heading of the page is its label.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament

Asks = Callable[[Can], bool]


@dataclass(frozen=True, slots=True)
class Page:
    """A page that the navigation leads to.

    Attributes:
        tab: what its view calls itself in the context, `tab`.
        of_division: each division has such a page of its own.
        in_club: whether a club evening shows it.
    """

    tab: str
    label: str | Promise
    address: str
    needs: Can = Can.SEE_CONSOLE
    of_division: bool = False
    key: str = ""
    in_club: bool = False

    def url(self, tournament: Tournament, division: Division | None, may: Asks) -> str:
        """Where it is; "" for who may not open it, where the event shows less, and for a page of a division without a division."""
        hidden = tournament.club_evening and not self.in_club
        if hidden or not may(self.needs) or (self.of_division and division is None):
            return ""
        return (division if self.of_division and division else tournament).url(self.address)


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done, and the page where it is.

    Attributes:
        done: None where only a person can say so; then it is looked at.
        url: "" where no page helps.
        needs: who may open the page.
    """

    says: str
    done: bool | None = False
    label: str = ""
    url: str = ""
    needs: Can = Can.SEE_CONSOLE


@dataclass(frozen=True, slots=True)
class Part:
    """One word of the bar.  apps: whose pages it has where their view names no page of the list.  in_club: its word there."""

    label: str | Promise
    pages: tuple[Page, ...]
    apps: tuple[str, ...] = ()
    key: str = ""
    in_club: str | Promise = ""


SET_UP = Part(_("Set up"), (Page("set_up", _("Set up"), "console:set_up"),))
CHECK_IN = Part(_("Check-in"), (Page("check_in", _("Check-in"), "console:check_in", Can.SEE_ATTENDANCE, key="c"),))
ROUNDS = Part(
    _("Rounds"),
    (
        Page("event", _("Round"), "console:round", in_club=True),
        Page("plan", _("Plan and schedule"), "console:plan", of_division=True, key="l"),
    ),
    ("pairings", "results"),
)
CLOSE = Part(_("Close"), (Page("close", _("Close the event"), "console:close", in_club=True),))
PHASES: tuple[Part, ...] = (SET_UP, CHECK_IN, ROUNDS, CLOSE)

PLACES: tuple[Part, ...] = (
    Part(
        _("Players"),
        (
            Page("roster", _("Roster"), "console:roster", of_division=True, key="r", in_club=True),
            Page("requests", _("Requests"), "results:requests", Can.HELP),
            Page("sign_in", _("Links, PINs and stations"), "access:cards", Can.MANAGE_SIGN_IN, in_club=True),
            Page("accommodations", _("Special needs"), "results:accommodations", Can.RULE, of_division=True),
            Page("rating_lists", _("Rating lists"), "results:rating_lists", Can.EDIT_ROSTER),
        ),
        ("access", "exchange"),
    ),
    Part(
        _("Standings"),
        (
            Page("standings", _("Standings"), "public:standings", of_division=True, in_club=True),
            Page("statistics", _("Statistics"), "public:statistics", of_division=True),
            Page("ratings", _("Ratings"), "public:ratings", of_division=True),
        ),
    ),
    Part(
        _("Prizes and papers"),
        (
            Page("prizes", _("Prizes"), "results:prizes"),
            Page("print", _("Print"), "console:print", Can.PRINT, in_club=True),
        ),
        in_club=_("Papers"),
    ),
)
MORE: tuple[Part, ...] = (
    Part(
        _("Settings"),
        (
            Page("settings", _("Event"), "console:settings", Can.MANAGE_TOURNAMENT, in_club=True),
            Page("division", _("Division"), "console:division", Can.MANAGE_TOURNAMENT, of_division=True),
            Page("rules", _("Rules"), "console:rules"),
            Page("words", _("Word lists"), "lexicons:words"),
            Page("people", _("People"), "console:people", Can.MANAGE_TOURNAMENT),
            Page("rehearsal", _("Rehearsal"), "console:rehearsal", Can.RUN_ROUNDS),
        ),
        ("console", "lexicons"),
    ),
    Part(
        _("Files"),
        (
            Page("files", _("Files"), "files:files", Can.MANAGE_TOURNAMENT),
            Page("publish", _("Publish online"), "files:publish", Can.MANAGE_TOURNAMENT),
        ),
        ("files",),
    ),
    Part(_("Rulings"), (Page("rulings", _("Rulings and incidents"), "results:rulings"),)),
    Part(_("Word judge"), (Page("challenges", _("Word judge"), "challenges:queue"),), ("challenges",)),
    Part(_("Screens"), (Page("screens", _("Screens"), "console:screens", Can.RUN_ROUNDS),)),
    Part(_("Record"), (Page("record", _("Record"), "console:record", Can.SEE_AUDIT),)),
)
PARTS: tuple[Part, ...] = (*PHASES, *PLACES, *MORE)


def part_of(tab: str, app: str) -> Part:
    """The part that a page belongs to: by its name, else by the namespace of its address."""
    named = (part for part in PARTS if any(page.tab == tab for page in part.pages))
    return next(named, None) or next((part for part in PARTS if app in part.apps), SET_UP)


def page_named(tab: str) -> Page | None:
    return next((page for part in PARTS for page in part.pages if page.tab == tab), None)
