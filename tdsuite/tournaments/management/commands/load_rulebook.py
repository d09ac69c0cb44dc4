from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import find_tournament, refusals_exit_1, write_json
from tdsuite.tournaments.services.rulebook_files import RulebookPlan, UnusableRulebook, load_rulebook, plan_rulebook


class Command(BaseCommand):
    help = "Read a rulebook from a TOML file and list what it changes; with --event, have that event played by it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the rulebook, as docs/rulebook-files.md describes it")
        parser.add_argument("--event", default="", help="the event's short name; without it nothing is saved")
        parser.add_argument("--reason", default="", help="why, for the record")
        parser.add_argument("--json", action="store_true", help="the changes as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data = Path(options["file"]).read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.", returncode=1) from error
        try:
            with refusals_exit_1():
                if options["event"]:
                    event, reason = find_tournament(options["event"]), options["reason"]
                    plan = load_rulebook(by=COMMAND_LINE, tournament=event, data=data, reason=reason)
                else:
                    plan = plan_rulebook(data)
        except CommandError as error:
            if isinstance(error.__cause__, UnusableRulebook):
                for problem in error.__cause__.problems:
                    self.stderr.write(problem.text)
                raise CommandError("This file makes no rulebook as it is.", returncode=1) from error
            raise
        if options["json"]:
            facts = [change.as_facts() for change in plan.changes]
            write_json(self, {**plan.book.identity, "changes": facts})
            return
        self._tell(plan, options["event"])

    def _tell(self, plan: RulebookPlan, event: str) -> None:
        self.stdout.write(f"{plan.book.name}, based on {plan.base.name}, SHA-256 {plan.book.sha256}")
        for change in plan.changes:
            self.stdout.write(f"  {change.title}: {change.after.explain}  [{change.after.rule or 'ours'}]")
            self.stdout.write(f"    was: {change.before.explain}")
        for key in plan.dropped:
            self.stdout.write(f"  no longer chosen: {key}")
        done = f"{event} is played by it." if event else "Nothing is saved: name an event with --event."
        self.stdout.write(f"{len(plan.changes)} changes. {done}")
