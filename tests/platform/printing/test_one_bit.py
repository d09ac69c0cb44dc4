"""Every report as a laser prints it, in pure black and white at 300 dots an inch: all text, codes and lines are still there.

Every run of letters is compared with its greys, dot by dot: light greys and too small type fail here, and so do hairlines.
"""

import re
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image, ImageChops, ImageDraw, ImageFont

from results.models import Prize
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.services import links
from tdsuite.platform.printing.registry import find, reports
from tdsuite.tournaments.models import Division, Tournament
from tests.factories import make_played_event, make_round, make_user
from tests.paper import Box, Paper

pytestmark = pytest.mark.django_db
STATIC = Path(__file__).resolve().parents[3] / "static"
DOTS = 300
AROUND = 24  # dots about a code that count as the code's
LINE = 20.0  # millimetres: what is longer and unbroken is a line, not a letter
SMALLEST = 1.8  # millimetres: the height of a capital or figure
MAY_DIFFER = 0.25  # of a run's dots, or of its ground's where it is white on dark
BASE = "http://tdsuite.local:8000"
ELSEWHERE = {"pairings-draft"}  # the pairings by table with a word on top; needs a draft
SECRET = ("wifi-sign", "challenge-docket", "sign-in-cards", "sign-in-pins", "scorecards-with-codes")
NAMES = [*(known.name for known in reports() if known.name not in ELSEWHERE), *SECRET]
LAID_OUT_ANEW = ("result-slips", "challenge-slips", "name-tags", "scorecards")  # other sizes on Letter: read there too
OTHER_LINES = ("table-signs", "certificates", "designation-slips", "score-sheet")  # on Letter
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


@pytest.fixture(scope="module")
def event(rows_of_the_file: None) -> Division:
    """Two rounds played, the third half played, prizes."""
    made = make_played_event(players=6, played=2, rounds=5)
    make_round(made, 3, status="playing", results=1)
    Tournament.objects.filter(pk=made.tournament_id).update(public_base_url=BASE)
    Division.objects.filter(pk=made.pk).update(standings_options={"rating_system": "wespa-2011"})
    Prize.objects.create(division=made, title="Place 1", basis="place", place=1, money=10000)
    Prize.objects.create(tournament=made.tournament, title="High win", basis="high_win", money=5000)
    return made


@pytest.fixture
def division(event: Division) -> Division:
    return Division.objects.select_related("tournament").get(pk=event.pk)


def options_of(name: str, division: Division) -> dict[str, Any]:
    director = make_user(tournament=division.tournament)
    if name not in SECRET:
        return {"round": 3}
    issued = links.issue_missing(by=director, tournament=division.tournament)
    rows = list(PlayerLink.objects.select_related("entry__player", "entry__division").order_by("entry__number"))
    pins = [(one.link.entry, one.pin) for one in issued]
    return {"by": director, "links": rows, "issued": pins, "base": BASE, "network": "Hall", "password": "quixotic"}


def printed(name: str, division: Division, paper: str) -> OneBit:
    scopes = {"round": division.rounds.get(number=3), "division": division, "tournament": division.tournament}
    return OneBit(Paper(name, scopes[find(name).scope], paper=paper, options=options_of(name, division)))


def assert_lines_and_codes_are_there(page: OneBit, name: str) -> None:
    assert [round(row / DOTS * 25.4) for row in lost(page)] == []
    assert bool(page.codes) is (name in CODED)
    assert len(set(page.codes)) == len(page.codes) or name == "table-signs"
    assert all(code.startswith((BASE, "WIFI:T:WPA;P:quixotic;S:Hall;;")) for code in page.codes), page.codes


ON_LETTER = [pytest.param(name, "letter", marks=pytest.mark.full) for name in LAID_OUT_ANEW]


@pytest.mark.parametrize(("name", "paper"), [*((name, "A4") for name in NAMES), *ON_LETTER])
def test_every_word_line_and_code_of_a_report_is_there_in_black_dots(name: str, paper: str, division: Division) -> None:
    page = printed(name, division, paper)
    boxes = page.printed.boxes(0)
    assert len(" ".join(box.text for box in boxes).split()) >= 8
    assert (faint(page.grey, boxes), too_small(boxes)) == ([], [])
    assert_lines_and_codes_are_there(page, name)


def test_only_these_style_sheets_lay_anything_out_anew_on_letter() -> None:
    """Sheets of all others draw the same lines on both papers; of these each frame is looked at on Letter too. The browser's own are no PDF's."""
    anew = {
        path.stem
        for path in (STATIC / "tdsuite" / "print").glob("*.css")
        if ".paper-letter ." in path.read_text(encoding="utf-8")
    }
    assert sorted(stem for stem in anew if not stem.startswith("browser")) == ["challenges", "hall", "play", "slips"]


@pytest.mark.full
@pytest.mark.parametrize("name", OTHER_LINES)
def test_every_line_and_code_on_letter_is_there_in_black_dots(name: str, division: Division) -> None:
    assert_lines_and_codes_are_there(printed(name, division, "letter"), name)


def test_a_grey_hairline_would_be_missed() -> None:
    """The reader of lines sees what a laser loses: of two lines, one of light grey."""
    page = OneBit.__new__(OneBit)
    page.grey, page.places = Image.new("L", (600, 200), 255), []
    for row, light in ((50, 0), (120, 150)):
        page.grey.paste(light, (20, row, 500, row + 2))
    assert lost(page) == [120]


@pytest.mark.parametrize(
    ("letters", "ground", "is_faint"),
    [(0, 255, False), (90, 255, False), (160, 255, True), (255, 0, False), (255, 150, True), (0, 100, True)],
)
def test_grey_letters_and_letters_on_grey_would_be_missed(letters: int, ground: int, is_faint: bool) -> None:
    grey = Image.new("L", (300, 60), ground)
    ImageDraw.Draw(grey).text((10, 5), "Quixotic", fill=letters, font=ImageFont.load_default(40))
    box = Box(0.2, 0.2, 290 / DOTS * 25.4, 50 / DOTS * 25.4, "Quixotic")
    assert faint(grey, [box]) == ["Quixotic"] * is_faint


def test_small_print_would_be_missed() -> None:
    runs = [Box(0, 0, 9, 1.7, "Table"), Box(0, 0, 9, 1.9, "Table 7"), Box(0, 0, 9, 0.3, "–")]
    assert too_small(runs) == ["Table"]
