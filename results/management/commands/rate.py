import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand

from results.rating_lists.models import RatingList
from results.rating_lists.services.lists import list_numbered
from results.ratings.engine.explain import explain
from results.ratings.engine.model import PlayerRating, RatingError
from results.ratings.engine.systems import SYSTEMS, system
from results.ratings.services import DivisionRatings, list_new_ratings, rate_division, rating_facts
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import find_division, refusals_exit_1, write_json
from tdsuite.tournaments.models import Division


def round_or_all(text: str) -> int | str:
    if text == "all" or text.isdecimal():
        return text if text == "all" else int(text)
    raise ArgumentTypeError("give a round number, or all")


def lengths(text: str) -> dict[int, int]:
    """ "28,31@28" as {1: 28, 28: 31}."""
    planned: dict[int, int] = {}
    for part in text.split(","):
        match = re.fullmatch(r"([1-9][0-9]?)(?:@([1-9][0-9]?))?", part.strip(), re.ASCII)
        if match is None:
            raise ArgumentTypeError("give the planned rounds, and @ROUND where they changed: 28,31@28")
        planned[int(match[2] or 1)] = int(match[1])
    return planned


def system_key(text: str) -> str:
    try:
        return system(text).key
    except RatingError as error:
        raise ArgumentTypeError(str(error)) from error


class Command(BaseCommand):
    help = (
        "Rate a division's games by one of the rating systems; nothing is stored, except as a rating list where asked."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("division", help="the division's short name")
        parser.add_argument("--system", required=True, type=system_key, help=f"one of {', '.join(SYSTEMS)}")
        parser.add_argument("--round", type=round_or_all, help="rate after this round, or after every round (all)")
        parser.add_argument(
            "--planned", type=lengths, help="planned rounds in force, such as 28,31@28; otherwise as recorded"
        )
        parser.add_argument("--why", action="store_true", help="also print how each rating came about, game by game")
        parser.add_argument(
            "--make-list", action="store_true", help="keep the ratings as a rating list for the next event"
        )
        parser.add_argument("--list-name", default="", help="its name (default: of the division and the event)")
        parser.add_argument(
            "--add-to", type=int, metavar="LIST", help="a list whose other players stay in it as they are"
        )
        parser.add_argument("--json", action="store_true", help="the ratings as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        division = find_division(options["slug"], options["division"])
        after, every_round = options["round"], options["round"] == "all"
        with refusals_exit_1():
            division_ratings = rate_division(
                division,
                options["system"],
                after=None if every_round else after,
                every_round=every_round,
                lengths=options["planned"],
            )
            rating_list = self._made_list(division, options) if options["make_list"] else None
        if rating_list:
            self.stderr.write(f"{rating_list.title}: {rating_list.size} players, made as list {rating_list.pk}")
        if options["json"]:
            answer = [
                {"round": number, "ratings": rating_facts(division_ratings, table)}
                for number, table in division_ratings.tables
            ]
            write_json(self, answer if every_round else answer[0]["ratings"])
            return
        if division_ratings.system.estimate:
            self.stdout.write(f"An estimate: {division_ratings.system.source}")
        for number, table in division_ratings.tables:
            self.stdout.write(f"{division}, {division_ratings.system.name}, after round {number}")
            for row in table:
                self.stdout.write(line(division_ratings, row))
                for reason in explain(row, division_ratings.played.names) if options["why"] else ():
                    self.stdout.write(f"        {reason}")

    def _made_list(self, division: Division, options: dict[str, Any]) -> RatingList:
        return list_new_ratings(
            by=COMMAND_LINE,
            division=division,
            key=options["system"],
            name=options["list_name"],
            base=list_numbered(options["add_to"]) if options["add_to"] else None,
        )


def line(division_ratings: DivisionRatings, row: PlayerRating) -> str:
    change = "new" if row.change is None and row.new else f"{row.change or 0:+d}"
    return (
        f"{row.number:>4}  {division_ratings.played.names[row.number]:<30} {row.wins:>5g}/{row.games:<3} {row.expected:>7.2f}"
        f" {row.old or '-':>5} {change:>5} {row.new or '-':>5}"
    )
