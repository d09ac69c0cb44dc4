from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pairings.engine.checking.replay import Replay, replay
from pairings.engine.errors import PairingError
from pairings.models import PairingRun
from tdsuite.tournaments.commands import write_json

NOT_A_TASK = (KeyError, TypeError, ValueError)


class Command(BaseCommand):
    help = "Pair a stored run again from its own inputs and compare the boards; exit 1 where they differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("run", type=int, help="the run's number, as its page and the event's record name it")
        parser.add_argument("--json", action="store_true", help="the outcome as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        run = PairingRun.objects.filter(pk=options["run"]).first()
        if run is None:
            raise CommandError(f"There is no pairing run {options['run']}.")
        outcome = self._replay(run)
        if options["json"]:
            write_json(self, {"run": run.pk, "same": not outcome.differences, "differences": list(outcome.differences)})
        for line in outcome.differences:
            self.stderr.write(line)
        if not outcome.same_engine:
            self.stderr.write(f"Made by engine {outcome.stored_version}; this is engine {outcome.version}.")
        by_hand = f"; {outcome.changed} changed by the director and not compared" if outcome.changed else ""
        if outcome.differences:
            raise CommandError(f"Run {run.pk}: {len(outcome.differences)} differences{by_hand}.")
        self.stderr.write(f"Run {run.pk}: all {outcome.boards} boards made again{by_hand}.")

    def _replay(self, run: PairingRun) -> Replay:
        try:
            return replay(run.inputs, run.boards, run.last_round - run.first_round + 1, run.engine_version)
        except PairingError as error:
            raise CommandError(f"Run {run.pk} cannot be paired again: {error}") from error
        except NOT_A_TASK as error:
            raise CommandError(f"Run {run.pk} does not hold what it was made from: {error!r}.") from error
