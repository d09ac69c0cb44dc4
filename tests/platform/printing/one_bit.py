"""A report as a laser prints it, in pure black and white at 300 dots an inch: all text, codes and lines are still there.

Every run of letters is compared with its greys, dot by dot: light greys and too small type fail here, and so do hairlines.
"""

import re
from functools import cached_property

import zxingcpp
from PIL import Image, ImageChops

from tests.paper import Box, Paper

DOTS = 300
AROUND = 24  # dots about a code that count as the code's
LINE = 20.0  # millimetres: what is longer and unbroken is a line, not a letter
SMALLEST = 1.8  # millimetres: the height of a capital or figure
MAY_DIFFER = 0.25  # of a run's dots, or of its ground's where it is white on dark
BASE = "http://tdsuite.local:8000"
CODED = {
    "result-slips", "table-signs", "name-tags", "public-sign", "sign-in-cards", "scorecards-with-codes", "wifi-sign",
}  # fmt: skip


class OneBit:
    """The first page of a report in greys, and as dots. codes: what a reader finds among the dots."""

    def __init__(self, printed: Paper) -> None:
        self.printed = printed
        self.grey = printed._document[0].render(scale=DOTS / 72, grayscale=True).to_pil().convert("L")
        found = zxingcpp.read_barcodes(self.dots.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
        self.codes = sorted(code.text for code in found)
        self.places = [code.position for code in found]

    @cached_property
    def dots(self) -> Image.Image:
        """Dark from half on: what is lighter is not printed."""
        return self.grey.point(lambda light: 255 * (light > 127)).convert("1")

    def without_codes(self) -> Image.Image:
        """The greys with white where the codes are: their rows of modules would pass for lines."""
        bare = self.grey.copy()
        for place in self.places:
            corners = (place.top_left, place.top_right, place.bottom_left, place.bottom_right)
            xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
            bare.paste(255, (min(xs) - AROUND, min(ys) - AROUND, max(xs) + AROUND, max(ys) + AROUND))
        return bare

    def assert_all_is_there(self, name: str) -> None:
        """Every word, line and code of this report."""
        boxes = self.printed.boxes(0)
        assert len(" ".join(box.text for box in boxes).split()) >= 8
        found = faint(self.grey, boxes), too_small(boxes)
        assert found == ([], []), found
        self.assert_lines_and_codes_are_there(name)

    def assert_lines_and_codes_are_there(self, name: str) -> None:
        assert [round(row / DOTS * 25.4) for row in lost(self)] == []
        assert bool(self.codes) is (name in CODED)
        assert len(set(self.codes)) == len(self.codes) or name == "table-signs"
        assert all(code.startswith((BASE, "WIFI:T:WPA;P:quixotic")) for code in self.codes), self.codes


def faint(grey: Image.Image, boxes: list[Box]) -> list[str]:
    """The runs of letters that pure black and white changes: half way between its own lightest and darkest is not half way at all."""
    found, dot, around = [], DOTS / 25.4, 0.1  # a dash fills its box: some of its ground with it
    for box in boxes:
        corners = (box.left - around, box.top - around, box.right + around, box.bottom + around)
        area = grey.crop(tuple(round(place * dot) for place in corners))  # type: ignore[arg-type]
        darkest, lightest = area.getextrema()
        half = (int(darkest) + int(lightest)) // 2  # type: ignore[arg-type]
        own, printed = (area.point(lambda light, most=most: 255 * (light > most)) for most in (half, 127))
        ground = own.histogram()[255]
        differs = ImageChops.difference(own, printed).histogram()[255]
        if darkest == lightest or differs > MAY_DIFFER * min(ground, area.width * area.height - ground):
            found.append(box.text)
    return found


def too_small(boxes: list[Box]) -> list[str]:
    """Runs with a capital or figure that is lower than SMALLEST."""
    return [box.text for box in boxes if re.search(r"[A-Z0-9]", box.text) and box.bottom - box.top < SMALLEST]


def lines(image: Image.Image) -> set[int]:
    """The rows of dots, one a drawn line, that hold an unbroken dark run of LINE. image: mode L, dark is 0."""
    run = bytes(round(LINE / 25.4 * DOTS))
    width, data = image.width, image.tobytes()
    rows = [row for row in range(image.height) if run in data[row * width : (row + 1) * width]]
    return set(rows) - {row + 1 for row in rows}


def lost(page: OneBit) -> list[int]:
    """Where a line is drawn of which pure black and white shows nothing."""
    found, bare = [], page.without_codes()
    for turned in (bare, bare.transpose(Image.Transpose.ROTATE_90)):
        drawn, kept = (lines(turned.point(lambda light, most=most: 255 * (light > most))) for most in (235, 127))
        found += [row for row in drawn if not kept & set(range(row - 1, row + 12))]
    return found
