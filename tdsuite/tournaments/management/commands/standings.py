from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tdsuite.tournaments.commands import find_division, write_json
from tdsuite.tournaments.engine.standings import Standing, half_text
from tdsuite.tournaments.reads import History, history


def round_or_all(text: str) -> int | str:
    if text == "all" or text.isdecimal():
        return text if text == "all" else int(text)
    raise ArgumentTypeError("give a round number, 0 for the seeding, or all")


class Command(BaseCommand):
    help = "Print a division's standings after its last round, after --round N, or after every round (--round all)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("division", help="the division's short name")
        parser.add_argument("--round", type=round_or_all, help="a round number, 0 for the seeding, or all")
        parser.add_argument("--json", action="store_true", help="the standings as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        division = find_division(options["slug"], options["division"])
        played = history(division)
        chosen = options["round"]
        if isinstance(chosen, int) and chosen > division.planned_rounds:
            raise CommandError(
                f"{division} has rounds 1 to {division.planned_rounds}; there is no round {chosen}.", returncode=1
            )
        if chosen == "all":
            tables = list(enumerate(played.standings_by_round()))[1:]
        else:
            after = played.last_round if chosen is None else chosen
            tables = [(after, played.standings(after))]
        if options["json"]:
            answer = [{"round": number, "standings": as_json(played, table)} for number, table in tables]
            write_json(self, answer if chosen == "all" else answer[0]["standings"])
            return
        for number, table in tables:
            self.stdout.write(f"{division}, after round {number}" if number else f"{division}, seeding")
            for row in table:
                record = f"{half_text(row.halves)}-{half_text(row.losing_halves)}"
                self.stdout.write(
                    f"{row.rank:>4}  {played.names[row.number]:<30} {row.number:>4}  {record:>9}  {row.spread:+d}"
                )


def as_json(played: History, table: tuple[Standing, ...]) -> list[dict[str, Any]]:
    """One object a player. Wins and losses are whole numbers where they are whole, else halves."""
    return [
        {
            "rank": row.rank,
            "number": row.number,
            "name": played.names[row.number],
            "wins": number(row.halves),
            "losses": number(row.losing_halves),
            "spread": row.spread,
        }
        for row in table
    ]


def number(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2
