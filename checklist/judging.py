"""Judges an event's file by numbered questions, whichever program wrote it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from checklist.questions import (
    byes,
    files,
    forfeits,
    meetings,
    penalties,
    prizes,
    repeats,
    roster,
    rounds,
    sides,
    standings,
    starts,
)
from checklist.questions.model import DivisionFacts, Failure, Question, Weight
from tdsuite.formats.model import FileDivision, ImportedFile, Stops
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS

ROUNDS = 608  # the question about rounds that cannot be
GAMES_MISSING = frozenset({601, 615})  # a row of the file is not read, or not whole
OF_WHOLE_ROUNDS = frozenset({109, 521})  # would fail with each game that is missing then

GROUPS: Mapping[str, tuple[Question, ...]] = MappingProxyType(
    {
        "Byes": byes.QUESTIONS,
        "Repeats": repeats.QUESTIONS + meetings.QUESTIONS,
        "Starts": starts.QUESTIONS + sides.QUESTIONS,
        "Forfeits and scores": forfeits.QUESTIONS + penalties.QUESTIONS,
        "Standings and rounds": standings.QUESTIONS + rounds.QUESTIONS,
        "Files": files.QUESTIONS[:-1] + roster.QUESTIONS + files.QUESTIONS[-1:],
        "Classes and prizes": prizes.QUESTIONS,
    }
)
QUESTIONS = tuple(question for questions in GROUPS.values() for question in questions)


@dataclass(frozen=True, slots=True)
class Answer:
    """A question that fails, and where.  division: "" for the file as a whole."""

    question: Question
    division: str
    failure: Failure


def judge(event: ImportedFile) -> list[Answer]:
    """Everything that fails, by division, question and round; an empty list for a file that passes whole."""
    answers = list(_of_the_file(event))
    missing = any(answer.question.number in GAMES_MISSING for answer in answers)
    for division in event.divisions:
        judged = judge_division(division, event)
        answers += [answer for answer in judged if not missing or answer.question.number not in OF_WHOLE_ROUNDS]
    return answers


def judge_division(division: FileDivision, event: ImportedFile | None = None) -> list[Answer]:
    """What fails in one division, whatever the file it came from; more rounds than can be fail as such, and are not judged."""
    last = max((game.round for game in division.games), default=0)
    if max(last, division.rounds) > MOST_ROUNDS:
        question = next(entry for entry in QUESTIONS if entry.number == ROUNDS)
        return [Answer(question, division.name, Failure(0, (), f"at most {MOST_ROUNDS} rounds"))]
    facts = DivisionFacts(division, event)
    return [
        Answer(question, division.name, failure)
        for question in QUESTIONS
        if question.judge is not None
        for failure in sorted(question.judge(facts), key=lambda failure: (failure.round, failure.players))
    ]


def _of_the_file(event: ImportedFile) -> Iterator[Answer]:
    """What fails in the file as a whole, and each problem of the reader under the first question that it belongs to; a file without players fails the last."""
    for asked in QUESTIONS:
        if asked.of_event is not None and event.divisions:
            yield from (Answer(asked, "", failure) for failure in asked.of_event(event))
    for problem in event.problems:
        question = next((entry for entry in files.QUESTIONS if entry.about is not None and entry.about(problem)), None)
        if question is not None:
            yield Answer(question, "", Failure(0, (), problem.text, line=problem.line))
    if not event.divisions and all(problem.stops is Stops.NOTHING for problem in event.problems):
        yield Answer(files.QUESTIONS[-1], "", Failure(0, (), "players, of whom this file has none"))


def grave(answers: list[Answer]) -> bool:
    """Whether a grave question fails."""
    return any(answer.question.weight is Weight.GRAVE for answer in answers)


def checklist_text() -> str:
    """The questions as tables in Markdown."""
    parts = []
    for group, questions in GROUPS.items():
        rows = [
            f"| {entry.number} | {entry.weight.name.lower()} | {entry.asks} | {entry.source} |" for entry in questions
        ]
        parts.append(
            "\n".join(
                [
                    f"## {group}",
                    "",
                    "| number | weight | what should be so | source |",
                    "| --- | --- | --- | --- |",
                    *rows,
                ]
            )
        )
    return "\n\n".join(parts) + "\n"
