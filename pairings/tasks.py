"""The jobs of pairing: the Pair button's, and the next round once its results are there."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from pairings.engine.contention.chances import PARTS, rough_chances
from pairings.engine.methods.registry import pair_block
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.registry import handler
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.waiting import settled_first
from .engine.exploring import explore_round
from .engine.model import Pairing, PairingTask
from .engine.plan import WhenReady
from .models import PairingRun
from .services.automatic_drafts import NEXT_JOB, Ready, next_ready, planned_line
from .services.drafts import DRAFT_JOB, Overtaken, Solve, keep_draft, solve_draft
from .services.exploring import EXPLORE_JOB, part_of as part_of_round
from .services.hindsight import HINDSIGHT_JOB, part_of as part_in_hindsight
from .services.prize_chances import SEED
from .services.publishing import publish_run
from .services.round_chances import CHANCES_JOB, keep, rounds_left

QUICK_CHANCES = 10_000_000  # games in all trials: below, they are played before a process would have started
OWN_PROCESS_FROM = 400  # players: below, the engine is done before a process would have started


@handler(DRAFT_JOB, queue="pairing", label="Pairing")
def draft(context: JobContext) -> dict[str, Any]:
    """Pair a round into a draft.  args: division, round or null, method or null, seed or null."""
    args, asked_by = context.args, context.job.created_by_id
    by = User.objects.get(pk=asked_by) if asked_by else COMMAND_LINE
    context.progress(0, 3, "Reading results")
    solved = solve_draft(
        by=by,
        division=_division(context),
        number=args.get("round"),
        method=args.get("method"),
        seed=args.get("seed"),
        solve=_in_process(context),
    )
    with context.completing() as result:
        run = keep_draft(by=by, solved=solved)
        result |= {"run": run.pk, "round": run.first_round}
    return result


@handler(NEXT_JOB, queue="pairing", label="Pairing the next round")
def following(context: JobContext) -> dict[str, Any]:
    """Draft the round that the plan asks for, and publish it where the plan says so.  args: division, round."""
    number, ready = context.args["round"], next_ready(_division(context))
    nothing = {"round": number, "done": "nothing: the round is not asked for any more"}
    if ready is None or ready.number != number:
        return nothing
    context.progress(0, 3, "Reading results")
    try:
        keep = _paired(context, ready)
        with context.completing() as result:
            run = keep()
            result |= {"run": run.pk, "round": run.first_round, "done": _published_if_planned(context, run)}
    except Overtaken:  # while it was being solved: another worker, or the director, was quicker
        return nothing
    return result


def _paired(context: JobContext, ready: Ready) -> Callable[[], PairingRun]:
    """Do the long part of the plan's draft; what it gives keeps the draft, or names the one that is there already."""
    there = ready.draft
    if there is not None:
        return lambda: there
    division, solved_by = _division(context), _in_process(context)
    solved = solve_draft(by=COMMAND_LINE, division=division, number=ready.number, solve=solved_by, automatic=True)
    return lambda: keep_draft(by=COMMAND_LINE, solved=solved)


@handler(CHANCES_JOB, queue="bulk", label="Working out the chances after each round")
def chances_by_round(context: JobContext) -> dict[str, Any]:
    """Play the rest of the event from each round whose chances are not kept.  args: division."""
    division = _division(context)
    rounds = rounds_left(division)
    context.progress(0, len(rounds), "Playing the rest of the event")
    own_process = sum(left.rest.work for left in rounds) // PARTS > QUICK_CHANCES
    calls = ((left.rest, SEED) for left in rounds)
    chances = []
    for played in context.run_each(rough_chances, calls) if own_process else (rough_chances(*call) for call in calls):
        chances.append(played)
        context.progress(len(chances), len(rounds), "Playing the rest of the event")
    with context.completing() as result:
        keep(division, list(zip(rounds, chances, strict=True)))
        result |= {"rounds": [left.number for left in rounds]}
    return result


@handler(EXPLORE_JOB, queue="pairing", label="Exploring a round paired otherwise")
def exploring(context: JobContext) -> dict[str, Any]:
    """Pair a round otherwise, in a process of its own.  args: division, line, state_version."""
    part = part_of_round(_division(context), context.args["line"])
    context.progress(0, 1, "Pairing it otherwise")
    return asdict(context.run_in_process(explore_round, *part))


@handler(HINDSIGHT_JOB, queue="pairing", label="Pairing a past round from results as they are now")
def hindsight(context: JobContext) -> dict[str, Any]:
    """Pair a past round again, in a process of its own.  args: division, round, state_version."""
    part = part_in_hindsight(_division(context).rounds.select_related("division").get(number=context.args["round"]))
    context.progress(0, 1, "Pairing it again")
    return asdict(context.run_in_process(explore_round, *part))


def _published_if_planned(context: JobContext, run: PairingRun) -> str:
    """Publish a draft where the plan says so now; where something came between, it waits for the director."""
    line = planned_line(_division(context), run.first_round)
    if line is None or line.when_ready is not WhenReady.PUBLISH:
        return "drafted"
    if waits := settled_first(run.division.tournament, run.division):
        return f"drafted, not published: {' '.join(row.warning for row in waits)}"
    try:
        publish_run(by=COMMAND_LINE, run=run)
    except Refused as refused:
        return f"drafted, not published: {refused}"
    return "published"


def _division(context: JobContext) -> Division:
    return Division.objects.select_related("tournament").get(pk=context.args["division"])


def _in_process(context: JobContext) -> Solve:
    def in_process(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
        context.progress(1, 3, f"Pairing {len(task.contestants)} players")
        if len(task.contestants) < OWN_PROCESS_FROM:
            return pair_block(task, rounds)
        return context.run_in_process(pair_block, task, rounds)

    return in_process
