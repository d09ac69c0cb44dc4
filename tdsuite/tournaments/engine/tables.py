"""Table plans: what stands on the tables of a division, written the way a director says it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

_RANGE = re.compile(r"^(?P<letters>[^\d]*?)(?P<first>\d+)\s*-\s*(?:(?P=letters))?(?P<last>\d+)$")
_NUMBERED = re.compile(r"^(?P<letters>[^\d]*?)(?P<number>0|[1-9]\d*)$")
LONGEST = 500
LONGEST_NAME = 20  # characters of a table's name


class BadTablePlan(ValueError):
    """A part of a table plan that names no tables; the message quotes it."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A division's tables. reserved: keys (`table_key`) of tables at which only players sit for whom they are kept."""

    names: tuple[str, ...] = ()  # in order; () where boards are numbered from 1
    reserved: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        """Whether a table may be named: it is in the plan, or boards are numbered and it is a number."""
        key = table_key(name)
        return key in {table_key(name) for name in self.names} if self.names else _is_number(key)

    def number_of(self, name: str) -> int | None:
        """By which number boards at a table are listed: its place among the names, or the number itself beyond them; None
        for a table that the plan does not know."""
        key, keys = table_key(name), [table_key(name) for name in self.names]
        if key in keys:
            return keys.index(key) + 1
        return int(key) if _is_number(key) and int(key) > len(keys) else None


def parse_tables(text: str) -> tuple[str, ...]:
    """ "1-3, 7, A1-A4, Stage" as table names in order.  "" gives none.  Raises BadTablePlan."""
    names: list[str] = []
    for part in (piece.strip() for piece in text.split(",")):
        if not part:
            continue
        match = _RANGE.match(part)
        if match is None:
            names.append(part)
            continue
        first, last = int(match["first"]), int(match["last"])
        if last < first or last - first >= LONGEST:
            raise BadTablePlan(f"{part!r}: a range runs upwards over at most {LONGEST} tables, such as 1-12.")
        names += [f"{match['letters']}{number}" for number in range(first, last + 1)]
    seen: set[str] = set()
    for name in names:
        if table_key(name) in seen:
            raise BadTablePlan(f"Table {name} stands twice in the plan.")
        seen.add(table_key(name))
    if any(len(name) > LONGEST_NAME for name in names):
        raise BadTablePlan(f"A table's name has at most {LONGEST_NAME} characters.")
    return tuple(names)


def plan_from(stored: Mapping[str, Any]) -> TablePlan:
    """A plan as a division keeps it, such as {"tables": "1-12", "reserved": "3"}; both keys may be missing.

    What plans of older versions hold besides is left out.

    Raises:
        BadTablePlan: the text names no tables, or reserves one that is not in the plan.
    """
    for text in (stored.get("tables", ""), stored.get("reserved", "")):
        if not isinstance(text, str):
            raise BadTablePlan("Tables are written as text, such as 1-12, S1-S4.")
    plan = TablePlan(parse_tables(stored.get("tables", "")))
    reserved = parse_tables(stored.get("reserved", ""))
    if unknown := [name for name in reserved if not plan.has(name)]:
        raise BadTablePlan(f"Reserved: table {unknown[0]} is not one of the division's tables.")
    return TablePlan(plan.names, frozenset(map(table_key, reserved)))


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdecimal() and 1 <= int(key) <= LONGEST and str(int(key)) == key


def table_key(name: str) -> str:
    """By what a table is known: small and capital letters, and blanks around, make no difference."""
    return name.strip().casefold()


def numbered_tables(names: Sequence[str], least: int) -> tuple[tuple[int, str], ...]:
    """At least `wanted` tables as (board number, name): those of the plan, then numbers that the plan does not use."""
    taken = {table_key(name) for name in names}
    tables = list(enumerate(names, start=1))
    spare = (number for number in count(len(names) + 1) if str(number) not in taken)
    while len(tables) < least:
        number = next(spare)
        tables.append((number, str(number)))
    return tuple(tables)


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts 2 before 10 and A2 before A10, numbers before names."""
    parts = re.findall(r"\d+|\D+", name.strip().casefold())
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def compact(names: Iterable[str]) -> str:
    """Tables as a director writes them: "1-3, 7, A1-A2, Stage", in natural order."""
    parts: list[list[str]] = []
    for name in sorted(set(names), key=lambda name: (natural_key(name), name)):
        if parts and _follows(parts[-1][-1], name):
            parts[-1].append(name)
        else:
            parts.append([name])
    return ", ".join(part[0] if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


def _follows(name: str, next_name: str) -> bool:
    first, second = _NUMBERED.match(name), _NUMBERED.match(next_name)
    if first is None or second is None or first["letters"] != second["letters"]:
        return False
    return int(first["number"]) + 1 == int(second["number"])
