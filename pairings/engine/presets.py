"""Plans for a whole event under one name, for directors who do not want to choose round by round."""

from dataclasses import dataclass
from typing import Any

from pairings.engine.errors import BadOption

FONTES_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Preset:
    """label: what a director calls it.  opening: the method of the first FONTES_ROUNDS rounds.  then: of the others.

    late: the method of the second half, "" where it is the same.
    """

    label: str
    opening: str
    then: str
    late: str = ""


PRESETS: dict[str, Preset] = {
    "chew": Preset("Initial Fontes rounds, then Chew", "initial_fontes", "chew"),
    "cop": Preset(
        "Initial Fontes rounds, Swiss, then contention-aware in the second half", "initial_fontes", "swiss", "cop"
    ),
    "contenders": Preset(
        "Initial Fontes rounds, Swiss, then contenders in the second half", "initial_fontes", "swiss", "contenders"
    ),
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
    half = max(begin - 1, (rounds + 1) // 2) if preset.late else rounds
    middle = ({"first": begin, "last": half, "method": preset.then, "lag": 0},) if half >= begin else ()
    late = ({"first": half + 1, "last": rounds, "method": preset.late, "lag": 0},) if half < rounds else ()
    return (*opening, *middle, *late)
