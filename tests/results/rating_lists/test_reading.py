"""Rating lists as text: every layout, every bad cell named by line and field, never half of a list."""

from collections.abc import Callable, Sequence
from datetime import date

import pytest
from hypothesis import given, strategies as st

from results.rating_lists.formats.columns import FIELDS, NOT_UNDERSTOOD, field_named
from results.rating_lists.formats.model import FOREVER, Body, ReadList
from results.rating_lists.formats.reading import MOST_ENTRIES, read_rating_list
from results.rating_lists.formats.rt import KEY_MAP, is_rt
from tests.results.rating_lists.cases import Person, as_csv, as_rt, people


def read(text: str | bytes, body: Body = Body.NASPA, **asked: object) -> ReadList:
    data = text.encode() if isinstance(text, str) else text
    return read_rating_list(data, body=body, **asked)  # type: ignore[arg-type]


def errors(found: ReadList) -> list[str]:
    return [problem.text for problem in found.errors]


# --- tables --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Name,Member ID,Rating,Games\nAda Winterbourne,AA000001,1725,212\n",
        "naspa;firstName;lastName;ratingCSW;games\nAA000001;Ada;Winterbourne;1725;212\n",
        "Rank\tPlayer\tRtg.\tLifetime games\tNASPA no\n1\tWinterbourne, Ada\t1,725\t212\tAA000001\n",
        "NASPA ratings of 14 May,,,\nRating,Games,Number ID,Name\n1725*,212,AA000001,Ada Winterbourne\n",
        "\ufeffLAST NAME|FIRST NAME|RATING|CAREER|ID\r\nWinterbourne|Ada|1725|212|AA000001\r\n",
        'Name,Rating,Games\n"Winterbourne, Ada (GM):AA000001",1725,212\n',
    ],
)
def test_a_table_is_read_by_its_headings_in_any_order_and_delimiter(text: str) -> None:
    found = read(text)
    (one,) = found.entries
    assert found.usable
    assert (one.name, one.filing_name, one.rating, one.games, one.naspa_id) == (
        "Ada Winterbourne", "Winterbourne, Ada", 1725, 212, "AA000001",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("body", "field"), [(Body.WESPA, "wespa_id"), (Body.ABSP, "absp_id"), (Body.OTHER, "national_id")]
)
def test_a_number_without_a_bodys_name_is_the_publishing_bodys(body: Body, field: str) -> None:
    (one,) = read("id,name,rating\n00745,Ada Winterbourne,167\n", body).entries
    assert getattr(one, field) == "00745"


def test_a_column_of_another_body_stays_that_bodys() -> None:
    (one,) = read("id,name,rating,WESPA no\nAA000001,Ada Winterbourne,1725,34\n").entries
    assert (one.naspa_id, one.wespa_id) == ("AA000001", "34")


def test_an_empty_cell_says_nothing_and_a_word_for_unrated_says_0() -> None:
    found = read("name,rating,games\nAda Winterbourne,,\nBo Lindqvist,unrated,0\n")
    assert [(one.rating, one.games) for one in found.entries] == [(None, None), (0, 0)]


def test_a_suffix_belongs_to_the_surname() -> None:
    (one,) = read("first name,last name,suffix,rating\nKen,Ode,Jr,900\n").entries
    assert (one.name, one.filing_name) == ("Ken Ode Jr", "Ode Jr, Ken")


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("2026-05-31", date(2026, 5, 31)), ("20260531", date(2026, 5, 31)), ("31.05.2026", date(2026, 5, 31)),
        ("2026/05/31", date(2026, 5, 31)), ("31/05/2026", date(2026, 5, 31)), ("05/31/2026", date(2026, 5, 31)),
        ("31 May 2026", date(2026, 5, 31)), ("\"May 31, 2026\"", date(2026, 5, 31)), ("31-May-2026", date(2026, 5, 31)),
        ("Life", FOREVER), ("never", FOREVER), ("-", None), ("0000-00-00", None), ("06/06/2026", date(2026, 6, 6)),
    ],
)  # fmt: skip
def test_a_day_is_read_as_lists_write_it(cell: str, day: date | None) -> None:
    (one,) = read(f"name,rating,expires\nAda Winterbourne,1725,{cell}\n").entries
    assert one.expiry == day


