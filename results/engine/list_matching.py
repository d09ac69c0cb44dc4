"""Who of a roster is who in a rating list: by number, by name, and near names that somebody must confirm.

Nothing is guessed: what matches by itself is the same number with a like name, or the same name of one person only. All else is
offered with its reason. Two players never get one line of the list.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from results.engine.list_names import near
from results.formats.rating_list_cells import id_key
from results.formats.rating_list_model import BODY_NAMES, ID_FIELDS, IDS, Body, ListEntry
from tdsuite.tournaments.engine.names import CUT_AT, name_words, within_one_letter

MOST_OFFERED = 6  # candidates a player
_EDGE = 3  # letters at either end that one different letter leaves alone, in names of seven letters and more
_SAME_COUNTRY, _SAME_CLUB = "the same country", "the same club"


class Kind(StrEnum):
    """How far a player is matched. BY_ID, BY_NAME and CONFIRMED are; the others wait for somebody or stay as they are."""

    BY_ID = "number"
    BY_NAME = "name"
    CONFIRMED = "confirmed"
    TO_CONFIRM = "to confirm"
    SEVERAL = "several"
    UNMATCHED = "unmatched"
    LEFT = "left alone"


MATCHED = frozenset({Kind.BY_ID, Kind.BY_NAME, Kind.CONFIRMED})


@dataclass(frozen=True, slots=True)
class Wanted:
    """A player to be found. number: unique in the division. ids: member numbers by field; "" = not known."""

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
    """One player's answer. entry: the line taken, None where none is. offered: what may be confirmed instead, best first."""

    number: int
    kind: Kind
    why: str
    entry: ListEntry | None = None
    offered: tuple[Candidate, ...] = ()


class Index:
    """A list made ready to be searched: built once, in time that grows with its length alone."""

    def __init__(self, entries: Iterable[ListEntry], body: Body) -> None:
        self.body = body
        self.by_line: dict[int, ListEntry] = {}
        self._words: dict[int, tuple[str, ...]] = {}
        self._letters: dict[int, tuple[str, str]] = {}
        self._by_id: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._by_name: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_edge: dict[tuple[str, int], list[int]] = defaultdict(list)
        for entry in entries:
            self._add(entry)

    def _add(self, entry: ListEntry) -> None:
        line, words = entry.line, name_words(entry.name)
        self.by_line[line] = entry
        self._words[line] = words
        for field in IDS:
            if value := getattr(entry, field):
                self._by_id[field, id_key(value)].append(line)
        self._by_name[" ".join(sorted(words))].append(line)
        for word in set(words):
            if len(word) > 1:
                self._by_word[word].append(line)
        self._letters[line] = _joined(words)
        for joined in set(self._letters[line]):
            self._by_edge["<" + joined[:_EDGE], len(joined)].append(line)
            self._by_edge[">" + joined[-_EDGE:], len(joined)].append(line)

    def with_id(self, field: str, value: str) -> list[ListEntry]:
        return [self.by_line[line] for line in self._by_id.get((field, id_key(value)), ())] if value else []

    def with_name(self, name: str) -> list[ListEntry]:
        return [self.by_line[line] for line in self._by_name.get(" ".join(sorted(name_words(name))), ())]

    def search(self, text: str, most: int) -> list[ListEntry]:
        """Lines in which every word of a text begins a word of the name, in the list's order."""
        wanted = name_words(text)
        if not wanted:
            return []
        found = (
            self.by_line[line]
            for line, words in self._words.items()
            if all(any(word.startswith(one) for word in words) for one in wanted)
        )
        return [entry for _, entry in zip(range(most), found, strict=False)]

    def near(self, name: str) -> list[Candidate]:
        """Everybody whose name is like this one and not the same, with the reason."""
        words = name_words(name)
        lines: set[int] = set()
        for word in set(words):
            if len(word) > 1:
                lines.update(self._by_word.get(word, ()))
        mine = _joined(words)
        for joined in set(mine):
            for length in (len(joined) - 1, len(joined), len(joined) + 1):
                for edge in ("<" + joined[:_EDGE], ">" + joined[-_EDGE:]):
                    lines.update(line for line in self._by_edge.get((edge, length), ()) if self._alike(mine, line))
        lines.update(self._cut_from(words))
        found = ((line, near(words, self._words[line])) for line in sorted(lines))
        return [Candidate(self.by_line[line], why) for line, why in found if why and why != "the same name"]

    def _alike(self, mine: tuple[str, str], line: int) -> bool:
        """Whether a line has these letters but for one: a quick look before the names are compared word by word."""
        return any(map(within_one_letter, mine, self._letters[line]))

    def _cut_from(self, words: Sequence[str]) -> list[int]:
        """Lines that may be this name as columns cut it, or the whole of which this is a cut one: they begin alike."""
        joined, written = "".join(words), len(" ".join(words))
        lengths = [*range(CUT_AT - 6, CUT_AT + 1)] if written > CUT_AT - 3 else []
        if CUT_AT - 3 <= written <= CUT_AT:
            lengths += [*range(CUT_AT + 1, 2 * CUT_AT)]
        return [line for length in lengths for line in self._by_edge.get(("<" + joined[:_EDGE], length), ())]


