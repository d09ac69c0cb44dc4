"""A list made of a division's new ratings, for the next event to read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import count

from results.rating_lists.engine.matching import MATCHED, match_all
from results.rating_lists.formats.model import IDS, Body, ListEntry
from results.rating_lists.formats.writing import list_as_csv
from results.rating_lists.models import VALUES, RatingList, RatingListEntry
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry
from .lists import ListFile, index_of, load_list
from .uses import pins_of, roster_player


@dataclass(frozen=True, slots=True)
class NewRating:
    """A player's rating after an event.

    Attributes:
        games: rated games in the player's life; None = not known.
        deviation: in points; None where the system has none.
        last_played: the day of the player's last rated event.
    """

    rating: int
    games: int | None
    deviation: float | None
    last_played: date | None


def make_list(
    *,
    by: Actor,
    division: Division,
    new_ratings: Mapping[int, NewRating],
    system: str,
    name: str = "",
    base: RatingList | None = None,
) -> RatingList:
    """Make a version of the division's new ratings, as of the event's last day: one decision, one record.

    Args:
        new_ratings: by player number; the others are left out.
        system: key of the rating system, for the record.
        base: a list whose other players stay as they are; whoever played is found in it as when a list is applied.

    Raises:
        Refused: code ``list_loaded`` or ``list_name_taken`` where such a version is here; ``list_unusable``.
        NotAllowed: the actor may not change the roster.
    """
    entries = [entry for entry in division.entries.select_related("player") if entry.number in new_ratings]
    lines = _lines_of(division, entries, base)
    rows = dict(index_of(base).by_line) if base else {}
    free = count(max(rows, default=0) + 1)
    for entry in entries:
        new, line = new_ratings[entry.number], lines.get(entry.number) or next(free)
        rows[line] = replace(
            rows.get(line) or _line_of(entry, line),
            rating=new.rating, games=new.games, deviation=new.deviation, last_played=new.last_played,
        )  # fmt: skip
    event = division.tournament
    file = ListFile(
        f"{event.slug}-{division.code}-{system}.csv",
        list_as_csv(row for _, row in sorted(rows.items())),
        Body.OWN,
        name.strip() or f"{division.name} after {event.name}",
        event.ends_on,
    )
    facts = {"system": system, "rated": len(entries), "added_to": base.title if base else ""}
    return load_list(by=by, file=file, tournament=event, division=division, facts=facts)


def _lines_of(division: Division, entries: list[Entry], base: RatingList | None) -> dict[int, int]:
    """By player number, the line of `base`: the one applied to the division, else the one that matches."""
    if base is None:
        return {}
    pins = pins_of(division, base)
    applied = {entry.number: pins[entry.pk] for entry in entries if entry.pk in pins}
    matches = match_all([roster_player(entry) for entry in entries], index_of(base), applied)
    return {match.number: match.entry.line for match in matches if match.kind in MATCHED and match.entry}


def _line_of(entry: Entry, line: int) -> ListEntry:
    person = entry.player
    ids = {name: getattr(person, name) for name in IDS}
    return ListEntry(line, person.name, person.filing_name, country=person.country, club=person.club, **ids)


def as_file(rating_list: RatingList) -> bytes:
    """Any version as a CSV file, without memberships and suspensions; of a made one the very bytes of its SHA-256."""
    rows = RatingListEntry.objects.filter(rating_list=rating_list).order_by("line").values(*VALUES)
    return list_as_csv(ListEntry(**row) for row in rows.iterator(chunk_size=5_000))
