from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.lexicons.engine.alphabets import ALPHABETS
from adjudication.lexicons.engine.reading import LARGEST, Reading, rejected_lines
from adjudication.lexicons.services import (
    LexiconDescription,
    described_row,
    import_list,
    read_file,
    reading_facts,
    same_as,
)
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import refusals_exit_1, write_json


class Command(BaseCommand):
    help = (
        "Import a word list as a new version that never changes: one word a line, as text, gzip or a zip of one file, "
        "50 MB at most. Lines that are no words are left out and named on standard error."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="as players know the list, such as CSW24")
        parser.add_argument("file", help="the file you may use")
        parser.add_argument("--edition", default="")
        parser.add_argument("--variant", default="", help="such as school")
        parser.add_argument("--alphabet", default="english", help=f"one of: {', '.join(ALPHABETS)}")
        parser.add_argument("--licence", default="", help="by what right the list is used here")
        parser.add_argument("--cut", action="store_true", help="take the first word of a line that has more")
        parser.add_argument("--strict", action="store_true", help="import nothing when a line is no word")
        parser.add_argument("--dry-run", action="store_true", help="say what would be imported, and import nothing")
        parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        described = LexiconDescription(
            *(options[name] for name in ("name", "edition", "variant", "alphabet", "licence"))
        )
        with refusals_exit_1():
            reading = read_file(_bytes_of(Path(options["file"])), described.alphabet, cut=options["cut"])
            for line in rejected_lines(reading):
                self.stderr.write(line)
            if options["strict"] and reading.rejected_lines:
                raise CommandError(f"{reading.rejected_lines} lines are no words. Nothing was imported.", returncode=1)
            if options["dry_run"]:
                row = described_row(described, reading)
            else:
                row = import_list(by=COMMAND_LINE, described=described, reading=reading)
        same = [str(other) for other in same_as(reading.sha256) if other.pk != row.pk]
        if options["json"]:
            facts = {"list": row.title, "alphabet": row.alphabet, "words": row.size, "lengths": row.lengths}
            answer = {**facts, "sha256": row.sha256, "same_words_as": same, "imported": not options["dry_run"]}
            write_json(self, {**answer, **reading_facts(reading)})
            return
        done = "would be imported" if options["dry_run"] else "imported"
        self.stdout.write(f"{row.title}: {row.size} words {done}, SHA-256 {row.sha256}")
        self.stdout.write(_how(reading))
        self.stdout.write("by length: " + ", ".join(f"{length}: {count}" for length, count in row.counts))
        if same:
            self.stdout.write(f"the same words as {', '.join(same)}")


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror or error}.", returncode=1) from error


def _how(reading: Reading) -> str:
    packed = f"{reading.packing} of " if reading.packing else ""
    return (
        f"{packed}{reading.encoding} text, {reading.lines} lines: {reading.repeated} repeated, {reading.blank} blank, "
        f"{reading.rejected_lines} left out"
    )
