from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.tournaments.commands import find_tournament, write_json
from tdsuite.tournaments.rulebooks.as_file import as_file
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.rules import rules_of, source


class Command(BaseCommand):
    help = "Print an event's rules in force, where each comes from, and what is not standard or not as the rulebook has it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", default="", help="the event's short name")
        parser.add_argument("--json", action="store_true", help="the rules as JSON on standard output")

        parser.add_argument(
            "--as-file", choices=list(RULEBOOKS), default="", help="write this rulebook as a TOML file to start from"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["as_file"]:
            self.stdout.write(as_file(RULEBOOKS[options["as_file"]]), ending="")
            return
        if not options["slug"]:
            raise CommandError("Name an event, or a rulebook with --as-file.")
        tournament = find_tournament(options["slug"])
        try:
            rules = rules_of(tournament)
        except (LookupError, ValueError) as error:
            raise CommandError(f"The event's choices cannot be read: {error}", returncode=1) from error
        if options["json"]:
            write_json(self, rules.as_json())
            return
        book = tournament.book
        self.stdout.write(f"{tournament.name}: {book.name}")
        self.stdout.write(f"Source: {', '.join(filter(None, (book.source.document, book.source.edition)))}")
        if book.sha256:
            self.stdout.write(f"From a file based on {book.based_on}, SHA-256 {book.sha256}")
        self.stdout.write(f"Word source: {rules.word_source}")
        section = ""
        for row in rules.rows:
            if row.section != section:
                section = row.section
                self.stdout.write(f"\n{section}" if section else "")
            self.stdout.write(f"  {row.title}: {row.text}  [{source(row)}]")
        self.stdout.write("\nNot standard, or not as the rulebook has it:")
        for line in rules.deviations or ("nothing found",):
            self.stdout.write(f"  {line}")
