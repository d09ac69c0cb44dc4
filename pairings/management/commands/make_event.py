from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pairings.engine.checking.made_files import WrittenFormat, made_division, written_event
from pairings.engine.checking.planted import FAULTS

MOST_PLAYERS, MOST_ROUNDS = 500, 60


class Command(BaseCommand):
    help = "Write a made-up event, paired by Swiss and played; the same seed gives the same file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=16, help=f"2 to {MOST_PLAYERS}")
        parser.add_argument("--rounds", type=int, default=8, help=f"1 to {MOST_ROUNDS}")
        parser.add_argument("--seed", type=int, default=0, help="everything random follows from it")
        parser.add_argument("--format", choices=[entry.value for entry in WrittenFormat], default="t")
        parser.add_argument(
            "--fault", choices=sorted(FAULTS), help="one kind of fault to plant, for check_pairings to find"
        )
        parser.add_argument("-o", "--output", type=Path, help="the file to write, else standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        if not (2 <= options["players"] <= MOST_PLAYERS and 1 <= options["rounds"] <= MOST_ROUNDS):
            raise CommandError(f"Give 2 to {MOST_PLAYERS} players and 1 to {MOST_ROUNDS} rounds.", returncode=1)
        fault = FAULTS[options["fault"]] if options["fault"] else None
        division = made_division(options["players"], options["rounds"], options["seed"])
        try:
            text = written_event(division, WrittenFormat(options["format"]), seed=options["seed"], fault=fault)
        except ValueError as error:
            raise CommandError(str(error), returncode=1) from error
        if options["output"]:
            options["output"].write_bytes(text.encode())
        else:
            self.stdout.write(text, ending="")
