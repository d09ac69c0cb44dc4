import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from tdsuite.ops import safety_copy, services
from tdsuite.ops.backups import services as backups
from tdsuite.ops.errors import CannotCopy, NewerDatabase
from tdsuite.platform.printing.pdf import pdf_available

DEMO = "load_demo"


class Command(BaseCommand):
    help = (
        "Bring the data directory to this version: migrate, collect static files and, where no account exists yet, "
        "make the account 'director' and load the demo event. Harmless to repeat."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="load no demo event")
        parser.add_argument(
            "--copied", action="store_true", help="make no copy before an upgrade: there is one elsewhere"
        )
        parser.add_argument("--json", action="store_true", help="the account as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            safety_copy.refuse_newer()
            copy = None if options["copied"] else safety_copy.make()
        except NewerDatabase as error:
            raise CommandError(str(error)) from error
        except CannotCopy as error:
            raise CommandError(
                f"The database must be upgraded, but no copy of it could be made first: {error}"
            ) from error
        if copy is not None:
            self.stderr.write(f"The database is upgraded; as it was, it is kept in {copy}")
        call_command("migrate", interactive=False, verbosity=0)
        backups.note_restored()
        call_command("collectstatic", interactive=False, verbosity=0)
        if not options["no_demo"] and services.is_new():
            # A demo that cannot be loaded keeps nobody from running an event.
            try:
                call_command(DEMO, stdout=self.stderr)
            except Exception as error:
                self.stderr.write(f"The demo event could not be loaded: {error}")
        can_print, remedy = pdf_available()
        if not can_print:
            self.stderr.write(remedy)
        # Last of all: a start that is broken off before this line has made no password that nobody saw.
        password = services.create_first_account()
        answer = {"username": services.DIRECTOR, **({"password": password} if password else {})}
        if options["json"]:
            self.stdout.write(json.dumps(answer))
        elif password is not None:
            self.stdout.write(f"Account {services.DIRECTOR}, password {password} (shown only now)")
