"""Rosters as forms and lists give them: long headings, several divisions, and rating lists, which are none."""

import pytest

from tdsuite.formats.reading import read_file

FORM = (
    "\ufeffTimestamp;Player's full name ;Current WESPA Rating;E-mail address;Division;Paid?\r\n"
    "1;Ada Winterbourne;1725;ada@example.org;B;yes\r\n2;Bo Lindqvist;n/a;bo@example.org;A;-\r\n"
    "3;Cy Okafor;-;cy@example.org;B;no\r\n4;Di Marchetti;1500;di@example.org;-;no\r\n"
)


def test_a_form_with_long_headings_becomes_two_divisions():
    read = read_file("Late entries.csv", FORM.encode())
    assert [(division.name, [(row.name, row.rating) for row in division.players]) for division in read.divisions] == [
        ("B", [("Ada Winterbourne", 1725), ("Cy Okafor", 0)]),
        ("A", [("Bo Lindqvist", 0)]),
        ("Late entries", [("Di Marchetti", 1500)]),
    ]
    assert read.usable and "not stored: Timestamp, E-mail address, Paid?." in read.problems[0].text


def test_a_rating_column_that_could_be_two_is_the_first_note():
    read = read_file("roster.csv", b"Name,Peak rating,Current rating,Age\nAda Winterbourne,1800,1725,40\n")
    assert read.divisions[0].players[0].rating == 1725  # current rating is a heading of its own
    read = read_file("roster.csv", b"Name,Peak rating,Rating in May,Age\nAda Winterbourne,1800,1725,40\n")
    assert read.problems[0].text == (
        "Line 1, rating: no rating is read: it may be 'Peak rating' or 'Rating in May'. Say under Columns which it is, "
        "or call the right column Rating."
    )
    assert read.usable and read.divisions[0].players[0].rating is None


@pytest.mark.parametrize(
    "text",
    [
        "PLAYERS OF MAY\nAda Winterbourne 20 2062 20200217 86.6\nBo Lindqvist 4 1962 20200217 90.1\n",
        "Ada Winterbourne 20 2062 20200217\nBo Lindqvist 4 1962 20200217\n",
        "ADAW CAN Ada Winterbourne     20 2062 20200217\nBOLI SWE Bo Lindqvist          4 1962 20200217\n",
    ],
)
def test_a_rating_list_is_no_roster(text):
    read = read_file("list.dat", text.encode())
    assert not read.usable
    assert "File: these are lines of a rating list, not of a roster." in read.problems[0].text


def test_a_day_is_no_rating():
    read = read_file("roster.csv", b"Name,Rating\nAda Winterbourne,20200110\n")
    assert [problem.text for problem in read.errors] == [
        "Line 2, rating: 20200110 is a day, not a rating. Correct it, or check the columns."
    ]
