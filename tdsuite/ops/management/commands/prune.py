"""Throw away what is over: old finished jobs with their files, sessions, counts of wrong tries."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tdsuite.ops.pruning import prune


class Command(BaseCommand):
    help = "Remove old finished jobs with their files, sessions that are over, and counts of wrong tries; the worker does so once a day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be removed")
        parser.add_argument("--json", action="store_true", help="the figures as JSON on standard output")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        pruned = prune(dry_run=dry_run)
        if options["json"]:
            self.stdout.write(json.dumps({**pruned.facts, "dry_run": dry_run}))
        else:
            self.stdout.write(f"{'Would be removed' if dry_run else 'Removed'}: {pruned.summary}.")
