"""Days, suspensions, member numbers and key maps, cell by cell."""

from datetime import date

import pytest
from hypothesis import given, strategies as st

from results.rating_lists.formats.cells import NotADay, day_in, day_in_filename, id_key, suspension_in
from results.rating_lists.formats.columns import FIELDS, IGNORED, SPELLINGS, field_named
from results.rating_lists.formats.model import FOREVER
from tdsuite.formats.tables.cells import cut_table, name_problem, names_from, rating_in
from tdsuite.tournaments.engine.names import name_words, tidy

DAYS = st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 12, 31))


# --- days ---------------------------------------------------------------------------------------------------


@given(DAYS)
def test_a_day_comes_back_from_every_spelling_that_can_be_only_one(day: date) -> None:
    spellings = [
        day.isoformat(), f"{day:%Y%m%d}", f"{day:%Y/%m/%d}", f"{day:%d.%m.%Y}", f"{day.day}.{day.month}.{day.year}",
        f"{day:%d %B %Y}", f"{day:%B %d, %Y}", f"{day:%d-%b-%Y}",
    ]  # fmt: skip
    assert [day_in(text) for text in spellings] == [day] * len(spellings)


@given(DAYS)
def test_a_day_with_slashes_comes_back_once_it_is_known_which_comes_first(day: date) -> None:
    assert day_in(f"{day:%m/%d/%Y}", month_leads=True) == day_in(f"{day:%d/%m/%Y}", month_leads=False) == day


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2026-02-30", "there is no such day."), ("20261301", "there is no such day."),
        ("31.04.2026", "there is no such day."), ("soon", "this is not a day."), ("2026", "this is not a day."),
        ("05/06/2026", "it may be a day and a month or a month and a day."), ("x" * 31, "it is too long for a day."),
    ],
)  # fmt: skip
def test_what_is_no_day_says_why(text: str, says: str) -> None:
    with pytest.raises(NotADay) as caught:
        day_in(text)
    assert str(caught.value) == says


@pytest.mark.parametrize("text", ["", "no", "N", "0", "-", "none", "yes", "Y", "1", "Suspended", "x", "Life"])
def test_a_suspension_is_none_or_without_an_end(text: str) -> None:
    assert suspension_in(text) == (None if text in ("", "no", "N", "0", "-", "none") else FOREVER)


@pytest.mark.parametrize(
    ("filename", "day"),
    [
        ("ratings-2026-05-14.csv", date(2026, 5, 14)), ("RT20260514.txt", date(2026, 5, 14)),
        ("wespa_2026.05.14_final.csv", date(2026, 5, 14)), ("ratings 2026 05 14.csv", date(2026, 5, 14)),
        ("a-20261399-b-20260514.csv", date(2026, 5, 14)), ("current.txt", None), ("120260514.csv", None),
        ("2026.csv", None),
    ],
)  # fmt: skip
def test_a_files_name_may_bear_its_day(filename: str, day: date | None) -> None:
    assert day_in_filename(filename) == day


# --- numbers and names --------------------------------------------------------------------------------------


@given(st.text(alphabet="ABZ", max_size=3), st.integers(0, 999_999), st.integers(1, 8))
def test_a_number_is_the_same_with_any_noughts_and_in_any_case(letters: str, number: int, width: int) -> None:
    plain = f"{letters}{number}"
    assert id_key(f" {letters.lower()}{number:0{width}d} ") == id_key(plain) == plain


@given(st.text(max_size=20))
def test_a_numbers_key_is_its_own_key(text: str) -> None:
    assert id_key(id_key(text)) == id_key(text)


def test_the_words_of_a_name_come_plain_and_in_the_order_written() -> None:
    assert name_words("O'Connor-Smith, Zoë") == ("oconnor", "smith", "zoe")
    assert tidy("  Ada \t Winterbourne ") == "Ada Winterbourne"


@pytest.mark.parametrize(
    ("parts", "names"),
    [
        (("", "Ada", "Winterbourne"), ("Ada Winterbourne", "Winterbourne, Ada")),
        (("Winterbourne, Ada", "", ""), ("Ada Winterbourne", "Winterbourne, Ada")),
        (("Ada Winterbourne", "", ""), ("Ada Winterbourne", "Winterbourne, Ada")),
        (("", "", "Winterbourne"), ("Winterbourne", "Winterbourne")),
        (("", "", ""), ("", "")),
    ],
)
def test_a_name_is_put_together_from_the_columns_there_are(parts: tuple[str, str, str], names: tuple[str, str]) -> None:
    assert names_from(*parts) == names


def test_a_name_that_is_none_says_what_to_do() -> None:
    assert name_problem("Ada") is None
    assert name_problem("") == ("the name is missing.", "Give the name, or take the line out.")
    assert name_problem("123") == ("'123' is not a name.", "Give the name, or take the line out.")
    assert name_problem("a" * 101) == ("the name has 101 letters.", "Shorten it to 100.")


@pytest.mark.parametrize(
    ("cell", "rating"), [("1,725", 1725), ("1725p", 1725), ("new", 0), ("-5", None), ("x", None), ("9" * 31, None)]
)
def test_a_rating_is_read_as_lists_write_it(cell: str, rating: int | None) -> None:
    assert rating_in(cell) == rating


def test_a_table_is_cut_up_to_where_it_breaks_off() -> None:
    rows, wrong = cut_table("a;b\n\n;\nc;d\n", ";")
    assert [(row.line, row.cells) for row in rows] == [(1, ("a", "b")), (4, ("c", "d"))] and wrong is None
    rows, wrong = cut_table('a;b\n"c;d\n\n\n\n', ";")
    assert len(rows) == 1 and wrong is not None and wrong.line == 2


# --- what there is to choose from ---------------------------------------------------------------------------


def test_every_spelling_means_its_own_field_and_no_other() -> None:
    assert {spelling: field_named(spelling) for spellings in SPELLINGS.values() for spelling in spellings} == {
        spelling: field for field, spellings in SPELLINGS.items() for spelling in spellings
    }
    assert set(SPELLINGS) <= {*FIELDS, IGNORED}
