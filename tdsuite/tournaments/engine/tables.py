"""Table plans: what stands on the tables of a division, written the way a director says it."""

import re
from collections.abc import Sequence

_RANGE = re.compile(r"^(?P<letters>[^\d]*?)(?P<first>\d+)\s*-\s*(?:(?P=letters))?(?P<last>\d+)$")
LONGEST = 500


class BadTablePlan(ValueError):
    """A part of a table plan that names no tables; the message quotes it."""


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
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise BadTablePlan(f"Table {doubled[0]} stands twice in the plan.")
    if any(len(name) > 20 for name in names):
        raise BadTablePlan("A table's name has at most 20 characters.")
    return tuple(names)


def table_name(tables: Sequence[str], board: int) -> str:
    """The name of the table of board 1, 2, ...; "" where the plan has none, and the board's number serves."""
    return tables[board - 1] if 1 <= board <= len(tables) else ""
