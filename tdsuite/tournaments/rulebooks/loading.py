"""Reads a rulebook that an organiser wrote: a TOML file that changes another book.  Schema: docs/rulebook-files.md."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tdsuite.tournaments.rulebooks.changing import BadChange, change_of
from tdsuite.tournaments.rulebooks.checking import faults
from tdsuite.tournaments.rulebooks.deriving import Path, derive
from tdsuite.tournaments.rulebooks.file_lines import Place, TooLong, lines_of
from tdsuite.tournaments.rulebooks.file_values import kinds, nearest
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook, Source
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

MOST_LETTERS = 200_000
MOST_PROBLEMS = 40
WORDS = ("key", "name", "based_on", "source", "changes")
SOURCE_WORDS = ("document", "edition", "address")
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
LONGEST_KEY = 30
LONGEST_NAME = 120
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Problem:
    """line: from 1.  place: the key it is about, "" for the file.  says: what is wrong and what to do."""

    line: int
    place: str
    says: str

    @property
    def text(self) -> str:
        return f"Line {self.line}, {self.place}: {self.says}" if self.place else f"Line {self.line}: {self.says}"


class BadRulebookFile(ValueError):
    """The file makes no rulebook.  problems: every one, by line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda each: (each.line, each.place, each.says)))[:MOST_PROBLEMS]
        super().__init__(" ".join(problem.text for problem in self.problems))


