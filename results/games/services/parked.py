"""Questions at the keyboard that wait while other lines are typed, and how they are answered: "7 y", "7 y miscounted"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from results.games.engine.entry_line import Mode, table_key

NO, WITHIN = frozenset({"n", "no"}), frozenset({"w", "with"})  # with: the lines that stand are in the typed scores
ANSWER = re.compile(
    r"(?:(?P<table>t?\s*\S*[0-9]\S*)\s+)?(?P<word>y|yes|n|no|w|with)(?:\s+(?P<reason>.*))?", re.IGNORECASE | re.DOTALL
)
RESULT_LIKE = re.compile(r"(?:.*[0-9][ ,-]+)?[+-]?[0-9]+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Parked:
    """A line whose question waits while others are typed.

    Attributes:
        asked: the digest of its questions.
        mode: what its first numbers mean, whatever is chosen since.
        game: the key of its board.
        lines: it is asked whether the lines that stand are in the scores.
        reason: a result is changed, which needs a reason.
        division: the short name of its division, on a page of several.
    """

    line: str
    asked: str
    mode: Mode
    game: int = 0
    table: str = ""
    questions: tuple[str, ...] = ()
    lines: bool = False
    reason: bool = False
    division: str = ""

    @classmethod
    def read(cls, text: str) -> "Parked | None":
        """As the page sends it back; None where it is no such text."""
        division, asked, mode, line = [*text.split(" ", 3), "", "", ""][:4]
        return cls(line, asked, Mode(mode), division=division) if line and mode in list(Mode) else None

    def __str__(self) -> str:
        return f"{self.division} {self.asked} {self.mode} {self.line}"


class Answer(NamedTuple):
    """A parked question, the answer as one word, and the reason, "" without one."""

    row: Parked
    word: str
    reason: str


def chosen_of(waiting: Sequence[Parked], line: str) -> Answer | None:
    """The parked question that a line answers, the newest where it names none. None where it is no answer.

    What ends in two figures is a result line ("y 400 388", of somebody whose name begins so), unless it names a table.
    """
    match = ANSWER.fullmatch(" ".join(line.split()))
    if not match or not waiting:
        return None
    reason = (match["reason"] or "").strip()
    if not match["table"]:
        return (
            None if reason and RESULT_LIKE.fullmatch(reason) else Answer(waiting[-1], match["word"].casefold(), reason)
        )
    keys = {table_key(match["table"]), table_key(match["table"].lstrip("tT ").strip())}
    rows = [row for row in waiting if table_key(row.table) in keys]
    return Answer(rows[-1], match["word"].casefold(), reason) if rows else None
