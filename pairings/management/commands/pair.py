from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from pairings.engine.methods.registry import METHODS
from pairings.models import PairingRun
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from pairings.services.tables import tables_of_run
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import find_division, refusals_exit_1, write_json


class Command(BaseCommand):
    help = "Pair the next round (or --round) of a division into a draft; --publish makes it public at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("division", help="the division's short name")
        parser.add_argument("--round", type=int, help="the round to pair (default: the next unpublished one)")
        parser.add_argument("--method", choices=sorted(METHODS), help="default: what the division's pairing plan says")
        parser.add_argument("--seed", type=int, help="breaks ties; the same seed gives the same boards")
        parser.add_argument("--publish", action="store_true", help="publish the draft")
        parser.add_argument("--json", action="store_true", help="the boards as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        division = find_division(options["slug"], options["division"])
        with refusals_exit_1():
            run = make_draft(
                by=COMMAND_LINE,
                division=division,
                number=options["round"],
                method=options["method"],
                seed=options["seed"],
            )
            if options["publish"]:
                publish_run(by=COMMAND_LINE, run=run)
            answer = self._answer(run)
        for warning in run.warnings:
            self.stderr.write(f"warning: {warning}")
        if options["json"]:
            write_json(self, answer)
            return
        self._table(answer)
        self.stderr.write(f"{'Published' if options['publish'] else 'Drafted'} {run.rounds_text}, seed {run.seed}.")

    def _answer(self, run: PairingRun) -> dict[str, Any]:
        names = {entry.number: entry.player.name for entry in run.division.entries.select_related("player")}
        seating = tables_of_run(run)
        tables: dict[tuple[int, int], str | int] = {place: at.name or at.number for place, at in seating.tables.items()}
        return run.as_json(names, tables)

    def _table(self, answer: dict[str, Any]) -> None:
        for game in answer["games"]:
            second = game["second"]
            opponent = "bye" if second is None else f"{second['number']:>3} {second['name']}"
            table = "" if game["table"] is None else game["table"]
            sign = "?" if game["starts_by"] in ("draw", "compare") else " "
            first = f"{game['first']['number']:>3} {game['first']['name']}"
            self.stdout.write(f"{table!s:>5}  {first:<28}{sign} {opponent:<28}  {game['reason']}")
