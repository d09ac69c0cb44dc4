from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import refusals_exit_1, write_json
from tdsuite.tournaments.models import Player
from tdsuite.tournaments.services.erasure import erase_player


class Command(BaseCommand):
    help = 'Take a person out of every event: results stay and name "Player N". With --reasons also why decisions were taken.'

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "player", type=int, help="the person's number in this installation, from the page's address"
        )
        parser.add_argument(
            "--reasons", action="store_true", help="delete the reasons given for decisions about them too"
        )
        parser.add_argument("--json", action="store_true", help="what was erased as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        player = Player.objects.filter(pk=options["player"]).first()
        if player is None:
            raise CommandError(f"There is no player {options['player']}.")
        with refusals_exit_1():
            erased = erase_player(by=COMMAND_LINE, player=player, reasons=options["reasons"])
        if options["json"]:
            return write_json(self, erased)
        counts = ", ".join(f"{count} {what}" for what, count in erased.items() if count) or "nothing besides"
        self.stdout.write(f"Player {player.pk} is erased: {counts}.")
