from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.exchange.events import SourceFile, UnusableFile, import_tournament
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import refusals_exit_1, write_json
from tdsuite.tournaments.rulebooks.registry import DEFAULT, RULEBOOKS


def read_source(path: str) -> SourceFile:
    """A file from disk; CommandError (exit 1) that says why it cannot be read."""
    try:
        return SourceFile(Path(path).name, Path(path).read_bytes())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


class Command(BaseCommand):
    help = "Make a whole event from tsh .t, .TOU or CSV files, with the results they hold: all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the new event's short name")
        parser.add_argument("files", nargs="+", help="one division per .t or CSV file or .TOU section")
        parser.add_argument(
            "--name", default="", help="the event's name (default: what the file says, else the short name)"
        )
        parser.add_argument("--rulebook", default="", choices=list(RULEBOOKS), help=f"default: {DEFAULT}")
        parser.add_argument(
            "--date", type=date.fromisoformat, help="the first day as 2026-05-16; needed where no file says one"
        )
        parser.add_argument("--json", action="store_true", help="what was made as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        files = [read_source(path) for path in options["files"]]
        try:
            with refusals_exit_1():
                tournament, notes = import_tournament(
                    by=COMMAND_LINE,
                    slug=options["slug"],
                    files=files,
                    name=options["name"],
                    rulebook=options["rulebook"],
                    day=options["date"],
                )
        except CommandError as error:
            if isinstance(error.__cause__, UnusableFile):
                for problem in error.__cause__.problems:
                    self.stderr.write(problem.text)
            raise
        for problem in notes:
            self.stderr.write(f"note: {problem.text}")
        divisions = [
            {
                "code": division.code,
                "name": division.name,
                "players": division.entries.count(),
                "rounds": division.rounds.exclude(status="draft").count(),
            }
            for division in tournament.divisions.all()
        ]
        if options["json"]:
            write_json(self, {"slug": tournament.slug, "name": tournament.name, "divisions": divisions})
            return
        for row in divisions:
            self.stdout.write(f"{tournament.slug} {row['code']}: {row['players']} players, {row['rounds']} rounds")
