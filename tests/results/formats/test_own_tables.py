"""The suite's own tables of players and games: every row is understood or refused with its line, and nothing raises."""

import io
import re
import zipfile
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from results.formats import own_workbook
from results.formats.model import FileFormat, Outcome, StartsBy, Stops
from results.formats.own_tables import NOT_IN_GAMES, NOT_IN_TABLES, kind_of, unguarded
from results.formats.reading import detect, read_file

GAMES_HEAD = [
    "Division", "Round", "Table", "First", "First number", "First score", "Second", "Second number", "Second score",
    "Who starts", "Outcome", "Rated",
]  # fmt: skip
PLAYERS_HEAD = [
    "Division",
    "Number",
    "Name",
    "Name as filed",
    "Rating",
    "Class",
    "NASPA number",
    "Withdrawn from round",
]
ADA, BO, CY = "Ada Winterbourne", "Bo Lindqvist", "Cy Okafor"
PLAYED = ["A", 1, "1", ADA, 1, 431, BO, 2, 402, "assigned", "played", "yes"]
BYE = ["A", 1, "", CY, 3, "", "", "", "", "", "bye: 1 +50", "no"]
PLAYERS = [
    ["A", 1, ADA, "Winterbourne, Ada", 1725, "B", "AA000001", ""],
    ["A", 2, BO, "Lindqvist, Bo", 0, "", "", 3],
    ["A", 3, CY, "Okafor, Cy", 1402, "", "", ""],
]


def games_csv(*rows, parted=","):
    return ("\ufeff" + "\r\n".join(parted.join(str(cell) for cell in row) for row in [GAMES_HEAD, *rows])).encode()


def games_of(*rows):
    read = read_file("open-games.csv", games_csv(*rows))
    assert read.errors == ()
    return read.divisions[0].games


def refused(*rows):
    """What stands in the way of these rows."""
    read = read_file("open-games.csv", games_csv(*rows))
    assert not read.games_usable
    return [one.text for one in read.errors]


def changed(row, **cells):
    """The row with other cells, by their heads with _ for a blank."""
    at = {head.replace(" ", "_").lower(): place for place, head in enumerate(GAMES_HEAD)}
    new = list(row)
    for head, cell in cells.items():
        new[at[head]] = cell
    return new


