from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.exchange.columns import with_columns
from tdsuite.exchange.events import UnusableFile
from tdsuite.exchange.management.commands.import_tournament import COLUMN, read_source
from tdsuite.exchange.roster import apply_roster, plan_roster
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import find_division, refusals_exit_1, write_json


class Command(BaseCommand):
    help = "Add and change a division's players from a tsh .t, .TOU or CSV file: all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("division", help="the division's short name")
        parser.add_argument("file", help="the roster, or the https address of a published table")
        parser.add_argument("--section", type=int, help="which division of the file, from 1 (default: by its name)")
        parser.add_argument(
            "--keep", action="append", default=[], metavar="HEADING=PURPOSE",
            help="store a column that the suite has no field for, for officials: 'Dietary needs=lunch order'",
        )  # fmt: skip
        parser.add_argument("--column", action="append", default=[], metavar="HEADING=FIELD", help=COLUMN)
        parser.add_argument("--preview", action="store_true", help="say what would be done, and do nothing")
        parser.add_argument("--json", action="store_true", help="the counts as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        division = find_division(options["slug"], options["division"])
        source = read_source(options["file"])
        section = options["section"] - 1 if options["section"] else None
        purposes = {
            heading.strip(): purpose for heading, _, purpose in (text.partition("=") for text in options["keep"])
        }
        with refusals_exit_1():
            (source,) = with_columns([source], options["column"], {**division.roster_columns, **purposes})
        if options["preview"]:
            plan = plan_roster(division, source, section)
            for problem in plan.problems:
                self.stderr.write(problem.text)
            if not plan.usable:
                raise CommandError("This file cannot be applied as it is.", returncode=1)
        else:
            try:
                with refusals_exit_1():
                    plan = apply_roster(
                        by=COMMAND_LINE, division=division, source=source, section=section, purposes=purposes
                    )
            except CommandError as error:
                if isinstance(error.__cause__, UnusableFile):
                    for problem in error.__cause__.problems:
                        self.stderr.write(problem.text)
                raise
            for problem in plan.problems:
                self.stderr.write(f"note: {problem.text}")
        if options["json"]:
            write_json(self, plan.counts)
        else:
            self.stdout.write(", ".join(f"{count} {kind}" for kind, count in plan.counts.items()))
