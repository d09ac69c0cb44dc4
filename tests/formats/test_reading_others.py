"""The suite's own JSON, tourney.js and the ABSP's games file come back, and a bad one says what to mend."""

import json

import pytest
from hypothesis import given, strategies as st

from tdsuite.formats.absp.writer import write_absp
from tdsuite.formats.model import FileFormat, Outcome, Stops
from tdsuite.formats.reading import read_file
from tdsuite.formats.tourney_js.writer import write_tourney_js
from tests.formats.test_writing import events, seen

GAMES = "Division,Round,Player1,Score1,Player2,Score2\n"


def read(name, text):
    return read_file(name, text.encode())


def told(found):
    return [problem.text for problem in found.problems]


@given(events())
def test_tourney_js_reads_back_as_written(one):
    found = read("tourney.js", write_tourney_js([(one, {})], {"event_name": "Open"}).text)
    assert (found.format, found.event_name, found.errors) == (FileFormat.TOURNEY_JS, "Open", ())
    assert seen(found.divisions[0].games) == seen(one.games)
    assert [row.filing_name for row in found.divisions[0].players] == [row.filing_name for row in one.players]


@given(events())
def test_the_absp_file_reads_back_every_rated_game(one):
    found = read("games.csv", write_absp([one]).text)
    rated = [game for game in one.games if game.outcome is Outcome.PLAYED]
    assert found.format is FileFormat.ABSP_CSV and found.games_usable == bool(rated)
    if rated:
        names = {row.number: row.name for row in one.players}
        back = {row.number: row.name for row in found.divisions[0].players}
        assert sorted(
            (game.round, back[game.first], game.first_score, back[game.second], game.second_score)
            for game in found.divisions[0].games
        ) == sorted(
            (game.round, names[game.first], game.first_score, names[game.second], game.second_score) for game in rated
        )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A,1,Ada W,400,Bo L", "Line 2, line: 5 cells, not 6. Write Division,Round,Player1,Score1,Player2,Score2."),
        ("A,one,Ada W,400,Bo L,300", "Line 2, round: 'one' is not a whole number. Write plain digits."),
        ("A,1,Ada W,400,ada w,300", "Line 2, name: Ada W plays against themselves. Write the opponent's name."),
        ("A,1,,400,Bo L,300", "Line 2, name: a name is missing or longer than 100 letters. Write both."),
        ("A,0,Ada W,400,Bo L,300", "Line 2, round: 0 is no round. Rounds count from 1."),
        ("A,501,Ada W,400,Bo L,300", "Line 2, round: 501 is no round. Rounds count from 1."),
    ],
)
def test_a_bad_line_of_the_absp_file_is_named(line, said):
    found = read("games.csv", GAMES + line + "\n")
    assert told(found) == [said] and not found.usable


def test_a_line_of_the_absp_file_without_a_division_is_of_a_and_scores_may_be_0():
    (division,) = read("games.csv", GAMES + ",1,Ada W,0,Bo L,0\nA,500,Ada W,0,Bo L,300\n").divisions
    assert division.name == "A"
    assert [(game.round, game.first_score, game.second_score) for game in division.games] == [(1, 0, 0), (500, 0, 300)]


def test_a_player_twice_in_a_round_stops_the_games_of_the_absp_file():
    found = read("games.csv", f"{GAMES}A,1,Ada W,400,Bo L,300\nA,1,Cy O,400,Ada W,300\n")
    assert "Line 3, name: Ada W plays twice in round 1: see line 2. Take one game out." in told(found)
    assert found.usable and not found.games_usable


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("newt=", "File: nothing stands there (line 1, column 6)."),
        ("newt={}", "File: it has no list of divisions."),
        ("newt=[1];", "File: it has no list of divisions."),
        ("newt={divisions:[]}", "File: its list of divisions is empty."),
        ("newt={divisions:\n [{name:go}]}", "File: 'go' is not a value (line 2, column 9)."),
        ("newt={divisions:[{name:'A' players:[]}]}", "File: 'players' is not a value (line 1, column 28)."),
        ("newt={divisions:[{name:'A',players:[]}]", "File: it ends before its last bracket (line 1, column 40)."),
        (f"newt={'[' * 50}", "File: brackets stand in brackets more than 40 deep (line 1, column 46)."),
        (
            'newt={"divisions":[{"name":"A","players":[{"name":"x","rating":"y"}]}]};',
            "Division A, player 1, rating: 'y' is not a rating. Write a whole number. Write 0 for an unrated player.",
        ),
    ],
)
def test_a_broken_tourney_js_is_refused_with_the_place(text, problem):
    read_back = read("tourney.js", text)
    assert not read_back.usable and read_back.problems[0].text.startswith(problem)