def test_one_day_of_a_column_says_whether_its_months_come_first() -> None:
    found = read("name,rating,expires\nAda Winterbourne,1725,05/06/2026\nBo Lindqvist,900,05/31/2026\n")
    assert [one.expiry for one in found.entries] == [date(2026, 5, 6), date(2026, 5, 31)]


def test_a_day_that_may_be_two_is_refused_and_not_guessed() -> None:
    found = read("name,rating,expires\nAda Winterbourne,1725,05/06/2026\n")
    assert errors(found) == [
        "Line 2, expiry: '05/06/2026': it may be a day and a month or a month and a day. Write days as 2026-05-31."
    ]


def test_a_column_that_writes_days_both_ways_is_refused() -> None:
    found = read("name,rating,expires\nAda Winterbourne,1725,31/05/2026\nBo Lindqvist,900,05/31/2026\n")
    expected = "Expiry: some days are written day/month/year and some month/day/year. Write them all as 2026-05-31."
    assert errors(found)[0] == expected
    assert not found.usable


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ada Winterbourne,strong,1", "Line 2, rating: 'strong' is not a whole number from 0 to 9999."),
        ("Ada Winterbourne,20000,1", "Line 2, rating: '20000' is not a whole number from 0 to 9999."),
        ("Ada Winterbourne,1725,-3", "Line 2, lifetime games: '-3' is not a whole number from 0 to 1000000."),
        (",1725,1", "Line 2, name: the name is missing."),
        ("17,1725,1", "Line 2, name: '17' is not a name."),
        ("Winterbourne, Ada,1725,1", "Line 2, columns: 4 cells, but there are 3 columns."),
    ],
)
def test_a_cell_that_cannot_be_read_is_named_and_stops_the_list(line: str, says: str) -> None:
    found = read(f"name,rating,games\n{line}\nBo Lindqvist,900,4\n")
    assert errors(found)[0].startswith(says)
    assert not found.usable and [one.name for one in found.entries] == ["Bo Lindqvist"]


def test_a_number_that_is_too_long_is_no_number() -> None:
    assert "longer than any number" in errors(read("name,rating,id\nAda Winterbourne,1725,AA00000000001\n"))[0]


def test_two_columns_that_may_be_the_rating_are_asked_about_and_a_key_map_answers() -> None:
    text = "naspa,firstName,lastName,ratingCSW,ratingOWL\nAA000001,Ada,Winterbourne,1725,1650\n"
    assert "'ratingCSW' and 'ratingOWL' both look like the rating" in errors(read(text))[0]
    asked = {"naspa": "naspa id", "firstName": "given name", "lastName": "family name", "ratingOWL": "rating"}
    found = read(text, key_map=asked)
    assert found.usable and found.entries[0].rating == 1650
    assert dict(found.key_map) == {
        "naspa": "naspa id", "firstName": "given name", "lastName": "family name", "ratingOWL": "rating",
    }  # fmt: skip


def test_a_key_map_reads_headings_that_nobody_knows() -> None:
    found = read("Wer;Wieviel;Wann\nAda Winterbourne;1725;2026-05-31\n", key_map={"wer": "Name", "WIEVIEL": "rating"})
    assert found.usable and (found.entries[0].name, found.entries[0].rating) == ("Ada Winterbourne", 1725)
    assert found.key_map == (("Wer", "name"), ("Wieviel", "rating"))


def test_a_key_map_by_numbers_reads_a_table_without_a_header_and_one_with_unknown_headings() -> None:
    asked = {"1": "rating", "2": "name"}
    for text in ("1725,Ada Winterbourne\n900,Bo Lindqvist\n", "Wert,Wer\n1725,Ada Winterbourne\n900,Bo Lindqvist\n"):
        assert [(one.name, one.rating) for one in read(text, key_map=asked).entries] == [
            ("Ada Winterbourne", 1725), ("Bo Lindqvist", 900),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("key_map", "says"),
    [
        ({"Elo": "rating"}, "names a column 'Elo', and the file has none of that name. Its columns are: Name, Rating."),
        ({"Name": "name", "Rating": "strength"}, "reads 'Rating' as 'strength', which is no field of a list."),
        ({"Name": "name", "Rating": "name"}, "gives two columns for the name."),
        ({"9": "rating"}, "names a column '9'"),
    ],
)
def test_a_key_map_that_does_not_fit_says_so(key_map: dict[str, str], says: str) -> None:
    assert says in errors(read("Name,Rating\nAda Winterbourne,1725\n", key_map=key_map))[0]


