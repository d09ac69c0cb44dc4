"""Which function does which kind of job. Apps declare theirs in `tasks.py`:

    @handler("pairings.draft", queue="pairing", label=_("Pairing round"))
    def draft(ctx: JobContext) -> dict | None:
        run = PairingRun.objects.get(pk=ctx.args["run"])
        ctx.progress(0, 3, _("Reading results"))
        answer = ctx.run_in_process(solve, inputs)      # heavy work: plain data in, plain data out
        with ctx.completing() as result:                # one transaction, only while the lease is ours
            run.fill(answer)
            result["games"] = len(answer)

A handler may run again after its worker was killed, so it starts from the rows, not from what it did before;
what it writes inside `completing()` is written exactly once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tdsuite.platform.hooks.hooks import Registry
from .errors import UnknownKind
from .queues import NOW, QUEUES

Work = Callable[[Any], dict[str, Any] | None]  # of a JobContext, which knows job rows as these know their kinds


@dataclass(frozen=True, slots=True)
class Handler:
    """A kind of job.  max_attempts: how many workers may die on it before it counts as failed, >= 1."""

    kind: str
    work: Work
    queue: str
    label: str | Promise
    max_attempts: int


job_handlers: Registry[Handler] = Registry("job_handlers", "tasks")


def handler(kind: str, *, queue: str = NOW, label: str | Promise = "", max_attempts: int = 3) -> Callable[[Work], Work]:
    """Register the decorated function for `kind`. Raises ValueError on a second function for the same kind."""
    if queue not in QUEUES:
        raise ValueError(f"{kind}: queue {queue!r} is not one of {QUEUES}")
    if max_attempts < 1:
        raise ValueError(f"{kind}: max_attempts must be 1 or more")

    def register(work: Work) -> Work:
        job_handlers.add(kind, Handler(kind, work, queue, label or kind, max_attempts))
        return work

    return register


def find(kind: str) -> Handler:
    """The handler of a kind.  Raises UnknownKind."""
    declared = job_handlers.get(kind)
    if declared is None:
        raise UnknownKind(kind)
    return declared
