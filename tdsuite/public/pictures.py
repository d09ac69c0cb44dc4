"""Pictures: of an event, to go with its address when somebody shares it, and of a list, to be read in a chat on a phone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageColor, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630  # as chats and networks show the picture of an address
EDGE, GOLD_BAR = 72, 18
GROUND, GOLD, WHITE, QUIET = "#0c382e", "#f0b429", "#ffffff", "#bcd6cd"
COLUMNS = 3  # that fit beside each other
ROWS = 3  # that fit below each other
LEAST = 22  # points of the smallest letters
MOST_SMALLER = 0.1  # of the texts of a column: the others have letters of one size
PHONE_WIDTH, PHONE_HEIGHT = 1080, 1920
HEAD, FOOT, MARGIN = 236, 20, 40
LOWEST_ROW, HIGHEST_ROW = 52, 92
SIDE, TILE_WIDTH, NAMES = 20, 92, 132  # from the left edge
END, GAP = 160, 12  # a column at the right edge, and between columns
PAPER, SHADE, TILE, INK, MUTED, GREEN = "#ffffff", "#f1f4f2", "#d9ede6", "#11201b", "#4a5953", "#0b5a49"
ON_GROUNDS = (
    *((GROUND, colour) for colour in (WHITE, QUIET, GOLD)),
    *((ground, colour) for ground in (PAPER, SHADE) for colour in (INK, MUTED, GREEN)),
    *((ground, INK) for ground in (TILE, GOLD)),
)
SHADES = 12  # of each pair: 132 colours


@dataclass(frozen=True, slots=True)
class Column:
    """A division: its name, and (place, name, figures) of its first players."""

    title: str
    rows: Sequence[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list.

    Attributes:
        key: what stands first, in a tile: table or place.
        more: what stands behind the name: the opponent; "" leaves the name all the room.
        ends: figures or words at the right edge, each in a column of its own.
        is_gold: the tile is.
    """

    key: str
    name: str
    more: str
    ends: tuple[str, ...]
    is_gold: bool = False


OTHER_SCRIPTS = (
    (re.compile("[\u0590-\u05ff]"), "notosanshebrew/NotoSansHebrew[wdth,wght].ttf"),
    (re.compile("[\u0600-\u077f\ufb50-\ufefc]"), "notosansarabic/NotoSansArabic[wdth,wght].ttf"),
)


def _path(text: str, *, bold: bool) -> Path:
    """The file of letters that a text is written in."""
    for letters, name in OTHER_SCRIPTS:
        if letters.search(text):
            return Path(settings.RTL_FONT_DIR / name)
    return Path(settings.FONT_DIR / f"SourceSansPro-{'Bold' if bold else 'Regular'}.ttf")


@lru_cache(64)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


