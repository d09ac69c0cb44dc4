"""Pictures put together from packed strips."""

import random
from io import BytesIO

import pytest
from PIL import Image

from tdsuite.platform.png import png_of, strip_of

WIDTH = 37
PALETTE = bytes(range(30))  # ten colours


def pixels(height: int, seed: int) -> Image.Image:
    colours = bytes(random.Random(seed).choices(range(10), k=WIDTH * height))
    picture = Image.frombytes("P", (WIDTH, height), colours)
    picture.putpalette(PALETTE)
    return picture


@pytest.mark.parametrize("heights", [(1,), (3, 1, 8), (5,) * 40, (400, 900)])
def test_strips_below_each_other_are_the_picture_that_they_were_cut_from(heights: tuple[int, ...]) -> None:
    parts = [pixels(height, seed) for seed, height in enumerate(heights)]
    whole = Image.new("RGB", (WIDTH, sum(heights)))
    for place, part in enumerate(parts):
        whole.paste(part.convert("RGB"), (0, sum(heights[:place])))
    shown = Image.open(BytesIO(png_of(WIDTH, PALETTE, [strip_of(part) for part in parts])))
    shown.load()  # which looks at every sum
    assert shown.format == "PNG" and shown.convert("RGB").tobytes() == whole.tobytes()


def test_a_strip_is_packed_in_as_few_bytes_as_a_picture_of_its_own() -> None:
    rows = pixels(1, 0).tobytes() * 60
    picture = Image.frombytes("P", (WIDTH, 60), rows)
    assert len(strip_of(picture).packed) < 100
