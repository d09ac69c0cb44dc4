from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tdsuite.ops.aside.services import put_aside
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import find_tournament, refusals_exit_1


class Command(BaseCommand):
    help = "Put a finished event aside: everything of it lies in one file then, and nothing in the database. bring_back undoes it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_tournament(options["slug"])
        with refusals_exit_1():
            event = put_aside(by=COMMAND_LINE, tournament=tournament)
        self.stdout.write(f"{event.slug}: put aside in {event.path} ({event.size} bytes, SHA-256 {event.sha256}).")
