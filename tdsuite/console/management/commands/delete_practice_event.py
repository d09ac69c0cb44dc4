from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import find_tournament, refusals_exit_1
from tdsuite.tournaments.services.practice import delete_practice_event


class Command(BaseCommand):
    help = "Delete a practice event whole, its record of decisions with it. A real event is refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the practice event's short name")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_tournament(options["slug"])
        with refusals_exit_1():
            gone = delete_practice_event(by=COMMAND_LINE, tournament=tournament)
        self.stdout.write(
            f"{options['slug']}: {gone['rows']} rows, {gone['records']} records and {gone['files']} files are deleted."
        )
