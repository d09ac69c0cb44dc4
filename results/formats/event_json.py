"""Reads the suite's own JSON document of a whole event.  Schema: static/schemas/event-1.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from results.formats.assemble import roster_problems
from results.formats.event_json_games import game_of, instant, round_faults, round_of
from results.formats.event_json_more import OF_DIVISION, OF_EVENT, division_faults, event_faults, more_of, unfit
from results.formats.model import (
    FileFormat,
    ImportedAdjustment,
    ImportedDivision,
    ImportedFile,
    Problem,
    RosterRow,
    note,
)
from tdsuite.tournaments.rulebooks.choices import options
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

SCHEMA = Path(__file__).resolve().parents[2] / "static" / "schemas" / "event-1.json"
SETTINGS = (
    "venue", "time_zone", "rulebook", "rulebook_file", "choices", "game_minutes", "visibility", "status", "entry_mode", "starts_by_schedule",
)  # fmt: skip
MOST_FAULTS = 20


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def read_event_json(text: str) -> ImportedFile:
    """Read a document that `export_tournament --format json` wrote.  Never raises; see `problems`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        return _refused(Problem(line, "file", f"it is not whole JSON ({error}).", "Export the event again."))
    if isinstance(data, dict) and isinstance(data.get("version"), int) and data["version"] > 1:
        message = f"it has version {data['version']}; this program reads version 1."
        return _refused(Problem(None, "version", message, "Update this program, or export from an older one."))
    faults = sorted(_validator().iter_errors(data), key=lambda one: [str(part) for part in one.absolute_path])
    if faults:
        return _refused(*(_fault(one.absolute_path, one.message) for one in faults[:MOST_FAULTS]))
    if worse := list(islice(unfit(data), MOST_FAULTS)):
        return _refused(*worse)
    problems: list[Problem] = []
    divisions = tuple(_division(one, problems) for one in data["divisions"])
    if not divisions:
        problems.append(Problem(None, "divisions", "the event has no division.", "Add one before exporting."))
    problems += event_faults(data)
    settings = {name: data[name] for name in SETTINGS if name in data}
    settings, left_out = _without_fixed_choices(settings)
    problems += left_out
    settings |= {"ends_on": date.fromisoformat(data["ends_on"])}
    more, day = more_of(data, OF_EVENT), date.fromisoformat(data["starts_on"])
    return ImportedFile(FileFormat.EVENT_JSON, divisions, tuple(problems), data["name"], day, settings, more)


def _without_fixed_choices(settings: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The settings without choices that the rulebook does not leave to the organiser, as older documents have them."""
    book, choices = RULEBOOKS.get(settings.get("rulebook", "")), settings.get("choices", {})
    fixed = {option.key: option for option in options(book) if option.fixed} if book else {}
    left_out = [key for key, value in choices.items() if key in fixed and value != fixed[key].default]
    if not left_out:
        return settings, []
    notes = [
        note(
            None, "choices", f"{fixed[key].label}: {choices[key]} is left out, the rulebook says {fixed[key].default}."
        )
        for key in left_out
    ]
    return {**settings, "choices": {key: value for key, value in choices.items() if key not in left_out}}, notes


def _refused(*problems: Problem) -> ImportedFile:
    return ImportedFile(FileFormat.EVENT_JSON, (), problems)


def _fault(path: Any, message: str) -> Problem:
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".") or "document"
    return Problem(None, where, message[:200] + ".", "Export the event again, or mend that value.")


def _division(data: Mapping[str, Any], problems: list[Problem]) -> ImportedDivision:
    players = tuple(_player(one) for one in data["players"])
    problems += roster_problems(players)
    problems += round_faults(data)
    games = tuple(game_of(row["number"], one) for row in data["rounds"] for one in row["games"])
    problems += division_faults(data, games)
    return ImportedDivision(
        name=data["name"],
        players=players,
        games=games,
        adjustments=tuple(
            ImportedAdjustment(
                0,
                one["player"],
                one["round"],
                one["points"],
                one["reason"],
                one.get("rule", ""),
                instant(one.get("at")),
            )
            for one in data["spread_adjustments"]
        ),
        rounds=max((game.round for game in games), default=0),
        left_out=frozenset(one["number"] for one in data["players"] if one["unranked"]),
        planned=data["planned_rounds"],
        spread_caps=tuple(data["spread_caps"]),
        code=data["code"],
        said=tuple(round_of(one) for one in data["rounds"]),
        more=more_of(data, OF_DIVISION),
    )


def _player(data: Mapping[str, Any]) -> RosterRow:
    return RosterRow(
        line=0, name=data["name"], filing_name=data["filing_name"], number=data["number"], rating=data["rating"],
        lifetime_games=data["lifetime_games"], class_name=data["class"], team=data["team"], club=data["club"],
        country=data["country"], national_id=data["national_id"], naspa_id=data["naspa_id"], wespa_id=data["wespa_id"],
        absp_id=data["absp_id"], withdrawn_from=data["withdrawn_from"], absences=tuple(data["absences"]),
        seed=data.get("seed"), at_bottom=data.get("at_bottom", False), extras=tuple(data.get("extras", {}).items()),
    )  # fmt: skip
