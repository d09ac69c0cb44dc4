"""Questions at the keyboard that wait while other lines are typed, and how one of them is answered: "7 y"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from results.games.engine.entry_line import Command, EntryError, Mode, asked_digest, parse_line, table_key
from results.games.engine.round_view import RoundView

YES, NO = frozenset({"y", "yes"}), frozenset({"n", "no"})
WITHIN = frozenset({"w", "with"})  # the lines that stand are in the typed scores
ANSWERS = YES | NO | WITHIN
PARKED_ANSWER = re.compile(r"t?\s*(?P<table>\S+)\s+(?P<answer>y|yes|n|no|w|with)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Parked:
    """A line whose question waits while others are typed. Its mode: what its first numbers mean, whatever is chosen since."""

    line: str
    asked: str
    mode: Mode
    table: str = ""
    questions: tuple[str, ...] = ()
    stage: str = "ask"

    @classmethod
    def read(cls, text: str) -> "Parked | None":
        """As the page sends it back; None where it is no such text."""
        asked, _, rest = text.partition(" ")
        mode, _, line = rest.partition(" ")
        return cls(line, asked, Mode(mode)) if line and mode in list(Mode) else None

    def __str__(self) -> str:
        return f"{self.asked} {self.mode} {self.line}"


def word_of(line: str) -> str:
    return line.strip().casefold()


def parked_meant(waiting: Sequence[Parked], line: str) -> tuple[Parked, str] | None:
    """The parked question whose table a line names, and the answer."""
    match = PARKED_ANSWER.fullmatch(line.strip())
    rows = [row for row in waiting if match and table_key(row.table) == table_key(match["table"])]
    return (rows[-1], match["answer"]) if match and rows else None


def chosen_of(waiting: Sequence[Parked], line: str) -> tuple[Parked, str] | None:
    """The parked question that a line answers, the newest where it names none, and the answer.  waiting: at least one."""
    if word_of(line) in ANSWERS:
        return waiting[-1], line
    return parked_meant(waiting, line)


def parked_now(view: RoundView, row: Parked) -> Parked | None:
    """A question that waits, as it is to be asked now; None where nothing is to be asked any more."""
    try:
        answer = parse_line(row.line, view, row.mode)
    except EntryError as error:
        return replace(row, questions=(str(error),))
    if isinstance(answer, Command):
        return None
    questions = tuple(question.text for question in answer.questions)
    stage = "lines" if answer.asks_lines else "ask"
    return replace(
        row,
        table=answer.board.table,
        questions=questions,
        stage=stage,
        asked=asked_digest(answer.board.key, answer.questions),
    )
