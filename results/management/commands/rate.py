import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand

from results.engine.ratings.explain import explain
from results.engine.ratings.model import PlayerRating, RatingError
from results.engine.ratings.systems import SYSTEMS, system
from results.services.ratings import DivisionRatings, rate_division
from tdsuite.tournaments.commands import find_division, refusals_exit_1, write_json


def round_or_all(text: str) -> int | str:
    if text == "all" or text.isdecimal():
        return text if text == "all" else int(text)
    raise ArgumentTypeError("give a round number, or all")


def lengths(text: str) -> dict[int, int]:
    """ "28,31@28" as {1: 28, 28: 31}."""
    found: dict[int, int] = {}
    for part in text.split(","):
        match = re.fullmatch(r"([1-9][0-9]?)(?:@([1-9][0-9]?))?", part.strip(), re.ASCII)
        if match is None:
            raise ArgumentTypeError("give the planned rounds, and @ROUND where they changed: 28,31@28")
        found[int(match[2] or 1)] = int(match[1])
    return found


def system_key(text: str) -> str:
    try:
        return system(text).key
    except RatingError as error:
        raise ArgumentTypeError(str(error)) from error


class Command(BaseCommand):
    help = "Rate a division's games by one of the rating systems; nothing is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("division", help="the division's short name")
        parser.add_argument("--system", required=True, type=system_key, help=f"one of {', '.join(SYSTEMS)}")
        parser.add_argument("--round", type=round_or_all, help="rate after this round, or after every round (all)")
        parser.add_argument(
            "--planned", type=lengths, help="planned rounds in force, such as 28,31@28; otherwise as recorded"
        )
        parser.add_argument("--why", action="store_true", help="also print how each rating came about, game by game")
        parser.add_argument("--json", action="store_true", help="the ratings as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        division = find_division(options["slug"], options["division"])
        wanted = options["round"]
        with refusals_exit_1():
            found = rate_division(
                division,
                options["system"],
                after=wanted if isinstance(wanted, int) else None,
                every_round=wanted == "all",
                lengths=options["planned"],
            )
        if options["json"]:
            answer = [{"round": number, "ratings": as_json(found, table)} for number, table in found.tables]
            write_json(self, answer if wanted == "all" else answer[0]["ratings"])
            return
        if found.system.estimate:
            self.stdout.write(f"An estimate: {found.system.source}")
        for number, table in found.tables:
            self.stdout.write(f"{division}, {found.system.name}, after round {number}")
            for row in table:
                self.stdout.write(line(found, row))
                for reason in explain(row, found.past.names) if options["why"] else ():
                    self.stdout.write(f"        {reason}")


def as_json(found: DivisionRatings, table: tuple[PlayerRating, ...]) -> list[dict[str, Any]]:
    """One object a player. Ratings are null where there is none."""
    return [
        {
            "number": row.number,
            "name": found.past.names[row.number],
            "games": row.games,
            "wins": row.wins if row.wins % 1 else int(row.wins),
            "expected": round(row.expected, 4),
            "old": row.old or None,
            "new": row.new or None,
        }
        for row in table
    ]


def line(found: DivisionRatings, row: PlayerRating) -> str:
    change = "new" if row.change is None and row.new else f"{row.change or 0:+d}"
    return (
        f"{row.number:>4}  {found.past.names[row.number]:<30} {row.wins:>5g}/{row.games:<3} {row.expected:>7.2f}"
        f" {row.old or '-':>5} {change:>5} {row.new or '-':>5}"
    )
