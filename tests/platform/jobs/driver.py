"""Stands in for the web server in the tests of real workers: does what it is told, one JSON line a time.

`python -m tests.platform.jobs.driver` in an installation of its own; every answer is the job's row, but for `call`: what a function of
a test's own module answers.
"""

import json
import sys
from datetime import timedelta
from importlib import import_module
from typing import Any

import django


def answer(do: str, job: int = 0, **how: Any) -> dict[str, Any]:
    from django.db import transaction
    from django.utils import timezone

    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.platform.jobs import services
    from tdsuite.platform.jobs.models import Job
    from tests.platform.jobs import selftest  # noqa: F401  (declares its kind)

    if do == "call":
        return {"answer": getattr(import_module(how["module"]), how["name"])(**how["args"])}
    if do == "status":
        status = services.worker_status()
        return {"alive": status.alive, "waiting": status.waiting}
    if do == "enqueue":
        with transaction.atomic():
            job = services.enqueue("jobs.selftest", **how).pk
    if do == "lapse":
        long_ago = timezone.now() - timedelta(hours=1)
        Job.objects.filter(pk=job).update(lease_until=long_ago, created_at=long_ago)
        services.sweep()
    if do == "change":
        Job.objects.filter(pk=job).update(**how)
    if do == "cancel":
        services.request_cancel(Job.objects.get(pk=job), COMMAND_LINE)
    row = Job.objects.get(pk=job)
    fields = ("id", "status", "queue", "done", "total", "attempts", "worker", "error", "result", "cancel_requested")
    return {name: getattr(row, name) for name in fields}


if __name__ == "__main__":
    django.setup()
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)
