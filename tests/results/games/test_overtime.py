"""Overtime as it is typed from paper, by each rulebook."""

import re

import pytest

from results.rulings.engine.clock_readings import BadReading
from results.sheets.engine.own_lines import Charge, OvertimeTerms, charged, terms_of
from tdsuite.tournaments.rulebooks.model import Rulebook
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA_2010


@pytest.mark.parametrize(
    ("written", "points", "seconds"),
    [
        ("", 0, 0), ("0", 0, 0), ("0:00", 0, 0), (" 0:01 ", 10, 1), ("1:00", 10, 60), ("1:01", 20, 61), ("-1:01", 20, 61),
        ("−1.01", 20, 61), ("1,01", 20, 61), ("9:59", 100, 599), ("10", 10, 0), ("-20", 20, 0), ("100", 100, 0),
    ],
)  # fmt: skip
def test_wespa_5_3_2_ten_points_a_minute_or_part_of_one(written: str, points: int, seconds: int) -> None:
    assert charged(written, WESPA_2010) == Charge(points, seconds)


@pytest.mark.parametrize("written", ["25:00", "26:30", "-26:30"])
@pytest.mark.parametrize("book", [NSA_2004, SOWPODS_CLUB])
def test_nsa_i_a_3_what_a_clock_counting_up_shows_is_no_overtime(book: Rulebook, written: str) -> None:
    with pytest.raises(BadReading, match="from a clock that counts up write only the time over"):
        charged(written, book)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("10:00", "10:00 over time loses the game under WESPA"),
        ("110", "110 points over time loses the game under WESPA"),
        ("5", "5 points cannot be for overtime under WESPA"),
        ("15", "it costs 10 points a minute or part of one (5.3.2). Write the points, such as 20, or the time"),
        ("1:60", "“1:60” is no overtime: write the time over, such as 1:01, or the points, such as 20."),
        ("1 min", "“1 min” is no overtime"), ("٣", "is no overtime"), ("1:1", "is no overtime"),
    ],
)  # fmt: skip
def test_what_the_book_cannot_charge_says_why(written: str, says: str) -> None:
    with pytest.raises(BadReading, match=re.escape(says)):
        charged(written, WESPA_2010)


@pytest.mark.parametrize("book", [NSA_2004, SOWPODS_CLUB], ids=["nsa", "sowpods"])
def test_a_book_without_a_forfeit_charges_on(book) -> None:
    assert charged("10:01", book) == Charge(110, 601)
    assert charged("150", book) == Charge(150)


def test_the_guide_charges_nothing() -> None:
    assert terms_of(SCRABBLE_GUIDE) is None
    assert charged("", SCRABBLE_GUIDE) == charged("0", SCRABBLE_GUIDE) == Charge(0)
    with pytest.raises(BadReading, match="overtime costs no points: leave it empty"):
        charged("1:01", SCRABBLE_GUIDE)


def test_what_it_costs_is_said_with_its_rule() -> None:
    assert terms_of(WESPA_2010) == OvertimeTerms(10, 60, True, 600, "5.3.2")
    terms = terms_of(NSA_2004)
    assert (
        terms is not None
        and terms.description == "10 points a minute or part of one (III.C.2)"
        and terms.lost_after is None
    )
    assert OvertimeTerms(5, 60, False, None, "x").description == "5 points a minute (x)"
