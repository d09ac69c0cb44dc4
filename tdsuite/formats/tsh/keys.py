"""The keys of a player that are tsh's own: these alone are kept of a file, and written again.

Whatever else stands in a file may be about the person, such as an address or what they eat, and goes nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from tdsuite.formats.model import FileDivision, Problem, note
from tdsuite.tournaments.engine.names import display_name, tidy

RANKS = ("rrank", "rcrank")  # of rounds 0, 1, 2, ...
EACH_ROUND = ("newr", "rtime")
AT_THE_END = ("excwins", "perfr", "rprov", "time")
OF_RESULTS = frozenset({*RANKS, *EACH_ROUND, *AT_THE_END, "rmood"})  # worked out of results
TAG = "tag"  # the number of another body than NASPA, as it stood after the name
KNOWN = OF_RESULTS | {TAG, "board", "lifeg", "naspa", "off", "p12", "penalty", "photo", "seat", "xtid"}
FIELDS = frozenset({"class", "team"})  # words that have a field of their own, and need no second place
NAME, RATING, COLUMN, RESULTS, END = (
    "name",
    "rating",
    "column",
    "results",
    "end",
)  # how a line stood in a file: no keys of tsh
TOU_ROW, TOU_HIGH_WORD = (
    "tou",
    "tou-high-word",
)  # a .TOU row after its name, and the empty line above the first row: no keys either
_NUMBERS = r"[-+.0-9e ]*"
_TAG = r"[A-Z]{2}[0-9]{6}"
_WORDS = {
    TAG: _TAG, "naspa": _TAG, "photo": r"[\w./-]{1,190}\.(?i:gif|jpe?g|png|webp|svg)", RATING: r"[0-9]+(\+[0-9]+)+",
    COLUMN: r"[0-9]{1,3}", RESULTS: r"[-0-9 ;]*", END: ";?", TOU_ROW: r"[-+0-9 ]*", TOU_HIGH_WORD: r"[0 ]*",
}  # fmt: skip
_KEPT = KNOWN | {RATING, COLUMN, RESULTS, END, TOU_ROW, TOU_HIGH_WORD}


def known_keys(extras: Iterable[tuple[str, str]], name: str) -> tuple[tuple[str, str], ...]:
    """The keys that tsh has, with values such as tsh writes: numbers, but for a few words, and the player's own `name`."""
    return tuple((key, value) for key, value in extras if _is_known(key, value, name))


def _is_known(key: str, value: str, name: str) -> bool:
    if key == NAME:
        return is_name_of(value, name)
    return key in _KEPT and re.fullmatch(_WORDS.get(key, _NUMBERS), value) is not None


def is_name_of(text: str, name: str) -> bool:
    """Whether a name as it stands in a file is a player's."""
    return name in (tidy(text), display_name(text))


def with_known_keys(division: FileDivision) -> FileDivision:
    """The division with these keys alone."""
    players = (replace(row, extras=known_keys(row.extras, row.name)) for row in division.players)
    return replace(division, players=tuple(players))


def unknown_keys(divisions: Sequence[FileDivision]) -> Iterator[Problem]:
    """One note that names the keys that are not kept; never what they say."""
    rows = [row for division in divisions for row in division.players]
    unknown = {key for row in rows for key, _ in set(row.extras) - set(known_keys(row.extras, row.name))} - FIELDS
    if unknown:
        words = ", ".join(sorted(word[:20] for word in unknown)[:12])
        yield note(None, "keys", f"not kept, as they are none of tsh's, or hold what tsh never writes: {words}.")


def results_text(opponents: Sequence[int], scores: Sequence[int]) -> str:
    """A player's opponents and scores in one line."""
    return ";".join(" ".join(map(str, numbers)) for numbers in (opponents, scores))


def rounds_alike(came: str, own: str) -> int:
    """The rounds, from the first, of which two lines of opponents, scores and scores against say the same."""
    rounds = (list(zip(*(part.split() for part in text.split(";")), strict=False)) for text in (came, own))
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*rounds, strict=False)))
