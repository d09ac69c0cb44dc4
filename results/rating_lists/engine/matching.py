"""Who of a roster is who in a rating list: by number, by name, and otherwise asked.

Nothing is guessed: a player matches by a number under a name that shares a word, or by a name that only one person of the
list has. Two players never get one line of the list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from results.rating_lists.formats.model import BODY_NAMES, ID_FIELDS, IDS, Body, ListEntry
from tdsuite.tournaments.engine.names import CUT_AT, name_key, name_words
from .index import NEAR, Index

MOST_OFFERED = 6  # candidates a player


class MatchKind(StrEnum):
    """How far a player is matched. BY_ID, BY_NAME and CONFIRMED are; the others wait for somebody or stay as they are."""

    BY_ID = "number"
    BY_NAME = "name"
    CONFIRMED = "confirmed"
    TO_CONFIRM = "to confirm"
    UNMATCHED = "unmatched"
    LEFT = "left alone"


STRENGTH = {MatchKind.CONFIRMED: 0, MatchKind.BY_ID: 1, MatchKind.BY_NAME: 2}  # the surer match keeps a line
MATCHED = frozenset(STRENGTH)


@dataclass(frozen=True, slots=True)
class RosterPlayer:
    """A player to look up.

    Attributes:
        number: unique in the division.
        ids: member numbers by field; "" = not known.
    """

    number: int
    name: str
    ids: Mapping[str, str]
    country: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line of the list that may be the player's, and why."""

    entry: ListEntry
    why: str


@dataclass(frozen=True, slots=True)
class Match:
    """The answer for one player.

    Attributes:
        entry: the line taken, None where none is.
        offered: what may be confirmed instead, best first.
    """

    number: int
    kind: MatchKind
    why: str
    entry: ListEntry | None = None
    offered: tuple[Candidate, ...] = ()


def match_all(
    players: Sequence[RosterPlayer], index: Index, chosen: Mapping[int, int | None] | None = None
) -> tuple[Match, ...]:
    """Match every player.

    Args:
        chosen: by player number, the line that somebody confirmed, or None to leave the player alone. A line that is
            not in the list counts as not chosen: see `unknown_lines`.
    """
    choices = chosen or {}
    matches = [
        _chosen_match(player, index, choices[player.number]) if player.number in choices else _match(player, index)
        for player in players
    ]
    return tuple(_one_line_each(players, matches))


def unknown_lines(index: Index, chosen: Mapping[int, int | None]) -> tuple[int, ...]:
    """Lines that somebody confirmed and that the list does not have."""
    return tuple(sorted({line for line in chosen.values() if line is not None and line not in index.by_line}))


def _chosen_match(player: RosterPlayer, index: Index, line: int | None) -> Match:
    match = _match(player, index)
    if line is None:
        return replace(match, kind=MatchKind.LEFT, why="left alone, as chosen", entry=None)
    entry = index.by_line.get(line)
    return (
        Match(player.number, MatchKind.CONFIRMED, f"confirmed: the list says {entry.name}", entry) if entry else match
    )


def _match(player: RosterPlayer, index: Index) -> Match:
    for field in sorted(IDS, key=lambda field: field != ID_FIELDS[index.body]):
        entries = index.with_id(field, player.ids.get(field, ""))
        if len(entries) == 1:
            return _match_by_id(player, entries[0], field, index)
        if entries:
            why = f"{_id_name(field)} {player.ids[field]} is on {len(entries)} lines of the list"
            return _asked(player, MatchKind.TO_CONFIRM, why, [Candidate(entry, _id_name(field)) for entry in entries])
    if same := index.with_name(player.name):
        return _match_by_name(player, same, index)
    own = ID_FIELDS[index.body]
    near = index.search(player.name, NEAR) or index.search(player.name[:CUT_AT], NEAR)
    near = [entry for entry in near if not (player.ids.get(own) and getattr(entry, own))]
    if candidates := [Candidate(entry, "a like name") for entry in near[:MOST_OFFERED]]:
        return _asked(player, MatchKind.TO_CONFIRM, "the list has like names", candidates)
    return Match(player.number, MatchKind.UNMATCHED, "nobody in the list has this name or number")