def test_a_table_without_a_name_or_without_anything_else_is_refused() -> None:
    assert "no column has the names" in errors(read("Rating,Games\n1725,212\n"))[0]
    assert "no column says anything about a player" in errors(read("Name,Club\nAda Winterbourne,Dockside\n"))[0]


def test_columns_without_known_headings_ask_for_a_key_map() -> None:
    file = read("Ada Winterbourne,1725\nBo Lindqvist,900\n")
    columns = "Its columns are: 1 (Ada Winterbourne), 2 (1725)."
    assert errors(file) == [f"Header: the columns have no headings that are known. {NOT_UNDERSTOOD} {columns}"]


def test_every_field_of_a_key_map_is_one_that_a_heading_may_mean() -> None:
    assert (
        field_named("Membership expires") == "expiry"
        and field_named("Rank") == "ignore"
        and field_named("Shoe size") is None
    )
    assert {field_named(field) for field in FIELDS} == set(FIELDS)


# --- RT ------------------------------------------------------------------------------------------------------

RT = """\
NICK State Name             Games  Rat Lastplayed New Dev
ADAW ENG Ada Winterbourne      212 1725 20260510   67.3
BOLI     Bo Lindqvist            4  900 20251231
         Bartholomew Winterbo 1000 1500 00000000   150
"""


def test_an_rt_list_is_read_by_its_columns() -> None:
    found = read(RT, Body.WESPA)
    assert found.usable and found.key_map == KEY_MAP
    assert [(one.line, one.name, one.country, one.games, one.rating, one.last_played) for one in found.entries] == [
        (2, "Ada Winterbourne", "ENG", 212, 1725, date(2026, 5, 10)),
        (3, "Bo Lindqvist", "", 4, 900, date(2025, 12, 31)),
        (4, "Bartholomew Winterbo", "", 1000, 1500, None),
    ]
    assert found.last_played == date(2026, 5, 10)
    assert [problem.text for problem in found.notes] == [
        "Name: One name has 20 letters and may be cut. Each is asked about."
    ]


def test_an_rt_list_whose_columns_moved_is_read_from_the_right() -> None:
    (one,) = read("         Ada Winterbourne   212 1725 20260510\n", Body.WESPA).entries
    assert (one.name, one.games, one.rating) == ("Ada Winterbourne", 212, 1725)


def test_a_line_that_is_none_of_an_rt_list_stops_it_and_a_day_that_is_none_does_not() -> None:
    found = read(RT + "Total 3 players\n         Cy Okafor              7  800 20261345\n", Body.WESPA)
    assert errors(found)[0].startswith("Line 5, line: this is no line of an RT list.")
    assert "Line 6, last played: 20261345 is no day and is left out." in [problem.text for problem in found.notes]
    assert not found.usable


@pytest.mark.parametrize(
    "line", ["Mary Ann Winterbourne          212 1725 20260510", "Ada Winterbourne 212 1725 20260510"]
)
def test_a_name_where_the_nick_should_stand_is_refused_and_never_loses_its_beginning(line: str) -> None:
    file = read(f"{RT}{line}\n", Body.WESPA)
    assert errors(file)[0].startswith("Line 5, line: this is no line of an RT list.")


@pytest.mark.parametrize("line", ["", "Ada Winterbourne,1725", "x" * 500, "NICK State Name             Games  Rat"])
def test_other_lines_are_no_rt_lines(line: str) -> None:
    assert not is_rt(line)


# --- what is not understood ----------------------------------------------------------------------------------


def test_words_parted_by_blanks_are_not_understood_and_the_reader_says_what_to_do() -> None:
    absp = read("WINTERBOURNE(GM) Ada 195 17 00745 x\nTEN_DEN Chris 120 9 801\nOKAFOR Cy 80\n", Body.ABSP)
    assert not absp.usable and "save it as CSV" in errors(absp)[0]


