"""The pairing plan while the event runs: one round's method changed, a round added, rounds paired in advance."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from pairings.actions import PairingAction
from pairings.engine.methods.registry import METHODS
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import missing_results
from tdsuite.tournaments.services.decision import Refused, deciding

from ..engine.plan import BadPlan, PlanLine, line_for, parse_plan
from ..models import PairingRun
from .automatic_drafts import draft_when_ready
from .drafts import keep_draft, solve_draft
from .engine_tasks import plan_line, source_of

FREE_JOB = "pairings.free"
LINE_DEFAULTS: dict[str, Any] = {
    "lag": 0, "repeats": "avoid", "most_meetings": 0, "when_ready": "draft", "options": {},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeskRound:
    """One round on the pairing desk."""

    row: Round
    line: PlanLine
    label: str
    after: int | None  # the round whose standings it waits for, None for none
    waits: int  # results missing of these
    early: bool  # these standings belong to a round that is not published
    draft: PairingRun | None  # the one that covers it


def desk_of(division: Division) -> list[DeskRound]:
    """Every planned round with its method and state, in three queries. Raises Refused for a plan that cannot be read."""
    try:
        plan = parse_plan(division.pairing_plan)
    except BadPlan as error:
        raise Refused(f"{error} Mend the plan in the division's settings.", code="bad_plan") from error
    rows = {row.number: row for row in division.rounds.all()}
    awaited = [game.round.number for game in missing_results(division)]
    runs = list(division.pairing_runs.drafts())
    desk = []
    for number in range(1, division.planned_rounds + 1):
        line = line_for(plan, number)
        method = METHODS.get(line.method)
        after = source_of(line, number) if method else None
        desk.append(
            DeskRound(
                rows.get(number) or Round(division=division, number=number),
                line,
                method.label if method else line.method,
                after,
                sum(item <= (after or 0) for item in awaited),
                bool(after) and not (after in rows and rows[after].is_published),
                next((run for run in runs if number in run.rounds), None),
            )
        )
    return desk


def line_of(number: int, values: Mapping[str, Any]) -> dict[str, Any]:
    """A plan line of one round, without what is usual."""
    rest = {name: values[name] for name, usual in LINE_DEFAULTS.items() if values.get(name, usual) != usual}
    return {"first": number, "last": number, "method": values["method"], **rest}


def override_round(*, by: Actor, division: Division, number: int, values: Mapping[str, Any], reason: str = "") -> None:
    """Let the plan pair one round that is not published in a way of its own. The plan's own draft of it goes, a director's
    is stale then."""
    require(by, division.tournament, Can.PAIR)
    with deciding(division, by=by, action=PairingAction.PLAN_CHANGED, reason=reason) as decision:
        row = decision.division
        if not 1 <= number <= row.planned_rounds:
            raise Refused(
                f"{row} has rounds 1 to {row.planned_rounds}; there is no round {number}.", code="no_such_round"
            )
        if row.rounds.filter(number=number).exclude(status=Round.Status.DRAFT).exists():
            raise Refused(
                f"Round {number} is published already: change its boards one by one instead.", code="round_published"
            )
        before = {"pairing_plan": row.pairing_plan}
        row.pairing_plan = [*_without(row, number), line_of(number, values)]
        save_plan(row)
        decision.record(row, before=before, after={"round": number, "pairing_plan": row.pairing_plan})
        row.pairing_runs.drafts().covering(number).filter(automatic=True).update(status=PairingRun.Status.DISCARDED)
        draft_when_ready(row)


def add_round(*, by: Actor, division: Division, values: Mapping[str, Any], reason: str = "") -> int:
    """One round more at the end, also after the start. Its number. Raises Refused."""
    require(by, division.tournament, Can.PAIR)
    with deciding(division, by=by, action=PairingAction.ROUND_ADDED, reason=reason) as decision:
        row = decision.division
        if row.planned_rounds >= MOST_ROUNDS:
            raise Refused(f"A division has at most {MOST_ROUNDS} rounds.", code="too_many_rounds")
        before = plan_facts(row)
        row.planned_rounds += 1
        row.pairing_plan = [*_without(row, row.planned_rounds), line_of(row.planned_rounds, values)]
        save_plan(row)
        decision.record(row, before=before, after=plan_facts(row))
        number: int = row.planned_rounds
    with transaction.atomic():
        draft_when_ready(division)
    return number


def request_free_drafts(*, by: Actor, division: Division) -> Job:
    """Have a worker draft every round that needs no results (`draft_free_rounds`); pressing twice is one job."""
    require(by, division.tournament, Can.PAIR)
    with transaction.atomic():
        under_way = Job.objects.about(division).of_kind(FREE_JOB).active().first()
        args = {"division": division.pk}
        return under_way or enqueue(FREE_JOB, tournament=division.tournament, obj=division, args=args, by=by)


def draft_free_rounds(
    *,
    by: Actor,
    division: Division,
    progress: Callable[[int], None],
    keeping: Callable[[], AbstractContextManager[None]] = nullcontext,
    **solver: Any,
) -> list[PairingRun]:
    """Draft every round that needs no results, in order, each after the drafts before it.

    told: hears each number; keeping: what each draft is stored in, a job's hold on its lease.
    """
    runs: list[PairingRun] = []
    numbers = [
        desk_round.row.number
        for desk_round in desk_of(division)
        if not desk_round.row.is_published
        and desk_round.draft is None
        and not desk_round.after
        and desk_round.line.method != "manual"
    ]
    for number in numbers:
        if not any(number in run.rounds for run in runs):
            progress(number)
            solved = solve_draft(by=by, division=division, number=number, **solver)
            with keeping():
                runs.append(keep_draft(by=by, solved=solved))
    return runs


def current_line(division: Division, number: int) -> dict[str, Any]:
    """How a round is planned now, as a form's initial values. Raises Refused."""
    line = plan_line(division, number, None)
    stored: dict[str, Any] = next(
        (item for item in reversed(division.pairing_plan) if int(item["first"]) <= number <= int(item["last"])), {}
    )
    return {
        "method": line.method, "lag": line.lag, "repeats": str(line.repeats), "most_meetings": line.most_meetings or None,
        "when_ready": str(line.when_ready), "options": stored.get("options", {}),
    }  # fmt: skip


def _without(division: Division, number: int) -> list[dict[str, Any]]:
    """The plan without lines of this one round alone."""
    return [line for line in division.pairing_plan if (line["first"], line["last"]) != (number, number)]


def save_plan(division: Division) -> None:
    """Keep the plan and the number of rounds. Raises Refused for a plan that cannot be followed."""
    try:
        parse_plan(division.pairing_plan)
    except BadPlan as error:
        raise Refused(str(error), code="bad_plan") from error
    division.save(update_fields=["planned_rounds", "pairing_plan"])


def plan_facts(division: Division) -> dict[str, Any]:
    """What the record says of a division's plan."""
    return {"planned_rounds": division.planned_rounds, "pairing_plan": division.pairing_plan}
