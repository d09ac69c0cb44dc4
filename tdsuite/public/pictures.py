"""The picture of a finished event that goes with its address when somebody shares it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630  # as chats and networks show the picture of an address
EDGE, GOLD_BAR = 72, 18
GROUND, GOLD, WHITE, QUIET = "#0c382e", "#f0b429", "#ffffff", "#bcd6cd"
COLUMNS = 3  # that fit beside each other
ROWS = 3  # that fit below each other
LEAST = 22  # points of the smallest letters
OTHER_SCRIPTS = (
    (re.compile("[\u0590-\u05ff]"), "notosanshebrew/NotoSansHebrew[wdth,wght].ttf"),
    (re.compile("[\u0600-\u077f\ufb50-\ufefc]"), "notosansarabic/NotoSansArabic[wdth,wght].ttf"),
)


@dataclass(frozen=True, slots=True)
class Column:
    """A division: its name, and (place, name, figures) of its first players."""

    title: str
    rows: tuple[tuple[str, str, str], ...]


@lru_cache(32)
def event_picture(title: str, under: str, columns: tuple[Column, ...]) -> bytes:
    """A PNG of the podiums; what has been drawn lately is not drawn again.

    Args:
        under: day and place.
        columns: divisions; those beyond the third are left out.
    """
    picture = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, GOLD_BAR, HEIGHT), fill=GOLD)
    inner = WIDTH - 2 * EDGE
    _write(draw, (EDGE, 64), title, inner, size=76, bold=True, colour=WHITE)
    _write(draw, (EDGE, 168), under, inner, size=34, bold=False, colour=QUIET)
    beside = columns[:COLUMNS]
    wide = inner // max(1, len(beside))
    for at, column in enumerate(beside):
        left, most = EDGE + at * wide, wide - 32
        _write(draw, (left, 262), column.title, most, size=34, bold=True, colour=GOLD)
        for row, (place, name, figures) in enumerate(column.rows[:ROWS]):
            top = 326 + row * 84
            _write(draw, (left, top), place, 44, size=44, bold=True, colour=GOLD)
            _write(draw, (left + 56, top), name, most - 56, size=40, bold=True, colour=WHITE)
            _write(draw, (left + 56, top + 46), figures, most - 56, size=26, bold=False, colour=QUIET)
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, most: int, *, size: int, bold: bool, colour: str
) -> None:
    """A line of text from its left upper corner: smaller where it does not fit, and cut where even small letters do not."""
    path = _path(text, bold=bold)
    while size > LEAST and (length := _length(text, path, size)) > most:
        size = max(LEAST, min(size - 1, int(size * most / length)))
    if _length(text, path, size) > most:
        while text and _length(text + "…", path, size) > most:
            text = text[:-1]
        text += "…"
    draw.text(at, text, colour, _font(path, size))


def _length(text: str, path: Path, size: int) -> float:
    """Pixels from the beginning of a text to its end."""
    return _font(path, size).getlength(text, "L")


@lru_cache(64)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


def _path(text: str, *, bold: bool) -> Path:
    """The file of letters that a text is written in."""
    for letters, name in OTHER_SCRIPTS:
        if letters.search(text):
            return Path(settings.RTL_FONT_DIR / name)
    return Path(settings.FONT_DIR / f"SourceSansPro-{'Bold' if bold else 'Regular'}.ttf")