def book_of(**sheets):
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([None if cell == "" else cell for cell in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# --- a row is a game -------------------------------------------------------------------------------------------------


def test_a_played_game_has_its_round_table_players_scores_and_starter():
    (game,) = games_of(PLAYED)
    assert (game.line, game.round, game.board, game.table, game.first, game.second) == (2, 1, 1, "", 1, 2)
    assert (game.first_score, game.second_score, game.starts_by, game.outcome) == (
        431, 402, StartsBy.ASSIGNED, Outcome.PLAYED,
    )  # fmt: skip
    assert (game.rated, game.first_halves, game.first_spread) == (True, None, None)


@pytest.mark.parametrize(
    ("said", "outcome", "halves", "spread"),
    [
        ("bye: 1 +50", Outcome.BYE, 2, 50),
        ("bye", Outcome.BYE, None, None),
        ("Half bye: 0.5 +0", Outcome.HALF_BYE, 1, 0),
        ("bye that scores nothing: 0 +0", Outcome.ZERO_BYE, 0, 0),
        ("forfeit: 0 -50", Outcome.FORFEIT, 0, -50),
    ],
)
def test_a_round_without_opponent_is_worth_what_it_says(said, outcome, halves, spread):
    (game,) = games_of(changed(BYE, outcome=said))
    assert (game.second, game.board, game.outcome, game.first_halves, game.first_spread) == (
        None, None, outcome, halves, spread,
    )  # fmt: skip
    assert not game.rated


def test_a_forfeit_is_worth_to_each_what_it_says():
    said = '"forfeited for lateness: 1 +50, 0 -75"'
    (game,) = games_of(changed(PLAYED, first_score="", second_score="", outcome=said, rated="no"))
    assert (game.first_halves, game.first_spread, game.second_halves, game.second_spread) == (2, 50, 0, -75)
    assert (game.outcome, game.rated, game.first_score) == (Outcome.LATENESS, False, None)


def test_a_played_game_of_which_only_the_spread_is_known_keeps_it():
    (game,) = games_of(changed(PLAYED, first_score="", second_score="", outcome='"played: 1 +80, 0 -80"'))
    assert (game.first_spread, game.second_spread, game.first_halves, game.outcome) == (80, -80, None, Outcome.PLAYED)


@pytest.mark.parametrize("said", ["awaited", "", "Awaited"])
def test_a_game_without_scores_is_awaited(said):
    (game,) = games_of(changed(PLAYED, first_score="", second_score="", outcome=said))
    assert (game.outcome, game.first_score) == (Outcome.AWAITED, None)


@pytest.mark.parametrize(
    ("said", "starts_by"),
    [("assigned", "assigned"), ("tiles drawn", "drawn"), ("by balance of starts", "balance"),
     ("tiles to be drawn", "draw"), ("nobody starts", "none"), ("", "none")],
)  # fmt: skip
def test_who_starts_is_read_in_the_words_of_the_pages(said, starts_by):
    assert games_of(changed(PLAYED, who_starts=said))[0].starts_by == starts_by


def test_tables_with_names_keep_them_and_boards_are_counted():
    rows = [
        changed(PLAYED, table="Stage"),
        changed(PLAYED, table="7", first=CY, first_number=3, second="Di Vale", second_number=4),
    ]
    assert [(game.board, game.table, game.first) for game in games_of(*rows)] == [(1, "7", 3), (2, "Stage", 1)]


def test_the_same_two_again_in_a_round_play_the_next_game_of_their_match():
    games = games_of(PLAYED, changed(PLAYED, first=BO, first_number=2, second=ADA, second_number=1))
    assert [(game.match_game, game.board, game.first) for game in games] == [(1, 1, 1), (2, 1, 2)]


def test_a_table_of_games_gives_everyone_who_played_and_says_what_is_not_in_it():
    read = read_file("open-games.csv", games_csv(PLAYED, BYE))
    (division,) = read.divisions
    assert [(row.number, row.name, row.filing_name, row.rating) for row in division.players] == [
        (1, ADA, "Winterbourne, Ada", None), (2, BO, "Lindqvist, Bo", None), (3, CY, "Okafor, Cy", None),
    ]  # fmt: skip
    assert [one.message for one in read.notes] == [NOT_IN_GAMES, NOT_IN_TABLES]


# --- what does not fit is refused with its line ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "field", "message"),
    [
        ({"round": "x"}, "round", "'x' is not a whole number from 1 to 500."),
        ({"round": ""}, "round", "the round is missing."),
        ({"round": "501"}, "round", "'501' is not a whole number from 1 to 500."),
        ({"first_score": "9999"}, "first score", "'9999' is not a whole number from -1500 to 1500."),
        ({"first_score": "431.5"}, "first score", "'431.5' is not a whole number from -1500 to 1500."),
        ({"first_score": ""}, "score", "there is one score alone."),
        ({"first_number": ""}, "first number", "the number of Ada Winterbourne is missing."),
        ({"first": "", "first_number": ""}, "first", "the player is missing."),
        ({"second": "", "second_number": ""}, "score", "there is one score alone."),
        ({"second": "12"}, "second", "'12' is not a name."),
        ({"second_number": "1"}, "second number", "player 1 plays against the own number."),
        ({"outcome": "won"}, "outcome", "'won' is not known."),
        ({"outcome": "awaited"}, "outcome", "the game is awaited, but has scores."),
        ({"outcome": "bye: 1 +50"}, "outcome", "a bye has no opponent."),
        ({"outcome": "played: 1 +50"}, "outcome", "this outcome has no worth of its own."),
        ({"outcome": "forfeit"}, "outcome", "it does not say what the game is worth to each player."),
        ({"outcome": "forfeit: 1 +50"}, "outcome", "it does not say what the game is worth to each player."),
        ({"outcome": "forfeit: 2 +50"}, "outcome", "'2 +50' says no wins and spreads."),
        ({"outcome": "forfeit: 1 +9999"}, "outcome", "'1 +9999' says no wins and spreads."),
        ({"who_starts": "Ada"}, "who starts", "'Ada' is not known."),
        ({"rated": "perhaps"}, "rated", "'perhaps' is not known."),
        ({"table": "x" * 21}, "table", f"'{'x' * 21}' is longer than 20 letters."),
    ],
)
def test_a_row_that_makes_no_game_is_refused_with_its_line(cells, field, message):
    (told,) = refused(BYE, changed(PLAYED, **cells))
    assert told.startswith(f"Line 3, {field}: {message} ")


@pytest.mark.parametrize("said", ["played", "awaited", "postponed"])
def test_a_game_needs_two_players(said):
    told = ["Line 2, outcome: there is no second player. Give the second player, or write bye."]
    assert refused(changed(BYE, outcome=said)) == told


def test_a_player_twice_in_a_round_stops_the_games():
    assert refused(PLAYED, changed(BYE, first=BO, first_number=2)) == [
        "Line 3, players: player 2 stands twice in round 1: see line 2. Make the rows agree."
    ]
    assert refused(BYE, BYE) == ["Line 3, players: player 3 stands twice in round 1: see line 2. Make the rows agree."]


def test_a_number_with_two_names_stops_the_games():
    assert refused(PLAYED, changed(BYE, round=2, first_number=1)) == [
        "Line 3, players: player 1 is Ada Winterbourne, but here Cy Okafor. Make the rows agree."
    ]


def test_a_name_with_two_numbers_stops_everything():
    read = read_file("g.csv", games_csv(PLAYED, changed(BYE, round=2, first=ADA)))
    assert [one.stops for one in read.errors] == [Stops.EVERYTHING]


def test_a_row_with_a_comma_too_many_is_refused():
    (told,) = refused(PLAYED, changed(PLAYED, round=2, first="Winterbourne, Ada"))
    assert told == "Line 3, line: it has more cells than there are heads. Put text with a comma in quotation marks."


def test_heads_alone_hold_no_player():
    assert refused() == ["File: it has no player in it. Export the event's tables again."]


def test_a_quotation_mark_that_is_never_closed_is_refused():
    assert any("quotation mark" in told for told in refused(PLAYED, ['"A', *BYE[1:]], *[BYE] * 5))


# --- cells that spreadsheets make ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("'=SUM(1)", "=SUM(1)"),
        ("'+1", "+1"),
        ("' =x", "=x"),
        ("'t Hooft", "'t Hooft"),
        ("O'Hara", "O'Hara"),
        ("'", "'"),
    ],
)
def test_only_the_apostrophe_of_the_guard_is_taken_off(cell, text):
    assert unguarded(cell) == text