# --- files that are none -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "it has no player in it"), (b"\n\n", "it has no player in it"), (b"PK\x03\x04rest", "a spreadsheet or a zip archive"),
        (b"%PDF-1.4", "a PDF"), (b"ab\x00c", "not a text file"), (b"x" * 10_000_001, "larger than 10 MB"),
        (b"Name,Rating\n", "it has no player in it"), (b'Name,Rating\n"Ada,1725\n\n\n\n\n', "runs over several lines"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_list_says_why(data: bytes, says: str) -> None:
    found = read(data)
    assert not found.usable and says in errors(found)[0]


def test_a_number_on_two_lines_is_noted_and_the_list_stays_usable() -> None:
    found = read("name,id,rating\nAda Winterbourne,AA000001,1725\nBo Lindqvist,aa1,900\n")
    assert found.usable
    assert [problem.text for problem in found.notes] == [
        "Line 3, id: aa1 stands in line 2 too. Nobody is matched by this number."
    ]


def test_at_most_500_problems_are_listed_and_the_rest_is_counted() -> None:
    found = read("name,rating\n" + "Ada Winterbourne,strong\n" * 900)
    assert len(found.problems) == 501 and found.problems[-1].message == "400 more like these are not listed."
    assert MOST_ENTRIES == 200_000


# --- properties ----------------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 10_000), count=st.integers(1, 60), delimiter=st.sampled_from(",;\t|"),
    end=st.sampled_from(["\n", "\r\n"]),
)  # fmt: skip
def test_what_is_written_as_a_table_is_read_back_whole(seed: int, count: int, delimiter: str, end: str) -> None:
    rows = people(seed, count)
    found = read(as_csv(rows, delimiter=delimiter, end=end))
    assert found.errors == () and len(found.entries) == count
    assert [
        (one.name, one.naspa_id, one.rating, one.games, one.country, one.expiry, one.last_played)
        for one in found.entries
    ] == [(one.name, one.number, one.rating, one.games, one.country, one.expiry, one.played) for one in rows]
    assert [one.suspended_until == FOREVER for one in found.entries] == [one.suspended for one in rows]


@given(seed=st.integers(0, 10_000), count=st.integers(1, 60))
def test_what_is_written_in_columns_is_read_back_whole(seed: int, count: int) -> None:
    rows = people(seed, count)
    found = read(as_rt(rows), Body.WESPA)
    assert found.errors == () and found.key_map == KEY_MAP
    assert [(one.name, one.rating, one.games, one.country, one.last_played) for one in found.entries] == [
        (one.name[:20].strip(), one.rating, one.games, one.country, one.played) for one in rows
    ]


Writer = Callable[[Sequence[Person]], bytes]
WRITERS: list[Writer] = [as_csv, as_rt]


@given(
    written=st.tuples(st.integers(0, 1000), st.sampled_from(WRITERS)), body=st.sampled_from(Body),
    cuts=st.lists(st.tuples(st.integers(0, 3000), st.binary(max_size=4)), max_size=6),
    key_map=st.dictionaries(st.text(max_size=6), st.sampled_from([*FIELDS, "ignore", "x"]), max_size=3),
)  # fmt: skip
def test_a_spoiled_file_never_crashes_the_reader_and_never_gives_half_a_list(
    written: tuple[int, Writer], body: Body, cuts: list[tuple[int, bytes]], key_map: dict[str, str]
) -> None:
    data = written[1](people(written[0], 12))
    for at, junk in cuts:
        data = data[: at % (len(data) + 1)] + junk + data[(at % (len(data) + 1)) + len(junk) :]
    found = read_rating_list(data, body=body, key_map=key_map)
    assert found.usable == (bool(found.entries) and not found.errors)
    assert found.usable or found.errors
    assert all(problem.message for problem in found.problems)


@given(st.binary(max_size=400), st.sampled_from(Body))
def test_any_bytes_at_all_give_an_answer(data: bytes, body: Body) -> None:
    found = read_rating_list(data, body=body)
    assert found.usable or found.errors


def test_the_heading_that_wespa_writes_is_no_line_of_the_list():
    text = (
        "NICKstateNAME                   s4mpleopen.tou 20250110\n"
        "AABB USA Ada Abbott              40 2063 20250101\nBBRA USA Ben Brandt               0 2026 20250101\n"
    )
    read = read_rating_list(text.encode(), body=Body.WESPA)
    assert (read.key_map, read.problems) == (KEY_MAP, ())
    expected = [("Ada Abbott", 2063, 40), ("Ben Brandt", 2026, 0)]
    assert [(entry.name, entry.rating, entry.games) for entry in read.entries] == expected
