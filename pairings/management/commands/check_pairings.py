from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pairings.engine.checking.checklist import QUESTIONS, Answer, checklist_text, grave, judge
from tdsuite.formats.model import ImportedFile
from tdsuite.formats.reading import read_file
from tdsuite.tournaments.commands import write_json

Names = Mapping[tuple[str, int], str]


class Command(BaseCommand):
    help = "Judge an event's file round by round by the questions of docs/pairing-checklist.md; exit 1 where a grave one fails."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a .t, .TOU, tourney.js or event JSON of any program")
        parser.add_argument("--json", action="store_true", help="the failures as JSON on standard output")
        parser.add_argument("--questions", action="store_true", help="the questions themselves, as tables in Markdown")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path | None = options["file"]
        if options["questions"]:
            self.stdout.write(checklist_text(), ending="")
            return
        if path is None:
            raise CommandError("Name a file, or --questions.", returncode=2)
        try:
            event = read_file(path.name, path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.", returncode=2) from error
        answers = judge(event)
        if options["json"]:
            write_json(self, self._as_json(event, answers))
        else:
            names = _names(event)
            for answer in answers:
                self.stdout.write(_line(answer, names))
        failing = {answer.question.number for answer in answers}
        self.stderr.write(f"{path.name}: {len(failing)} of {len(QUESTIONS)} questions fail: {len(answers)} lines.")
        if grave(answers):
            raise CommandError("A grave question fails.", returncode=1)

    @staticmethod
    def _as_json(event: ImportedFile, answers: list[Answer]) -> dict[str, Any]:
        names = _names(event)
        failures = [
            {
                "question": answer.question.number,
                "weight": answer.question.weight.name.lower(),
                "asks": answer.question.asks,
                "source": answer.question.source,
                "division": answer.division,
                "round": answer.failure.round or None,
                "table": answer.failure.table,
                "line": answer.failure.line,
                "players": [
                    {"number": number, "name": names.get((answer.division, number), "")}
                    for number in answer.failure.players
                ],
                "expected": answer.failure.expected,
            }
            for answer in answers
        ]
        return {
            "format": event.format.value,
            "questions": len(QUESTIONS),
            "grave": grave(answers),
            "failures": failures,
        }


def _names(event: ImportedFile) -> Names:
    return {(division.name, row.number or 0): row.name for division in event.divisions for row in division.players}


def _line(answer: Answer, names: Names) -> str:
    """One failure: number and weight, division, round, table, players, what was expected."""
    question, failure = answer.question, answer.failure
    head = f"{question.number} {question.weight.name.lower()}"
    if not answer.division:
        return f"{head}: {failure.expected}"
    places = [f"division {answer.division}"]
    places += [f"round {failure.round}"] if failure.round else []
    places += [f"table {failure.table}"] if failure.table else []
    places += [f"{number} {names.get((answer.division, number), '')}".strip() for number in failure.players]
    return f"{head}: {', '.join(places)}: expected {failure.expected}"
