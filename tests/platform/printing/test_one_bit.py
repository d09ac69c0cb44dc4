"""Reports in black dots: those of other packages and with secrets (the others: test_every_report.py), and what the reader of dots sees."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from results.models import Prize
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.services import links
from tdsuite.platform.printing.registry import find, reports
from tdsuite.tournaments.models import Division, Tournament
from tests.factories import make_played_event, make_round, make_user
from tests.paper import Box, Paper
from tests.platform.printing.one_bit import BASE, DOTS, OneBit, faint, lost, too_small
from tests.platform.printing.test_every_report import ELSEWHERE, NAMES as OURS, SMALLER_TYPE

pytestmark = pytest.mark.django_db
STATIC = Path(__file__).resolve().parents[3] / "static"
SECRET = ("challenge-docket", "sign-in-cards", "sign-in-pins", "scorecards-with-codes")
NAMES = [*(known.name for known in reports() if known.name not in {*OURS, *ELSEWHERE} - SMALLER_TYPE), *SECRET]
LAID_OUT_ANEW = ("result-slips", "challenge-slips", "name-tags", "scorecards")  # other sizes on Letter: read there too
OTHER_LINES = ("table-signs", "certificates", "designation-slips", "score-sheet")  # on Letter


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
    return {"by": director, "links": rows, "issued": pins, "base": BASE}


def printed(name: str, division: Division, paper: str) -> OneBit:
    scopes = {"round": division.rounds.get(number=3), "division": division, "tournament": division.tournament}
    return OneBit(Paper(name, scopes[find(name).scope], paper=paper, options=options_of(name, division)))


ON_LETTER = [pytest.param(name, "letter", marks=pytest.mark.full) for name in LAID_OUT_ANEW]


@pytest.mark.parametrize(("name", "paper"), [*((name, "A4") for name in NAMES), *ON_LETTER])
def test_every_word_line_and_code_of_a_report_is_there_in_black_dots(name: str, paper: str, division: Division) -> None:
    printed(name, division, paper).assert_all_is_there(name)


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
    printed(name, division, "letter").assert_lines_and_codes_are_there(name)


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
