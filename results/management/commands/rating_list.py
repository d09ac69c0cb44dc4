"""Rating lists on the command line: a shell over the same services as the pages."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from results.formats.rating_list_model import Body, Layout
from results.formats.text import LARGEST_FILE
from results.forms_rating_lists import key_map_of
from results.rating_list_models import RatingList, RatingListUse
from results.services.rating_list_uses import ListPlan, apply_list, plan_facts, plan_list, restore_use
from results.services.rating_lists import (
    GivenList,
    UnusableList,
    delete_list,
    described,
    list_facts,
    load_list,
    read_facts,
    read_given,
)
from tdsuite.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import find_division, refusals_exit_1, write_json


def columns(text: str) -> dict[str, str]:
    try:
        return key_map_of(text)
    except ValidationError as error:
        raise ArgumentTypeError(error.messages[0]) from error


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not a day; write it as 2026-05-31") from error


def confirmed(text: str) -> tuple[int, int | None]:
    """ "12=345" player 12 is line 345; "12=" player 12 is left alone."""
    number, sign, line = text.partition("=")
    if not (sign and number.isdecimal() and (not line or line.isdecimal())):
        raise ArgumentTypeError(f"{text!r}: write 12=345 for player 12 and line 345, or 12= to leave player 12 alone")
    return int(number), int(line) if line else None


class Command(BaseCommand):
    help = (
        "Rating lists of WESPA, NASPA, the ABSP and others: load one as a version that never changes, list them, see what one "
        "would fill for a division (match), fill it (apply), take the last use back, delete one that was never used."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="what", required=True, metavar="load|list|match|apply|take-back|delete")
        load = commands.add_parser("load", help="load a list, whole or not at all")
        load.add_argument("file", help="the list as its body publishes it")
        load.add_argument("--body", required=True, choices=list(Body), help="who publishes it")
        load.add_argument("--name", default="", help="such as 'NASPA Collins'; otherwise the body's name")
        load.add_argument("--as-of", type=day, help="the day of the list; otherwise from its name or its lines")
        load.add_argument("--layout", default="", choices=list(Layout), help="otherwise found out")
        load.add_argument(
            "--columns", type=columns, help="what columns are: 'Player=name, Rtg=rating, 4=lifetime games'"
        )
        load.add_argument("--dry-run", action="store_true", help="say what would be loaded, and load nothing")
        known = commands.add_parser("list", help="the versions there are")
        match = commands.add_parser("match", help="what a list would fill for a division; changes nothing")
        apply = commands.add_parser("apply", help="fill what the list says, as one decision")
        for one in (match, apply):
            _division(one)
            one.add_argument(
                "--list", type=int, required=True, dest="list_id", help="number of the list, as `list` gives it"
            )
            one.add_argument("--confirm", type=confirmed, action="append", default=[], metavar="N=LINE",
                             help="player N is this line of the list; N= leaves player N alone")  # fmt: skip
        back = commands.add_parser("take-back", help="put back what stood before the division's last use of a list")
        _division(back)
        delete = commands.add_parser("delete", help="delete a list that was never applied")
        delete.add_argument("list_id", type=int, help="number of the list")
        for one in (load, known, match, apply, back, delete):
            one.add_argument("--json", action="store_true", help="the answer as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        act = {
            "load": self._load, "list": self._list, "match": self._match, "apply": self._apply,
            "take-back": self._take_back, "delete": self._delete,
        }[options["what"]]  # fmt: skip
        with refusals_exit_1():
            act(options)

    def _load(self, options: dict[str, Any]) -> None:
        path = Path(options["file"])
        given = GivenList(
            path.name, _bytes_of(path), options["body"], options["name"], options["as_of"], options["layout"], options["columns"]
        )  # fmt: skip
        read = read_given(given)
        for problem in read.problems:
            self.stderr.write(problem.text)
        if not read.usable:
            raise UnusableList(given.filename, read)
        row = (
            RatingList(**described(given, read))
            if options["dry_run"]
            else load_list(by=COMMAND_LINE, given=given, read=read)
        )
        if options["json"]:
            facts = {} if options["dry_run"] else list_facts(row)
            write_json(self, {**facts, **read_facts(read), "title": row.title, "loaded": not options["dry_run"]})
            return
        done = "would be loaded" if options["dry_run"] else f"loaded as list {row.pk}"
        self.stdout.write(f"{row.title}: {row.size} players {done}, SHA-256 {row.sha256}")
        self.stdout.write(", ".join(f"{count} {what}" for what, count in row.counts.items()))

    def _list(self, options: dict[str, Any]) -> None:
        rows = RatingList.objects.all()
        if options["json"]:
            write_json(self, [list_facts(row) for row in rows])
            return
        for row in rows:
            self.stdout.write(
                f"{row.pk:>4}  {row.title}, {row.size} players, {row.get_body_display()}, {row.sha256[:12]}"
            )

    def _match(self, options: dict[str, Any]) -> None:
        division = find_division(options["slug"], options["division"])
        self._show(plan_list(division, _list_of(options), dict(options["confirm"])), options)

    def _apply(self, options: dict[str, Any]) -> None:
        division = find_division(options["slug"], options["division"])
        done = apply_list(
            by=COMMAND_LINE, division=division, rating_list=_list_of(options), chosen=dict(options["confirm"])
        )  # fmt: skip
        self._show(done, options)

    def _show(self, plan: ListPlan, options: dict[str, Any]) -> None:
        if options["json"]:
            write_json(self, plan_facts(plan))
            return
        for row in plan.rows:
            if row.changes or not row.matched:
                changes = "; ".join(f"{one.label} {one.before} -> {one.after}" for one in row.changes)
                self.stdout.write(
                    f"{row.entry.number:>4}  {row.entry.player.name:<30} {row.match.why}. {changes}".rstrip()
                )
            for one in row.match.offered:
                self.stdout.write(f"        line {one.entry.line}: {one.entry.name}, {one.entry.rating}: {one.why}")
        for warning in plan.warnings:
            self.stderr.write(warning)
        self.stdout.write(", ".join(f"{count} {what.replace('_', ' ')}" for what, count in plan.counts.items()))

    def _take_back(self, options: dict[str, Any]) -> None:
        division = find_division(options["slug"], options["division"])
        use = (
            RatingListUse.objects.filter(division=division, restored_at=None)
            .select_related("division__tournament")
            .first()
        )
        if use is None:
            raise CommandError(f"No list was applied to {division}.", returncode=1)
        done = restore_use(by=COMMAND_LINE, use=use)
        for sentence in done.kept:
            self.stderr.write(sentence)
        if options["json"]:
            write_json(self, {"list": use.rating_list_id, "restored": done.restored, "kept": list(done.kept)})
        else:
            self.stdout.write(f"{done.use.rating_list}: {done.restored} values are as they were before")

    def _delete(self, options: dict[str, Any]) -> None:
        row = _list_of(options)
        facts = list_facts(row)
        delete_list(by=COMMAND_LINE, rating_list=row)
        if options["json"]:
            write_json(self, {**facts, "deleted": True})
        else:
            self.stdout.write(f"{row.title} is deleted")


def _division(parser: ArgumentParser) -> None:
    parser.add_argument("slug", help="the event's short name")
    parser.add_argument("division", help="the division's short name")


def _list_of(options: dict[str, Any]) -> RatingList:
    row = RatingList.objects.filter(pk=options["list_id"]).first()
    if row is None:
        known = ", ".join(f"{one.pk} {one}" for one in RatingList.objects.all()[:10]) or "none yet"
        raise CommandError(f"There is no rating list {options['list_id']}. Known: {known}.", returncode=1)
    return row


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror or error}.", returncode=1) from error
