"""The tsh division file (.t), alone or as blocks of an archive: players, and the whole history when it is there.

Grammar (docs/formats.md): name, rating, one opponent a round; one score a round; then keys with their values, all
parted by semicolons. A player's number is its place among the players. Opponent 0 is a bye; what it is worth is its
score: above 0 a win by that spread, below 0 a forfeit, 0 nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tdsuite.formats.model import FileDivision, FileFormat, ImportedFile, Problems
from tdsuite.formats.text import lines_of, whole_number
from .config import config_of_archive
from .division import PlayerWords, TshPlayer, is_rating, tsh_division, tsh_player

_BEGIN = re.compile(r"#begin_file\s+name=(?P<name>.+)")
_END = re.compile(r"#end_file\b")
_CONFIG = re.compile(r"\s*(config|division|autopair|prize|include|perl)\s", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2}|\(.+\)")  # what a part of a name has, and a number with a slip of the hand has not
_NEARLY_A_RATING = re.compile(r"(?=.*[0-9].*[0-9])[0-9OIl][0-9OIlox.,]{1,4}[0-9OIlo]", re.ASCII)  # 17x5, 15O0


def read_tsh(text: str, *, name: str = "A") -> ImportedFile:
    """Read a .t file, or an archive whose "#begin_file name=X.t" blocks are one division each.

    `name` is the division's name for a plain file (by custom the file's stem). Never raises; see `problems`.
    """
    divisions: list[FileDivision] = []
    problems = Problems()
    for stem, lines in _blocks(lines_of(text), name):
        division, division_problems = _division(stem, lines)
        problems += division_problems
        if division is not None:
            divisions.append(division)
    names = [division.name.casefold() for division in divisions]
    for stem in sorted({name for name in names if names.count(name) > 1}):
        problems.add(None, "division", f"the file has more than one division {stem}.", "Rename one.")
    if not divisions and not any(problem.fatal for problem in problems):
        problems.add(None, "file", "it has no player in it.", "Load a .t file with one player a line.")
    config = config_of_archive(lines_of(text))
    problems += config.notes()
    return config.applied(ImportedFile(FileFormat.TSH, tuple(divisions), tuple(problems)))


def _blocks(lines: Sequence[str], name: str) -> list[tuple[str, list[tuple[int, str]]]]:
    """(division name, numbered lines) for every block; the whole file where there is no block mark."""
    numbered = list(enumerate(lines, start=1))
    if not any(_BEGIN.match(line) for line in lines):
        return [(name, numbered)]
    blocks: list[tuple[str, list[tuple[int, str]]]] = []
    inside = False
    for number, line in numbered:
        if begin := _BEGIN.match(line):
            stem = re.split(r"[/\\]", begin["name"].strip())[-1]
            if inside := stem.casefold().endswith(".t"):
                blocks.append((stem[:-2], []))
        elif _END.match(line):
            inside = False
        elif inside:
            blocks[-1][1].append((number, line))
    return blocks


def _division(name: str, lines: Sequence[tuple[int, str]]) -> tuple[FileDivision | None, Problems]:
    problems = Problems()
    players: list[TshPlayer] = []
    for line_number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not players and _CONFIG.match(line) and ";" not in line:
            message = "this is a line of config.tsh, not a player."
            problems.add(line_number, "file", message, "Load the division files it names (such as A.t).")
            return None, problems
        players.append(_player(line_number, len(players) + 1, line, problems))
    return (tsh_division(name, players, problems) if players else None), problems


def _player(line_number: int, number: int, line: str, problems: Problems) -> TshPlayer:
    """One line: numbers are taken from the right of its first part, what is left is the name."""
    head, *parts = line.split(";")
    tokens = head.split()
    start = len(tokens)
    while start > 0 and is_rating(tokens[start - 1]):
        start -= 1
    at = next((at for at, token in enumerate(tokens[:start]) if at and whole_number(token) is not None), None)
    if at is not None and not any(_WORD.search(token) for token in tokens[at + 1 : start]):
        message = f"{tokens[start - 1]!r} is neither a rating nor the number of an opponent."
        problems.add(line_number, "opponent", message, "Write whole numbers separated by spaces.")
        tokens, start = [*tokens[: at + 1], *("0" for part in parts[:1] for _ in part.split())], at
    elif start > 1 and _NEARLY_A_RATING.fullmatch(tokens[start - 1]):
        start -= 1
    player_words = PlayerWords(
        " ".join(tokens[:start]),
        tokens[start] if start < len(tokens) else "",
        tokens[start + 1 :],
        parts[0].split() if parts else [],
        [(key, text.strip()) for part in parts[1:] for key, _, text in [part.strip().partition(" ")] if key],
    )
    return tsh_player(line_number, number, player_words, problems)
