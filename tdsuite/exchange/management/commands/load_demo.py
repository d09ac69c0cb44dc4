from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tdsuite.exchange.demo_event import load_demo
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.tournaments.commands import refusals_exit_1


class Command(BaseCommand):
    help = "Load the demo event of made-up players, unless it is there already."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--user", help="who runs the demo event (default: the first administrator of the installation)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        people = User.objects.filter(is_superuser=True).order_by("pk")
        chosen = people.filter(username=options["user"]) if options["user"] else people
        with refusals_exit_1():
            tournament = load_demo(by=chosen.first() or COMMAND_LINE)
        self.stdout.write(f"Loaded {tournament}." if tournament else "The demo event is there already.")
