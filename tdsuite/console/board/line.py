"""The line across divisions: whose numbers a line means, and the desk of that division, which takes it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

from results.games.engine.entry_line import SHAPES, EntryError, Mode, boards_meant
from results.games.engine.round_view import BoardView
from results.games.services.keyboard import REMEMBERED, Desk, Done, Foreseen, Reply, Typed, foresee, take
from results.games.services.parked import Parked, chosen_of
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.reads import histories

from .reads import round_shown

OWN_PREFIXES = frozenset({"p", "t", "u", "m", "h"})  # of the line itself: no division's letter
NAMES_ONLY = re.compile(r"(?:[pt]\s?)?[0-9]+|[^0-9?]+", re.IGNORECASE)
BY_TABLE = re.compile(r"t\s*[0-9].*", re.IGNORECASE | re.DOTALL)


@dataclass
class HallLine:
    """Somebody at the line of an event.

    Attributes:
        whose: the division whose numbers count.
        number: the round of a page that shows another than the one being played; None there.
        memory: the last lines with their divisions, newest last.
    """

    by: Actor
    tournament: Tournament
    divisions: Sequence[Division]
    whose: Division
    number: int | None
    mode: Mode
    memory: list[tuple[int, Done]] = field(default_factory=list)
    desks: dict[int, Desk] = field(default_factory=dict)

    @cached_property
    def by_code(self) -> Mapping[str, Division]:
        return {division.code.casefold(): division for division in self.divisions}

    @property
    def shape(self) -> tuple[str, str, int]:
        """What a line is, an example, and how many figures it has."""
        return SHAPES[self.mode]

    def desk(self, division: Division) -> Desk:
        return self.desks_of([division])[0]

    def desks_of(self, divisions: Sequence[Division]) -> list[Desk]:
        """Those of several divisions, read at once."""
        unread = [division for division in divisions if division.pk not in self.desks]
        for played in histories(unread) if unread else ():
            lines = [done for pk, done in self.memory if pk == played.division.pk]
            number = self.number or round_shown(played)
            self.desks[played.division.pk] = Desk(self.by, played, number, self.mode, lines)
        return [self.desks[division.pk] for division in divisions]


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply and the division it is about.  opens: the board of a line that names one and says no more."""

    reply: Reply
    division: Division | None
    opens: BoardView | None = None


def take_line(hall: HallLine, typed: Typed) -> Answer:
    """Deal with one line: of the division it means, or an answer to a parked question of any."""
    waiting = [each for each in typed.parked if each.division.casefold() in hall.by_code]
    asked = [replace(each, table=_table(hall, each)) for each in waiting]
    chosen = chosen_of(asked, typed.line)
    try:
        division, line = (
            (hall.by_code[chosen.row.division.casefold()], typed.line) if chosen else aimed(hall, typed.line)
        )
    except EntryError as error:
        return Answer(Reply("error", str(error), line=typed.line, parked=tuple(asked)), hall.whose)
    if not line:
        hall.whose = division
        return Answer(Reply("told", f"Numbers are now those of {division}.", parked=tuple(asked)), division)
    desk = hall.desk(division)
    if chosen is None and (opens := _opened(desk, line)):
        return Answer(Reply("open", parked=tuple(asked)), division, opens)
    mine = tuple(each for each in waiting if each.division == division.code)
    others = tuple(each for each in asked if each.division != division.code)
    reply = take(desk, replace(typed, line=line, parked=mine))
    if reply.kind == "undone":
        hall.memory = hall.memory[:-1]
    elif reply.kind == "saved" and reply.done is not None:
        hall.memory = [*hall.memory, (division.pk, reply.done)][-REMEMBERED:]
    parked = tuple(replace(each, division=division.code) for each in reply.parked)
    back = f"{division.code} {reply.line}" if reply.line and division != hall.whose else reply.line
    return Answer(replace(reply, line=back, parked=(*others, *parked)), division)


def _table(hall: HallLine, row: Parked) -> str:
    """The table that a parked line means now."""
    boards = boards_meant(row.line, hall.desk(hall.by_code[row.division.casefold()]).view(), row.mode)
    return boards[0].table if len(boards) == 1 else ""


def _opened(desk: Desk, line: str) -> BoardView | None:
    """The one board that is named without figures."""
    if not NAMES_ONLY.fullmatch(line.strip()):
        return None
    boards = boards_meant(line, desk.view(), desk.mode)
    return boards[0] if len(boards) == 1 else None


def aimed(hall: HallLine, line: str) -> tuple[Division, str]:
    """The division that a line is for, and the line without its letter; "" where it was the letter alone.

    Raises:
        EntryError: a name or table is in several divisions.
    """
    line = line.strip()
    if line.casefold() in ("u", "undo") and hall.memory:
        pk = hall.memory[-1][0]
        return next((division for division in hall.divisions if division.pk == pk), hall.whose), line
    if len(hall.divisions) < 2:
        return hall.whose, line
    head = re.match(r"[^\W\d_][\w-]*?(?=\s|[0-9]|$)", line)
    code = head[0].casefold() if head else ""
    rest = line[len(code) :].strip()
    if (
        code in hall.by_code
        and code not in OWN_PREFIXES
        and (not rest or rest[0].isdigit() or BY_TABLE.fullmatch(rest))
    ):
        return hall.by_code[code], rest
    if not (line[:1].isalpha() and len(line) > 1) or re.match(r"(?:m|mode|help|undo|p\s*[0-9])\b", line.casefold()):
        return hall.whose, line
    meant = [desk.division for desk in hall.desks_of(hall.divisions) if boards_meant(line, desk.view(), desk.mode)]
    if not meant and code in hall.by_code:
        return hall.by_code[code], rest
    if len(meant) > 1:
        letters = ", ".join(division.code for division in meant)
        what = "Table" if BY_TABLE.fullmatch(line) else "The name"
        raise EntryError(
            f"{what} is in several divisions ({letters}): type its letter first, such as {meant[0].code} {line}."
        )
    return (meant[0] if meant else hall.whose), line


def foresee_line(hall: HallLine, line: str) -> Foreseen | None:
    """What the line being typed would come to."""
    try:
        division, line = aimed(hall, line)
    except EntryError:
        return None
    return foresee(hall.desk(division), line) if line else None


def remembered_as(hall: HallLine) -> list[list[Any]]:
    """The last lines as a session keeps them."""
    return [[pk, asdict(done)] for pk, done in hall.memory]
