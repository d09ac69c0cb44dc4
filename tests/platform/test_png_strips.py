"""Strips that were packed one by one are the picture that they make below each other."""

import random
import zlib
from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tdsuite.platform.png_strips import png_of, strip_of

PALETTE = [value for step in range(132) for value in (step, 255 - step, step // 2)]


@given(width=st.integers(1, 70), highs=st.lists(st.integers(1, 9), min_size=1, max_size=5), seed=st.integers(0, 10**6))
def test_the_strips_are_the_picture(width: int, highs: list[int], seed: int) -> None:
    luck = random.Random(seed)
    parts = []
    for high in highs:
        part = Image.new("P", (width, high))
        part.putpalette(PALETTE)
        part.putdata([luck.choice((0, 0, 0, 7, luck.randrange(132))) for _ in range(width * high)])
        parts.append(part)
    png = png_of(width, PALETTE, [strip_of(part) for part in parts])
    Image.open(BytesIO(png)).verify()  # the check sums of its chunks
    picture = Image.open(BytesIO(png))
    assert picture.format == "PNG" and picture.mode == "P" and picture.size == (width, sum(highs))
    whole = Image.new("RGB", picture.size)
    top = 0
    for part in parts:
        whole.paste(part.convert("RGB"), (0, top))
        top += part.height
    assert picture.convert("RGB").tobytes() == whole.tobytes()


def test_the_pixels_have_the_check_sum_that_strict_readers_ask_for() -> None:
    part = Image.new("P", (300, 40), 5)
    part.putpalette(PALETTE)
    png = png_of(300, PALETTE, [strip_of(part), strip_of(part)])
    at = png.index(b"IDAT")
    pixels = png[at + 4 : at + 4 + int.from_bytes(png[at - 4 : at], "big")]
    assert zlib.decompress(pixels) == (b"\0" + b"\5" * 300) * 80
