"""The values of provisions as a rulebook file writes them, and back: numbers, words, lists and tables of them.

An enum is its word, a penalty its short name ("word:5"), nothing at all is "none"; a small dataclass is a table of its
fields, in which those left out have their usual value.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from .deriving import Path
from .model import Provision, Rulebook
from .penalties import BadPenaltyScheme, PenaltyScheme, penalty_scheme

NONE = "none"
MOST = 24 * 60 * 60
LONGEST = 500

# Whole numbers the suite can work with: by dotted path, or by dataclass and field.  All others: 0 to MOST.
LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "before.game_time.seconds": (60, 4 * 60 * 60),
        "starting.both_absent.neither_margin": (0, 500),
        "starting.lateness_forfeit.margin": (0, 500),
        "starting.lateness_forfeit.elected_margin": (0, 500),
        "starting.lateness_forfeit.deliberate_level": (1, 3),
        "during.exchange.least_in_bag": (0, 100),
        "ending.overtime.points": (0, 100),
        "ending.overtime.per_seconds": (1, 60 * 60),
        "ending.tie_half_wins": (1, 1),
        "results.bye.half_wins": (0, 2),
        "results.bye.spread": (0, 500),
        "Counter.at": (1, 100),
        "EightConduct.knowingly": (1, 3),
        "EightConduct.undisclosed": (1, 3),
        "EightTiles.incidents": (1, 100),
        "Ejection.award": (0, 1000),
        "Ejection.warnings_first": (0, 10),
        "OvertimeForfeit.after": (1, MOST),
        "OvertimeForfeit.minimum": (0, 1000),
        "Recount.max_margin": (0, 1000),
        "Procedure.level": (1, 3),
        "Remedy.amount": (-MOST, MOST),
        "ResignMargin.base": (0, 1000),
        "WordList.max_length": (2, 15),
        "WordList.min_length": (2, 15),
        "ZeroTurns.turns": (1, 20),
    }
)


class BadValue(ValueError):
    """A value that cannot stand there.  where: "" or the place within the value, such as "editions[0].lists"."""

    def __init__(self, says: str, where: str = "") -> None:
        self.says, self.where = says, where
        super().__init__(f"{where}: {says}" if where else says)


@cache
def kinds() -> Mapping[Path, Any]:
    """The type of value at every path of a rulebook."""
    return MappingProxyType(dict(_kinds(Rulebook, ())))


def _kinds(kind: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    for name, hint in get_type_hints(kind).items():
        if get_origin(hint) is Provision:
            yield (*path, name), get_args(hint)[0]
        elif is_dataclass(hint):
            yield from _kinds(hint, (*path, name))


def nearest(word: str, known: Sequence[str]) -> str:
    """ "Did you mean x?", or what there is to choose from."""
    if alike := get_close_matches(word, known, n=1, cutoff=0.5):
        return f"Did you mean {alike[0]}?"
    return f"There are: {', '.join(known)}."


# ── out ──────────────────────────────────────────────────────────────────────────────────────────────────────


def encode(value: Any) -> Any:
    """A value as plain data for a file: str, int, bool, date, list, dict."""
    if value is None:
        return NONE
    if isinstance(value, PenaltyScheme):
        return value.code
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, tuple):
        return [encode(each) for each in value]
    if is_dataclass(value):
        return {
            field.name: encode(getattr(value, field.name))
            for field in fields(value)
            if field.default is MISSING or getattr(value, field.name) != field.default
        }
    return value


# ── in ───────────────────────────────────────────────────────────────────────────────────────────────────────


def decode(data: Any, kind: Any, limit: tuple[int, int] = (0, MOST), where: str = "") -> Any:
    """Plain data of a file as a value of `kind`.  Raises BadValue."""
    if choices := get_args(kind) if get_origin(kind) in (Union, UnionType) else ():
        rest = next(choice for choice in choices if choice is not NoneType)
        return None if data == NONE else decode(data, rest, limit, where)
    if get_origin(kind) is tuple:
        if not isinstance(data, list):
            raise BadValue(f"{_quoted(data)} is no list. Write it in brackets: [...].", where)
        return tuple(decode(each, get_args(kind)[0], limit, f"{where}[{at}]") for at, each in enumerate(data))
    if kind is PenaltyScheme:
        return _penalty(data, where)
    if is_dataclass(kind):
        return _table(data, kind, where)
    if issubclass(kind, StrEnum):
        return _word(data, kind, where)
    return _plain(data, kind, limit, where)


def _penalty(data: Any, where: str) -> PenaltyScheme:
    try:
        return penalty_scheme(data if isinstance(data, str) else str(data))
    except BadPenaltyScheme as error:
        raise BadValue(str(error), where) from error


def _word(data: Any, kind: type[StrEnum], where: str) -> StrEnum:
    known = [str(str_enum) for str_enum in kind]
    if data in known:
        return kind(data)
    raise BadValue(f"{_quoted(data)} is not known here. {nearest(str(data), known)}", where)


def _table(data: Any, kind: Any, where: str) -> Any:
    if not isinstance(data, dict):
        raise BadValue(f"{_quoted(data)} is no table. Write it in braces: {{{_example(kind)}}}.", where)
    hints = get_type_hints(kind)
    values = {}
    for name, each in data.items():
        place = f"{where}.{name}" if where else name
        if name not in hints:
            raise BadValue(f"there is no such word here. {nearest(name, list(hints))}", place)
        values[name] = decode(each, hints[name], LIMITS.get(f"{kind.__name__}.{name}", (0, MOST)), place)
    if missing := [field.name for field in fields(kind) if field.default is MISSING and field.name not in values]:
        raise BadValue(f"Write {' and '.join(missing)} too: {{{_example(kind)}}}.", where)
    return kind(**values)


def _example(kind: Any) -> str:
    return ", ".join(f"{field.name} = ..." for field in fields(kind))


def _plain(data: Any, kind: Any, limit: tuple[int, int], where: str) -> Any:
    if kind is bool:
        if not isinstance(data, bool):
            raise BadValue(f"{_quoted(data)} is neither true nor false.", where)
    elif kind is int:
        if not isinstance(data, int) or isinstance(data, bool) or not limit[0] <= data <= limit[1]:
            span = f"from {limit[0]} to {limit[1]}" if limit[0] < limit[1] else f"which can only be {limit[0]}"
            raise BadValue(f"{_quoted(data)} is not a whole number {span}.", where)
    elif kind is date:
        if not isinstance(data, date) or isinstance(data, datetime):
            raise BadValue(f"{_quoted(data)} is no day. Write it without quotes, such as 2012-01-01.", where)
    elif not isinstance(data, str) or not data.strip() or len(data) > LONGEST:
        raise BadValue(f"{_quoted(data)} is no text of 1 to {LONGEST} letters. Write it in quotes.", where)
    return data


def _quoted(data: Any) -> str:
    text = f'"{data}"' if isinstance(data, str) else str(data).lower() if isinstance(data, bool) else str(data)
    return text if len(text) <= 60 else f"{text[:57]}..."
