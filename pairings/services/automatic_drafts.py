"""When the last result that a round of the plan needs has come, it is drafted; when one is taken back, the draft goes.

Only rounds that a line of the plan covers, and only drafts that the plan asked for: what a director made stays.
"""

from dataclasses import dataclass

from pairings.actions import PairingAction
from pairings.engine.methods.registry import METHODS
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import missing_results
from tdsuite.tournaments.services.decision import DivisionDecision
from ..engine.plan import BadPlan, PlanLine, WhenReady, line_for, parse_plan
from ..models import PairingRun
from .engine_tasks import source_of

NEXT_JOB = "pairings.next"


@dataclass(frozen=True, slots=True)
class Ready:
    """A round that the plan asks for now."""

    number: int
    line: PlanLine
    draft: PairingRun | None = None  # one that is there already and fresh, so that only publishing is left


def follow(decision: DivisionDecision) -> None:
    """Hear of every decision that touched games; inside its transaction."""
    for division in {row.division for row in decision.rounds if row.division.pairing_plan}:
        runs = division.pairing_runs.drafts().filter(automatic=True, paired_after__isnull=False)
        awaited = [game.round.number for game in missing_results(division)] if runs else []
        for run in [run for run in runs if any(number <= (run.paired_after or 0) for number in awaited)]:
            run.status = PairingRun.Status.DISCARDED
            run.save(update_fields=["status"])
            reason = "a result that it was made from was taken back"
            decision.record(run, action=PairingAction.DISCARDED, by=COMMAND_LINE, before=run.facts, reason=reason)
        draft_when_ready(division)


def draft_when_ready(division: Division) -> Job | None:
    """Have a worker draft the next round if the division's plan asks for it and no job is at it. Inside a transaction."""
    ready = next_ready(Division.objects.select_related("tournament").get(pk=division.pk))
    if ready is None or (ready.draft is not None and ready.line.when_ready is not WhenReady.PUBLISH):
        return None
    under_way = Job.objects.about(division).of_kind(NEXT_JOB).waiting().filter(args__round=ready.number).first()
    if under_way is not None:
        return under_way
    args = {"division": division.pk, "round": ready.number}
    return enqueue(NEXT_JOB, tournament=division.tournament, obj=division, args=args)


def next_ready(division: Division) -> Ready | None:
    """The next round that is not published, if the plan covers it, its results are there and no draft stands in the way."""
    published = set(division.rounds.published().values_list("number", flat=True))
    number = next((number for number in range(1, division.planned_rounds + 1) if number not in published), None)
    line = None if number is None else planned_line(division, number)
    if number is None or line is None or line.when_ready is WhenReady.WAIT or line.method not in METHODS:
        return None
    after = source_of(line, number) or 0
    if line.method == "manual" or not published or not set(range(1, after + 1)) <= published:
        return None
    awaited = Game.objects.of_division(division).up_to(after).awaiting_result().exists()
    if awaited or division.rounds.reopened().filter(number__lte=after).exists():
        return None
    run = division.pairing_runs.drafts().covering(number).first()
    if run is None:
        return Ready(number, line)
    run.division = division
    if not run.automatic or any(board.changed for board in run.draft_boards()):
        return None
    return Ready(number, line, None if run.stale_now(division) else run)


def planned_line(division: Division, number: int) -> PlanLine | None:
    """The line of the plan that covers a round; None where none does, or the plan cannot be read."""
    try:
        plan = parse_plan(division.pairing_plan)
    except BadPlan:
        return None
    return line_for(plan, number) if any(line.first <= number <= line.last for line in plan) else None