def test_a_name_like_a_formula_comes_back_as_it_was():
    read = read_file("g.csv", games_csv(changed(PLAYED, first="'=SUM(A1)")))
    assert read.divisions[0].players[0].name == "=SUM(A1)"


def test_tables_are_known_by_their_heads_alone():
    assert kind_of(";".join(GAMES_HEAD).upper()) == "Games"
    assert kind_of("\n\nDivision\tName as filed\tName\tNumber\n") == "Players"
    assert kind_of("Name,Number,Division\n") == kind_of("") == ""


def test_a_table_of_players_gives_each_division_its_players():
    other = [["B", 1, "Di Vale", "Vale, Di", 900, "", "", ""]]
    text = "\n".join(",".join(f'"{cell}"' for cell in row) for row in [PLAYERS_HEAD, *PLAYERS, *other])
    read = read_file("open-players.csv", text.encode())
    assert (read.format, read.problems) == (FileFormat.OWN_TABLE, ())
    assert [(one.name, len(one.players), one.rounds) for one in read.divisions] == [("A", 3, 0), ("B", 1, 0)]
    ada, bo, _ = read.divisions[0].players
    assert (ada.rating, ada.class_name, ada.naspa_id, ada.withdrawn_from) == (1725, "B", "AA000001", None)
    assert (bo.rating, bo.withdrawn_from, bo.filing_name) == (0, 3, "Lindqvist, Bo")


def test_a_workbook_gives_players_and_games_and_passes_over_other_sheets():
    data = book_of(Notes=[["anything"]], Players=[PLAYERS_HEAD, *PLAYERS], Games=[GAMES_HEAD, PLAYED, BYE])
    assert detect("whatever.bin", data) is FileFormat.WORKBOOK
    read = read_file("open.xlsx", data)
    assert (read.errors, [one.message for one in read.notes]) == ((), [NOT_IN_TABLES])
    (division,) = read.divisions
    assert ([row.rating for row in division.players], len(division.games), division.rounds) == ([1725, 0, 1402], 2, 1)


@pytest.mark.parametrize("title", ["Players", "Games"])
def test_one_of_the_two_sheets_is_enough(title):
    rows = {"Players": [PLAYERS_HEAD, *PLAYERS], "Games": [GAMES_HEAD, PLAYED, BYE]}[title]
    read = read_file("open.xlsx", book_of(**{title: rows}))
    assert (read.games_usable, len(read.divisions[0].players)) == (True, 3)


def test_a_workbook_without_these_sheets_says_what_to_load():
    read = read_file("other.xlsx", book_of(Sheet1=[["Name", "Rating"], [ADA, 1725]]))
    assert [one.text for one in read.problems] == [
        "File: this workbook has neither a sheet Players nor a sheet Games. "
        "Load the suite's own workbook, or save the sheet with the players as CSV and load that."
    ]


