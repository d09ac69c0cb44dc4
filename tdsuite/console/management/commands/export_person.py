from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import refusals_exit_1
from tdsuite.tournaments.models import Player
from tdsuite.tournaments.services.personal import export_person


class Command(BaseCommand):
    help = "Everything that is stored about a person, over all events, as a file to be handed to them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "player", type=int, help="the person's number in this installation, from the page's address"
        )
        parser.add_argument("-o", "--output", type=Path, help="where to; without it person-ID.zip here")

    def handle(self, *args: Any, **options: Any) -> None:
        player = Player.objects.filter(pk=options["player"]).first()
        if player is None:
            raise CommandError(f"There is no player {options['player']}.", returncode=1)
        with refusals_exit_1():
            file = export_person(by=COMMAND_LINE, player=player)
        path = options["output"] or Path(file.name)
        try:
            path.write_bytes(file.data)
        except OSError as error:
            raise CommandError(f"Cannot write {path}: {error.strerror}.", returncode=1) from error
        self.stdout.write(f"{path}: {len(file.data)} bytes about {player}.")
