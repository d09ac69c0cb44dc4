"""A printed report read back: its text, its ink and where every run of letters stands, in millimetres from the top left."""

import io
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import zxingcpp
from PIL import ImageChops
from pypdf import PdfReader

from tdsuite.platform.printing import pdf, registry, services
from tdsuite.platform.printing.tasks import static_roots

MM = 25.4 / 72
SIZES = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIDE_MARGIN, FOOT_MARGIN = 14.0, 18.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on paper, with the letters in it."""

    left: float
    top: float
    right: float
    bottom: float
    text: str = ""

    def holds(self, other: "Box", slack: float = 0.2) -> bool:
        return (
            self.left - slack <= other.left
            and other.right <= self.right + slack
            and self.top - slack <= other.top
            and other.bottom <= self.bottom + slack
        )

    def middle_in(self, other: "Box") -> bool:
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return other.left <= x <= other.right and other.top <= y <= other.bottom

    def overlaps(self, other: "Box") -> bool:
        """By more than the air that letters keep around them: 0.3 mm across, a third of the height down."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.3 and down > min(self.bottom - self.top, other.bottom - other.top) / 3


def texts_of(data: bytes) -> list[str]:
    """Each page's text, in a tenth of the time of `Paper.texts`: words with wide letters come letter by letter, hyphens are lost."""
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pypdfium2.PdfDocument(data)]


class Paper:
    """The PDF of a report, made with the real WeasyPrint."""

    def __init__(
        self,
        report: str,
        obj: object,
        *,
        paper: str = "A4",
        language: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        known = registry.find(report)
        self.sheet = services.build_sheet(known, obj, options or {}, language=language)
        self.file_name = services.file_name(known, self.sheet)
        html = services.render_html(known, self.sheet, paper=paper, language=language, for_pdf=True)
        logging.getLogger("weasyprint").setLevel(logging.ERROR)
        self.data = pdf.write_pdf([html], services.STATIC_BASE, static_roots())
        self.reader = PdfReader(io.BytesIO(self.data))
        self.width, self.height = SIZES[paper][::-1] if "landscape" in self.sheet.page else SIZES[paper]

    @cached_property
    def texts(self) -> list[str]:
        """Each page's text in reading order, spaces made single."""
        return [" ".join(page.extract_text().split()) for page in self.reader.pages]

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    @cached_property
    def sizes(self) -> set[tuple[float, float]]:
        return {
            (round(float(page.mediabox.width) * MM, 1), round(float(page.mediabox.height) * MM, 1))
            for page in self.reader.pages
        }

    @cached_property
    def _document(self) -> pypdfium2.PdfDocument:
        return pypdfium2.PdfDocument(self.data)

    def ink(self, page: int) -> Box:
        """The smallest box around everything that is not white."""
        image = self._document[page].render(scale=2).to_pil().convert("L")
        found = ImageChops.invert(image).getbbox()
        assert found is not None, f"page {page + 1} is empty"
        across, down = self.width / image.width, self.height / image.height
        return Box(found[0] * across, found[1] * down, found[2] * across, found[3] * down)

    def codes(self, page: int) -> list[tuple[str, Box]]:
        """What a reader finds in the page's codes when it is printed in pure black and white at 200 dots an inch, from the top."""
        image = (
            self._document[page].render(scale=200 / 72).to_pil().convert("L").point(lambda light: 255 * (light > 127))
        )
        across, down = self.width / image.width, self.height / image.height
        found = []
        for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode):
            corners = code.position
            xs = [corner.x * across for corner in (corners.top_left, corners.top_right, corners.bottom_left)]
            ys = [corner.y * down for corner in (corners.top_left, corners.top_right, corners.bottom_left)]
            found.append((code.text, Box(min(xs), min(ys), max(xs), max(ys))))
        return sorted(found, key=lambda one: (round(one[1].top), one[1].left))

    def boxes(self, page: int) -> list[Box]:
        """Every run of letters."""
        leaf = self._document[page].get_textpage()
        found = []
        for index in range(leaf.count_rects()):
            left, bottom, right, top = leaf.get_rect(index)
            text = leaf.get_text_bounded(left, bottom, right, top).strip()
            if text:
                found.append(Box(left * MM, self.height - top * MM, right * MM, self.height - bottom * MM, text))
        return found

    def body(self) -> Box:
        """Where a sheet's own contents and its running lines may stand."""
        return Box(SIDE_MARGIN, 5.0, self.width - SIDE_MARGIN, self.height - 5.0)

    def in_frames(self, page: int, frames: list[Box]) -> list[list[Box]]:
        """The letters in each frame of a page; asserts that each run stands whole in one frame, and none between or around."""
        top, bottom = min(frame.top for frame in frames), max(frame.bottom for frame in frames)
        inside = [box for box in self.boxes(page) if box.top >= top - 1 and box.bottom <= bottom + 1]
        held = [[box for box in inside if box.middle_in(frame)] for frame in frames]
        assert sum(map(len, held)) == len(inside), [box for box in inside if not any(box.middle_in(f) for f in frames)]
        for frame, boxes in zip(frames, held, strict=True):
            out = [box for box in boxes if not frame.holds(box)]
            assert not out, (frame, out)
        return held

    def uneven_lines(self, page: int) -> list[float]:
        """Where a line across the page is thicker in one column than in another: from the bottom, in points."""
        thick: dict[float, set[float]] = {}
        for path in self._document[page].get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH]):
            left, bottom, right, top = path.get_bounds()
            if top - bottom < 3 < right - left:
                thick.setdefault(round((bottom + top) / 2), set()).add(round(top - bottom, 1))
        return [at for at, sizes in thick.items() if len(sizes) > 1]

    def assert_whole(self) -> None:
        """Nothing lies outside the margins, and no letters over others."""
        for page in range(len(self._document)):
            assert self.body().holds(self.ink(page), slack=0.4), (page, self.ink(page))
            assert clashes(self.boxes(page)) == [], page