def test_a_sheet_without_its_heads_names_the_sheet_and_what_is_missing():
    read = read_file("other.xlsx", book_of(Players=[["Name", "Rating"], [ADA, 1725]], Games=[]))
    assert [one.text.partition(" Leave")[0] for one in read.errors] == [
        "Line 1, sheet Players, header: it has no column Division, Number, Name as filed.",
        "Line 1, sheet Games, header: it has no column Round, First, First number, First score, Second, Second number, "
        "Second score, Outcome.",
    ]


def test_a_head_that_stands_twice_is_refused():
    read = read_file("other.xlsx", book_of(Players=[[*PLAYERS_HEAD, "rating"], *PLAYERS]))
    assert read.errors[0].message == "it has more than one column Rating."


def test_figures_as_text_and_as_fractions_and_empty_rows_are_read():
    rows = [GAMES_HEAD, [""] * 12, changed(PLAYED, round="1", first_score=431.0, second_score=" 402 "), [""] * 12, BYE]
    (division,) = read_file("open.xlsx", book_of(Games=rows)).divisions
    assert [(game.line, game.first_score) for game in division.games] == [(3, 431), (5, None)]


def test_a_date_that_a_spreadsheet_made_is_refused_with_sheet_and_row():
    read = read_file("open.xlsx", book_of(Games=[GAMES_HEAD, PLAYED, changed(PLAYED, round=2, table=date(2026, 3, 4))]))
    (told,) = read.errors
    assert (told.line, told.field, read.divisions) == (3, "sheet Games", ())
    assert "made the date or time 2026-03-04" in told.message


def test_a_formula_without_a_value_is_no_score():
    read = read_file("open.xlsx", book_of(Games=[GAMES_HEAD, changed(PLAYED, first_score="=400+31")]))
    assert [(one.line, one.message) for one in read.errors] == [(2, "there is one score alone.")]


@pytest.mark.parametrize(
    ("head", "cell", "field"),
    [
        (1, "x", "number"),
        (1, "", "number"),
        (2, "", "name"),
        (4, -5, "rating"),
        (5, "C" * 13, "class"),
        (7, 0, "withdrawn from round"),
    ],
)
def test_a_player_that_cannot_be_held_is_refused_with_sheet_and_row(head, cell, field):
    row = list(PLAYERS[1])
    row[head] = cell
    read = read_file("open.xlsx", book_of(Players=[PLAYERS_HEAD, PLAYERS[0], row]))
    assert [(one.line, one.field) for one in read.errors] == [(3, f"sheet Players, {field}")]


def test_a_player_who_stands_twice_is_refused_under_the_sheet_of_players():
    read = read_file("open.xlsx", book_of(Players=[PLAYERS_HEAD, *PLAYERS, PLAYERS[0]], Games=[GAMES_HEAD, PLAYED]))
    assert [(one.line, one.field, one.stops) for one in read.errors] == [
        (5, "sheet Players, number", Stops.EVERYTHING),
        (5, "sheet Players, name", Stops.EVERYTHING),
    ]


def test_a_division_with_a_name_that_no_page_holds_is_refused():
    assert refused(changed(PLAYED, division="x" * 61)) == [
        f"Division: '{'x' * 40}'… is longer than 60 letters. Shorten it."
    ]


def test_a_division_in_one_sheet_alone_is_a_division():
    other = [changed(PLAYED, division="B"), changed(BYE, division="")]
    read = read_file("open.xlsx", book_of(Players=[PLAYERS_HEAD, *PLAYERS], Games=[GAMES_HEAD, *other]))
    assert [(one.name, len(one.players), len(one.games)) for one in read.divisions] == [
        ("A", 3, 0), ("B", 2, 1), ("open", 1, 1),
    ]  # fmt: skip


def test_games_of_somebody_who_is_not_among_the_players_stop_the_games():
    read = read_file("open.xlsx", book_of(Players=[PLAYERS_HEAD, *PLAYERS[:2]], Games=[GAMES_HEAD, PLAYED, BYE]))
    assert (read.usable, read.games_usable) == (True, False)
    assert read.errors[0].text == (
        "Line 3, sheet Games, players: player 3 is not in the table of players, but here Cy Okafor. Make the rows agree."
    )


# --- files that mean harm ----------------------------------------------------------------------------------------------


