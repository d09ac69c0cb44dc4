from argparse import ArgumentParser
from dataclasses import asdict
from datetime import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pairings.services.format_comparison import (
    FEWEST_PLAYERS,
    MOST_DAYS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    EventOutline,
    compare,
    compared,
    play_here,
    rounds_in_time,
)
from tdsuite.tournaments.commands import write_json

BOUNDS = {
    "players": (FEWEST_PLAYERS, MOST_PLAYERS),
    "rounds": (1, MOST_ROUNDS),
    "prizes": (1, MOST_PLAYERS),
    "days": (1, MOST_DAYS),
    "minutes": (1, 240),
    "events": (2, 10_000),
}


class Command(BaseCommand):
    help = "Compare formats for a field by playing simulated events (docs/choosing-a-format.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help=f"{FEWEST_PLAYERS} to {MOST_PLAYERS}")
        parser.add_argument("--rounds", type=int, required=True, help=f"1 to {MOST_ROUNDS}")
        parser.add_argument("--prizes", type=int, default=3, help="places that win something")
        parser.add_argument("--days", type=int, default=1)
        parser.add_argument("--minutes", type=int, default=25, help="of one player's clock")
        parser.add_argument("--first", default="09:00", help="when a day's first round starts")
        parser.add_argument("--done-by", default="", help="when a day should be over, such as 18:00")
        parser.add_argument("--ratings", type=Path, help="a file with the field's ratings, numbers with spaces between")
        parser.add_argument("--events", type=int, help="simulated events a format; else as many as take about a minute")
        parser.add_argument("--json", action="store_true", help="the figures as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        outline = _outline(options)
        answer = compare(outline, play_here)
        lines = compared(outline, answer)
        if options["json"]:
            write_json(self, {"outline": asdict(outline), **answer, "formats": [asdict(line) for line in lines]})
            return
        width = max(len(line.name) for line in lines)
        self.stdout.write(
            f"{'':{width}}  strongest wins       tau            repeats         uneven starts   prizes open    ends"
        )
        for line in lines:
            won, *others = line.estimates.values()
            figures = "  ".join(f"{entry.mean:6.2f} ± {entry.high - entry.mean:<5.2f}" for entry in others)
            chance = f"{won.mean:5.1%} ({won.low:.0%} to {won.high:.0%})"
            self.stdout.write(
                f"{line.name:{width}}  {chance:20} {figures} {line.ends[0]} to {line.ends[1]} {line.in_time}".rstrip()
            )
        self.stderr.write(f"{answer['events']} simulated events a format; intervals are 95 %.")
        fit = rounds_in_time(outline)
        if fit < outline.rounds:
            self.stderr.write(f"By {outline.done_by} there is time for {fit} rounds, not {outline.rounds}.")


def _outline(options: dict[str, Any]) -> EventOutline:
    """The event that was asked about.  Raises CommandError (exit 1) for what cannot be."""
    for name, (least, most) in BOUNDS.items():
        if options[name] is not None and not least <= options[name] <= most:
            raise CommandError(f"--{name} must be from {least} to {most}.", returncode=1)
    try:
        for name in ("first", "done_by"):
            if options[name]:
                time.fromisoformat(options[name])
        ratings = tuple(int(word) for word in options["ratings"].read_text().split()) if options["ratings"] else ()
    except (OSError, ValueError) as error:
        raise CommandError(f"This cannot be read: {error}", returncode=1) from error
    if len(ratings) > options["players"]:
        raise CommandError(f"There are {len(ratings)} ratings for {options['players']} players.", returncode=1)
    return EventOutline(
        options["players"], options["rounds"], options["prizes"], options["days"], options["minutes"],
        options["first"], options["done_by"], ratings, options["events"] or 0,
    )  # fmt: skip
