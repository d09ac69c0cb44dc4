"""Pictures: of an event, to go with its address when somebody shares it, and of a list, to be read in a chat on a phone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageColor, ImageDraw, ImageFont

from tdsuite.platform.png_strips import PACKING, Strip, png_of, strip_of

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
    rows: tuple[tuple[str, str, str], ...]


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
    return _packed(_in_palette(picture))


@dataclass(frozen=True, slots=True)
class _Look:
    """How every row of a list is written.

    Attributes:
        ends: points of each column at the right edge.
        most: pixels for a name, and for what stands behind it.
    """

    high: int
    key: int
    name: int
    more: int
    ends: tuple[int, ...]
    most: int


def _usual(high: int) -> int:
    return min(46, high * 2 // 3)


def list_picture(event: str, title: str, under: str, rows: Sequence[ListRow]) -> bytes:
    """A PNG as wide as a phone's screen and at most as high, with large letters.

    Each row is drawn and packed once as long as the list is written in the same letters: a result changes one of them.

    Args:
        under: what the title needs: when, and which picture of how many.
        rows: at most `tdsuite.platform.pictures.MOST_LINES`.
    """
    look = _look_of(rows)
    strips = [_row(row, look, place % 2 == 1) for place, row in enumerate(rows)]
    return png_of(PHONE_WIDTH, _palette().getpalette() or (), [_head(event, title, under), *strips, _foot()])


def _look_of(rows: Sequence[ListRow]) -> _Look:
    high = max(LOWEST_ROW, min(HIGHEST_ROW, (PHONE_HEIGHT - HEAD - FOOT) // max(1, len(rows))))
    size, has_more = _usual(high), any(row.more for row in rows)
    columns = list(zip(*(row.ends for row in rows), strict=True))
    most = PHONE_WIDTH - SIDE - END * len(columns) - NAMES
    most = most // 2 if has_more else most
    return _Look(
        high,
        _common([row.key for row in rows], TILE_WIDTH - GAP, size),
        _common([row.name for row in rows], most - GAP, size),
        _common([row.more for row in rows], most - GAP, size - 4, bold=False) if has_more else 0,
        tuple(_common(ends, END - GAP, size - 4) for ends in columns),
        most,
    )


@lru_cache(256)  # of up to 110 kB
def _row(row: ListRow, look: _Look, is_shaded: bool) -> Strip:
    picture = Image.new("RGB", (PHONE_WIDTH, look.high), SHADE if is_shaded else PAPER)
    draw = ImageDraw.Draw(picture)
    middle, half = look.high // 2, look.high // 2 - 4
    box = (SIDE, middle - half, SIDE + TILE_WIDTH, middle + half - 1)
    draw.rounded_rectangle(box, 10, fill=GOLD if row.is_gold else TILE)
    _write(
        draw,
        (SIDE + TILE_WIDTH // 2, middle),
        row.key,
        TILE_WIDTH - GAP,
        size=look.key,
        bold=True,
        colour=INK,
        anchor="mm",
    )
    right = PHONE_WIDTH - SIDE
    for end, size in reversed(list(zip(row.ends, look.ends, strict=True))):
        _write(draw, (right, middle), end, END - GAP, size=size, bold=True, colour=GREEN, anchor="rm")
        right -= END
    _write(draw, (NAMES, middle), row.name, look.most - GAP, size=look.name, bold=True, colour=INK, anchor="lm")
    if look.more:
        place = (NAMES + look.most, middle)
        _write(draw, place, row.more, look.most - GAP, size=look.more, bold=False, colour=MUTED, anchor="lm")
    return strip_of(_in_palette(picture))


@lru_cache(16)
def _head(event: str, title: str, under: str) -> Strip:
    picture = Image.new("RGB", (PHONE_WIDTH, HEAD), PAPER)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, PHONE_WIDTH, HEAD - 12), fill=GROUND)
    draw.rectangle((0, HEAD - 12, PHONE_WIDTH, HEAD - 1), fill=GOLD)
    inner = PHONE_WIDTH - 2 * MARGIN
    _write(draw, (MARGIN, 20), event, inner, size=44, bold=True, colour=QUIET)
    _write(draw, (MARGIN, 76), title, inner, size=64, bold=True, colour=WHITE)
    _write(draw, (MARGIN, 164), under, inner, size=36, bold=False, colour=QUIET)
    return strip_of(_in_palette(picture))


@lru_cache(1)
def _foot() -> Strip:
    return strip_of(_in_palette(Image.new("RGB", (PHONE_WIDTH, FOOT), PAPER)))


def _common(texts: Sequence[str], most: int, size: int, *, bold: bool = True) -> int:
    """The size of letters in which texts stand below each other; only the longest have smaller ones."""
    sizes = sorted((_fitting(text, most, size, bold=bold) for text in texts), reverse=True)
    return sizes[int((1 - MOST_SMALLER) * (len(sizes) - 1))] if sizes else size


def _packed(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", compress_level=PACKING)
    return file.getvalue()


def _in_palette(picture: Image.Image) -> Image.Image:
    return picture.quantize(palette=_palette(), dither=Image.Dither.NONE)


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
    path, size = _path(text, bold=bold), _fitting(text, most, size, bold=bold)
    if _length(text, path, size) > most:
        while text and _length(text + "…", path, size) > most:
            text = text[:-1]
        text += "…"
    draw.text(at, text, colour, _font(path, size), anchor)


@lru_cache(8192)
def _fitting(text: str, most: int, size: int, *, bold: bool) -> int:
    """The size of letters at which a text fits, at most `size`; the least where none does."""
    path = _path(text, bold=bold)
    while size > LEAST and (length := _length(text, path, size)) > most:
        size = max(LEAST, min(size - 1, int(size * most / length)))
    return size


def _length(text: str, path: Path, size: int) -> float:
    """Pixels from the beginning of a text to its end."""
    return _font(path, size).getlength(text, "L")
