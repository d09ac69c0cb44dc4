"""The job of a rehearsal: play on with simulated results."""

from typing import Any

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.errors import JobRefused
from tdsuite.platform.jobs.registry import handler
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused
from .rehearsal import REHEARSAL_JOB, closed_rounds
from .simulation import play_round


@handler(REHEARSAL_JOB, queue="bulk", label="Playing the rehearsal")
def rehearse(context: JobContext) -> dict[str, Any]:
    """Play every division up to its last round, all divisions side by side; each result is a decision of its own.

    args: last: the last round by division; half: leave half of its results out; seed.
    """
    args, user = context.args, context.job.created_by_id
    by = User.objects.get(pk=user) if user else COMMAND_LINE
    divisions = list(Division.objects.filter(pk__in=[int(pk) for pk in args["last"]]))
    to_play = {division: args["last"][str(division.pk)] - closed_rounds(division) for division in divisions}
    total, done, results = sum(max(0, rounds) for rounds in to_play.values()), 0, 0
    for turn in range(max(to_play.values(), default=0)):
        for division in [division for division, rounds in to_play.items() if rounds > turn]:
            phase = f"{division}, round {closed_rounds(division) + 1}"

            def saved(phase: str = phase, done: int = done) -> None:
                context.progress(done, total, phase)

            saved()
            try:
                played = play_round(by=by, division=division, seed=args["seed"], half=args["half"], saved=saved)
            except Refused as refused:
                raise JobRefused(f"{phase}: {refused}") from refused
            done, results = done + 1, results + (played or 0)
    with context.completing() as result:
        result |= {"rounds": done, "results": results}
    return result
