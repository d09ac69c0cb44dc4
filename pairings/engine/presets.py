"""Plans for a whole event under one name, for directors who do not want to choose round by round."""

from dataclasses import dataclass
from typing import Any

from pairings.engine.errors import BadOption

FONTES_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Preset:
    """label: what a director calls it.  opening: the method of the first FONTES_ROUNDS rounds.  then: of the others."""

    label: str
    opening: str
    then: str


PRESETS: dict[str, Preset] = {
    "chew": Preset("Initial Fontes rounds, then Chew", "initial_fontes", "chew"),
}


def plan_of(name: str, rounds: int, players: int) -> tuple[dict[str, Any], ...]:
    """The plan lines ({"first", "last", "method", "lag"}) of a preset.

    A field or an event too small for the opening plays the second method from the start.  Raises BadOption.
    """
    if name not in PRESETS:
        raise BadOption("preset", f"must be one of {', '.join(PRESETS)}, not {name!r}.")
    preset = PRESETS[name]
    opens = rounds > FONTES_ROUNDS and players >= 2 * (FONTES_ROUNDS + 1)
    opening = ({"first": 1, "last": FONTES_ROUNDS, "method": preset.opening, "lag": 0},) if opens else ()
    begin = FONTES_ROUNDS + 1 if opens else 1
    return (*opening, {"first": begin, "last": rounds, "method": preset.then, "lag": 0})
