"""Reads tourney.js as tsh serves it: JavaScript literals with the word `undefined`, and the players of .t files in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tdsuite.formats.literals import BadLiteral, read_literal
from tdsuite.formats.model import FileDivision, FileFormat, ImportedFile, Problem, Problems
from tdsuite.formats.tsh.config import TshConfig
from tdsuite.formats.tsh.division import PlayerWords, TshPlayer, tsh_division, tsh_player

_REMARK = (
    r"(?:[\s\ufeff]++|//[^\r\n]*+|/\*.*?\*/)*+"  # possessive: forty blanks must not be parted in every way there is
)
_START = re.compile(rf"{_REMARK}(?:(?:var|let|const)\s+)?[A-Za-z_$][\w$.]*{_REMARK}={_REMARK}", re.DOTALL)
_END = re.compile(rf"(?:{_REMARK}[;\x1a])*+{_REMARK}", re.DOTALL)
_ON_LINE, _LINE = re.compile(r" on line [0-9]+"), re.compile(r"\bline (?=[0-9])")
_DETECTED = re.compile(rf"{_REMARK}(?:(?:var|let|const)\s+)?newt\s*=", re.DOTALL)
_OWN_WORDS = re.compile(r"[\"'{,\s]pairings[\"']?\s*:")
OF_DIVISIONS = frozenset(
    {"name", "players", "maxr", "rating_system", "rating_list"}  # taken over, or looked at
    | {"classes", "first_out_of_the_money", "maxrp", "seeds"}  # follow from the players and their games
)
REMEDY = "Load the file as tsh wrote it, or the .t files it was made from."


def is_tourney_js(text: str) -> bool:
    """Whether a file begins as tourney.js does, whatever remarks stand above; or holds the same without `newt =`."""
    bare = text.lstrip().startswith("{") and _OWN_WORDS.search(text) is not None
    return _DETECTED.match(text[:20_000]) is not None or (bare and '"tdsuite-event"' not in text[:2_000])


def read_tourney_js(text: str) -> ImportedFile:
    """Read what stands after `newt =`.  Never raises; see `problems`."""
    start = match.end() if (match := _START.match(text)) else 0
    try:
        data, end = read_literal(text, start)
    except BadLiteral as error:
        line, column = text.count("\n", 0, error.at) + 1, error.at - text.rfind("\n", 0, error.at)
        return _refused(f"{error} (line {line}, column {column}).")
    divisions = data.get("divisions") if isinstance(data, Mapping) else None
    if not isinstance(divisions, list) or not all(isinstance(entry, Mapping) for entry in divisions):
        return _refused("it has no list of divisions.")
    if not divisions:
        return _refused("its list of divisions is empty.")
    words = data.get("config")
    config = TshConfig(words if isinstance(words, Mapping) else {})
    problems = config.notes(_left_out(data, divisions))
    if not _END.fullmatch(text, end):
        problems.note(None, "file", "what follows the first value is not read.")
    read = tuple(_division(entry, config, problems) for entry in divisions)
    names = [division.name.casefold() for division in read]
    for name in sorted({name for name in names if names.count(name) > 1}):
        problems.add(None, "division", f"the file has more than one division {name}.", "Rename one.")
    facts = config.facts
    return ImportedFile(
        FileFormat.TOURNEY_JS,
        config.labelled(read),
        tuple(problems),
        facts.name,
        facts.first_day,
        facts.settings | config.event_settings,
    )


def _left_out(data: Mapping[str, Any], divisions: Sequence[Mapping[str, Any]]) -> set[str]:
    """Words beside the settings, and of divisions, that say something: not what tsh works out, nor the list that the system names."""
    words = {key for key, value in data.items() if value and key not in ("config", "divisions")}
    for division in divisions:
        words |= {key for key, value in division.items() if value and key not in OF_DIVISIONS}
        if (listed := division.get("rating_list")) and listed != division.get("rating_system"):
            words.add("rating_list")
    return words


def _refused(message: str) -> ImportedFile:
    return ImportedFile(FileFormat.TOURNEY_JS, (), (Problem(None, "file", message, REMEDY),))


def _division(division: Mapping[str, Any], config: TshConfig, problems: Problems) -> FileDivision:
    """One division; its problems name players where those of a .t file name lines."""
    name = " ".join(_text(division.get("name")).split())[:60] or "A"
    own_problems = Problems()
    players = list(_players(division.get("players"), own_problems))
    if not players:
        own_problems.add(None, "file", f"division {name} has no player.", "Take it out, or add its players.")
    read = tsh_division(name, players, own_problems, config.division_settings(name, division))
    problems += [
        replace(
            problem,
            line=None,
            field=problem.field if problem.line is None else f"division {name}, player {problem.line}, {problem.field}",
            message=_LINE.sub("player ", _ON_LINE.sub("", problem.message)),
        )
        for problem in own_problems
    ]
    return read


def _players(entries: Any, problems: Problems) -> Iterator[TshPlayer]:
    """The players; a number is the place in the list, which begins with an empty one."""
    listed = entries if isinstance(entries, list) else []
    first = 1 if listed and isinstance(listed[0], Mapping) else 0
    rows = [(number, entry) for number, entry in enumerate(listed, start=first) if isinstance(entry, Mapping)]
    renumbered = {number: place for place, (number, _) in enumerate(rows, start=1)}
    if len(rows) < len(listed) - (1 - first):
        problems.note(None, "number", "the list of players has gaps; who comes after one gets another number.")
    for number, entry in rows:
        player_words = PlayerWords(
            _text(entry.get("name")),
            _text(entry.get("rating")).strip() or "0",
            [_renumbered(opponent, renumbered) for opponent in _words(entry.get("pairings"))],
            _words(entry.get("scores")),
            [*_keys(entry.get("etc")), *(("photo", photo) for photo in [_text(entry.get("photo"))] if photo)],
        )
        yield tsh_player(renumbered[number], renumbered[number], player_words, problems)


def _renumbered(opponent: str, numbers: Mapping[int, int]) -> str:
    return str(numbers.get(int(opponent), opponent)) if opponent.isascii() and opponent.isdigit() else opponent


def _keys(etc: Any) -> Iterator[tuple[str, str]]:
    """Lists of words by key; values that are no words end a list, and a key that is `undefined` says nothing."""
    for key, values in etc.items() if isinstance(etc, Mapping) else ():
        words = _words(values) if isinstance(values, list) else [_text(values)]
        word = " ".join(key.split()).replace(";", ",")
        if word and values is not None and not isinstance(values, Mapping):
            yield word, " ".join(" ".join(words).replace(";", ",").split())


def _words(values: Any) -> list[str]:
    """The values of a list as text, up to the first that is empty."""
    words: list[str] = []
    for value in values if isinstance(values, list) else ():
        if not (word := _text(value)):
            break
        words.append(word)
    return words


def _text(value: Any) -> str:
    """A word or a number as text; "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