def _id_name(field: str) -> str:
    body = next(body for body, name in ID_FIELDS.items() if name == field)
    return "the national number" if body is Body.OTHER else f"the {BODY_NAMES[body]} number"


def _match_by_id(player: RosterPlayer, entry: ListEntry, field: str, index: Index) -> Match:
    why = f"{_id_name(field)} {player.ids[field]}"
    if name_key(player.name) == name_key(entry.name):
        return Match(player.number, MatchKind.BY_ID, f"{why} and the same name", entry)
    shared = set(name_words(player.name)) & set(name_words(entry.name))
    if any(len(word) > 1 for word in shared):
        return Match(player.number, MatchKind.BY_ID, f"{why}; the list says {entry.name}", entry)
    namesakes = [Candidate(other, "the same name") for other in index.with_name(player.name)]
    offered = (Candidate(entry, f"{why}, another name"), *namesakes)[:MOST_OFFERED]
    return Match(player.number, MatchKind.TO_CONFIRM, f"{why} is {entry.name} in the list: another name", None, offered)


def _match_by_name(player: RosterPlayer, same: list[ListEntry], index: Index) -> Match:
    own = ID_FIELDS[index.body]
    known = player.ids.get(own, "")
    fitting = [entry for entry in same if not known or not getattr(entry, own)]
    if not fitting:
        offered = [Candidate(entry, f"the same name, but {_id_name(own)} {getattr(entry, own)}") for entry in same]
        why = f"the same name, but {_id_name(own)} is {known} here and another in the list"
        return _asked(player, MatchKind.TO_CONFIRM, why, offered)
    if len(fitting) == 1:
        why, country = "the same name", fitting[0].country
        if player.country and country and not _same(player.country, country):
            why = f"the same name; {player.country} here, {country} in the list"
        return Match(player.number, MatchKind.BY_NAME, why, fitting[0])
    compatriots = [entry for entry in fitting if _same(entry.country, player.country)]
    clubmates = [entry for entry in fitting if _same(entry.club, player.club)]
    for entries, words in ((compatriots, f"from {player.country}"), (clubmates, f"of {player.club}")):
        if len(entries) == 1:
            why = f"the same name, the only one of {len(fitting)} {words}"
            return Match(player.number, MatchKind.BY_NAME, why, entries[0])
    why = f"{len(fitting)} people in the list have this name"
    return _asked(player, MatchKind.TO_CONFIRM, why, [Candidate(entry, "the same name") for entry in fitting])


def _same(text: str, other: str) -> bool:
    return bool(text) and text.casefold() == other.casefold()


def _asked(player: RosterPlayer, kind: MatchKind, why: str, candidates: list[Candidate]) -> Match:
    """Offer lines, the likeliest first: by country, by club, then by name and line."""
    rows = []
    for candidate in candidates:
        entry = candidate.entry
        shared = [name for name in ("country", "club") if _same(getattr(entry, name), getattr(player, name))]
        words = ", ".join([candidate.why, *(f"the same {name}" for name in shared)])
        order = ("country" not in shared, "club" not in shared, entry.name.casefold(), entry.line)
        rows.append((order, Candidate(entry, words)))
    rows.sort(key=lambda row: row[0])
    return Match(player.number, kind, why, None, tuple(candidate for _, candidate in rows[:MOST_OFFERED]))


def _one_line_each(players: Sequence[RosterPlayer], matches: Sequence[Match]) -> Iterable[Match]:
    """No line for two players: the surer match keeps it; of equals both are asked."""
    names = {player.number: player.name for player in players}
    by_line: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        if match.entry is not None:
            by_line[match.entry.line].append(match)
    for match in matches:
        rivals = [rival for rival in by_line[match.entry.line] if rival is not match] if match.entry else []
        strengths = [STRENGTH[rival.kind] for rival in rivals]
        if match.entry is None or STRENGTH[match.kind] < min(strengths, default=len(STRENGTH)):
            yield match
            continue
        others = ", ".join(f"{rival.number} {names[rival.number]}" for rival in rivals)
        why = f"line {match.entry.line} of the list fits {others} too"
        yield Match(match.number, MatchKind.TO_CONFIRM, why, None, (Candidate(match.entry, match.why),))
