"""The pairing checklist for files of any program: `python -m checklist check FILE...` (checklist/README.md)."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from checklist.judging import QUESTIONS, Answer, checklist_text, grave, judge
from checklist.made_files import WrittenFormat, made_division, written_event
from checklist.planted import FAULTS
from tdsuite.formats.model import ImportedFile
from tdsuite.formats.reading import read_file

MOST_PLAYERS, MOST_ROUNDS = 500, 60
Names = Mapping[tuple[str, int], str]


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = _parser().parse_args(words)
    status: int = options.run(options)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m checklist", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="judge files round by round; exit 1 if a grave question fails")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".t, .TOU, tourney.js or event JSON")
    check.add_argument("--json", action="store_true", help="the failures as JSON, one object for each file")
    check.set_defaults(run=check_files)
    questions = commands.add_parser("questions", help="print the questions as tables in Markdown")
    questions.set_defaults(run=print_questions)
    make = commands.add_parser("make", help="write a made-up event, paired by Swiss and played")
    make.add_argument("--players", type=int, default=16, help=f"2 to {MOST_PLAYERS}")
    make.add_argument("--rounds", type=int, default=8, help=f"1 to {MOST_ROUNDS}")
    make.add_argument("--seed", type=int, default=0, help="the same seed gives the same file")
    make.add_argument("--format", choices=[entry.value for entry in WrittenFormat], default="t")
    make.add_argument("--fault", choices=sorted(FAULTS), help="a fault to plant, for check to find")
    make.add_argument("-o", "--output", type=Path, help="the file to write, else standard output")
    make.set_defaults(run=make_event)
    return parser


def check_files(options: argparse.Namespace) -> int:
    """Print what fails in each file: 2 if a file cannot be read, else 1 if a grave question fails, else 0."""
    status, judged = 0, []
    for path in options.files:
        try:
            event = read_file(path.name, path.read_bytes())
        except OSError as error:
            print(f"{path} cannot be read: {error.strerror}.", file=sys.stderr)
            status = 2
            continue
        answers = judge(event)
        if options.json:
            judged.append({"file": path.name, **_as_json(event, answers)})
        else:
            _print_lines(event, answers, f"{path.name}: " if len(options.files) > 1 else "")
        failing = {answer.question.number for answer in answers}
        sums = f"{len(failing)} of {len(QUESTIONS)} questions fail: {len(answers)} lines."
        print(f"{path.name}: {sums}{' A grave question fails.' if grave(answers) else ''}", file=sys.stderr)
        status = max(status, int(grave(answers)))
    if options.json:
        print(json.dumps(judged, indent=1, ensure_ascii=False))
    return status


def print_questions(_options: argparse.Namespace) -> int:
    print(checklist_text(), end="")
    return 0


def make_event(options: argparse.Namespace) -> int:
    """Write the event: 1 if there is no such event."""
    if not (2 <= options.players <= MOST_PLAYERS and 1 <= options.rounds <= MOST_ROUNDS):
        print(f"Give 2 to {MOST_PLAYERS} players and 1 to {MOST_ROUNDS} rounds.", file=sys.stderr)
        return 1
    fault = FAULTS[options.fault] if options.fault else None
    division = made_division(options.players, options.rounds, options.seed)
    try:
        text = written_event(division, WrittenFormat(options.format), seed=options.seed, fault=fault)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if options.output:
        options.output.write_bytes(text.encode())
    else:
        print(text, end="")
    return 0


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


def _print_lines(event: ImportedFile, answers: list[Answer], start: str) -> None:
    names = _names(event)
    for answer in answers:
        print(f"{start}{_line(answer, names)}")


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


if __name__ == "__main__":
    sys.exit(main())
