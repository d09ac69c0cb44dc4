"""Rosters as tables: any delimiter, order and heading; every bad cell named by line and field."""

from datetime import date

import pytest

from tdsuite.formats.model import ImportedFile, RosterRow, Stops
from tdsuite.formats.tables.cells import HIGHEST_USUAL_RATING
from tdsuite.formats.tables.roster import LOWEST_USUAL_RATING, read_roster, roster_table
from tdsuite.formats.tables.roster_columns import SPELLINGS, ColumnChoice, field_of


def players(text: str) -> list[tuple[str, int | None]]:
    """(name, rating) of every player of a roster without problems."""
    read = read_roster(text)
    assert read.problems == ()
    return [(row.name, row.rating) for row in read.divisions[0].players]


def texts(read: ImportedFile) -> list[str]:
    return [problem.text for problem in read.problems]


TWO = [("Ada Winterbourne", 1725), ("Bo Lindqvist", 1650)]


@pytest.mark.parametrize(
    "text",
    [
        "Name,Rating\nAda Winterbourne,1725\nBo Lindqvist,1650\n",
        "Rating;Player\r\n1725;Ada Winterbourne\r\n1650;Bo Lindqvist\r\n",
        "PLAYER\tRtg.\nAda Winterbourne\t1725\nBo Lindqvist\t1650",
        "name|rating\rAda Winterbourne|1725\rBo Lindqvist|1650\r",
        '\ufeff"Name","Rating"\n"Winterbourne, Ada","1,725"\n"Lindqvist, Bo","1,650"\n',
        "Name;Rating\nWinterbourne, Ada;1725\nLindqvist, Bo;1650\n",
        "First Name,Last Name,Rating\nAda,Winterbourne,1725\nBo,Lindqvist,1650\n",
        "last_name,first-name,ELO\nWinterbourne,Ada,1725\nLindqvist,Bo,1650\n",
        "LastName,FirstName,CurrentRating\nWinterbourne,Ada,1725\nLindqvist,Bo,1650\n",
        "Name;Vorname;Wertung\nWinterbourne;Ada;1725\nLindqvist;Bo;1650\n",
        "Nazwisko;Imię;Rating\nWinterbourne;Ada;1725\nLindqvist;Bo;1650\n",
        "Nom\tPrénom\tRating\nWinterbourne\tAda\t1725\nLindqvist\tBo\t1650\n",
        "Riverside Spring Open,\nName,Rating\nAda Winterbourne,1725\nBo Lindqvist,1650\n",
        "\n\nName,Rating\n\nAda Winterbourne,1725\n,\nBo Lindqvist,1650\n\n",
        "Name,Rating\nAda Winterbourne,1725.0\nBo Lindqvist,1650*\n",
        "Name,Rating\n  Ada   Winterbourne ,1725p\nBo Lindqvist , 1650\n",
    ],
)
def test_any_delimiter_order_and_heading_gives_the_same_players(text: str):
    read = read_roster(text)
    assert [(row.name, row.rating) for row in read.divisions[0].players] == TWO
    assert read.usable
    assert [problem.message for problem in read.problems] in ([], ["what stands above the header is not read."])


@pytest.mark.parametrize(
    "text",
    [
        "Ada Winterbourne,1725\nBo Lindqvist,1650\n", "1725;Ada Winterbourne\n1650;Bo Lindqvist\n",
        "1\tAda Winterbourne\t1725\n2\tBo Lindqvist\t1650\n", "Ada Winterbourne 1725\nBo Lindqvist   1650\n",
        "1. Ada Winterbourne 1725\n2) Bo Lindqvist 1650\n", "- Ada Winterbourne 1725\n• Bo Lindqvist 1650\n",
        "Winterbourne, Ada 1725\nLindqvist, Bo 1650\n", "Winterbourne, Ada, 1725\nLindqvist, Bo, 1650\n",
        '"Winterbourne, Ada",1725\n"Lindqvist, Bo",1650\n', "Winterbourne, Ada;1725\nLindqvist, Bo;1650\n",
    ],
)  # fmt: skip
def test_the_header_may_be_missing_where_the_columns_are_obvious(text: str):
    assert players(text) == TWO


