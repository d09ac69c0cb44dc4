"""The job with which a real worker proves itself; workers of tests load it with `--include`."""

import time
from typing import Any

from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.registry import handler
from tests.platform.jobs.heavy import digest


@handler("jobs.selftest", label="Worker check")
def selftest(ctx: JobContext) -> dict[str, Any]:
    """Count, so that anyone can see a worker take a job, report, be cancelled, be killed and resume.

    args: count (20), pause in seconds (0.05), process: hash in a helper too, file: produce one.
    """
    count, pause = int(ctx.args.get("count", 20)), float(ctx.args.get("pause", 0.05))
    for number in range(count):
        ctx.progress(number, count, "Counting")
        time.sleep(pause)
    result: dict[str, Any] = {"counted": count, "attempt": ctx.attempt}
    if ctx.args.get("process"):
        result["digest"] = ctx.run_in_process(digest, count)
    if ctx.args.get("file"):
        result["file"] = ctx.add_file("worker-check.txt", f"{count}\n".encode()).name
    ctx.progress(count, count, "Counted")
    return result
