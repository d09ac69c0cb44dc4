"""Table plans: what stands on the tables of a division, written the way a director says it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import Any

_RANGE = re.compile(r"^(?P<letters>[^\d]*?)(?P<first>\d+)\s*-\s*(?:(?P=letters))?(?P<last>\d+)$")
_NUMBERED = re.compile(r"^(?P<letters>[^\d]*?)(?P<number>0|[1-9]\d*)$")
LONGEST = 500
LONGEST_NAME = 20  # characters of a table's name
LONGEST_FEATURE = 40  # characters of what is said of a table


class BadTablePlan(ValueError):
    """A part of a table plan that names no tables; the message quotes it."""


class TableOrder(StrEnum):
    """How boards without a table of their own are spread over the free tables."""

    RANK = "rank"
    STABLE = "stable"


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A division's tables.

    names: in order, () where boards are numbered from 1.  reserved: names of tables that only players with a claim sit at.
    features: what is said of tables ("near the door"), each with the names.  sessions: rounds at which players sit down
    anew; None where the breaks of the schedule say so.  Names of `reserved` and `features` are keys (`table_key`).
    """

    names: tuple[str, ...] = ()
    order: TableOrder = TableOrder.RANK
    reserved: frozenset[str] = frozenset()
    features: tuple[tuple[str, frozenset[str]], ...] = ()
    sessions: tuple[int, ...] | None = None

    def has(self, name: str) -> bool:
        """Whether a table may be named: it is in the plan, or boards are numbered and it is a number."""
        key = table_key(name)
        return key in {table_key(one) for one in self.names} if self.names else _is_number(key)

    def number_of(self, name: str) -> int | None:
        """By which number boards at a table are listed: its place among the names, or the number itself beyond them; None
        for a table that the plan does not know."""
        key, keys = table_key(name), [table_key(one) for one in self.names]
        if key in keys:
            return keys.index(key) + 1
        return int(key) if _is_number(key) and int(key) > len(keys) else None

    def features_of(self, name: str) -> frozenset[str]:
        """What is said of a table."""
        return frozenset(feature for feature, names in self.features if table_key(name) in names)


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
    """A plan as a division keeps it: {"tables": "1-12", "order": "stable", "reserved": "3", "features": {"near the door":
    "1, 2"}, "sessions": [4, 7]}; every key may be missing.  Raises BadTablePlan."""
    names = parse_tables(_text(stored.get("tables", "")))
    try:
        order = TableOrder(stored.get("order", TableOrder.RANK))
    except ValueError as error:
        raise BadTablePlan(f"{stored.get('order')!r} is no order of tables: write rank or stable.") from error
    features, sessions = stored.get("features", {}), stored.get("sessions")
    if not isinstance(features, Mapping):
        raise BadTablePlan("Features of tables are kept by name, each with its tables.")
    if sessions is not None and not (isinstance(sessions, list) and all(_is_round(one) for one in sessions)):
        raise BadTablePlan("Sessions begin at rounds, written as whole numbers from 1.")
    plan = TablePlan(names=names, order=order, sessions=None if sessions is None else tuple(sorted(set(sessions))))
    said = tuple((_feature(name), _among(plan, _text(tables), name)) for name, tables in sorted(features.items()))
    reserved = _among(plan, _text(stored.get("reserved", "")), "Reserved")
    return TablePlan(names, order, reserved, said, plan.sessions)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadTablePlan("Tables are written as text, such as 1-12, S1-S4.")
    return value


def _feature(name: str) -> str:
    word = " ".join(name.split())
    if not word or len(word) > LONGEST_FEATURE:
        raise BadTablePlan(f"What is said of tables has 1 to {LONGEST_FEATURE} characters, such as near the door.")
    return word


def _among(plan: TablePlan, text: str, what: str) -> frozenset[str]:
    names = parse_tables(text)
    unknown = [name for name in names if not plan.has(name)]
    if unknown:
        raise BadTablePlan(f"{what.capitalize()}: table {unknown[0]} is not one of the division's tables.")
    return frozenset(map(table_key, names))


def _is_round(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdecimal() and 1 <= int(key) <= LONGEST and str(int(key)) == key


def table_key(name: str) -> str:
    """By what a table is known: small and capital letters, and blanks around, make no difference."""
    return name.strip().casefold()


def table_name(tables: Sequence[str], board: int) -> str:
    """The name of the table of board 1, 2, ...; "" where the plan has none, and the board's number serves."""
    return tables[board - 1] if 1 <= board <= len(tables) else ""


def numbered_tables(names: Sequence[str], wanted: int) -> tuple[tuple[int, str], ...]:
    """At least `wanted` tables as (board number, name): those of the plan, then numbers that the plan does not use."""
    taken = {table_key(name) for name in names}
    tables = list(enumerate(names, start=1))
    spare = (number for number in count(len(names) + 1) if str(number) not in taken)
    while len(tables) < wanted:
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
    for name in sorted(set(names), key=lambda one: (natural_key(one), one)):
        if parts and _follows(parts[-1][-1], name):
            parts[-1].append(name)
        else:
            parts.append([name])
    return ", ".join(one[0] if len(one) == 1 else f"{one[0]}-{one[-1]}" for one in parts)


def _follows(one: str, two: str) -> bool:
    first, second = _NUMBERED.match(one), _NUMBERED.match(two)
    if first is None or second is None or first["letters"] != second["letters"]:
        return False
    return int(first["number"]) + 1 == int(second["number"])
