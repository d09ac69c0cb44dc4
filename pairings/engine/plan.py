"""A division's pairing plan: which method pairs which rounds, and from standings how old."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pairings.engine.methods.registry import check_options
from .errors import BadOption
from .model import Repeats
from .options import NO_OPTIONS, MethodOptions, options_from


class BadPlan(ValueError):
    """A plan line that cannot be followed; the message names it and what it needs."""


class WhenReady(StrEnum):
    """What happens to a round of the plan once the last result that it needs is there."""

    DRAFT = "draft"  # it is drafted
    PUBLISH = "publish"  # it is drafted and published
    WAIT = "wait"  # the director pairs it


@dataclass(frozen=True, slots=True)
class PlanLine:
    """first, last: rounds, from 1.  lag: 0 pairs from the round before, 1 from the one before that, 2 from the third
    last. Results younger than the lag are not waited for.  begins: the first round of the table or bracket that the line
    belongs to, where that is an earlier line's: one of its rounds was planned apart."""

    first: int
    last: int
    method: str  # a key of `methods.registry.METHODS`
    lag: int = 0
    repeats: Repeats = Repeats.AVOID
    most_meetings: int = 0  # how often two may meet, these rounds included; 0 for any number
    when_ready: WhenReady = WhenReady.DRAFT
    options: MethodOptions = NO_OPTIONS  # the method's own
    begins: int = 0

    @property
    def table_from(self) -> int:
        """The first round of its table or bracket."""
        return self.begins or self.first


DEFAULT_METHOD = "swiss"
ONE_BRACKET = "knockout"  # lines of it that follow each other are one bracket


def parse_plan(lines: Sequence[Mapping[str, Any]]) -> tuple[PlanLine, ...]:
    """Read stored plan lines: first, last, method, and what differs from the defaults of PlanLine.  Raises BadPlan."""
    plan = []
    for place, line in enumerate(lines, start=1):
        try:
            plan_line = _line(line)
        except BadOption as error:
            raise BadPlan(f"Line {place} of the pairing plan: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise BadPlan(f"Line {place} of the pairing plan needs first, last and method.") from error
        if not 1 <= plan_line.first <= plan_line.last:
            raise BadPlan(
                f"Line {place} of the pairing plan: rounds {plan_line.first} to {plan_line.last} are no rounds."
            )
        if plan_line.lag not in (0, 1, 2):
            raise BadPlan(f"Line {place} of the pairing plan: the lag is 0, 1 or 2, not {plan_line.lag}.")
        if plan_line.most_meetings < 0:
            raise BadPlan(f"Line {place} of the pairing plan: nobody can meet {plan_line.most_meetings} times.")
        plan.append(plan_line)
    return tuple(plan)


def _line(line: Mapping[str, Any]) -> PlanLine:
    check_options(str(line["method"]), line.get("options", {}))
    return PlanLine(
        int(line["first"]),
        int(line["last"]),
        str(line["method"]),
        int(line.get("lag", 0)),
        Repeats(line.get("repeats", Repeats.AVOID)),
        int(line.get("most_meetings", 0)),
        WhenReady(line.get("when_ready", WhenReady.DRAFT)),
        options_from(line.get("options", {})),
    )


def line_for(plan: Sequence[PlanLine], number: int) -> PlanLine:
    """The line that pairs round `number`: the last one that covers it, else exact Swiss from the round before, by the director."""
    covering = [line for line in plan if line.first <= number <= line.last]
    if not covering:
        return PlanLine(number, number, DEFAULT_METHOD, when_ready=WhenReady.WAIT)
    line = covering[-1]
    alike = [other for other in plan if (other.method, other.options) == (line.method, line.options)]
    begins = min(other.first for other in covering if other in alike)
    while line.method == ONE_BRACKET and (
        before := [other for other in alike if other.first < begins <= other.last + 1]
    ):
        begins = min(other.first for other in before)
    return line if begins == line.first else replace(line, begins=begins)


def source_round(number: int, lag: int) -> int:
    """The round whose standings pair round `number`; 0 is the seeding."""
    return max(0, number - 1 - lag)
