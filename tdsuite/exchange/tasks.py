"""Publishing out: the job of one push, and what beat asks."""

from typing import Any

from celery import shared_task

from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.errors import JobRefused
from tdsuite.platform.jobs.registry import handler
from tdsuite.tournaments.services.decision import Refused
from .models import PublishTarget
from .publishing import JOB, push_due
from .pushing import push
from .transports.base import TransportError


@handler(JOB, queue="publishing", label="Publishing out")
def publish(context: JobContext) -> dict[str, Any]:
    """Send what changed to one target.  args: target."""
    target = PublishTarget.objects.filter(pk=context.args["target"]).first()
    if target is None:
        return {"sent": 0, "removed": 0}  # the target was taken away meanwhile
    try:
        pushed = push(target=target, tick=lambda done, total: context.progress(done, total, "Sending pages"))
    except (TransportError, Refused) as error:
        raise JobRefused(str(error)) from error
    return {"sent": pushed.sent, "removed": pushed.removed}


publish_due: Any = shared_task(name="exchange.publish_due", ignore_result=True)(push_due)
