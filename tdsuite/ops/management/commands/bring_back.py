from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.ops.aside.services import bring_back
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import refusals_exit_1
from tdsuite.tournaments.models import AsideEvent


class Command(BaseCommand):
    help = "Bring an event back that was put aside, as it was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")

    def handle(self, *args: Any, **options: Any) -> None:
        event = AsideEvent.objects.filter(slug=options["slug"]).first()
        if event is None:
            known = ", ".join(AsideEvent.objects.values_list("slug", flat=True)[:10]) or "none"
            raise CommandError(f"No event {options['slug']!r} is put aside. Put aside are: {known}.", returncode=1)
        with refusals_exit_1():
            bring_back(by=COMMAND_LINE, event=event)
        self.stdout.write(f"{event.slug}: back, as it was.")
