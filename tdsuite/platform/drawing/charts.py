"""Charts as pages draw them: where each line, bar and label stands. `components/_chart.html` makes SVG of it.

Lengths are units of the drawing, 400 wide; the page stretches it. A chart is read without colour: lines differ in their strokes
and carry their names, bars carry their figures, and the figures stand below in a table (`heads` and `rows`).
Letters are measured in a wide font: phones write with their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar
from unicodedata import category, east_asian_width

WIDTH = 400.0
TOP, LEFT, FOOT = 12.0, 44.0, 22.0
NAMES = 138.0  # at the right, where lines have names
RIGHT = 8.0
STROKES = 4  # kinds of stroke: style sheets know stroke-0 to stroke-3
ROW = 15.0  # a name needs so much
ROOM = NAMES - 9  # of a name, beside its line
PAST = 12.0  # units that a name may reach over the edge, where the card around the chart has room
LETTER = 14.0  # units high, on a phone
NARROW = frozenset("ijltfrI.,:;|!'’()[]/- ")
WIDE = frozenset("mwMW@%")
GAP = 4.0  # between two labels
ISOLATED = "\u2068{}\u2069"  # written in its own direction, whatever stands around it

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart(Generic[Drawn]):
    """The places of everything that is drawn.

    Attributes:
        kind: "lines" or "bars": which of `components/charts` draws it.
        drawn: one for each line or bar.
        heads, rows: of the table below: heads of its columns; what a row is of, and its figures, "–" for none.
        up, across: the scales. left: where they begin; right: where they end.
        zero: height of the line that bars stand on.
        look: what style sheets know it by.
    """

    kind: str
    title: str
    height: float
    drawn: tuple[Drawn, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    up: tuple[Tick, ...] = ()
    across: tuple[Tick, ...] = ()
    left: float = RIGHT
    right: float = WIDTH - RIGHT
    zero: float = 0.0
    look: str = ""

    @property
    def drawing(self) -> str:
        """The template that draws it."""
        return f"components/charts/_{self.kind}.html"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a line chart.

    Attributes:
        short: the name, cut to fit; "" where the line stands alone.
        points: "x,y x,y ..." of each unbroken part.
        end: height of the name at the right.
    """

    name: str
    short: str
    points: tuple[str, ...]
    end: float
    last: tuple[float, float]
    stroke: int
    strong: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar, up from the line that bars stand on or down from it.

    Attributes:
        name: what it is of, in full; label: what stands below the chart, "" where it has no room.
        written: whether the figure stands at the bar, at the height `at`.
    """

    name: str
    label: str
    figure: str
    written: bool
    below: bool
    left: float
    wide: float
    top: float
    tall: float
    at: float

    @property
    def middle(self) -> float:
        return round(self.left + self.wide / 2, 2)


def line_chart(
    title: str,
    labels: Sequence[str],
    series: Sequence[tuple[str, Sequence[int | None]]],
    *,
    downwards: bool = False,
    signed: bool = False,
    from_zero: bool = False,
    strong: int = 1,
) -> Chart[Line]:
    """Lay out lines.

    Args:
        labels: below, from left to right.
        series: name and values, one for each label; None leaves a gap.
        downwards: small numbers on top, as places are.
        signed: the figures bear their sign.
        from_zero: the scale begins there, however large the values are.
        strong: so many of the first lines are drawn thicker.
    """
    values = [value for _, row in series for value in row if value is not None] + ([0] if from_zero else [])
    named = len(series) > 1
    inner = max(120.0, ROW * (len(series) - 1)) if named else 120.0
    rungs = round_numbers(min(values, default=0), max(values, default=0), places=downwards)
    low, high = rungs[0], rungs[-1]
    right = WIDTH - (NAMES if named else RIGHT)
    step = (right - LEFT) / max(1, len(labels) - 1)

    def point(at: int, value: float) -> tuple[float, float]:
        share = (value - low) / (high - low or 1)
        return round(LEFT + step * at, 1), round(TOP + inner * (share if downwards else 1 - share), 1)

    lasts = [point(*_last(row)) for _, row in series]
    ends = _apart([y for _, y in lasts], TOP, TOP + inner)
    lines = []
    for number, (name, row) in enumerate(series):
        points = _unbroken([None if value is None else point(at, value) for at, value in enumerate(row)])
        short, stroke = shortened(name, ROOM + PAST) if named else "", number % STROKES
        lines.append(Line(name, short, points, ends[number], lasts[number], stroke, number < strong))
    figures = [["–" if value is None else figure(value, signed=signed) for value in row] for _, row in series]
    one_of = every(labels, step)
    return Chart(
        "lines", title, TOP + inner + FOOT, tuple(lines), ("", *labels),
        rows=tuple((name, tuple(texts)) for (name, _), texts in zip(series, figures, strict=True)),
        up=tuple(Tick(point(0, value)[1], figure(value, signed=signed)) for value in rungs),
        across=tuple(Tick(point(at, low)[0], label) for at, label in enumerate(labels) if at % one_of == 0),
        left=LEFT, right=right,
    )  # fmt: skip


def signed_chart(title: str, heads: tuple[str, str, str], values: Sequence[tuple[str, str, int]]) -> Chart[Bar]:
    """Lay out bars up for what is above nothing and down for what is below; with a scale where figures have no room.

    Args:
        heads: of the table's columns: what the labels are, what more there is, what the bars are.
        values: label, what more there is, such as whom the game was against, and the value, from left to right.
    """
    sizes, labels = [value for *_, value in values], [label for label, *_ in values]
    figures = [figure(value, signed=True) for value in sizes]
    columns = max(8, len(values))
    crowded = every(figures, (WIDTH - 2 * RIGHT) / columns) > 1
    rungs = round_numbers(min([0, *sizes]), max([0, *sizes])) if crowded else []
    most, least = max([0, *sizes, *rungs]), min([0, *sizes, *rungs])
    inner, margin = 130.0, 18.0  # the margin is for the figures
    unit = inner / (most - least or 1)
    zero, start = round(margin + most * unit, 1), LEFT if crowded else RIGHT
    step = (WIDTH - RIGHT - start) / columns
    one_of = every(labels, step)
    bars = []
    for at, (label, what, value) in enumerate(values):
        tall, below = round(abs(value) * unit, 1), value < 0
        left, top = round(start + step * at + step / 8, 1), zero if below else round(zero - tall, 1)
        beside = round(zero + tall + 14, 1) if below else round(top - 4, 1)
        name, short = f"{label}, {what}", "" if at % one_of else label
        bars.append(Bar(name, short, figures[at], not crowded, below, left, round(step * 3 / 4, 1), top, tall, beside))
    rows = tuple((label, (what, text)) for (label, what, _), text in zip(values, figures, strict=True))
    up = tuple(Tick(round(zero - value * unit, 1), figure(value, signed=True)) for value in rungs)
    height = 2 * margin + inner + FOOT
    return Chart("bars", title, height, tuple(bars), heads, rows, up, left=start, zero=zero, look="signed")


def round_numbers(low: int, high: int, *, places: bool = False) -> list[int]:
    """Three to six round numbers that reach over the values; for places the first and the last are themselves among them."""
    least = max(1, (high - low) / (5 if places else 4))
    unit = next(size * 10**power for power in range(7) for size in (1, 2, 5) if size * 10**power >= least)
    if places:
        between = [
            value
            for value in range((low // unit + 1) * unit, high, unit)
            if min(value - low, high - value) * 4 >= unit * 3
        ]
        return [low, *between, *([high] if high > low else [])]
    return list(range(low // unit * unit, high + unit, unit))


def _unbroken(points: Sequence[tuple[float, float] | None]) -> tuple[str, ...]:
    parts: list[list[str]] = [[]]
    for point in points:
        if point is None:
            parts.append([])
        else:
            parts[-1].append(f"{point[0]},{point[1]}")
    return tuple(" ".join(part) for part in parts if part)


def _last(row: Sequence[int | None]) -> tuple[int, int]:
    """Where the last value stands, and the value; (0, 0) without any."""
    return next(((at, value) for at, value in reversed(list(enumerate(row))) if value is not None), (0, 0))


def _apart(lines: Sequence[float], top: float, foot: float) -> list[float]:
    """Heights of names, each near the end of its line, no two nearer than a row; in the order of the lines."""
    order = sorted(range(len(lines)), key=lambda at: lines[at])
    heights, lowest = [0.0] * len(lines), top - ROW
    for at in order:
        heights[at] = lowest = max(lines[at], lowest + ROW)
    highest = foot + ROW
    for at in reversed(order):
        heights[at] = highest = round(min(heights[at], highest - ROW), 1)
    return heights


def figure(value: int, *, signed: bool = False) -> str:
    """A figure with the sign of print."""
    return f"{value:+d}".replace("-", "−") if signed and value else f"{value}".replace("-", "−")


@lru_cache(4096)
def width(text: str) -> float:
    """Units that a text needs."""
    return LETTER * sum(map(_ems, text))


def _ems(letter: str) -> float:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if east_asian_width(letter) in "WF" or letter == "…":
        return 1.0
    if letter in NARROW:
        return 0.38
    if letter in WIDE:
        return 0.96
    return 0.7 if letter.isupper() else 0.62


@lru_cache(4096)
def shortened(name: str, most: float) -> str:
    """A name cut to so many units, kept apart from what is written beside it: the dots stand at its end in Arabic too."""
    short = name
    while short and width(short if short == name else f"{short}…") > most:
        short = short[:-1].rstrip(" -")
    return ISOLATED.format(short if short == name else f"{short}…")


def every(labels: Sequence[str], step: float) -> int:
    """One of so many labels is written, so that none touches the next."""
    widest = max(map(width, labels), default=0.0) + GAP
    return max(1, -int(-widest // step))
