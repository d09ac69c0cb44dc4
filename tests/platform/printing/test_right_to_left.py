"""Names in Hebrew and Arabic: set in a font that has their letters, which is loaded only where they stand, and kept apart."""

import re
from typing import Any

import pytest
from django.templatetags.static import static

from tdsuite.platform.printing.registry import find
from tdsuite.platform.printing.services import STATIC_BASE, render_html
from tdsuite.platform.printing.templatetags.paper import isolated
from tdsuite.tournaments.models import Division, Player
from tests.factories import make_played_event, make_round
from tests.paper import Paper

HEBREW, ARABIC = "יעל בן־דוד", "محمد الخوارزمي"
REPORTS = {
    "standings": 1, "pairings-by-table": 2, "pairings-by-name": 2, "result-slips": 2, "scorecards": None,
    "name-tags": None, "attendance": None,
}  # fmt: skip


@pytest.fixture
def division(db: None) -> Division:
    made = make_played_event(players=6, played=1)
    make_round(made, 2)
    for entry, name in zip(made.entries.select_related("player").order_by("number"), [HEBREW, ARABIC], strict=False):
        entry.player.name = entry.player.filing_name = name
        entry.player.save()
    return made


def subject(division: Division, number: int | None) -> Any:
    return division.rounds.get(number=number) if number else division


def fonts_of(printed: Paper) -> set[str]:
    found = set()
    for page in printed.reader.pages:
        resources: Any = page["/Resources"]
        found |= {
            re.sub(r"^/[A-Z]{6}\+|-Bold$|-Semi-Bold$", "", str(one.get_object()["/BaseFont"]))
            for one in resources["/Font"].values()
        }
    return found


@pytest.mark.parametrize("name", REPORTS)
def test_hebrew_and_arabic_names_have_letters_of_our_own_fonts_and_overlap_nothing(
    name: str, division: Division
) -> None:
    printed = Paper(name, subject(division, REPORTS[name]))
    assert {"Noto-Sans-Hebrew", "Noto-Sans-Arabic"} <= fonts_of(printed)
    assert all(font.startswith(("Source-Sans-Pro", "Noto-Sans-")) for font in fonts_of(printed)), fonts_of(printed)
    assert set(HEBREW) <= set(printed.text)
    for page in range(len(printed.texts)):
        assert printed.body().holds(printed.ink(page), slack=0.4)


def test_the_number_on_a_name_tag_stands_clear_of_an_arabic_name_of_two_lines(division: Division) -> None:
    """The ink itself: letters of this font reach below the line that others keep."""
    Player.objects.filter(name=ARABIC).update(name="محمد عبد الرحمن الفارسي")
    printed = Paper("name-tags", division)
    image = printed._document[0].render(scale=4).to_pil().convert("L")
    dots = image.width / printed.width
    (number,) = [box for box in printed.boxes(0) if box.text.startswith("#2")]
    above = image.crop([round(side * dots) for side in (number.left, number.top - 0.8, number.right, number.top)])
    assert above.getextrema()[0] > 200


def test_a_number_stays_on_its_side_of_a_hebrew_name(division: Division) -> None:
    boxes = Paper("standings", division.rounds.get(number=1)).boxes(0)
    (number,) = [box for box in boxes if box.text == "#1"]
    names = [
        box for box in boxes if set(box.text) & set(HEBREW.replace(" ", "")) and abs(box.bottom - number.bottom) < 3
    ]
    assert any(number.left - 3 < box.right <= number.left + 0.5 for box in names), (number, names)


def test_sheets_without_such_letters_load_no_such_font(db: None) -> None:
    division = make_played_event(players=4, played=1)
    known, row = find("standings"), division.rounds.get(number=1)
    assert "tdsuite/print/rtl.css" not in render_html(known, known.build(row, {}), for_pdf=True)
    assert fonts_of(Paper("standings", row)) == {"Source-Sans-Pro"}


def test_the_browser_is_given_the_same_fonts(division: Division) -> None:
    known, row = find("standings"), division.rounds.get(number=1)
    assert f'href="{static("tdsuite/print/rtl.css")}"' in render_html(known, known.build(row, {}))
    assert f'href="{STATIC_BASE}tdsuite/print/rtl.css"' in render_html(known, known.build(row, {}), for_pdf=True)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada Winterbourne", "Ada Winterbourne"),
        ("Łukasz Őrségi", "Łukasz Őrségi"),
        (HEBREW, f"<bdi>{HEBREW}</bdi>"),
        (f"{ARABIC} <1>", f"<bdi>{ARABIC} &lt;1&gt;</bdi>"),
        ("Tom & Ann", "Tom &amp; Ann"),
    ],
)
def test_only_right_to_left_names_need_a_box_of_their_own(name: str, shown: str) -> None:
    assert isolated(name) == shown
