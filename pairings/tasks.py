"""The jobs of pairing: the Pair button's, all rounds that need no results, and the next round once its results are there."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from pairings.engine.contention.chances import PARTS, TRIALS_A_PART, added, part_of, rough_chances, trial_plan
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.platform.jobs.registry import JobContext, handler
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused

from .engine.exploring import explore_round
from .engine.forecast import EventPlayed, play_events
from .engine.model import Pairing, PairingTask
from .engine.plan import WhenReady
from .models import PairingRun
from .services.automatic_drafts import NEXT_JOB, Ready, next_ready, planned_line
from .services.drafts import DRAFT_JOB, Overtaken, Solve, keep_draft, solve_draft
from .services.explanations import ALTERNATIVE_JOB, stored_task
from .services.exploring import EXPLORE_JOB, parts_of, question_from
from .services.format_comparison import FORMATS_JOB, Part, compare, outline_of
from .services.planning import FREE_JOB, draft_free_rounds
from .services.prize_chances import REACH_JOB, SEED, as_result, current_rest, key_of
from .services.publishing import publish_run
from .services.round_chances import CHANCES_JOB, keep, rounds_left
from .services.solving import solve, weigh_alternative

QUICK_CHANCES = 10_000_000  # games in all trials: below, they are played before a process would have started
OWN_PROCESS_FROM = 400  # players: below, the engine is done before a process would have started


@handler(DRAFT_JOB, queue="pairing", label="Pairing")
def draft(context: JobContext) -> dict[str, Any]:
    """Pair a round into a draft.  args: division, round or null, method or null, seed or null."""
    args, by = context.args, _asked_by(context)
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


@handler(FREE_JOB, queue="pairing", label="Pairing all rounds that need no results")
def free(context: JobContext) -> dict[str, Any]:
    """Draft every round that needs no results.  args: division."""
    division = _division(context)

    def progress(number: int) -> None:
        context.progress(number - 1, division.planned_rounds, f"Pairing round {number}")

    runs = draft_free_rounds(
        by=_asked_by(context), division=division, progress=progress, keeping=context.holding, solve=_in_process(context)
    )
    return {"runs": [run.pk for run in runs], "rounds": [number for run in runs for number in run.rounds]}


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


@handler(ALTERNATIVE_JOB, queue="pairing", label="Weighing another board")
def other_board(context: JobContext) -> dict[str, Any]:
    """Solve a run's round anew with one board played, or not, in a process of its own.  args: run, one, two, play."""
    args = context.args
    run = PairingRun.objects.get(pk=args["run"])
    context.progress(0, 2, "Solving the round anew")
    answer = context.run_in_process(weigh_alternative, stored_task(run), args["one"], args["two"], args["play"])
    context.progress(2, 2, "Done")
    return answer


@handler(REACH_JOB, queue="pairing", label="Working out who can still reach which prize")
def who_can_reach_what(context: JobContext) -> dict[str, Any]:
    """Play the rest of the event many times, part by part in processes of their own.  args: division, round."""
    rest, *_ = current_rest(_division(context), context.args["round"])
    if rest is None:
        return {"done": "nothing: results are missing, or every round is played"}
    context.progress(0, PARTS, "Playing the rest of the event")
    rounds = trial_plan(rest, SEED)
    parts = []
    for part in context.run_each(part_of, ((rest, rounds, SEED, number) for number in range(PARTS))):
        parts.append(part)
        context.progress(len(parts), PARTS, f"Played {len(parts) * TRIALS_A_PART:,} times")
    return as_result(key_of(rest), added(parts))


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


@handler(EXPLORE_JOB, queue="pairing", label="Exploring rounds paired otherwise")
def exploring(context: JobContext) -> dict[str, Any]:
    """Pair rounds otherwise, each in a process of its own.  args: division, key, question."""
    question, division = question_from(context.args["question"]), _division(context)
    rounds = question.last - question.first + 1
    context.progress(0, rounds, "Reading results")
    explored = []
    for row in context.run_each(explore_round, parts_of(division, question)):
        explored.append(asdict(row))
        context.progress(len(explored), rounds, f"Paired round {row.number}")
    return {"key": context.args["key"], "rounds": explored}


@handler(FORMATS_JOB, queue="bulk", label="Comparing formats")
def comparing_formats(context: JobContext) -> dict[str, Any]:
    """Play events of every format, part by part in processes of their own.  args: an `EventOutline`."""

    def play(parts: Iterable[Part]) -> Iterator[Sequence[EventPlayed]]:
        parts = list(parts)
        for number, played in enumerate(context.run_each(play_events, parts), start=1):
            context.progress(number, len(parts), "Playing events")
            yield played

    context.progress(0, 1, "Playing events")
    return compare(outline_of(context.job), play)


def _published_if_planned(context: JobContext, run: PairingRun) -> str:
    """Publish a draft where the plan says so now; where something came between, it waits for the director."""
    line = planned_line(_division(context), run.first_round)
    if line is None or line.when_ready is not WhenReady.PUBLISH:
        return "drafted"
    try:
        publish_run(by=COMMAND_LINE, run=run)
    except Refused as refused:
        return f"drafted, not published: {refused}"
    return "published"


def _division(context: JobContext) -> Division:
    return Division.objects.select_related("tournament").get(pk=context.args["division"])


def _asked_by(context: JobContext) -> Any:
    return User.objects.get(pk=context.job.created_by_id) if context.job.created_by_id else COMMAND_LINE


def _in_process(context: JobContext) -> Solve:
    def in_process(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
        context.progress(1, 3, f"Pairing {len(task.contestants)} players")
        if len(task.contestants) < OWN_PROCESS_FROM:
            return solve(task, rounds)
        return context.run_in_process(solve, task, rounds)

    return in_process
