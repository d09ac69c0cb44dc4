"""What charts are drawn with: strings, because forty lines are thousands of template nodes.

Nothing is decided here: where everything stands is said by `charts.py` and `row_charts.py`. Templates need no {% load %} for it (settings:
`builtins`). Whatever is not a number or our own words goes through `escape`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from .charts import KEPT, BarChart, LineChart, SignedChart
from .row_charts import Part, RunChart, SpanChart

register = template.Library()
Chart = LineChart | BarChart | SignedChart | RunChart | SpanChart
DASH = "–"


@register.simple_tag
def chart_with_figures(chart: Chart) -> SafeString:
    """`{% chart_with_figures chart %}`: the drawing, and its figures in a table for whoever cannot see it."""
    return _with_figures(chart, get_language())


@lru_cache(KEPT)
def _with_figures(chart: Chart, _language: str | None) -> SafeString:
    return render_to_string("components/_chart.html", {"chart": chart})


@register.simple_tag
def chart_drawing(chart: Chart) -> SafeString:
    """`{% chart_drawing chart %}`: everything that is drawn."""
    return SafeString(_DRAWN[type(chart)](chart))


@register.simple_tag
def chart_heads(chart: Chart) -> SafeString:
    """`{% chart_heads chart %}`: the heads of the table of its figures; the first may be empty."""
    first, *others = chart.heads
    cells = (f'<th scope="col" class="num">{escape(head)}</th>' for head in others)
    return SafeString(f'<th scope="col">{escape(first)}</th>' if first else "<td></td>") + SafeString("".join(cells))


@register.simple_tag
def chart_figures(chart: Chart) -> SafeString:
    """`{% chart_figures chart %}`: the rows of that table."""
    rows = []
    for name, figures in chart.rows:
        cells = "".join([f'<td class="num">{escape(figure) or DASH}</td>' for figure in figures])
        rows.append(f'<tr><th scope="row"><bdi>{escape(name)}</bdi></th>{cells}</tr>\n')
    return SafeString("".join(rows))


def _lines(chart: LineChart) -> str:
    right, beside = int(chart.right) + 6, int(chart.right) + 9
    pieces = [
        f'<line class="grid" x1="44" x2="{chart.right}" y1="{tick.at}" y2="{tick.at}" />'
        f'<text class="up" x="38" y="{tick.at}" dy="4">{escape(tick.label)}</text>\n'
        for tick in chart.up
    ]
    pieces += [
        f'<text class="across" x="{tick.at}" y="{chart.height}" dy="-5">{escape(tick.label)}</text>\n'
        for tick in chart.across
    ]
    for line in reversed(chart.lines):
        x, y = line.last
        drawn = "".join([f'<polyline points="{points}" />' for points in line.points])
        lead = name = ""
        if chart.named:
            lead = f'<line class="lead" x1="{x}" y1="{y}" x2="{right}" y2="{line.end}" />'
            name = f'<text x="{beside}" y="{line.end}" dy="4">{escape(line.short)}</text>'
        pieces.append(
            f'<g class="stroke-{line.stroke}{" strong" if line.strong else ""}"><title>{escape(line.name)}</title>'
            f'{lead}{drawn}<circle cx="{x}" cy="{y}" r="3" />{name}</g>\n'
        )
    return "".join(pieces)


def _bars(chart: BarChart) -> str:
    colon = _(":")
    pieces = [f'<line class="grid" x1="8" x2="392" y1="{chart.foot}" y2="{chart.foot}" />\n']
    for at, bar in enumerate(chart.bars):
        count = f'<text class="across" x="{bar.middle}" y="{bar.top}" dy="-3">{bar.count}</text>' if bar.count else ""
        label = f'<text class="across" x="{bar.middle}" y="{chart.height}" dy="-5">{escape(bar.short)}</text>'
        pieces.append(
            f"<g><title>{escape(bar.label)}{colon} {bar.count}</title>"
            f'<rect x="{bar.left}" y="{bar.top}" width="{bar.wide}" height="{bar.tall}" />'
            f"{count}{'' if at % chart.labelled else label}</g>\n"
        )
    return "".join(pieces)


def _signed(chart: SignedChart) -> str:
    colon = _(":")
    pieces = [
        f'<line class="grid" x1="{chart.left}" x2="392" y1="{tick.at}" y2="{tick.at}" />'
        f'<text class="up" x="38" y="{tick.at}" dy="4">{escape(tick.label)}</text>\n'
        for tick in chart.up
    ]
    pieces.append(f'<line class="grid" x1="{chart.left}" x2="392" y1="{chart.zero}" y2="{chart.zero}" />\n')
    for at, bar in enumerate(chart.bars):
        value = f'<text class="across" x="{bar.middle}" y="{bar.at}">{bar.figure}</text>'
        label = f'<text class="across" x="{bar.middle}" y="{chart.height}" dy="-5">{escape(bar.label)}</text>'
        below = ' class="below"' if bar.value < 0 else ""
        pieces.append(
            f"<g{below}><title>{escape(bar.label)}, {escape(bar.what)}{colon} {bar.figure}</title>"
            f'<rect x="{bar.left}" y="{bar.top}" width="{bar.wide}" height="{bar.tall}" />'
            f"{'' if chart.up else value}{'' if at % chart.every else label}</g>\n"
        )
    return "".join(pieces)


def _runs(chart: RunChart) -> str:
    pieces = [f'<text class="across" x="{tick.at}" y="12">{escape(tick.label)}</text>\n' for tick in chart.across]
    for row in chart.runs:
        joins = [f'<line class="span" x1="{left:g}" x2="{right:g}" />' for left, right in row.joins]
        boxes = [_boxes(row.parts, full=full) for full in (True, False)]
        counts = [_count(part) for part in row.parts if part.count]
        name = f'<text dy="4">{escape(row.short)}</text>' if row.short else ""
        pieces.append(f'<g transform="translate(0 {row.at:g})">{name}{"".join([*joins, *boxes, *counts])}</g>\n')
    return "".join(pieces)


def _boxes(parts: Sequence[Part], *, full: bool) -> str:
    """All of a row that are full, or all that are empty, as one path: a box each would be half of the page."""
    drawn = "".join([f"M{part.left:g}-6h{part.wide:g}v12h-{part.wide:g}z" for part in parts if part.full == full])
    return f'<path class="{"full" if full else "empty"}" d="{drawn}" />' if drawn else ""


def _count(part: Part) -> str:
    return f'<text class="across{" inside" if part.full else ""}" x="{part.middle:g}" dy="4">{part.count}</text>'


def _spans(chart: SpanChart) -> str:
    colon = _(":")
    pieces = [
        f'<text class="across" x="{tick.at}" y="12">{escape(tick.label)}</text>'
        f'<line class="grid" x1="{tick.at}" x2="{tick.at}" y1="18" y2="{chart.height}" />\n'
        for tick in chart.across
    ]
    for span in chart.spans:
        at, (before, now, change) = span.at, span.figures
        line = (
            f'<line class="span" x1="{span.before}" x2="{span.after}" y1="{at}" y2="{at}" />'
            f'<circle class="empty" cx="{span.before}" cy="{at}" r="3.5" />'
        )
        pieces.append(
            f"<g><title>{escape(span.name)}{colon} {before or DASH} → {now}</title>"
            f'<text x="0" y="{at}" dy="4">{escape(span.short)}</text>{"" if span.before is None else line}'
            f'<circle class="full" cx="{span.after}" cy="{at}" r="3.5" />'
            f'<text class="up" x="400" y="{at}" dy="4">{change}</text></g>\n'
        )
    return "".join(pieces)


_DRAWN: Mapping[type, Callable[[Any], str]] = {
    LineChart: _lines,
    BarChart: _bars,
    SignedChart: _signed,
    RunChart: _runs,
    SpanChart: _spans,
}
