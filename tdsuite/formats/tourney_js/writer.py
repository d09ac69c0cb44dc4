"""Writes tourney.js, the file that stream overlays read: `newt=` and one JSON object with every division."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from tdsuite.formats.model import FileDivision, Problems, RosterRow
from tdsuite.formats.tsh.division import name_and_tags
from tdsuite.formats.tsh.keys import TAG
from tdsuite.formats.tsh.writer import Keys, file_rating, keys_of, name_in_file, own_rounds, rounds_of
from tdsuite.formats.writing import HELD_BY_TSH, Written, listed, names_alike, numbers_in_file, places_of, without_room

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,17})?(?:e-?[0-9]{1,2})?", re.ASCII)
WORDS = frozenset({"class", "naspa", "team"})  # keys that hold words, whatever they look like


def write_tourney_js(divisions: Sequence[tuple[FileDivision, Keys]], config: Mapping[str, str]) -> Written:
    """The event as overlays poll it.  Ids and opponents count from 1; players[0] is null; opponent 0 is a bye."""
    losses = Problems()
    written = [_division(division, computed, losses) for division, computed in divisions]
    data = {"config": dict(config), "divisions": written}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return Written(f"newt={text};\n", listed(losses))


def _division(division: FileDivision, computed: Keys, losses: Problems) -> dict[str, Any]:
    rows, moved = numbers_in_file(division)
    losses += moved
    losses += without_room([division], HELD_BY_TSH)
    places = places_of(division)
    players: list[dict[str, Any] | None] = [None]
    for row in sorted(division.players, key=lambda player: player.number or 0):
        own = own_rounds(division, places, row)
        opponents, scores = rounds_of(row, own, rows, losses)
        keys = keys_of(division, row, own[: len(opponents)], computed)
        players.append(_player(rows[row.number or 0], row, opponents, scores, keys))
    losses += names_alike(name_and_tags(player["name"])[0] for player in players if player)
    settings = division.settings
    own_keys = {
        "classes": len({row.class_name for row in division.players if row.class_name}) or 1,
        "first_out_of_the_money": settings.get("out_of_the_money", []),
        "maxr": max(int(settings.get("planned_rounds", 0)), division.rounds) - 1,
        "maxrp": division.complete_rounds - 1,
        "name": division.name,
        "players": players,
        "rating_list": settings.get("rating_system", ""),
        "rating_system": settings.get("rating_system", ""),
        "seeds": _seeds(division),
    }
    return {key: value for key, value in own_keys.items() if value != ""}


def _seeds(division: FileDivision) -> list[int]:
    """Everybody's place by rating, in the order of their numbers; equal ratings share one."""
    ratings = [row.rating or 0 for row in sorted(division.players, key=lambda player: player.number or 0)]
    return [1 + sum(other > rating for other in ratings) for rating in ratings]


def _player(
    number: int, row: RosterRow, opponents: Sequence[int], scores: Sequence[int], keys: Mapping[str, str]
) -> dict[str, Any]:
    etc = {key: _values(key, text) for key, text in {"board": "", "p12": "", **keys}.items() if key != "photo"}
    if row.naspa_id:
        etc["naspa"] = [row.naspa_id]
    rating, tag = file_rating(row), dict(row.extras).get(TAG)
    return {
        "id": number,
        "name": f"{name_in_file(row)}:{tag}" if tag else name_in_file(row),
        "rating": int(rating) if rating.isdecimal() else rating,
        "pairings": list(opponents),
        "scores": list(scores),
        "etc": dict(sorted(etc.items())),
        "photo": dict(row.extras).get("photo", ""),
    }


def _values(key: str, text: str) -> list[int | float | str]:
    """The words of a key: numbers where they are some, as typed readers ask, so that only the sums of pairs stay words."""
    if key in WORDS:
        return [text]
    return [_value(word) for word in text.split()]


def _value(word: str) -> int | float | str:
    value: int | float = json.loads(word) if _NUMBER.fullmatch(word) else 0
    return value if value or not word.strip("0") else word
