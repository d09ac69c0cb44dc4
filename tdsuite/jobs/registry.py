"""Which function does which kind of job. Apps declare theirs in `tasks.py`:

    @handler("pairings.draft", queue="now", label=_("Pairing round"))
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

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

from .context import JobContext
from .errors import UnknownKind
from .queues import NOW, QUEUES

__all__ = ["Handler", "JobContext", "find", "handler"]

Work = Callable[[JobContext], dict[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Handler:
    """A kind of job.  max_attempts: how many workers may die on it before it counts as failed, >= 1."""

    kind: str
    work: Work
    queue: str
    label: str | Promise
    max_attempts: int


_handlers: dict[str, Handler] = {}
_discovering = threading.RLock()
_discovered = False


def handler(kind: str, *, queue: str = NOW, label: str | Promise = "", max_attempts: int = 3) -> Callable[[Work], Work]:
    """Register the decorated function for `kind`. Raises ValueError on a second function for the same kind."""
    if queue not in QUEUES:
        raise ValueError(f"{kind}: queue {queue!r} is not one of {QUEUES}")
    if max_attempts < 1:
        raise ValueError(f"{kind}: max_attempts must be 1 or more")

    def register(work: Work) -> Work:
        known = _handlers.get(kind)
        if known and (known.work.__module__, known.work.__qualname__) != (work.__module__, work.__qualname__):
            raise ValueError(f"{kind} is already done by {known.work.__module__}.{known.work.__qualname__}")
        _handlers[kind] = Handler(kind, work, queue, label or kind, max_attempts)
        return work

    return register


def find(kind: str) -> Handler:
    """The handler of a kind.  Raises UnknownKind."""
    discover()
    try:
        return _handlers[kind]
    except KeyError:
        raise UnknownKind(kind) from None


def forget(kind: str) -> None:
    """Take a kind out of the registry again."""
    _handlers.pop(kind, None)


def discover() -> None:
    """Import every installed app's `tasks.py`, once; at first need, because apps are still loading at start."""
    global _discovered  # noqa: PLW0603
    with _discovering:
        if not _discovered:
            autodiscover_modules("tasks")
            _discovered = True
