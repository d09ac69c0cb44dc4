"""Which lines of long standings fill a page, so that helpers can set its pages side by side and no page ends early.

Widths are those of the letters themselves; a line too tall for its page moves to the next one as in any table, so a wrong guess
costs paper and no words. The measures are those of tdsuite/print/base.css and tdsuite/print/standings.css.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from PIL import ImageFont

T = TypeVar("T")
FLOWS_TO = 300  # lines: shorter tables are set in one go, page breaks where they fall
HEIGHTS = {"A4": 257.0, "letter": 239.4}  # millimetres between the running head and foot, less the padding of `main`
TITLE_LINE, NOTICE, HEAD, SPARE = 8.6, 10.0, 6.8, 2.0  # millimetres: of the heading, "Provisional", the column heads
PADDING = 1.65  # millimetres that a row adds to its lines
MM_PER_POINT = 25.4 / 72


@cache
def _font(name: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(Path(settings.FONT_DIR) / name), 1000, layout_engine=ImageFont.Layout.BASIC)


def height_of(lines: int, points: float) -> float:
    """Millimetres of so many lines."""
    return lines * points * 1.35 * MM_PER_POINT


def width_of(text: str, points: float, *, bold: bool = False) -> float:
    """Millimetres that a text takes on one line."""
    font = _font("SourceSansPro-Bold.ttf" if bold else "SourceSansPro-Regular.ttf")
    return font.getlength(text) * points * MM_PER_POINT / 1000


def lines_needed(text: str, width: float, points: float, *, bold: bool = False, after: float = 0.0) -> int:
    """How many lines a text takes in a column.  width: millimetres; after: of what follows in other letters.

    Words break at spaces, a word wider than the column anywhere.
    """
    lines, used = 1, 0.0
    space = width_of(" ", points, bold=bold)
    for long in [*(width_of(word, points, bold=bold) for word in text.split()), after]:
        if used and long and used + space + long > width:
            lines, used = lines + 1, 0.0
        more = int(long // width)
        lines, used = lines + more, used + (space if used else 0) + long - more * width
    return lines


def in_full_pages(rows: Sequence[T], heights: Iterable[float], *, paper: str, first: float) -> Iterator[list[T]]:
    """Rows by page, as many as fit.  heights: of each row, in millimetres; first: what the first page holds above its table."""
    height_left = HEIGHTS.get(paper, min(HEIGHTS.values())) - HEAD - SPARE
    page: list[T] = []
    left = height_left - first
    for row, height in zip(rows, heights, strict=True):
        if page and height > left:
            yield page
            page, left = [], height_left
        page.append(row)
        left -= height
    if page:
        yield page