def _joined(words: Sequence[str]) -> tuple[str, str]:
    """The letters of a name in the order written, and with its words sorted."""
    return "".join(words), "".join(sorted(words))


def match_all(
    players: Sequence[Wanted], index: Index, chosen: Mapping[int, int | None] | None = None
) -> tuple[Match, ...]:
    """Match every player.  chosen: by player number, the line that somebody confirmed, or None to leave the player alone.

    A line that is not in the list counts as not chosen: see `unknown_lines`.
    """
    said = chosen or {}
    found = [_settled(player, index, said) or _match(player, index) for player in players]
    return tuple(_parted(players, found))


def unknown_lines(index: Index, chosen: Mapping[int, int | None]) -> tuple[int, ...]:
    """Lines that somebody confirmed and that the list does not have."""
    return tuple(sorted({line for line in chosen.values() if line is not None and line not in index.by_line}))


def _settled(player: Wanted, index: Index, said: Mapping[int, int | None]) -> Match | None:
    if player.number not in said:
        return None
    line = said[player.number]
    if line is None:
        return replace(_match(player, index), kind=Kind.LEFT, why="left alone, as said", entry=None)
    entry = index.by_line.get(line)
    if entry is None:
        return None
    return Match(player.number, Kind.CONFIRMED, f"confirmed: {_why_like(player, entry)}", entry)


def _why_like(player: Wanted, entry: ListEntry) -> str:
    return near(name_words(player.name), name_words(entry.name)) or f"the list says {entry.name}"


def _match(player: Wanted, index: Index) -> Match:
    for field in _fields(index.body):
        rows = index.with_id(field, player.ids.get(field, ""))
        if len(rows) == 1:
            return _by_id(player, rows[0], field, index)
        if rows:
            why = f"{_number(field)} {player.ids[field]} stands on {len(rows)} lines of the list"
            return Match(
                player.number, Kind.SEVERAL, why, None, _best(player, [Candidate(row, _number(field)) for row in rows])
            )
    same = index.with_name(player.name)
    if same:
        return _by_name(player, same, index)
    offered = _best(player, index.near(player.name))
    why = "a name like it is in the list" if offered else "nobody in the list has this name or number"
    return Match(player.number, Kind.TO_CONFIRM if offered else Kind.UNMATCHED, why, None, offered)


def _fields(body: Body) -> list[str]:
    """The body's own number first."""
    own = ID_FIELDS[body]
    return [own, *(field for field in IDS if field != own)]


def _number(field: str) -> str:
    body = next(body for body, name in ID_FIELDS.items() if name == field)
    return "the national number" if body is Body.OTHER else f"the {BODY_NAMES[body]} number"


