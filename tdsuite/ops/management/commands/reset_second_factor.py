from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.ops.errors import NoSuchUser
from tdsuite.ops.services import account_of
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.services.second_factor import reset


class Command(BaseCommand):
    help = "Switch off the second factor of an account whose phone and recovery codes are lost. The reason is recorded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("reason", help="why, in quotation marks")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            reset(by=COMMAND_LINE, user=account_of(options["username"]), reason=options["reason"])
        except (NoSuchUser, SignInRefused) as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            f"The password alone opens the account {options['username']} now. Its sessions and tokens are over."
        )
