"""See whether a worker takes, does and finishes a job."""

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tdsuite.platform.jobs import services
from tdsuite.platform.jobs.models import Job


class Command(BaseCommand):
    help = "Give the worker a small job and wait for it. Exit 0: done. Exit 1: no worker did it in time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--timeout", type=float, default=15.0, help="seconds to wait (15)")
        parser.add_argument("--json", action="store_true", help="the outcome as JSON on standard output")

    def handle(self, *args: Any, timeout: float, **options: Any) -> None:
        begun = time.monotonic()
        with transaction.atomic():
            job = services.enqueue("jobs.selftest", args={"count": 3, "pause": 0.01, "process": True})
        while job.is_active and time.monotonic() - begun < timeout:
            time.sleep(0.02)
            job.refresh_from_db()
        seconds = round(time.monotonic() - begun, 3)
        if options["json"]:
            facts = {"job": job.pk, "status": job.status, "seconds": seconds, "worker": job.worker, "error": job.error}
            self.stdout.write(json.dumps(facts))
        if job.status == Job.Status.DONE:
            self.stderr.write(f"The worker did job {job.pk} in {seconds} s.")
            return
        Job.objects.filter(pk=job.pk).waiting().delete()
        raise CommandError(
            job.error or services.worker_status().says or f"The worker did not finish within {timeout:g} s."
        )