@pytest.mark.parametrize(
    "text",
    [
        'newt={"divisions":[{"name":"A","players":[undefined,PLAYERS]}]};',
        "newt = {divisions: [{name: 'A', players: [undefined, PLAYERS,],},],}",
        "// a remark\r\n/* another */ var newt = {'divisions':[{name:\"A\",players:[,PLAYERS]}]};\r\n\x1a",
        '{"config":{},"divisions":[{"name":"A","players":[null,PLAYERS]}]}',
    ],
)
def test_tourney_js_is_read_as_javascript_is_written(text):
    players = (
        "{id:1,name:'Bo, Ann+Di, Cy:XH000001',rating:\"0+0+0\",pairings:[2],scores:[4e2],etc:{p12:[1],newr:[undefined]},},"
        "{id:2,name:'Word Club 1 Eva O\\'Dell (8/8)',rating:undefined,pairings:[1],scores:[380],newr:undefined}"
    )
    read_back = read("event.txt", text.replace("PLAYERS", players))
    assert (read_back.format, read_back.errors) == (FileFormat.TOURNEY_JS, ())
    (division,) = read_back.divisions
    assert [(row.name, row.filing_name, row.rating, row.naspa_id) for row in division.players] == [
        ("Bo, Ann+Di, Cy", "Bo, Ann+Di, Cy", 0, ""),
        ("Word Club 1 Eva O'Dell (8/8)", "Word Club 1 Eva O'Dell (8/8)", 0, ""),
    ]
    assert dict(division.players[0].extras)["tag"] == "XH000001"
    assert [(game.first, game.first_score, game.second_score) for game in division.games] == [(1, 400, 380)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Line 1, file: it is not whole JSON"),
        ('{"format": "tdsuite-event", "version": 2}', "Version: it has version 2; this program reads version 1."),
        ('{"format": "tdsuite-event", "version": 1}', "Document: Object missing required field name."),
    ],
)
def test_a_broken_event_document_is_refused_with_its_place(text, said):
    found = read("event.json", text)
    assert any(line.startswith(said) for line in told(found)), told(found)
    assert not found.usable


@given(
    st.one_of(
        st.text(max_size=60),
        st.recursive(
            st.none() | st.integers() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(["divisions", "players", "name", "rating", "pairings", "etc", "config"]),
                    inner,
                    max_size=4,
                )
            ),
            max_leaves=12,
        ).map(json.dumps),
    )
)
@pytest.mark.parametrize("name", ["x.json", "tourney.js", "x.csv"])
def test_nothing_makes_a_reader_fail(name, text):
    prefix = {"x.json": "", "tourney.js": "newt=", "x.csv": GAMES}[name]
    found = read(name, prefix + text)
    assert found.usable or found.problems
    assert all(problem.stops in Stops for problem in found.problems)


@pytest.mark.parametrize("parted", [",", ";", "\t"])
def test_the_suites_table_of_games_is_no_roster_whatever_parts_its_cells(parted):
    heads = [
        "Division", "Round", "Table", "First", "First number", "First score", "Second", "Second number",
        "Second score",
    ]  # fmt: skip
    rows = [["A", "1", "1", "Ada Winterbourne", "1", "400", "Bo Lindqvist", "2", "390", "assigned", "played", "yes"]]
    text = "\ufeff" + "\r\n".join(parted.join(row) for row in [[*heads, "Who starts", "Outcome", "Rated"], *rows])
    found = read("open-games.csv", text)
    assert [problem.text for problem in found.errors] == [
        "File: this is the suite's table of games, which is for spreadsheets. Load the event's JSON or its tsh bundle."
    ]