def packed(**parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def with_part(data, name, change):
    """The archive with one part changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {one: archive.read(one) for one in archive.namelist()}
    parts[name] = change(parts[name])
    return packed(**parts)


def test_a_small_file_that_unpacks_to_a_large_one_is_not_unpacked():
    bomb = packed(**{"xl/workbook.xml": b" " * (own_workbook.LARGEST_UNPACKED + 1)})
    assert len(bomb) < 200_000
    assert [one.message for one in read_file("x.xlsx", bomb).problems] == ["it is larger than 60 MB once unpacked."]


def test_a_row_far_below_is_refused_and_not_counted_up_to():
    far = with_part(
        book_of(Games=[GAMES_HEAD, PLAYED]),
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace(b'r="2"', b'r="999999999"'),
    )
    assert [one.message for one in read_file("x.xlsx", far).problems] == ["the sheet Games has more than 50000 rows."]


def test_a_size_that_a_sheet_only_claims_hides_no_row():
    claimed = with_part(
        book_of(Games=[GAMES_HEAD, PLAYED, BYE]),
        "xl/worksheets/sheet1.xml",
        lambda xml: re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:A1"', xml),
    )
    assert len(read_file("x.xlsx", claimed).divisions[0].games) == 2


def test_entities_that_grow_without_end_are_refused():
    grow = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a0 "aaaaaaaaaa">' + b"".join(
        b'<!ENTITY a%d "%s">' % (at, b"&a%d;" % (at - 1) * 10) for at in range(1, 12)
    )
    bomb = with_part(book_of(Games=[GAMES_HEAD]), "xl/workbook.xml", lambda _: grow + b"]><workbook>&a11;</workbook>")
    assert [one.message for one in read_file("x.xlsx", bomb).problems] == ["this workbook is damaged."]


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"PK\x03\x04" + b"x" * 100, packed(**{"readme.txt": b"hello"})])
def test_an_archive_that_is_no_workbook_is_refused_by_name(data):
    read = read_file("x.xlsx", data)
    assert (read.format, read.problems[0].message) == (
        FileFormat.UNREADABLE, "this is a spreadsheet or a zip archive, not text.",
    )  # fmt: skip


def test_a_workbook_over_10_mb_is_refused():
    data = book_of(Games=[GAMES_HEAD]) + b"\0" * 10_000_000
    assert read_file("x.xlsx", data).problems[0].message == "it is larger than 10 MB."


CELLS = st.one_of(
    st.sampled_from([*PLAYED, *BYE, "forfeit: 1 +50, 0 -50", "bye", "Games", "=1+1", "'=1", "\t", "é", "-0", "½"]),
    st.integers(-10, 2000), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none(),
    st.dates(min_value=date(1950, 1, 1)), st.text("ab1;:,+-'\" ", max_size=6),
)  # fmt: skip


def sane(read):
    assert read.usable or any(one.fatal for one in read.problems)
    assert all(one.text and (one.remedy or one.stops is Stops.NOTHING) for one in read.problems)
    for division in read.divisions if read.games_usable else ():
        numbers = {row.number for row in division.players}
        seats = [
            (game.round, game.match_game, one) for game in division.games for one in (game.first, game.second) if one
        ]
        assert len(seats) == len(set(seats)) and {one for _, _, one in seats} <= numbers
        boards = [(game.round, game.match_game, game.board) for game in division.games if game.second]
        assert len(boards) == len(set(boards))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(CELLS, max_size=13), max_size=6), st.data())
def test_no_cells_make_a_workbook_raise(junk, data):
    rows = [list(PLAYED), changed(BYE, round=1)]
    rows[data.draw(st.integers(0, 1))][data.draw(st.integers(0, 11))] = data.draw(CELLS)
    sane(read_file("x.xlsx", book_of(Players=[PLAYERS_HEAD, *PLAYERS], Games=[GAMES_HEAD, *rows])))
    sane(read_file("x.xlsx", book_of(Players=[PLAYERS_HEAD, *junk], Games=[GAMES_HEAD, *junk])))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(CELLS, max_size=13), max_size=6), st.sampled_from([",", ";", "\t"]))
def test_no_cells_make_a_table_raise(junk, parted):
    sane(read_file("x.csv", games_csv(*junk, parted=parted)))
    sane(read_file("x.csv", games_csv(PLAYED, *junk)))


WHOLE = book_of(Players=[PLAYERS_HEAD, *PLAYERS], Games=[GAMES_HEAD, PLAYED, BYE])


@settings(max_examples=150, deadline=None)
@given(st.integers(4, len(WHOLE) - 1), st.binary(min_size=0, max_size=20), st.integers(0, 40))
def test_no_damage_to_its_bytes_makes_a_workbook_raise(at, piece, cut):
    sane(read_file("x.xlsx", WHOLE[:at] + piece + WHOLE[at + cut :]))