@pytest.mark.parametrize("number", [False, True])
@pytest.mark.parametrize("names", [("Winterbourne, Ada", "Lindqvist, Bo"), ("Ada Winterbourne", "Bo Lindqvist")])
@pytest.mark.parametrize(("written", "rating"), [("", None), (" -", 0), (" unrated", 0), (" 17x5", "Line 2")])
def test_plain_lines_are_read_each_by_itself(names, number: bool, written: str, rating: object):
    first, second = (f"{index} {name}" if number else name for index, name in enumerate(names, 1))
    read = read_roster(f"{first} 1725\n{second}{written}\n")
    ratings = [1725, None if rating == "Line 2" else rating]
    assert [(row.name, row.rating) for row in read.divisions[0].players] == [
        ("Ada Winterbourne", ratings[0]),
        ("Bo Lindqvist", ratings[1]),
    ]
    assert [row.number for row in read.divisions[0].players] == ([1, 2] if number else [None, None])
    assert [text[:6] for text in texts(read)] == (["Line 2"] if rating == "Line 2" else [])


def test_numbered_names_need_no_rating():
    rows = read_roster("1 Ada Winterbourne\n2 Bo Lindqvist\n").divisions[0].players
    assert [(row.number, row.name, row.rating) for row in rows] == [
        (1, "Ada Winterbourne", None),
        (2, "Bo Lindqvist", None),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ada Winterbourne,Riverside,1725\nBo Lindqvist,Hill,1650\n",
        "Ada Winterbourne,1725,212\nBo Lindqvist,1650,90\n",
        "Winterbourne,Ada,1725\nLindqvist,Bo,1650\n",
        "1725,1650\n",
    ],
)
def test_columns_that_could_mean_anything_need_a_header(text: str):
    read = read_roster(text)
    assert texts(read) == [
        "Line 1, header: it is not clear what the columns are."
        " Say what they hold, or add a first line that names them, such as Name,Rating,Class."
    ]
    assert not read.usable


def test_every_field_of_a_roster_has_a_column():
    text = (
        "No,Name,Rating,Games,Class,Team,Club,Country,Title,Membership No,NASPA ID,WESPA,ABSP No.,Expires,T-shirt\n"
        '7,"Winterbourne, Ada",1725,212,B,RED,Riverside,NZL,GM,123,AA000123,W9,A77,2026-05-31,large\n'
    )
    read = read_roster(text, name="Open")
    assert read.divisions[0].name == "Open"
    assert read.divisions[0].players == (
        RosterRow(
            line=2, name="Ada Winterbourne", filing_name="Winterbourne, Ada", number=7, rating=1725,
            lifetime_games=212, class_name="B", team="RED", club="Riverside", country="NZL", title="GM",
            national_id="123", naspa_id="AA000123", wespa_id="W9", absp_id="A77", membership_ends=date(2026, 5, 31),
        ),
    )  # fmt: skip
    assert texts(read) == ["Line 1, header: not stored: T-shirt."]


@pytest.mark.parametrize("field", list(SPELLINGS))
def test_every_spelling_of_a_heading_is_known_in_capitals_and_with_underscores_too(field: str):
    for spelling in SPELLINGS[field]:
        assert {field_of(spelling), field_of(spelling.upper()), field_of(f" {spelling.replace(' ', '_')}: ")} == {field}


def test_a_column_of_surnames_and_given_names_files_as_they_stand():
    text = "Given,Surname\nAda Maria,de la Winterbourne\nBo,\n"
    (division,) = read_roster(text).divisions
    assert [(row.name, row.filing_name) for row in division.players] == [
        ("Ada Maria de la Winterbourne", "de la Winterbourne, Ada Maria"),
        ("Bo", "Bo"),
    ]


