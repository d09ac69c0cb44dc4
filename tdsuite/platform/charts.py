"""Charts as pages draw them: where each line, bar and label stands. `chart_drawing.py` and `components/_chart.html` make SVG of it.

Lengths are units of the drawing, 400 wide; the page stretches it. A chart is read without colour: lines differ in their strokes
and carry their names, bars carry their figures, and the figures stand below in a table (`heads` and `rows`).
Charts with a row for each player are in `row_charts.py`.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, ClassVar, ParamSpec, TypeVar

from django.utils.translation import get_language

from .chart_letters import every, shortened, width

WIDTH = 400.0
TOP, LEFT, FOOT = 12.0, 44.0, 22.0
NAMES = 138.0  # at the right, where lines have names
RIGHT = 8.0
STROKES = 4  # kinds of stroke: style sheets know stroke-0 to stroke-3
ROW = 15.0  # a name needs so much
ROOM = NAMES - 9  # of a name, beside its line
KEPT = 128  # charts of each kind
PAST = 12.0  # units that a name may reach over the edge, where the card around the chart has room


Given = ParamSpec("Given")
Laid = TypeVar("Laid")
Rows = tuple[tuple[str, tuple[str, ...]], ...]  # of the table below: what a row is of, and its figures


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a line chart.

    Attributes:
        points: "x,y x,y ..." of each unbroken part.
        figures: what the table says, one for each label; "" where there is none.
        end: height of the name at the right.
        short: the name, cut to fit.
    """

    name: str
    short: str
    points: tuple[str, ...]
    figures: tuple[str, ...]
    end: float
    last: tuple[float, float]
    stroke: int
    strong: bool


