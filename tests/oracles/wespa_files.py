"""WESPA's result files, as the suite reads them, and the ratings printed for them."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path

from results.ratings.engine.model import RatedPlayer, RatingTask
from tdsuite.formats.model import FileDivision, ImportedFile
from tdsuite.formats.reading import read_file
from tests.oracles.files import oracle, task_of


def key(name: str) -> str:
    return re.sub("[^A-Z]", "", name.upper())


@dataclass(frozen=True)
class Printed:
    """One line of a report. mark: " " established, "&" provisional, "*" new, "x" forfeited; few: not known to be established."""

    mark: str
    old: int
    new: int
    few: bool


def read_report(path: Path) -> list[tuple[str, dict[str, Printed]]]:
    sections: list[tuple[str, dict[str, Printed]]] = []
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith("+Section"):
            sections.append((line[9:].split("+")[0].strip(), {}))
        elif sections and line.startswith("|") and line.count("|") > 5:
            _, person, _, _, wins, rating, *_ = line.split("|")
            old, new = rating[:6].strip(" ()"), rating[-6:].strip(" ()")
            few = person[0] == "&" or (person[0] == "x" and not wins[:5].strip())
            sections[-1][1][key(person[5:])] = Printed(person[0], int(old or 0), int(new), few)
    return sections


@dataclass(frozen=True)
class Section:
    """One rated section and, by number, what was printed for its rows. sound: the suite takes the file as it is."""

    event: str
    day: date
    division: FileDivision
    names: dict[int, str]
    printed: dict[int, Printed] = field(default_factory=dict)
    sound: bool = True

    def games(self, number: int) -> int:
        return self._games[number]

    @cached_property
    def _games(self) -> Counter[int]:
        return Counter(number for game in self.division.games if game.second for number in game.players)

    def task(self, players: Sequence[RatedPlayer]) -> RatingTask:
        return task_of(self.division, max(self.division.rounds, 1), players, day=self.day)


def read_tou(path: Path) -> tuple[ImportedFile, list[tuple[FileDivision, dict[int, str]]]]:
    """The file as the suite reads it, and its sections with the players' names by number."""
    file = read_file(path.name, path.read_bytes())
    return file, [(row, {player.number: key(player.name) for player in row.players}) for row in file.divisions]


def reports() -> Iterator[Section]:
    """Every section of the program's own re-run, with the report it made."""
    for path in sorted(oracle("wespa-reports").rglob("*.tou")):
        file, sections = read_tou(path)
        report = read_report(path.with_suffix(".ST1"))
        for index, (division, names) in enumerate(sections):
            lines = next(
                (lines for title, lines in report if title == division.name[:18].strip()),
                report[min(index, len(report) - 1)][1],
            )
            printed = {
                number: line for number, name in names.items() if (line := lines.get(name) or lines.get(name[:-1]))
            }
            yield Section(path.stem, file.event_date, division, names, printed, not file.errors)


def tables() -> list[Section]:
    """Every table that WESPA published, in the order of days; marks are not printed there."""
    sections = []
    for path in sorted(oracle("wespa-site").glob("*.csv")):
        with path.open(encoding="utf-8") as text:
            lines = {int(line["row"]): line for line in csv.DictReader(text)}
        whole = path.with_suffix(".tou")
        file, divisions = read_tou(whole if whole.exists() else path.with_name(f"{path.stem.rsplit('-', 1)[0]}.tou"))
        division, names = next(
            (division, names)
            for division, names in divisions
            if all(names.get(number) == key(line["name"]) for number, line in lines.items())
        )
        printed = {number: Printed("", int(line["old"]), int(line["new"]), False) for number, line in lines.items()}
        sections.append(Section(path.stem, file.event_date, division, names, printed))
    return sorted(sections, key=lambda section: (section.day, section.event))