@pytest.mark.parametrize(
    ("cell", "rating"),
    [
        *(
            (cell, 1725)
            for cell in ("1725", "1,725", "1 725", "1'725", "1725.00", "1725 *", "1725?", "1725(P)", "+1725")
        ),
        *((cell, 0) for cell in ("0", "unrated", "UNR", "-", "n/a", "New")),
        ("", None),
    ],
)
def test_ratings_are_read_as_lists_write_them(cell: str, rating: int | None):
    assert players(f'Name;Rating\nAda Winterbourne;"{cell}"\n') == [("Ada Winterbourne", rating)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "File: it has no player in it. Give one player a line: name, rating."),
        ("\n \n", "File: it has no player in it. Give one player a line: name, rating."),
        ("Name,Rating\n", "File: it has no player in it. Give one player a line: name, rating."),
        (
            "Name,Rating\nAda Winterbourne,17x5\n",
            "Line 2, rating: '17x5' is not a rating. Write a whole number, or 0 for an unrated player.",
        ),
        ("Name,Rating\nAda Winterbourne,-5\n", "Line 2, rating: '-5' is not a rating. Write a whole number, or 0 for an unrated player."),
        (
            "Name,Rating\nAda Winterbourne,1725.5\n",
            "Line 2, rating: '1725.5' is not a rating. Write a whole number, or 0 for an unrated player.",
        ),
        (
            f"Name,Rating\nAda Winterbourne,{'9' * 60}\n",
            f"Line 2, rating: '{'9' * 40}' is not a rating. Write a whole number, or 0 for an unrated player.",
        ),
        ("Name,Rating\n,1725\n", "Line 2, name: the name is missing. Give the name, or take the line out."),
        ("Name,Rating\n1725,1725\n", "Line 2, name: '1725' is not a name. Give the name, or take the line out."),
        (f"Name,Rating\n{'x' * 101},1\n", "Line 2, name: the name has 101 letters. Shorten it to 100."),
        (
            "Name,Rating\nWinterbourne, Ada,1725\n",
            "Line 2, columns: 3 cells, but there are 2 columns."
            ' Put a name with a comma in quotation marks: "Winterbourne, Ada".',
        ),
        (
            "Name,Games\nAda Winterbourne,many\n",
            "Line 2, lifetime games: 'many' is not a whole number of 0 or more. Correct it or leave it empty.",
        ),
        ("No,Name\n0,Ada Winterbourne\n", "Line 2, number: '0' is not a whole number of 1 or more. Correct it or leave it empty."),
        (
            "No,Name\n3,Ada Winterbourne\n3,Bo Lindqvist\n",
            "Line 3, number: 3 is also the number of Ada Winterbourne on line 2."
            " Give every player a number of their own, or leave the column out.",
        ),
        (
            "Name,Rating\nAda Winterbourne,1725\nWINTERBOURNE Ada,1700\n",
            "Line 3, name: WINTERBOURNE Ada is already on line 2."
            " Take one line out; if they are two people, add an initial to one name.",
        ),
        (
            "Name,Rating,Elo\nAda Winterbourne,1725,1\n",
            "Line 1, rating: the columns 'Rating' and 'Elo' both look like the rating. Say under Columns which it is, or rename one.",
        ),
        (
            "Rating,Club\n1725,Riverside\n",
            "Line 1, name: no column holds the names. Say under Columns which it is, or call the right column Name.",
        ),
        (
            'Name,Rating\n"Ada Winterbourne,1725\nBo Lindqvist,1650\nCy Okafor,1\nDee Marchetti,2\n',
            "Line 2, file: a cell runs over several lines. Look for a quotation mark that is never closed.",
        ),
        (
            f"Name,Rating\nAda,{'x' * 140_000}\n",
            "Line 2, file: the table cannot be read on from here (field larger than field limit (131072))."
            " Look for a quotation mark that is never closed.",
        ),
    ],
)  # fmt: skip
def test_a_roster_that_cannot_be_used_names_line_field_and_remedy(text: str, problem: str):
    read = read_roster(text)
    assert [(one.text, one.stops) for one in read.problems] == [(problem, Stops.EVERYTHING)]
    assert not read.usable


def test_empty_columns_at_the_end_of_a_sheet_count_for_nothing():
    text = f"Name,Rating{',' * 16_000}\nAda Winterbourne,1725{',' * 16_000}\n"
    assert players(text) == [("Ada Winterbourne", 1725)]


def test_every_bad_line_is_named_and_the_good_ones_are_still_shown():
    read = read_roster("Name,Rating\nAda Winterbourne,x\nBo Lindqvist,1650\n,3\nCy Okafor,y\n")
    assert [(problem.line, problem.field) for problem in read.errors] == [(2, "rating"), (4, "name"), (5, "rating")]
    assert [row.name for row in read.divisions[0].players] == ["Ada Winterbourne", "Bo Lindqvist", "Cy Okafor"]
    assert not read.usable


