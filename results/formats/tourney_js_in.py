"""Reads tourney.js, and tsh's own of the same name: its players are lines of .t files written as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from results.formats.model import FileFormat, ImportedFile, Problem
from results.formats.tsh import read_tsh
from results.formats.tsh_config import facts_of

START = "newt="


def read_tourney_js(text: str) -> ImportedFile:
    """Read the JSON after `newt=`; every division as read_tsh reads it.  Never raises; see `problems`."""
    body = text.strip().removeprefix(START).strip().removesuffix(";")
    try:
        data = json.loads(body)
        archive = "\n".join(line for division in data["divisions"] for line in _block(division))
        said = facts_of(data.get("config") or {})
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        message = f"what follows {START} is not as overlays read it ({type(error).__name__}: {error})."
        wrong = Problem(None, "file", message[:300], "Load the .t files it was made from.")
        return ImportedFile(FileFormat.TOURNEY_JS, (), (wrong,))
    read = read_tsh(archive)
    return ImportedFile(FileFormat.TOURNEY_JS, read.divisions, read.problems, said.name, said.first_day, said.settings)


def _block(division: Mapping[str, Any]) -> Iterator[str]:
    name = " ".join(str(division["name"]).split()) or "A"
    yield f"#begin_file name={name}.t"
    for player in division["players"]:
        if player is not None:
            yield _line(player)
    yield f"#end_file name={name}.t"


def _line(player: Mapping[str, Any]) -> str:
    """One player as a line of a .t file."""
    name = " ".join(str(player["name"]).replace(";", ",").split())
    etc = player.get("etc") or {}
    head = [name, str(int(player.get("rating") or 0)), *(str(int(one)) for one in player.get("pairings") or ())]
    parts = [" ".join(head), " ".join(str(int(one)) for one in player.get("scores") or ())]
    parts += [f"{key} {' '.join(map(str, values))}" for key, values in etc.items() if isinstance(values, list)]
    return "; ".join(part.replace("\n", " ") for part in parts)
