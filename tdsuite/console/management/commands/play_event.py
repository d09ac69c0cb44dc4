import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tdsuite.console.simulation import play_event
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import find_tournament, refusals_exit_1, write_json


class Command(BaseCommand):
    help = "Play an event's remaining rounds with simulated results, through the services the console uses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("--rounds", type=int, help="how many rounds of each division (default: all that remain)")
        parser.add_argument("--seed", type=int, help="the same seed plays the same event")
        parser.add_argument("--json", action="store_true", help="what was played as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_tournament(options["slug"])
        seed = secrets.randbits(31) if options["seed"] is None else options["seed"]
        divisions = list(tournament.divisions.select_related("tournament"))
        done = []
        with refusals_exit_1():
            for played in play_event(by=COMMAND_LINE, divisions=divisions, seed=seed, rounds=options["rounds"]):
                self.stderr.write(
                    f"{played.division}: round {played.number} by {played.method}, {played.games} results"
                )
                done.append(
                    {
                        "division": played.division.code,
                        "round": played.number,
                        "method": played.method,
                        "games": played.games,
                    }
                )
        if options["json"]:
            write_json(self, {"seed": seed, "rounds": done})
        else:
            self.stdout.write(f"Played {len(done)} rounds with seed {seed}.")