def clashes(boxes: list[Box]) -> list[tuple[str, str]]:
    """The pairs of runs that lie over each other; from the top, so that only near ones are compared."""
    boxes = sorted(boxes, key=lambda box: box.top)
    found = []
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            if other.top >= one.bottom:
                break
            if one.overlaps(other):
                found.append((one.text, other.text))
    return found


def grid(across: int, down: int, width: float, height: float, *, top: float = 20.0) -> list[Box]:
    """Frames of one size side by side, as they are cut: row by row from the top left margin."""
    return [
        Box(SIDE_MARGIN + x * width, top + y * height, SIDE_MARGIN + (x + 1) * width, top + (y + 1) * height)
        for y in range(down)
        for x in range(across)
    ]


LONG_NAMES = [
    ("Maximiliana-Konstanze von Hohenschwangau", "von Hohenschwangau, Maximiliana-Konstanze"),
    ("Þórgnýr Ægir Łukasiewicz-Őrségi", "Łukasiewicz-Őrségi, Þórgnýr Ægir"),
    ("יעל בן־דוד", "בן־דוד, יעל"),
    ("W" + 39 * "w", "W" + 39 * "w"),
]
LONG_EVENT = "The Forty-Second International Lakeside Invitational Memorial Championship of Word Games and Good Conversation, 2026"
LONG_DIVISION = "The Expert Division of Extraordinarily Long Divisional Names"


def make_hard(division: Any) -> None:
    """The longest names a roster takes, foreign letters, and a right-to-left name, for the first players."""
    division.tournament.name = LONG_EVENT
    division.tournament.save()
    division.name = LONG_DIVISION
    division.save()
    for entry, (name, filing) in zip(division.entries.select_related("player"), LONG_NAMES, strict=False):
        entry.player.name, entry.player.filing_name = name, filing
        entry.player.save()
        entry.class_name = "Intermediate"
        entry.save()
