"""The lines of a score, and the ways for a game to end, in words."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from results.rulings.engine.clock_readings import clock_text
from results.rulings.forms.rulings import GROUPS
from tdsuite.tournaments.models import Division, Game, GameAdjustment
from tdsuite.tournaments.rulebooks.incidents import TYPES

LABELS = {
    "tiles_gained": _("opponent’s tiles"),
    "tiles_left": _("own tiles left"),
    "overtime": _("overtime"),
    "overtime_waived": _("overtime waived"),
    "challenge": _("challenge"),
    "time": _("time"),
}


def labelled(line: GameAdjustment) -> GameAdjustment:
    """A line of a score with words for it: what the end of the game was, the incident behind it, or its kind."""
    kind = line.kind.removeprefix("conduct:")
    label = str(LABELS.get(kind) or (title_of(kind).lower() if kind != line.kind else kind.replace("_", " ")))
    clock = f", {'-' if line.seconds < 0 else ''}{clock_text(abs(line.seconds))}" if line.seconds else ""
    line.label = label + clock + (", turn lost" if line.lost_turn else "")  # type: ignore[attr-defined]
    return line


def title_of(kind: str) -> str:
    """An incident's title by its key, also where the key was cut short."""
    return next((each.title for key, each in TYPES.items() if key.startswith(kind)), kind.replace("_", " "))


def groups_of(division: Division) -> list[tuple[Any, list[tuple[str, Any]]]]:
    """The ways for a game to end under the event's rulebook: time up and loss on time only where the book has them."""
    ending = division.book_in_force.ending
    out = set()
    if ending.overtime.after_time.value != "game-ends":
        out.add(Game.Outcome.TIME_UP)
    if ending.overtime_forfeit.value is None:
        out.add(Game.Outcome.OVERTIME)
    return [(group, [kind for kind in kinds if kind[0] not in out]) for group, kinds in GROUPS]