def tidy(data: bytes | str) -> str:
    """A file's text with line feeds alone, as it is hashed and kept.  Raises BadRulebookFile."""
    text = _decoded(data) if isinstance(data, bytes) else data
    if len(text) > MOST_LETTERS:
        raise BadRulebookFile(
            [Problem(1, "", f"The file is longer than {MOST_LETTERS} letters. Leave out what is no rule.")]
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadRulebookFile(
            [Problem(line, "", "This is not UTF-8 text. Save the file as UTF-8 in a text editor.")]
        ) from error


@lru_cache(maxsize=64)
def read_rulebook(text: str) -> Rulebook:
    """The rulebook a file makes.  text: as `tidy` returns it.  Raises BadRulebookFile with every problem."""
    data = _toml(text)
    lines = _lines(text)
    problems = [
        Problem(lines[(word,)], word, f"There is no such word here. {nearest(word, WORDS)}")
        for word in data
        if word not in WORDS
    ]
    key, name = _key(data, lines, problems), _name(data, lines, problems)
    base, source = _base(data, lines, problems), _source(data, lines, problems)
    changes = _changes(data, lines, problems)
    if base is not None and not problems:
        book = derive(base, key=key, name=name, source=source, changes=changes, sha256=sha256_of(text))
        problems += [_unfit(paths, says, lines) for paths, says in faults(book)]
    if problems or base is None:
        raise BadRulebookFile(problems)
    return book


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        said = str(error)
        where = _AT_LINE.search(said)
        line = int(where[1]) if where and where[1] else text.count("\n") + 1
        what = _AT_LINE.sub("", said)
        says = f"This cannot be read as TOML: {what}. Write word = value, texts in quotes, each word once."
        raise BadRulebookFile([Problem(line, "", says)]) from error


def _lines(text: str) -> dict[Place, int]:
    try:
        return lines_of(text)
    except TooLong as error:
        raise BadRulebookFile([Problem(error.line, "", str(error))]) from error


# ── the head of the file ─────────────────────────────────────────────────────────────────────────────────────


def _text(data: Mapping[str, Any], word: str, longest: int, example: str, default: str | None = None) -> str:
    """A text of the file's head.  Raises BadChange."""
    value = data.get(word, default)
    if value is None:
        raise BadChange(f"{word} is missing. Write {word} = {example}.")
    if not isinstance(value, str) or len(value) > longest or (default is None and not value.strip()):
        raise BadChange(f"{word} is a text of up to {longest} letters. Write {word} = {example}.", (word,))
    return value.strip()


def _key(data: Mapping[str, Any], lines: Mapping[Place, int], problems: list[Problem]) -> str:
    try:
        key = _text(data, "key", LONGEST_KEY, '"club-2026"')
        if not KEY.fullmatch(key):
            raise BadChange('A key is small letters, digits and dashes. Write key = "club-2026".', ("key",))
        if key in RULEBOOKS:
            raise BadChange(f"{key} is a book of the suite. Write another key, such as {key[:25]}-club.", ("key",))
    except BadChange as error:
        problems.append(_problem(error, (), lines))
        return ""
    return key


def _name(data: Mapping[str, Any], lines: Mapping[Place, int], problems: list[Problem]) -> str:
    try:
        return _text(data, "name", LONGEST_NAME, '"Rules of our club"')
    except BadChange as error:
        problems.append(_problem(error, (), lines))
        return ""


def _base(data: Mapping[str, Any], lines: Mapping[Place, int], problems: list[Problem]) -> Rulebook | None:
    try:
        key = _text(data, "based_on", LONGEST_KEY, '"wespa-2012"')
        if key not in RULEBOOKS:
            raise BadChange(f'There is no rulebook "{key}". {nearest(key, tuple(RULEBOOKS))}', ("based_on",))
    except BadChange as error:
        problems.append(_problem(error, (), lines))
        return None
    return RULEBOOKS[key]


def _source(data: Mapping[str, Any], lines: Mapping[Place, int], problems: list[Problem]) -> Source:
    source = data.get("source")
    try:
        if not isinstance(source, dict):
            raise BadChange(
                "The source is missing. Write [source] and below it document, edition and address.", ("source",)
            )
        for word in source:
            if word not in SOURCE_WORDS:
                raise BadChange(f"There is no such word here. {nearest(word, SOURCE_WORDS)}", (word,))
        address = _text(source, "address", 300, '"https://..."', "")
        if address and not address.startswith(("https://", "http://")):
            raise BadChange("An address begins with https://. Leave it out where there is none.", ("address",))
        return Source(
            document=_text(source, "document", 200, '"Rules of our club"'),
            edition=_text(source, "edition", 100, '"2026"', ""),
            address=address,
        )
    except BadChange as error:
        problems.append(_problem(error, ("source",) if isinstance(source, dict) else (), lines))
        return Source(document="")


# ── the changes ──────────────────────────────────────────────────────────────────────────────────────────────


def _changes(
    data: Mapping[str, Any], lines: Mapping[Place, int], problems: list[Problem]
) -> dict[Path, Provision[Any]]:
    changes: dict[Path, Provision[Any]] = {}
    written = data.get("changes", {})
    if not isinstance(written, dict):
        says = 'Changes are tables. Write [changes."ending.overtime.points"] and below it value, rule and explain.'
        problems.append(Problem(lines[("changes",)], "changes", says))
        return changes
    for dotted, table in written.items():
        if len(problems) >= MOST_PROBLEMS:
            break
        path = tuple(str(dotted).split("."))
        try:
            changes[path] = change_of(path, table)
        except BadChange as error:
            problems.append(_problem(error, ("changes", dotted), lines))
    return changes


def _problem(error: BadChange, place: Place, lines: Mapping[Place, int]) -> Problem:
    whole = (*place, *error.at)
    known = next((whole[:length] for length in range(len(whole), 0, -1) if whole[:length] in lines), ())
    shown = ".".join(f'"{part}"' if "." in str(part) else str(part) for part in whole if not isinstance(part, int))
    return Problem(lines.get(known, 1), shown, error.says)


def _unfit(paths: tuple[Path, ...], says: str, lines: Mapping[Place, int]) -> Problem:
    """A fault of the whole book: at the first of its provisions that the file changes, else where the base is named."""
    written = [dotted for dotted in map(".".join, paths) if ("changes", dotted) in lines]
    line = lines["changes", written[0]] if written else lines.get(("based_on",), 1)
    return Problem(line, f'changes."{(written or [".".join(paths[0])])[0]}"', says)


def known_paths() -> tuple[str, ...]:
    """Every provision a file may change, dotted, in the books' order."""
    return tuple(".".join(path) for path in kinds())
