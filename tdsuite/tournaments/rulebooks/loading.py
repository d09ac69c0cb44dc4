"""Reads a rulebook from its TOML file: the suite's own books and those of organisers.  Format: docs/rulebook-files.md."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tdsuite.tournaments.engine.not_text import NOT_TEXT
from .changing import BadChange, provision_of
from .checking import faults
from .deriving import Path, assemble, provision_at
from .file_values import kinds, nearest
from .model import Provision, Rulebook, Source

MOST_LETTERS = 200_000
MOST_PROBLEMS = 40
SOURCE_WORDS = ("document", "edition", "address")
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
LONGEST_KEY = 30
LONGEST_NAME = 120
DEEPEST = 20  # words in words; a rule needs five
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{DEEPEST}}}")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a file."""

    place: str  # the key it is about, "" for the file
    says: str  # what is wrong and what to do

    @property
    def text(self) -> str:
        return f"{self.place}: {self.says}" if self.place else self.says


class BadRulebookFile(ValueError):
    """The file makes no rulebook.  problems: the first MOST_PROBLEMS."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(islice(problems, MOST_PROBLEMS))
        super().__init__(" ".join(problem.text for problem in self.problems))


def tidy(data: bytes | str) -> str:
    """A file's text with line feeds alone, as it is hashed and stored.  Raises BadRulebookFile."""
    if what := next((what for mark, what, _ in NOT_TEXT if isinstance(data, bytes) and data.startswith(mark)), ""):
        raise BadRulebookFile([Problem("", f"This is {what}, not text. Load the rulebook's TOML file.")])
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadRulebookFile(
            [Problem("", f"Line {line} is not UTF-8 text. Save the file as UTF-8 in a text editor.")]
        ) from error
    if len(text) > MOST_LETTERS:
        says = f"The file is longer than {MOST_LETTERS} letters. Leave out what is no rule."
        raise BadRulebookFile([Problem("", says)])
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def read_book(text: str, books: Mapping[str, Rulebook], *, own: bool = False) -> Rulebook:
    """The rulebook a file makes.

    Args:
        text: as `tidy` returns it.
        books: the suite's books by key, of which a file may change one.
        own: it is itself one of them, so it has one of their keys and no SHA-256.

    Raises:
        BadRulebookFile: with every problem.
    """
    reader = _Reader(text, books, own)
    key, name, source = reader.key(), reader.name(), reader.source()
    base, provisions = reader.base(), reader.provisions()
    if base is not None:
        provisions = {path: provision_at(base, path) for path in kinds()} | provisions
    elif reader.heading == "provisions" and (missing := [".".join(path) for path in kinds() if path not in provisions]):
        reader.note(f"A book without based_on has every provision. Missing: {', '.join(missing)}.", "provisions")
    if reader.problems:
        raise BadRulebookFile(reader.problems)
    book = assemble(
        key=key,
        name=name,
        source=source,
        provisions=provisions,
        based_on=base.key if base else "",
        sha256="" if own else sha256_of(text),
    )
    if problems := [reader.misfit(paths, says) for paths, says in faults(book)]:
        raise BadRulebookFile(problems)
    return book


class _Reader:
    """One file and what is wrong with it so far."""

    def __init__(self, text: str, books: Mapping[str, Rulebook], own: bool) -> None:
        self.data, self.books, self.own = _toml(text), books, own
        self.problems: list[Problem] = []
        self.heading = "provisions" if "provisions" in self.data and "based_on" not in self.data else "changes"
        words = ("key", "name", "based_on", "source", self.heading)
        for word in self.data:
            if word not in words:
                self.note(f"There is no such word here. {nearest(word, words)}", word)

    def note(self, says: str, *place: str) -> None:
        self.problems.append(Problem(".".join(f'"{part}"' if "." in part else part for part in place), says))

    @contextmanager
    def _noting(self, *place: str) -> Iterator[None]:
        try:
            yield
        except BadChange as error:
            self.note(error.says, *place, *error.at)

    def key(self) -> str:
        with self._noting():
            key = _text(self.data, "key", LONGEST_KEY, '"club-2026"')
            if not KEY.fullmatch(key):
                raise BadChange('A key is small letters, digits and dashes. Write key = "club-2026".', ("key",))
            if key in self.books and not self.own:
                raise BadChange(f"{key} is a book of the suite. Write another key, such as {key[:25]}-club.", ("key",))
            return key
        return ""

    def name(self) -> str:
        with self._noting():
            return _text(self.data, "name", LONGEST_NAME, '"Rules of our club"')
        return ""

    def base(self) -> Rulebook | None:
        """The book whose provisions hold where the file has none."""
        if self.heading == "provisions":
            return None
        with self._noting():
            key = _text(self.data, "based_on", LONGEST_KEY, '"wespa-2012"')
            if key not in self.books:
                raise BadChange(f'There is no rulebook "{key}". {nearest(key, tuple(self.books))}', ("based_on",))
            return self.books[key]
        return None

    def source(self) -> Source:
        source = self.data.get("source")
        if not isinstance(source, dict):
            self.note("The source is missing. Write [source] and below it document, edition and address.", "source")
            return Source(document="")
        with self._noting("source"):
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
        return Source(document="")

    def provisions(self) -> dict[Path, Provision[Any]]:
        """What the file itself says, by path."""
        provisions: dict[Path, Provision[Any]] = {}
        tables = self.data.get(self.heading, {})
        if not isinstance(tables, dict):
            example = f'[{self.heading}."ending.overtime.points"]'
            self.note(f"Changes are tables. Write {example} and below it value, rule and explain.", self.heading)
            return provisions
        for dotted, table in tables.items():
            if len(self.problems) >= MOST_PROBLEMS:
                break
            path = tuple(str(dotted).split("."))
            with self._noting(self.heading, dotted):
                provisions[path] = provision_of(path, table, self.heading)
        return provisions

    def misfit(self, paths: tuple[Path, ...], says: str) -> Problem:
        """A fault of the whole book: at the first of its provisions that the file has, else the first."""
        dotted = [".".join(path) for path in paths]
        written = next((path for path in dotted if path in self.data.get(self.heading, {})), dotted[0])
        return Problem(f'{self.heading}."{written}"', says)


def _toml(text: str) -> dict[str, Any]:
    too_deep = (
        f"Tables and lists stand in others more than {DEEPEST} deep. No rule needs that: look at brackets and dots."
    )
    if _DEEP_KEY.search(text):  # before it is read: the time to read it grows with the square of its words
        raise BadRulebookFile([Problem("", too_deep)])
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        says = f"This cannot be read as TOML: {error}. Write word = value, texts in quotes, each word once."
        raise BadRulebookFile([Problem("", says)]) from error
    level: list[Any] = [data]
    for _depth in range(DEEPEST + 1):
        level = [each for item in level for each in (item.values() if isinstance(item, dict) else item)]
        level = [each for each in level if isinstance(each, dict | list)]
    if level:
        raise BadRulebookFile([Problem("", too_deep)])
    return data


def _text(data: Mapping[str, Any], word: str, longest: int, example: str, default: str | None = None) -> str:
    """A text of the file's head.  Raises BadChange."""
    value = data.get(word, default)
    if value is None:
        raise BadChange(f"{word} is missing. Write {word} = {example}.")
    if not isinstance(value, str) or len(value) > longest or (default is None and not value.strip()):
        raise BadChange(f"{word} is a text of up to {longest} letters. Write {word} = {example}.", (word,))
    return value.strip()
