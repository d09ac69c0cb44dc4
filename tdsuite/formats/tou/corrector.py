"""What the reader behind WESPA's statistics would change in a .TOU file, by its written rules.  Rules: docs/formats.md.

It reads every row from the right, and takes a score by its size alone: over 1900 a win, over 1000 a tie, else a loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tdsuite.tournaments.engine.names import CUT_AT, plain_letters

_FIRST = re.compile(r"\*.[0-9]{2}[^0-9][0-9]{2}[^0-9][0-9]{4}.")
_SCORE, _OPPONENT = re.compile(r"-?[0-9]+|2-[0-9]+", re.ASCII), re.compile(r"\+?[0-9]+", re.ASCII)
_NOT_LETTERS = re.compile(r"[^A-Z]")
HALF_BYE = 1350
HIGHEST = 999


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    rounds: tuple[tuple[int, int], ...]  # (score as written, opponent)
    short: tuple[str, ...] = ()  # scores such as 2-10

    @property
    def key(self) -> str:
        """The name as the reader compares it."""
        return _NOT_LETTERS.sub("", self.name.upper())


def corrections(text: str) -> tuple[str, ...]:
    """Everything that the reader would change, leave out or refuse, one sentence each; nothing for a file it takes as it is."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not _FIRST.match(lines[0]):
        return ("The first line is not read, so the file is skipped.",)
    changes = [] if lines[-1].strip() == "*** END OF FILE ***" else ["The last line is missing."]
    division_by_name: dict[str, str] = {}
    for division, rows in _sections(lines[1:]).items():
        changes += [f"{division}: {change}" for change in _of_section(rows)]
        for row in rows:
            other = division_by_name.setdefault(row.key, division)
            if other != division:
                changes.append(f"{row.name} is in {other} and in {division}: taken for one person, with a warning.")
    return tuple(dict.fromkeys(changes))


def name_corrections(names: Iterable[str]) -> tuple[str, ...]:
    """What the reader would change for the names of a division alone, as the writer cuts them."""
    return tuple(_of_section([_Row(plain_letters(name)[:CUT_AT], ()) for name in names]))


def _sections(lines: Sequence[str]) -> dict[str, list[_Row]]:
    sections: dict[str, list[_Row]] = {}
    name = ""
    for line in lines:
        if line.startswith("***"):
            break
        if line.startswith("*"):
            name = line[1:].strip()
        elif line.strip() != "0":
            sections.setdefault(name, []).append(_row(line))
    return sections


def _row(line: str) -> _Row:
    words, rounds, short = line.split(), [], []
    while len(words) > 2 and _SCORE.fullmatch(words[-2]) and _OPPONENT.fullmatch(words[-1]):
        opponent, score = int(words.pop()), words.pop()
        if score.startswith("2-"):
            short.append(score)
            score = str(2000 - int(score[2:]))
        rounds.append((int(score), opponent))
    return _Row(" ".join(words), tuple(reversed(rounds)), tuple(short))


def _of_section(rows: Sequence[_Row]) -> Iterator[str]:
    most = max((len(row.rounds) for row in rows), default=0)
    names: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        if "BYE" in row.key and "BYERS" not in row.key:
            yield f"{row.name} is taken for a bye, and goes with all games."
        if (other := names.setdefault(row.key, number)) != number:
            yield f"{rows[other - 1].name} and {row.name} are taken for one person."
        yield from (f"{score} of {row.name} is rewritten to {2000 - int(score[2:])}." for score in row.short)
        if len(row.rounds) < most:
            yield f"{row.name} has {len(row.rounds)} of {most} rounds: byes are filled in, or the file is skipped."
        for at, (score, opponent) in enumerate(row.rounds, start=1):
            yield from (f"round {at}: {change}" for change in _of_game(rows, number, at, score, opponent))


def _of_game(rows: Sequence[_Row], number: int, at: int, score: int, opponent: int) -> Iterator[str]:
    """One game, from the side of the row with the lower number; a bye is what its score says."""
    name = rows[number - 1].name
    if not 0 < opponent <= len(rows):
        yield f"the opponent of {name} is nobody."
    elif opponent != number:
        other = rows[opponent - 1]
        against = other.rounds[at - 1] if at <= len(other.rounds) else (0, 0)
        if against[1] != number:
            yield f"{name} has {other.name} as opponent, who has another."
        elif number < opponent:
            yield from _of_scores(f"{name} and {other.name}", score, against[0])


def _of_scores(names: str, first: int, second: int) -> Iterator[str]:
    if first == second == HALF_BYE:
        yield f"the tie of {names} at 350 is taken for half a win each without a game."
        return
    kinds, points = zip(*map(_decoded, (first, second)), strict=True)
    wins = {-1: ("loss", "win"), 0: ("tie", "tie"), 1: ("win", "loss")}[
        (points[0] > points[1]) - (points[0] < points[1])
    ]
    forfeit = min(points) < 0 and kinds == ("loss", "loss")  # the winner of one stands without the mark
    if (kinds != wins and not forfeit) or max(points) > HIGHEST:
        yield f"the scores of {names} are read as {points[0]} and {points[1]}."


def _decoded(score: int) -> tuple[str, int]:
    if score > 1900:
        return "win", score - 2000
    return ("tie", score - 1000) if score > 1000 else ("loss", score)
