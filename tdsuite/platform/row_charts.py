"""Charts with a row for each player: from one value to another, and what came round by round. Lengths as in `charts.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import ClassVar

from .chart_letters import every, shortened
from .charts import NAMES, RIGHT, WIDTH, Rows, Tick, figure, laid_out_once, round_numbers

LINE = 18.0  # height of a row
HEAD = 20.0  # where the scale stands
CHANGE = 44.0  # at the right, where the change of each row stands
ROOM = NAMES - 4  # of a name, before its row
PAPER = 20  # columns of words that a sheet of paper has room for
LONG = 3  # a run of so many bears its figure


@dataclass(frozen=True, slots=True)
class Span:
    """One row of a chart of spans.

    Attributes:
        before: where the old value stands, None without one; after: the new one.
        figures: before, after and change, as the table says them.
    """

    name: str
    short: str
    at: float
    before: float | None
    after: float
    figures: tuple[str, str, str]


@dataclass(frozen=True, slots=True, eq=False)  # each is laid out once
class SpanChart:
    """From a value to another, a row for each name.  heads: of the table's columns."""

    look: ClassVar[str] = ""
    title: str
    legend: str
    heads: tuple[str, str, str, str]
    height: float
    across: tuple[Tick, ...]
    spans: tuple[Span, ...]

    @property
    def rows(self) -> Rows:
        return tuple((span.name, span.figures) for span in self.spans)


@laid_out_once
def span_chart(
    title: str, legend: str, heads: tuple[str, str, str, str], values: Sequence[tuple[str, int | None, int]]
) -> SpanChart:
    """Lay out spans.

    Args:
        values: name, value before (None without one) and after, from the top down.
    """
    every = [value for _, *pair in values for value in pair if value is not None]
    rungs = round_numbers(min(every, default=0), max(every, default=0))
    low, high = rungs[0], rungs[-1]
    left, right = NAMES, WIDTH - CHANGE

    def across(value: int) -> float:
        return round(left + (right - left) * (value - low) / (high - low or 1), 1)

    spans = tuple(
        Span(
            name=name,
            short=shortened(name, ROOM),
            at=HEAD + LINE * (at + 0.5),
            before=None if before is None else across(before),
            after=across(after),
            figures=(
                "" if before is None else figure(before),
                figure(after),
                "" if before is None else figure(after - before, signed=True),
            ),
        )
        for at, (name, before, after) in enumerate(values)
    )
    ticks = tuple(Tick(across(value), figure(value)) for value in rungs)
    return SpanChart(title, legend, heads, HEAD + LINE * len(values) + 4, ticks, spans)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a run, without a gap.  count: of the run, at its last piece and where it is long; else 0."""

    left: float
    wide: float
    full: bool
    count: int

    @property
    def middle(self) -> float:
        return self.left + self.wide / 2


@dataclass(frozen=True, slots=True)
class RunRow:
    """One row of runs.  joins: where a run goes on behind a gap, from and to."""

    name: str
    short: str
    at: float
    parts: tuple[Part, ...]
    joins: tuple[tuple[float, float], ...]
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)  # each is laid out once
class RunChart:
    """What came round by round, a row for each name: runs of one kind are full, those of the other empty."""

    title: str
    legend: str
    heads: tuple[str, ...]
    height: float
    across: tuple[Tick, ...]
    runs: tuple[RunRow, ...]

    @property
    def rows(self) -> Rows:
        return tuple((row.name, row.figures) for row in self.runs)

    @property
    def look(self) -> str:
        """ "long" where the words of its table are too many for the width of a sheet of paper."""
        return "long" if len(self.heads) > PAPER else ""


@laid_out_once
def run_chart(
    title: str,
    legend: str,
    labels: Sequence[str],
    series: Sequence[tuple[str, Sequence[int]]],
    *,
    words: tuple[str, str],
    last: tuple[str, str],
) -> RunChart:
    """Lay out runs.

    Args:
        labels: of the columns, from left to right.
        series: name and values, one for each label: above 0, below 0, or 0 for a gap that breaks no run.
        words: in the table, what a value above and one below 0 is.
        last: heads of the table's last columns: the longest run of each kind.
    """
    named = len(series) > 1
    left = NAMES if named else RIGHT
    step = (WIDTH - RIGHT - left) / max(1, len(labels))
    labelled = every(labels, step)
    runs = []
    for at, (name, values) in enumerate(series):
        parts, joins, longest = _parts(tuple(values), left, step)
        figures = [words[0] if value > 0 else words[1] if value < 0 else "" for value in values]
        height = HEAD + LINE * (at + 0.5)
        runs.append(
            RunRow(name, shortened(name, ROOM) if named else "", height, parts, joins, (*figures, *map(str, longest)))
        )
    ticks = tuple(
        Tick(round(left + step * (at + 0.5), 1), label) for at, label in enumerate(labels) if at % labelled == 0
    )
    return RunChart(title, legend, ("", *labels, *last), HEAD + LINE * len(series) + 4, ticks, tuple(runs))


@lru_cache(4096)  # after a result few rows are others
def _parts(
    values: tuple[int, ...], left: float, step: float
) -> tuple[tuple[Part, ...], tuple[tuple[float, float], ...], tuple[int, int]]:
    """The pieces of every run, what joins them over gaps, and the longest run of each kind."""
    sides = [(at, value) for at, value in enumerate(values) if value]
    parts, joins, longest = [], [], {True: 0, False: 0}
    for full, run in groupby(sides, key=lambda side: side[1] > 0):
        columns = [at for at, _ in run]
        longest[full] = max(longest[full], len(columns))
        pieces = [
            [column for _, column in piece] for _, piece in groupby(enumerate(columns), lambda pair: pair[1] - pair[0])
        ]
        edges = [(left + step * piece[0] + 1, left + step * (piece[-1] + 1) - 1) for piece in pieces]
        joins += [(round(before[1], 1), round(after[0], 1)) for before, after in pairwise(edges)]
        for number, (start, end) in enumerate(edges):
            count = len(columns) if number == len(edges) - 1 and len(columns) >= LONG else 0
            parts.append(Part(round(start, 1), round(end - start, 1), full, count))
    return tuple(parts), tuple(joins), (longest[True], longest[False])
