"""The pairing plan while the event runs: one round's method changed, a round added or taken away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from pairings.actions import PairingAction
from pairings.engine.methods.registry import METHODS
from tdsuite.platform.access.guard import allowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division, Round, SpreadAdjustment
from tdsuite.tournaments.reads import missing_results
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.rounds import round_blockers
from ..engine.plan import BadPlan, PlanLine, line_for, parse_plan
from ..models import PairingRun
from .automatic_drafts import draft_when_ready
from .drafts import DRAFT_JOB
from .engine_tasks import plan_line, source_of

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


def override_round(
    *, by: Actor, division: Division, number: int, values: Mapping[str, Any], last: int | None = None, reason: str = ""
) -> None:
    """Let the plan pair a round that is not published, or the rounds up to `last`, in a way of their own.

    The plan's own drafts of them go, a director's are stale then.
    """
    last = max(number, last or number)
    require_planning(by, division)
    with deciding(division, by=by, action=PairingAction.PLAN_CHANGED, reason=reason) as decision:
        row = decision.division
        if not 1 <= number <= last <= row.planned_rounds:
            missing = number if not 1 <= number <= row.planned_rounds else last
            raise Refused(
                f"{row} has rounds 1 to {row.planned_rounds}; there is no round {missing}.", code="no_such_round"
            )
        published = row.rounds.filter(number__range=(number, last)).published().first()
        if published is not None:
            raise Refused(
                f"Round {published.number} is published already: change its boards one by one instead.",
                code="round_published",
            )
        before = {"pairing_plan": row.pairing_plan}
        table = plan_line(row, last, None)
        row.pairing_plan = [*_without(row, number, last), {**line_of(number, values), "last": last}]
        save_plan(row)
        _check_table(table, last, plan_line(row, last, None))
        decision.record(row, before=before, after={"round": number, "pairing_plan": row.pairing_plan})
        for each in range(number, last + 1):
            row.pairing_runs.drafts().covering(each).filter(automatic=True).update(status=PairingRun.Status.DISCARDED)
        draft_when_ready(row)


def restore_plan(*, by: Actor, division: Division, plan: list[dict[str, Any]], reason: str) -> None:
    """Pair the rounds as an earlier plan said; the plan's own drafts are made again.  Raises Refused."""
    require_planning(by, division)
    with deciding(division, by=by, action=PairingAction.PLAN_CHANGED, reason=reason) as decision:
        row = decision.division
        before, row.pairing_plan = {"pairing_plan": row.pairing_plan}, plan
        save_plan(row)
        decision.record(row, before=before, after={"pairing_plan": plan})
        row.pairing_runs.drafts().filter(automatic=True).update(status=PairingRun.Status.DISCARDED)
        draft_when_ready(row)


def require_planning(by: Actor, division: Division) -> None:
    """The plan is an organiser's, and of those who pair. Raises NotAllowed."""
    if not allowed(by, division.tournament, Can.MANAGE_TOURNAMENT):
        require(by, division.tournament, Can.PAIR)


def _check_table(table: PlanLine, number: int, changed: PlanLine) -> None:
    """Refused where another method would stand between two rounds of one table or bracket."""
    method = METHODS.get(table.method)
    goes_on = (table.method, table.options) == (changed.method, changed.options)
    if method is not None and method.whole_block and number < table.last and not goes_on:
        raise Refused(
            f"Rounds {table.table_from} to {table.last} are one table ({method.label}): change its last round, or all of "
            "them in the plan.",
            code="inside_a_table",
        )


def add_round(*, by: Actor, division: Division, values: Mapping[str, Any], reason: str = "") -> int:
    """One round more at the end, also after the start. Its number. Raises Refused."""
    with deciding(division, by=by, can=Can.PAIR, action=PairingAction.ROUND_ADDED, reason=reason) as decision:
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


def remove_round(*, by: Actor, division: Division, number: int, reason: str = "") -> None:
    """Take the last round away while it is not published; its draft goes, and what the plan asks of it. Raises Refused."""
    with deciding(division, by=by, can=Can.PAIR, action=PairingAction.ROUND_REMOVED, reason=reason) as decision:
        row = decision.division
        if number != row.planned_rounds:
            raise Refused(f"The last round of {row} is {row.planned_rounds}, not {number}.", code="not_the_last_round")
        if number == 1:
            raise Refused(f"{row} has one round only.", code="last_round")
        if row.rounds.filter(number=number, games__isnull=False).exists():
            raise Refused(
                f"Round {number} is published: only an unpublished round can be taken away.", code="round_published"
            )
        if SpreadAdjustment.objects.filter(entry__division=row, round_number=number).exists():
            raise Refused(f"A spread was adjusted in round {number}: take that back first.", code="spread_adjusted")
        for sentence in round_blockers.rows(row, number):
            raise Refused(sentence, code="round_needed")
        if Job.objects.about(row).of_kind(DRAFT_JOB).active().exists():
            raise Refused(
                "A round of this division is being paired: wait until that is done, or stop it.", code="being_paired"
            )
        before = plan_facts(row)
        row.planned_rounds -= 1
        row.pairing_plan = [
            {**line, "last": min(int(line["last"]), number - 1)}
            for line in row.pairing_plan
            if int(line["first"]) < number
        ]
        save_plan(row)
        row.rounds.filter(number=number).delete()
        row.pairing_runs.drafts().covering(number).update(status=PairingRun.Status.DISCARDED)
        decision.record(row, before=before, after={**plan_facts(row), "removed": number})
        draft_when_ready(row)


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


def _without(division: Division, first: int, last: int | None = None) -> list[dict[str, Any]]:
    """The plan without lines of these rounds alone."""
    last = last or first
    return [line for line in division.pairing_plan if not first <= int(line["first"]) <= int(line["last"]) <= last]


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
