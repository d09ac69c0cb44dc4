"""The one navigation of the console: the strip of phases, the places beside it, More, and the pages of the part one is in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.models import Division, Round, Tournament
from .pages import CHECK_IN, CLOSE, MORE, PLACES, ROUNDS, SET_UP, Asks, Page, Part, part_of
from .phases import Phase, Phases, at_the_door, phases_of, round_address

BEFORE, AFTER = 3, 4  # rounds of the strip before and after the one that is looked at; the plan lists all


@dataclass(frozen=True, slots=True)
class Link:
    """One link of the navigation.  here: the page that one is on, or the part or division that it belongs to."""

    label: str | Promise
    url: str
    here: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of the strip.

    Attributes:
        number: of a round, else 0.
        here: whether the page belongs to it; present: whether the event is in it now.
        over: whether it is over in every division.
        codes: of a round that is published in some divisions only, their short names.
        named: whether a round is shown as "Round 4" and not as "4".
        far: whether narrow screens leave it out.
        cut: it stands for the rounds that the strip leaves out.
    """

    label: str | Promise
    url: str
    number: int = 0
    here: bool = False
    present: bool = False
    over: bool = False
    codes: tuple[str, ...] = ()
    key: str = ""
    named: bool = False
    far: bool = False
    cut: bool = False

    @property
    def classes(self) -> str:
        return " ".join(
            name for name, holds in (("n", self.number or self.cut), ("over", self.over), ("far", self.far)) if holds
        )


@dataclass(frozen=True, slots=True)
class Navigation:
    """The strip; the places and More beside it; below them the divisions and the pages of the part.

    about: what the pages are of, for who hears them.
    """

    phases: list[Step]
    places: list[Link]
    more: list[Link]
    divisions: list[Link]
    pages: list[Link]
    about: str | Promise

    @property
    def in_more(self) -> bool:
        return any(link.here for link in self.more)


def navigation(
    tournament: Tournament,
    *,
    tab: str,
    app: str,
    division: Division | None,
    round: Round | None,
    number: int | None,
    may: Asks,
) -> Navigation:
    """The navigation as one page shows it: in one query where `division_of` read the division, else in two.

    Args:
        app: the namespace of the page's address, for pages that name no tab.
        division, round: those that the page is about, if it is.
        number: of the round, where the page is about several divisions.
    """
    divisions = division.beside if division is not None and division.beside else list(tournament.divisions.all())
    of = division or next(iter(divisions), None)
    part = ROUNDS if round is not None else part_of(tab, app)
    phases = phases_of(tournament)
    if part is ROUNDS:
        number = round.number if round is not None else number or phases.number
    places, more = (
        [Link((tournament.club_evening and each.in_club) or each.label, url, each is part, each.key) for each in parts for url in [_first(each, tournament, of, may)] if url]
        for parts in (PLACES, MORE)
    )  # fmt: skip
    if round is not None and division is not None:
        pages: list[Link] = []
        chips = _divisions(divisions, division, round, None)
    else:
        pages = list(_pages(part, tournament, of, tab, may))
        page_here = next((page for page in part.pages if page.tab == tab and page.of_division), None)
        chips = _divisions(divisions, division, None, page_here or _of_division(part, may)) if division else []
    about = str(round) if round is not None else part.label
    return Navigation(
        list(_strip(tournament, phases, part, number=number, of=of, may=may)), places, more, chips, pages, about
    )  # fmt: skip


def _window(phases: Phases, number: int | None) -> range:
    """The rounds of the strip: all of a short event, else those around the round that is looked at or played."""
    middle = number or phases.number or (phases.rounds if phases.begun else 1)
    last = min(phases.rounds, max(middle + AFTER, BEFORE + AFTER + 1))
    return range(max(1, min(middle - BEFORE, last - BEFORE - AFTER)), last + 1)


def _strip(
    tournament: Tournament, phases: Phases, part: Part, *, number: int | None, of: Division | None, may: Asks
) -> Iterator[Step]:
    present = phases.present
    all_rounds = tournament.url("console:plan", of.code) if of is not None else ""
    for each, phase, over in (
        (SET_UP, Phase.SET_UP, phases.begun or present not in (Phase.SET_UP, Phase.ROUND)),
        (CHECK_IN, Phase.CHECK_IN, phases.checked_in),
    ):
        if url := _first(each, tournament, None, may):
            far = (
                each is not part
                and not at_the_door(may)
                and (phases.begun or (phase is not present and each is SET_UP))
            )
            yield Step(each.label, url, 0, each is part, phase is present, over, key=each.pages[0].key, far=far)
    window = _window(phases, number)
    if window.start > 1:
        yield Step(_("Earlier rounds"), all_rounds, far=True, cut=True)
    for n in window:
        now = n == phases.number and present is Phase.ROUND
        codes = tuple(phases.published_in(n)) if phases.is_partly_published(n) else ()
        url = round_address(tournament, None if now else n)
        far = n != (number or phases.number or 1)
        yield Step(
            ROUNDS.label,
            url,
            n,
            n == number,
            now,
            phases.is_over(n),
            codes,
            "d" if now else "",
            named=not far or n == phases.number,
            far=far,
        )
    if window.stop <= phases.rounds:
        yield Step(_("Later rounds"), all_rounds, far=True, cut=True)
    url = _first(CLOSE, tournament, None, may)
    yield Step(CLOSE.label, url, 0, part is CLOSE, present is Phase.CLOSE, phases.finished)


def _first(part: Part, tournament: Tournament, division: Division | None, may: Asks) -> str:
    """The first page of a part that the user may open; "" without one."""
    return next(filter(None, (page.url(tournament, division, may) for page in part.pages)), "")


def _pages(part: Part, tournament: Tournament, division: Division | None, tab: str, may: Asks) -> Iterator[Link]:
    for page in part.pages:
        if url := page.url(tournament, division, may):
            yield Link(page.label, url, page.tab == tab, page.key)


def _of_division(part: Part, may: Asks) -> Page | None:
    return next((page for page in part.pages if page.of_division and may(page.needs)), None)


def _divisions(divisions: Sequence[Division], here: Division, round: Round | None, page: Page | None) -> list[Link]:
    """The same page of the other divisions; nothing where there is one division."""
    if len(divisions) < 2 or (round is None and page is None):
        return []
    links = []
    for each in divisions:
        if page is not None:
            url = each.url(page.address)
        elif round is not None and round.number <= each.planned_rounds:
            url = each.url("pairings:round", round.number)
        else:
            url = round_address(each.tournament)
        links.append(Link(each.name, url, each.pk == here.pk))
    return links