@dataclass(frozen=True, slots=True, eq=False)  # each is laid out once
class LineChart:
    """Lines over rounds or the like, with the places of everything that is drawn."""

    look: ClassVar[str] = ""
    legend: ClassVar[str] = ""
    title: str
    height: float
    labels: tuple[str, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    lines: tuple[Line, ...]
    right: float
    named: bool

    @property
    def heads(self) -> tuple[str, ...]:
        return "", *self.labels

    @property
    def rows(self) -> Rows:
        return tuple((line.name, line.figures) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: `top` and `tall` in units, `count` as it is.  short: the label as it stands below the bar."""

    label: str
    short: str
    count: int
    left: float
    wide: float
    top: float
    tall: float

    @property
    def middle(self) -> float:
        return self.left + self.wide / 2


@dataclass(frozen=True, slots=True, eq=False)  # each is laid out once
class BarChart:
    """How often something came: bars from left to right.

    Attributes:
        what, of: heads of the table's columns.
        labelled: one of so many bars has its label below.
    """

    look: ClassVar[str] = ""
    legend: ClassVar[str] = ""
    title: str
    what: str
    of: str
    height: float
    foot: float
    bars: tuple[Bar, ...]
    labelled: int

    @property
    def heads(self) -> tuple[str, ...]:
        return self.what, self.of

    @property
    def rows(self) -> Rows:
        return tuple((bar.label, (str(bar.count),)) for bar in self.bars)


@dataclass(frozen=True, slots=True)
class SignedBar:
    """A bar up from the middle line or down from it.

    Attributes:
        what: more about it, such as whom the game was against.
        at: height of the figure, above the bar or below it.
    """

    label: str
    what: str
    value: int
    left: float
    wide: float
    top: float
    tall: float
    at: float

    @property
    def middle(self) -> float:
        return self.left + self.wide / 2

    @property
    def figure(self) -> str:
        return figure(self.value, signed=True)


@dataclass(frozen=True, slots=True, eq=False)  # each is laid out once
class SignedChart:
    """Bars up for what is above nothing and down for what is below.

    Attributes:
        heads: of the table's columns: what the labels are, what more there is, what the bars are.
        left: where the first bar may begin.
        up: the scale, where there are too many bars for a figure at each; else nothing.
        every: one of so many bars has its label below.
    """

    look: ClassVar[str] = "signed"
    legend: ClassVar[str] = ""
    title: str
    heads: tuple[str, str, str]
    height: float
    zero: float
    left: float
    up: tuple[Tick, ...]
    bars: tuple[SignedBar, ...]
    every: int

    @property
    def rows(self) -> Rows:
        return tuple((bar.label, (bar.what, bar.figure)) for bar in self.bars)


@dataclass(frozen=True, slots=True)
class _Axes:
    """Where a value stands: `columns` from LEFT to `right`, values from `low` to `high` over `inner` units of height."""

    columns: int
    right: float
    low: int
    high: int
    inner: float
    downwards: bool

    def across(self, at: int) -> float:
        return round(LEFT + (self.right - LEFT) * at / max(1, self.columns - 1), 1)

    def up(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low or 1)
        return round(TOP + self.inner * (share if self.downwards else 1 - share), 1)

    def point(self, at: int, value: float) -> tuple[float, float]:
        return self.across(at), self.up(value)

    def labelled(self, labels: Sequence[str]) -> tuple[Tick, ...]:
        """The columns with their labels, as many as have room."""
        one_of = every(labels, (self.right - LEFT) / max(1, self.columns - 1))
        return tuple(Tick(self.across(at), label) for at, label in enumerate(labels) if at % one_of == 0)


def laid_out_once(lay_out: Callable[Given, Laid]) -> Callable[Given, Laid]:
    """Keep charts by all that they show and the language: a result changes few of those on a page."""

    @lru_cache(KEPT)
    def once(_language: str | None, arguments: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> Laid:
        return lay_out(*arguments, **dict(named))

    @wraps(lay_out)
    def chart(*arguments: Given.args, **named: Given.kwargs) -> Laid:
        values: Any = arguments, tuple(sorted(named.items()))
        try:
            hash(values)
        except TypeError:
            values = _fixed(values)
        return once(get_language(), *values)

    return chart


def _fixed(value: Any) -> Any:
    """With tuples in place of lists, so that it can be looked up."""
    if not isinstance(value, list | tuple):
        return value
    return tuple([_fixed(each) if isinstance(each, list | tuple) else each for each in value])


@laid_out_once
def line_chart(
    title: str,
    labels: Sequence[str],
    series: Sequence[tuple[str, Sequence[int | None]]],
    *,
    downwards: bool = False,
    signed: bool = False,
    from_zero: bool = False,
    strong: int = 1,
) -> LineChart:
    """Lay out lines.

    Args:
        labels: below, from left to right.
        series: name and values, one for each label; None leaves a gap.
        downwards: small numbers on top, as places are.
        signed: the figures bear their sign.
        from_zero: the scale begins there, however large the values are.
        strong: so many of the first lines are drawn thicker.
    """
    values = [value for _, row in series for value in row if value is not None]
    named = len(series) > 1
    inner = max(120.0, ROW * (len(series) - 1)) if named else 120.0
    scaled = [*values, 0] if from_zero else values
    rungs = round_numbers(min(scaled, default=0), max(scaled, default=0), places=downwards)
    axes = _Axes(len(labels), WIDTH - (NAMES if named else RIGHT), rungs[0], rungs[-1], inner, downwards)
    ends = _apart([axes.up(_last(row)[1]) for _, row in series], TOP, TOP + inner)
    return LineChart(
        title=title,
        height=TOP + inner + FOOT,
        labels=tuple(labels),
        across=axes.labelled(labels),
        up=tuple(Tick(axes.up(value), figure(value, signed=signed)) for value in rungs),
        lines=tuple(
            Line(
                name=name,
                short=shortened(name, ROOM + PAST),
                points=_unbroken([None if value is None else axes.point(at, value) for at, value in enumerate(row)]),
                figures=tuple("" if value is None else figure(value, signed=signed) for value in row),
                end=ends[number],
                last=axes.point(*_last(row)),
                stroke=number % STROKES,
                strong=number < strong,
            )
            for number, (name, row) in enumerate(series)
        ),
        right=axes.right,
        named=named,
    )


@laid_out_once
def bar_chart(title: str, what: str, of: str, counts: Sequence[tuple[str, int]]) -> BarChart:
    """Lay out bars.

    Args:
        what: what the labels are, the head of the table's first column.
        of: what is counted, the head of the second.
        counts: label and count, from left to right; below the bar stands what comes before a dash.
    """
    inner, most = 110.0, max((count for _, count in counts), default=0) or 1
    foot = 2 * TOP + inner
    step = (WIDTH - 2 * RIGHT) / max(1, len(counts))
    bars = []
    for at, (label, count) in enumerate(counts):
        tall = round(inner * count / most, 1)
        left, top = round(RIGHT + step * at + 1, 1), round(foot - tall, 1)
        bars.append(Bar(label, label.partition("–")[0], count, left, round(step - 2, 1), top, tall))
    labelled = every([bar.short for bar in bars], step)
    return BarChart(title, what, of, foot + FOOT, foot, tuple(bars), labelled)


@laid_out_once
def signed_chart(title: str, heads: tuple[str, str, str], values: Sequence[tuple[str, str, int]]) -> SignedChart:
    """Lay out bars up and down.

    Args:
        values: label, what more there is, and the value, from left to right.
    """
    sizes = [value for *_, value in values]
    figures, labels = [figure(value, signed=True) for value in sizes], [label for label, *_ in values]
    step = (WIDTH - 2 * RIGHT) / max(8, len(values))
    crowded = every(figures, step) > 1
    rungs = round_numbers(min([0, *sizes]), max([0, *sizes])) if crowded else []
    most, least = max([0, *sizes, *rungs]), min([0, *sizes, *rungs])
    inner, margin = 130.0, 18.0  # the margin is for the figures
    unit = inner / (most - least or 1)
    zero = round(margin + most * unit, 1)
    start = LEFT if crowded else RIGHT
    step = (WIDTH - RIGHT - start) / max(8, len(values))
    bars = []
    for at, (label, what, value) in enumerate(values):
        tall = round(abs(value) * unit, 1)
        left, top = round(start + step * at + step / 8, 1), zero if value < 0 else round(zero - tall, 1)
        beside = round(zero + tall + 14, 1) if value < 0 else round(top - 4, 1)
        bars.append(SignedBar(label, what, value, left, round(step * 3 / 4, 1), top, tall, beside))
    height = 2 * margin + inner + FOOT
    up = tuple(Tick(round(zero - value * unit, 1), figure(value, signed=True)) for value in rungs)
    return SignedChart(title, heads, height, zero, start, up, tuple(bars), every(labels, step))


def counted(values: Sequence[int] | Mapping[int, int], span: int) -> list[tuple[str, int]]:
    """How many values lie in each span, without a gap: ("300–324", 5), ...; in spans twice as wide where a bar has no room for its figure.

    Args:
        values: each as often as it comes, or how often each comes.
    """
    return _in_spans(Counter(values), span) if values else []


def _in_spans(each: Mapping[int, int], span: int) -> list[tuple[str, int]]:
    """each: how often each value comes."""
    counts = dict.fromkeys(range(min(each) // span, max(each) // span + 1), 0)
    for value, count in each.items():
        counts[value // span] += count
    if len(counts) * (width(str(max(counts.values()))) + 1) > WIDTH - 2 * RIGHT:
        return _in_spans(each, 2 * span)
    return [(f"{at * span}–{at * span + span - 1}", count) for at, count in counts.items()]


def round_numbers(low: int, high: int, *, places: bool = False) -> list[int]:
    """Three to six round numbers that reach over the values; for places the first and the last are themselves among them."""
    least = max(1, (high - low) / (5 if places else 4))
    unit = next(size * 10**power for power in range(7) for size in (1, 2, 5) if size * 10**power >= least)
    if places:
        between = [
            value for value in range((low // unit + 1) * unit, high, unit) if min(value - low, high - value) * 2 >= unit
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