def event_picture(title: str, under: str, columns: Sequence[Column]) -> bytes:
    """A PNG of the podiums.

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
    return _png(picture)


def list_picture(event: str, title: str, under: str, rows: Sequence[ListRow]) -> bytes:
    """A PNG as wide as a phone's screen and at most as high, with large letters.

    Args:
        under: what the title needs: when, and which picture of how many.
        rows: at most `tdsuite.platform.pictures.MOST_LINES`.
    """
    high = max(LOWEST_ROW, min(HIGHEST_ROW, (PHONE_HEIGHT - HEAD - FOOT) // max(1, len(rows))))
    picture = Image.new("RGB", (PHONE_WIDTH, HEAD + high * len(rows) + FOOT), PAPER)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, PHONE_WIDTH, HEAD - 12), fill=GROUND)
    draw.rectangle((0, HEAD - 12, PHONE_WIDTH, HEAD - 1), fill=GOLD)
    inner = PHONE_WIDTH - 2 * MARGIN
    _write(draw, (MARGIN, 20), event, inner, size=44, bold=True, colour=QUIET)
    _write(draw, (MARGIN, 76), title, inner, size=64, bold=True, colour=WHITE)
    _write(draw, (MARGIN, 164), under, inner, size=36, bold=False, colour=QUIET)
    for place in range(1, len(rows), 2):
        draw.rectangle((0, HEAD + place * high, PHONE_WIDTH, HEAD + (place + 1) * high - 1), fill=SHADE)
    middles = [HEAD + high // 2 + place * high for place in range(len(rows))]
    _draw_keys(draw, rows, middles, high)
    size, right = min(46, high * 2 // 3), PHONE_WIDTH - SIDE
    for ends in reversed(list(zip(*(row.ends for row in rows), strict=True))):
        places = [(right, middle) for middle in middles]
        _column(draw, ends, places, most=END - GAP, size=size - 4, colour=GREEN, anchor="rm")
        right -= END
    has_more = any(row.more for row in rows)
    most = (right - NAMES) // 2 if has_more else right - NAMES
    places = [(NAMES, middle) for middle in middles]
    _column(draw, [row.name for row in rows], places, most=most - GAP, size=size, colour=INK)
    if has_more:
        places = [(NAMES + most, middle) for middle in middles]
        _column(draw, [row.more for row in rows], places, most=most - GAP, size=size - 4, colour=MUTED, bold=False)
    return _png(picture)


def _draw_keys(draw: ImageDraw.ImageDraw, rows: Sequence[ListRow], middles: Sequence[int], high: int) -> None:
    half = high // 2 - 4
    for row, middle in zip(rows, middles, strict=True):
        box = (SIDE, middle - half, SIDE + TILE_WIDTH, middle + half - 1)
        draw.rounded_rectangle(box, 10, fill=GOLD if row.is_gold else TILE)
    places = [(SIDE + TILE_WIDTH // 2, middle) for middle in middles]
    keys, size = [row.key for row in rows], min(46, high * 2 // 3)
    _column(draw, keys, places, most=TILE_WIDTH - GAP, size=size, colour=INK, anchor="mm")


def _column(
    draw: ImageDraw.ImageDraw,
    texts: Sequence[str],
    places: Sequence[tuple[int, int]],
    *,
    most: int,
    size: int,
    colour: str,
    anchor: str = "lm",
    bold: bool = True,
) -> None:
    """Texts below each other in letters of one size; only the longest have smaller ones."""
    sizes = sorted((_fitting(draw, text, most, size, bold=bold) for text in texts), reverse=True)
    common = sizes[int((1 - MOST_SMALLER) * (len(sizes) - 1))] if sizes else size
    for text, place in zip(texts, places, strict=True):
        _write(draw, place, text, most, size=common, bold=bold, colour=colour, anchor=anchor)


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.quantize(palette=_palette(), dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


@lru_cache(1)
def _palette() -> Image.Image:
    """Every colour that a picture has, with what lies between letters and their ground: looking for the best ones takes ten times as long."""
    colours = []
    for pair in ON_GROUNDS:
        ground, letters = (ImageColor.getrgb(colour) for colour in pair)
        for step in range(SHADES):
            colours += [from_ + (to - from_) * step // (SHADES - 1) for from_, to in zip(ground, letters, strict=True)]
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette


def _write(
    draw: ImageDraw.ImageDraw,
    at: tuple[int, int],
    text: str,
    most: int,
    *,
    size: int,
    bold: bool,
    colour: str,
    anchor: str = "la",
) -> None:
    """A line of text: smaller where it does not fit, and cut where even small letters do not.

    Args:
        anchor: what of the line stands at `at`, as Pillow names it: its left upper corner, or "lm", "mm", "rm".
    """
    font = _font(_path(text, bold=bold), _fitting(draw, text, most, size, bold=bold))
    if draw.textlength(text, font) > most:
        while text and draw.textlength(text + "…", font) > most:
            text = text[:-1]
        text += "…"
    draw.text(at, text, colour, font, anchor)


def _fitting(draw: ImageDraw.ImageDraw, text: str, most: int, size: int, *, bold: bool) -> int:
    """The size of letters at which a text fits, at most `size`; the least where none does."""
    path = _path(text, bold=bold)
    while size > LEAST and (length := draw.textlength(text, _font(path, size))) > most:
        size = max(LEAST, min(size - 1, int(size * most / length)))
    return size
