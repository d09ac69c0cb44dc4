import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.exchange.export import FORMATS, export
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.words.languages import NAMES
from tdsuite.tournaments.commands import find_tournament, refusals_exit_1


class Command(BaseCommand):
    help = "Write an event as a file for ratings bodies, spreadsheets, overlays or other programs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("--format", required=True, choices=list(FORMATS), help="the file to write")
        parser.add_argument("--language", default="", choices=list(NAMES), help="of the site's pages; default: English")
        parser.add_argument("-o", "--output", default="", metavar="PATH", help="default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_tournament(options["slug"])
        with refusals_exit_1():
            exported = export(
                by=COMMAND_LINE, tournament=tournament, key=options["format"], language=options["language"]
            )
        for problem in exported.losses:
            self.stderr.write(f"note: {problem.text}")
        if not exported.sendable:
            raise CommandError("The file would not be right: see above. Nothing was written.")
        if not options["output"]:
            sys.stdout.buffer.write(exported.data)
            sys.stdout.flush()
            return
        try:
            Path(options["output"]).write_bytes(exported.data)
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}") from error
