"""A division's pairing plan: which method pairs which rounds, and from standings how old."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class BadPlan(ValueError):
    """A plan line that cannot be followed; the message names it and what it needs."""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """first, last: rounds, from 1.  method: a key of `methods.METHODS`.  lag: 0 pairs from the round before, 1 from the one
    before that, 2 from the third last.  Results younger than the lag are not waited for."""

    first: int
    last: int
    method: str
    lag: int = 0


DEFAULT_METHOD = "swiss"


def parse_plan(lines: Sequence[Mapping[str, Any]]) -> tuple[PlanLine, ...]:
    """Read stored plan lines ({"first", "last", "method", "lag"}).  Raises BadPlan."""
    plan = []
    for place, line in enumerate(lines, start=1):
        try:
            one = PlanLine(int(line["first"]), int(line["last"]), str(line["method"]), int(line.get("lag", 0)))
        except (KeyError, TypeError, ValueError) as error:
            raise BadPlan(f"Line {place} of the pairing plan needs first, last and method.") from error
        if not 1 <= one.first <= one.last:
            raise BadPlan(f"Line {place} of the pairing plan: rounds {one.first} to {one.last} are no rounds.")
        if one.lag not in (0, 1, 2):
            raise BadPlan(f"Line {place} of the pairing plan: the lag is 0, 1 or 2, not {one.lag}.")
        plan.append(one)
    return tuple(plan)


def line_for(plan: Sequence[PlanLine], number: int) -> PlanLine:
    """The line that pairs round `number`: the last one that covers it, else exact Swiss from the round before."""
    for line in reversed(plan):
        if line.first <= number <= line.last:
            return line
    return PlanLine(number, number, DEFAULT_METHOD)


def source_round(number: int, lag: int) -> int:
    """The round whose standings pair round `number`; 0 is the seeding."""
    return max(0, number - 1 - lag)
