"""The Pair button's job."""

from typing import Any

from tdsuite.access.guard import COMMAND_LINE
from tdsuite.access.models import User
from tdsuite.jobs.registry import JobContext, handler
from tdsuite.tournaments.models import Division

from .engine.model import Pairing, PairingTask
from .services.drafts import DRAFT_JOB, make_draft
from .services.solving import solve

OWN_PROCESS_FROM = 400  # players: below, the engine is done before a process would have started


@handler(DRAFT_JOB, queue="now", label="Pairing")
def draft(context: JobContext) -> dict[str, Any]:
    """Pair a round into a draft.  args: division, round or null, method or null, seed or null."""
    args = context.args
    division = Division.objects.select_related("tournament").get(pk=args["division"])
    by = User.objects.get(pk=context.job.created_by_id) if context.job.created_by_id else COMMAND_LINE

    def in_process(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
        context.progress(1, 3, f"Pairing {len(task.contestants)} players")
        if len(task.contestants) < OWN_PROCESS_FROM:
            return solve(task, rounds)
        return context.run_in_process(solve, task, rounds)

    context.progress(0, 3, "Reading results")
    run = make_draft(
        by=by,
        division=division,
        number=args.get("round"),
        method=args.get("method"),
        seed=args.get("seed"),
        solve=in_process,
    )
    context.progress(3, 3, "Draft ready")
    return {"run": run.pk, "round": run.first_round}
