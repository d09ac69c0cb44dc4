"""Rating lists on the command line: a shell over the same services as the pages."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from results.rating_lists.formats.model import Body
from results.rating_lists.forms import key_map_of
from results.rating_lists.models import RatingList, RatingListUse
from results.rating_lists.services.lists import (
    ListFile,
    UnusableList,
    delete_list,
    list_facts,
    list_numbered,
    load_list,
    read_facts,
)
from results.rating_lists.services.making import as_file
from results.rating_lists.services.uses import ListPlan, apply_list, plan_facts, plan_list, restore_use
from tdsuite.formats.text import LARGEST_FILE
from tdsuite.platform.access.guard import COMMAND_LINE
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
        "would fill for a division (match), fill it (apply), take the last use back, write one as CSV (export), delete one that was never used."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(
            dest="what", required=True, metavar="load|list|match|apply|take-back|export|delete"
        )
        load = commands.add_parser("load", help="load a list, whole or not at all")
        load.add_argument("file", help="the list as its body publishes it")
        load.add_argument("--body", required=True, choices=list(Body), help="who publishes it")
        load.add_argument("--name", default="", help="such as 'NASPA Collins'; otherwise the body's name")
        load.add_argument("--as-of", type=day, help="the day of the list; otherwise from its name or its lines")
        load.add_argument(
            "--columns", type=columns, help="what columns are: 'Player=name, Rtg=rating, 4=lifetime games'"
        )
        load.add_argument("--dry-run", action="store_true", help="say what would be loaded, and load nothing")
        known = commands.add_parser("list", help="the versions there are")
        match = commands.add_parser("match", help="what a list would fill for a division; changes nothing")
        apply = commands.add_parser("apply", help="fill what the list says, as one decision")
        for command_parser in (match, apply):
            _division(command_parser)
            command_parser.add_argument(
                "--list", type=int, required=True, dest="list_id", help="number of the list, as `list` gives it"
            )
            command_parser.add_argument("--confirm", type=confirmed, action="append", default=[], metavar="N=LINE",
                             help="player N is this line of the list; N= leaves player N alone")  # fmt: skip
        back = commands.add_parser("take-back", help="put back what stood before the division's last use of a list")
        _division(back)
        export = commands.add_parser("export", help="a list as a CSV file, without memberships and suspensions")
        export.add_argument("list_id", type=int, help="number of the list")
        export.add_argument("file", help="the file to write")
        delete = commands.add_parser("delete", help="delete a list that was never applied")
        delete.add_argument("list_id", type=int, help="number of the list")
        for command_parser in (load, known, match, apply, back, delete):
            command_parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        act = {
            "load": self._load, "list": self._list, "match": self._match, "apply": self._apply,
            "take-back": self._take_back, "export": self._export, "delete": self._delete,
        }[options["what"]]  # fmt: skip
        with refusals_exit_1():
            act(options)

    def _load(self, options: dict[str, Any]) -> None:
        path = Path(options["file"])
        columns_by_heading = options["columns"] or {}
        file = ListFile(
            path.name, _bytes_of(path), options["body"], options["name"], options["as_of"], columns_by_heading
        )
        read = file.read()
        for problem in read.problems:
            self.stderr.write(problem.text)
        if not read.usable:
            raise UnusableList(file.filename, read)
        row = (
            RatingList(**file.values(read)) if options["dry_run"] else load_list(by=COMMAND_LINE, file=file, read=read)
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
        self._show(plan_list(division, list_numbered(options["list_id"]), dict(options["confirm"])), options)

    def _apply(self, options: dict[str, Any]) -> None:
        division = find_division(options["slug"], options["division"])
        done = apply_list(
            by=COMMAND_LINE, division=division, rating_list=list_numbered(options["list_id"]), chosen=dict(options["confirm"])
        )  # fmt: skip
        self._show(done, options)

    def _show(self, plan: ListPlan, options: dict[str, Any]) -> None:
        if options["json"]:
            write_json(self, plan_facts(plan))
            return
        for row in plan.rows:
            if row.changes or not row.matched:
                changes = "; ".join(f"{change.label} {change.before} -> {change.after}" for change in row.changes)
                self.stdout.write(
                    f"{row.entry.number:>4}  {row.entry.player.name:<30} {row.match.why}. {changes}".rstrip()
                )
            for candidate in row.match.offered:
                self.stdout.write(
                    f"        line {candidate.entry.line}: {candidate.entry.name}, {candidate.entry.rating}: {candidate.why}"
                )
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
        for sentence in done.unchanged:
            self.stderr.write(sentence)
        if options["json"]:
            write_json(self, {"list": use.rating_list_id, "restored": done.restored, "kept": list(done.unchanged)})
        else:
            self.stdout.write(f"{done.use.rating_list}: {done.restored} values are as they were before")

    def _export(self, options: dict[str, Any]) -> None:
        row, path = list_numbered(options["list_id"]), Path(options["file"])
        try:
            path.write_bytes(as_file(row))
        except OSError as error:
            raise CommandError(f"Cannot write {path}: {error.strerror or error}.", returncode=1) from error
        self.stdout.write(f"{row.title}: {row.size} players written to {path}")

    def _delete(self, options: dict[str, Any]) -> None:
        row = list_numbered(options["list_id"])
        facts = list_facts(row)
        delete_list(by=COMMAND_LINE, rating_list=row)
        if options["json"]:
            write_json(self, {**facts, "deleted": True})
        else:
            self.stdout.write(f"{row.title} is deleted")


def _division(parser: ArgumentParser) -> None:
    parser.add_argument("slug", help="the event's short name")
    parser.add_argument("division", help="the division's short name")


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror or error}.", returncode=1) from error
