"""Whom a director means who adds a player: people of the loaded lists, and of earlier events whose rosters he may see."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any, TypedDict

from results.rating_lists.engine.index import OFFERED, Index
from results.rating_lists.formats.model import ID_FIELDS, IDS, Body, ListEntry
from results.rating_lists.models import RatingList, RatingListEntry
from tdsuite.formats.tou.corrector import name_corrections
from tdsuite.platform.access.models import Membership
from tdsuite.platform.access.roles import CAPABILITIES, Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.engine.names import name_key, plain_letters
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.services.decision import Refused
from .lists import index_of
from .uses import apply_list, membership_warnings, pins_of

MOST = 8  # people offered at once
LONGEST_COUNTRY = 3  # letters of a player's


class Offer(TypedDict):
    """What a page and a program are told of a person.  key: names the person when the player is added or pinned."""

    key: str
    name: str
    rating: int | None
    facts: str
    warnings: list[str]


@dataclass(frozen=True, slots=True)
class Known:
    """A person who is known.

    Attributes:
        source: the list or the event that says so, as of a day.
        rating_list: None where an event does.
    """

    entry: ListEntry
    source: str
    as_of: date
    rating_list: RatingList | None = None

    @property
    def key(self) -> str:
        """Names the person in a form: "12-345" is line 345 of list 12, "0-77" player 77."""
        return f"{getattr(self.rating_list, 'pk', 0)}-{self.entry.line}"

    @property
    def facts(self) -> str:
        """What tells like names apart: "1725 · AA000001 · ENG · played 2026-03-01 · WESPA ratings, 14 May 2026"."""
        entry = self.entry
        words = [
            str(entry.rating or "unrated"),
            *(getattr(entry, name) for name in IDS),
            entry.country,
            entry.club,
            entry.last_played and f"played {entry.last_played}",
            self.source,
        ]
        return " · ".join(filter(None, words))

    @property
    def values(self) -> dict[str, Any]:
        """Of the player and the entry, as `add_entry` takes them, as far as they are known."""
        entry = self.entry
        values = {
            name: getattr(entry, name)
            for name in ("name", "filing_name", *IDS, "club", "rating", "deviation", "last_played")
        }
        country = entry.country.upper() if len(entry.country) <= LONGEST_COUNTRY else ""
        values |= {"lifetime_games": entry.games, "country": country}
        return {name: value for name, value in values.items() if value not in ("", None)}

    def warnings(self, event: Tournament) -> Iterator[str]:
        """What a ratings submission of the event would stumble over."""
        start = f"{self.entry.name}: {self.source}"
        yield from membership_warnings(self.entry, event)
        if self.rating_list and not getattr(self.entry, ID_FIELDS[Body(self.rating_list.body)]):
            yield f"{start} has no number. Ask for it."
        newest = RatingList.objects.filter(uses__division__tournament=event).first()
        if newest and self.as_of < newest.as_of:
            yield f"{start} is older than {newest}, which this event uses."


def warnings_at_entry(entry: Entry, known: Known | None) -> Iterator[str]:
    """What is to be asked or mended while the player is at the desk.  known: whom they were taken for."""
    name = entry.player.name
    if known:
        yield from known.warnings(entry.division.tournament)
    elif RatingList.objects.exists():
        yield f"{name} is in no loaded list. Ask for a number and a rating."
    if len(plain_letters(name).split()) < 2:
        yield f"{name}: rating lists have a given name and a family name, in Latin letters."
    others = list(entry.division.entries.exclude(pk=entry.pk).values_list("player__name", flat=True))
    own = set(name_corrections([*others, name])).difference(name_corrections(others))
    yield from (f"In WESPA’s files, {correction}" for correction in sorted(own))


def pin_player(*, by: Actor, entry: Entry, known: Known | None) -> None:
    """From now on the player is that line of the list, which fills what they lack. One decision with its record.

    known: of no list, nothing is decided.

    Raises:
        Refused: code ``line_taken`` where another player of the division is that line.
        NotAllowed: the actor may not change the roster.
    """
    if not known or not known.rating_list:
        return
    division, line = entry.division, known.entry.line
    holders = [pk for pk, pinned in pins_of(division, known.rating_list).items() if pinned == line]
    if other := division.entries.filter(pk__in=holders).exclude(pk=entry.pk).first():
        raise Refused(f"{known.entry.name} of {known.source} is {other} already.", code="line_taken")
    apply_list(by=by, division=division, rating_list=known.rating_list, chosen={entry.number: line}, only=entry.number)


def known_people(user: Any, event: Tournament, typed: str, least: float = OFFERED) -> list[Known]:
    """The likeliest first, of equals those of lists, whom an earlier event does not repeat."""
    index, everybody = _everybody(user, event)
    return [everybody[entry.line] for entry in index.search(typed, least)[:MOST]]


def offers(event: Tournament, reader: Any, typed: str) -> list[Offer]:
    """Whom the words typed may mean."""
    return [
        Offer(
            key=known.key,
            name=known.entry.name,
            rating=known.entry.rating,
            facts=known.facts,
            warnings=[*known.warnings(event)],
        )
        for known in known_people(reader, event, typed)
    ]


def known_by(user: Any, event: Tournament, key: str) -> Known | None:
    """The person whom a form names, where the user may know of them."""
    return next((known for known in _everybody(user, event)[1] if known.key == key), None)


def _names_of(entry: ListEntry) -> set[str]:
    """The name with each number, and where one lacks the name alone: whose are all known is known."""
    return {f"{name_key(entry.name)} {getattr(entry, name)}" for name in IDS}


def newest_lists() -> list[RatingList]:
    """The newest version of each list."""
    return [*{(row.body, row.name): row for row in RatingList.objects.order_by("as_of")}.values()]


def _everybody(user: Any, event: Tournament) -> tuple[Index, list[Known]]:
    """The people of the newest version of each list, then of the earlier events whose rosters the user may see."""
    lists = newest_lists()
    events = Tournament.objects.filter(starts_on__lt=event.starts_on, is_practice=False)
    if not user.is_superuser:
        roles = Membership.objects.filter(user=user.pk, role__in=CAPABILITIES[Can.SEE_CONSOLE])
        events = events.filter(pk__in=roles.values("tournament"))
    divisions = Division.objects.filter(tournament__in=events)
    lines = RatingListEntry.objects.filter(rating_list__in=lists).count()  # somebody may be erased from a list
    changes = versions(*(row.live_topic for row in divisions)).items()
    state = (lines, *(row.loaded_at for row in lists), *sorted(changes))
    return _people(tuple(lists), tuple(row.pk for row in divisions), state)


@lru_cache(maxsize=2)
def _people(
    lists: tuple[RatingList, ...], divisions: tuple[int, ...], state: tuple[Any, ...]
) -> tuple[Index, list[Known]]:
    """state: what is other once the lists or the rosters are."""
    people = [Known(entry, row.title, row.as_of, row) for row in lists for entry in index_of(row).by_line.values()]
    names = set[str]().union(*(_names_of(known.entry) for known in people))
    entries = Entry.objects.filter(division__in=divisions).order_by("-division__tournament__starts_on", "pk")
    for row in entries.select_related("player", "division__tournament"):
        person, event = row.player, row.division.tournament
        own = {name: getattr(person, name) for name in (*IDS, "country", "club")}
        entry = ListEntry(
            person.pk, person.name, person.filing_name, row.rating, row.lifetime_games, **own,
            last_played=row.last_played, deviation=row.deviation,
        )  # fmt: skip
        if not _names_of(entry) <= names:
            people.append(Known(entry, event.name, event.ends_on))
        names |= _names_of(entry)
    return Index((replace(known.entry, line=row) for row, known in enumerate(people)), Body.OWN), people
