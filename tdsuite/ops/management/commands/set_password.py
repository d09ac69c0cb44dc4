import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.ops import services
from tdsuite.ops.errors import NoSuchUser, WeakPassword


class Command(BaseCommand):
    help = "Give an account a new password: a random readable one, shown once, or the first line of standard input."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--stdin", action="store_true", help="read the password from standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        # Never an argument: those are seen by every user of the computer and stay in the shell's history.
        typed = sys.stdin.readline().strip() if options["stdin"] else None
        if typed == "":
            raise CommandError("There was no password on standard input.")
        try:
            password = services.set_password(username=options["username"], password=typed)
        except (NoSuchUser, WeakPassword) as refusal:
            raise CommandError(str(refusal)) from refusal
        if typed is None:
            self.stdout.write(password)
        self.stderr.write(f"{options['username']} has a new password; sessions with the old one have ended.")