def test_a_very_high_rating_and_a_near_name_are_only_noted():
    assert players(f"Name,Rating\nAda Winterbourne,{HIGHEST_USUAL_RATING}\n") == [
        ("Ada Winterbourne", HIGHEST_USUAL_RATING)
    ]
    read = read_roster("Name,Rating\nAda Winterbourne,17250\nAda Winterborne,1600\n")
    assert texts(read) == [
        "Line 2, rating: 17250 is unusually high. Check the column.",
        "Line 3, name: Ada Winterborne looks like Ada Winterbourne on line 2: one letter apart."
        " Check that they are two people.",
    ]
    assert read.usable


def test_more_players_than_any_division_has_are_refused_at_once():
    text = "Name\n" + "".join(f"Player{number} Name\n" for number in range(5001))
    read = read_roster(text)
    assert texts(read) == ["File: 5001 players in one division. At most 5000 can be read: is this the right file?"]


@pytest.mark.parametrize("row", ["Total,2", "TOTALS:,", "Total players: 2,", ",Total"])
def test_a_line_of_totals_is_left_out_and_named(row):
    read = read_roster(f"Name,Rating\nAda Winterbourne,1500\nTom Totals,1400\n{row}\n")
    assert [player.name for player in read.divisions[0].players] == ["Ada Winterbourne", "Tom Totals"]
    (problem,) = read.problems
    assert (problem.line, problem.fatal) == (4, False) and "is no player, and the line is left out" in problem.message


def test_a_column_read_as_something_public_is_named_unless_it_was_chosen():
    text = "Name,School,Licence,Club\nAda Winterbourne,East College,L-17,Dockside\n"
    assert [line.split(".")[0] for line in texts(read_roster(text))] == [
        "Team: 'School' is read as the team, which public pages or files show",
        "National id: 'Licence' is read as the national id, which public pages or files show",
    ]
    choice = roster_table(text, None, []).choice
    assert texts(read_roster(text, choice=choice)) == []


def test_names_with_a_town_that_recurs_stay_as_written():
    names = [
        "North International School, Colombo", "East College, Colombo", "West College, Kandy", "Hill School, Kandy",
    ]  # fmt: skip
    read = read_roster("Name,Rating\n" + "".join(f'"{name}",100\n' for name in names))
    assert [(row.name, row.filing_name) for row in read.divisions[0].players] == list(zip(names, names, strict=True))
    (problem,) = read.problems
    assert "what follows the comma recurs (Colombo, Kandy), so it is no given name" in problem.message
    people = "Name\n" + "".join(f'"{name}"\n' for name in ("Lee, Ann", "Ode, Ann", "de Bo, Cy", "Dee, Cy"))
    assert players(people)[0] == ("Ann Lee", None)


@pytest.mark.parametrize(
    ("cells", "may_be"),
    [
        (range(1, 121), False), (range(2, 122), True), ([1500, "x", 1600], True), ([1500, "x"], False), ([5, 7], False),
        ([LOWEST_USUAL_RATING, 5], True), ([LOWEST_USUAL_RATING - 1, 5], False), ([HIGHEST_USUAL_RATING, 5], True),
        ([HIGHEST_USUAL_RATING + 1, 5], False),
    ],
)  # fmt: skip
def test_a_column_may_be_ratings_where_most_cells_are_numbers_that_do_not_count_the_lines(cells, may_be):
    lines = (f"Player {chr(65 + at % 26)}{at},{cell}\n" for at, cell in enumerate(cells))
    read = read_roster("Name,Foo\n" + "".join(lines))
    assert any("no rating is read: it may be 'Foo'" in text for text in texts(read)) is may_be


def test_headings_are_looked_for_in_the_first_six_lines_and_unknown_ones_are_still_headings():
    body = "Name,Rating\nAda Winterbourne,1725\n"
    for above, heading in ((5, 5), (6, 0)):
        assert roster_table("Open,of May\n" * above + body, None, []).choice.heading_row == heading
    for head, heading in (("Wer,Wo,Punkte", 0), ("Wer,Wer,Punkte", None), ("Wer,Wo,Runde 1", None)):
        choice = roster_table(f"{head}\nAda W,Riverside,1725\nBo L,Dockside,1650\n", None, []).choice
        assert choice == ColumnChoice(heading, ("name", "", "rating"))
