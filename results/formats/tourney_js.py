"""Writes tourney.js, the file that stream overlays read: `newt=` and one JSON object with every division."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from results.formats.model import ImportedDivision, Problem, RosterRow
from results.formats.tsh_out import Keys, keys_of, own_rounds, rounds_of
from results.formats.writing import Written, listed, numbers_in_file, places_of

PER_ROUND = frozenset({"board", "newr", "p12", "penalty", "rcrank", "rrank", "rtime"})  # keys that hold whole numbers


def write_tourney_js(divisions: Sequence[tuple[ImportedDivision, Keys]], config: Mapping[str, str]) -> Written:
    """The event as overlays poll it.  Ids and opponents count from 1; players[0] is null; opponent 0 is a bye."""
    losses: list[Problem] = []
    written = [_division(division, computed, losses) for division, computed in divisions]
    data = {"config": dict(config), "divisions": written}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return Written(f"newt={text};\n", listed(losses))


def _division(division: ImportedDivision, computed: Keys, losses: list[Problem]) -> dict[str, Any]:
    rows, moved = numbers_in_file(division)
    losses += moved
    places = places_of(division)
    players: list[dict[str, Any] | None] = [None]
    for row in sorted(division.players, key=lambda one: one.number or 0):
        own = own_rounds(division, places, row)
        opponents, scores = rounds_of(row, own, rows, losses)
        keys = keys_of(division, row, own[: len(opponents)], computed)
        players.append(_player(rows[row.number or 0], row, opponents, scores, keys))
    return {"name": division.name, "players": players}


def _player(
    number: int, row: RosterRow, opponents: Sequence[int], scores: Sequence[int], keys: Mapping[str, str]
) -> dict[str, Any]:
    etc = {
        key: [int(one) for one in value.split()] if key in PER_ROUND else value.split() for key, value in keys.items()
    }
    return {
        "id": number,
        "name": row.filing_name,
        "rating": row.rating or 0,
        "pairings": list(opponents),
        "scores": list(scores),
        "etc": etc,
        "photo": dict(row.extras).get("photo", ""),
    }