def _by_id(player: Wanted, entry: ListEntry, field: str, index: Index) -> Match:
    why = f"{_number(field)} {player.ids[field]}"
    like = near(name_words(player.name), name_words(entry.name))
    if like == "the same name":
        return Match(player.number, Kind.BY_ID, f"{why} and the same name", entry)
    if like:
        return Match(player.number, Kind.BY_ID, f"{why}; the list says {entry.name}: {like}", entry)
    doubt = f"{why} is {entry.name} in the list: another name"
    others = [Candidate(row, "the same name") for row in index.with_name(player.name)]
    offered = [Candidate(entry, f"{why}, another name"), *others]
    return Match(player.number, Kind.TO_CONFIRM, doubt, None, tuple(offered[:MOST_OFFERED]))


def _by_name(player: Wanted, same: list[ListEntry], index: Index) -> Match:
    own = ID_FIELDS[index.body]
    known = player.ids.get(own, "")
    fitting = [row for row in same if not known or not getattr(row, own)]
    if not fitting:
        offered = [Candidate(row, f"the same name, but {_number(own)} {getattr(row, own)}") for row in same]
        why = f"the same name, but {_number(own)} is {known} here and another in the list"
        return Match(player.number, Kind.TO_CONFIRM, why, None, _best(player, offered))
    if len(fitting) == 1:
        return Match(player.number, Kind.BY_NAME, _with_country(player, fitting[0]), fitting[0])
    for words, agree in (
        (
            f"the only one of {len(fitting)} from {player.country}",
            [row for row in fitting if _same(row.country, player.country)],
        ),
        (f"the only one of {len(fitting)} of {player.club}", [row for row in fitting if _same(row.club, player.club)]),
    ):
        if len(agree) == 1:
            return Match(player.number, Kind.BY_NAME, f"the same name, {words}", agree[0])
    why = f"{len(fitting)} people in the list have this name"
    return Match(
        player.number, Kind.SEVERAL, why, None, _best(player, [Candidate(row, "the same name") for row in fitting])
    )


def _with_country(player: Wanted, entry: ListEntry) -> str:
    if player.country and entry.country and not _same(player.country, entry.country):
        return f"the same name; {player.country} here, {entry.country} in the list"
    return "the same name"


def _same(one: str, other: str) -> bool:
    return bool(one) and one.casefold() == other.casefold()


def _best(player: Wanted, offered: list[Candidate]) -> tuple[Candidate, ...]:
    """The likeliest first: by country, by club, then by name and line; and what speaks for them said."""
    rows = []
    for one in offered:
        country, club = _same(one.entry.country, player.country), _same(one.entry.club, player.club)
        more = [text for text, yes in ((_SAME_COUNTRY, country), (_SAME_CLUB, club)) if yes]
        why = ", ".join([one.why, *more])
        rows.append(((-country, -club, one.entry.name.casefold(), one.entry.line), Candidate(one.entry, why)))
    rows.sort(key=lambda row: row[0])
    return tuple(row for _, row in rows[:MOST_OFFERED])


_STRENGTH = {Kind.CONFIRMED: 0, Kind.BY_ID: 1, Kind.BY_NAME: 2}


def _parted(players: Sequence[Wanted], found: Sequence[Match]) -> Iterable[Match]:
    """No line for two players: what is surer keeps it; equals both wait for somebody."""
    names = {player.number: player.name for player in players}
    best: dict[int, list[Match]] = defaultdict(list)
    for match in found:
        if match.entry is not None:
            best[match.entry.line].append(match)
    for match in found:
        rivals = best[match.entry.line] if match.entry is not None else []
        if match.entry is None or len(rivals) == 1:
            yield match
            continue
        strengths = Counter(_STRENGTH[rival.kind] for rival in rivals)
        strongest = min(strengths)
        if _STRENGTH[match.kind] == strongest and strengths[strongest] == 1:
            yield match
            continue
        others = ", ".join(f"{rival.number} {names[rival.number]}" for rival in rivals if rival.number != match.number)
        why = f"line {match.entry.line} of the list fits {others} too"
        yield Match(match.number, Kind.TO_CONFIRM, why, None, (Candidate(match.entry, match.why),))
