"""The suite's own JSON, tourney.js and the ABSP's games file come back, and a bad one says what to mend."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from results.formats.absp_csv import write_absp
from results.formats.model import FileFormat, Outcome, Stops
from results.formats.reading import read_file
from results.formats.tourney_js import write_tourney_js
from tests.results.formats.test_writing import events, seen

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
        ("A,1,Ada W,400,ada w,300", "Line 2, name: Ada W plays himself. Write the opponent's name."),
        ("A,1,,400,Bo L,300", "Line 2, name: a name is missing or longer than 100 letters. Write both."),
        ("A,0,Ada W,400,Bo L,300", "Line 2, round: 0 is no round. Rounds count from 1."),
    ],
)
def test_a_bad_line_of_the_absp_file_is_named(line, said):
    found = read("games.csv", GAMES + line + "\n")
    assert told(found) == [said] and not found.usable


def test_a_player_twice_in_a_round_stops_the_games_of_the_absp_file():
    found = read("games.csv", f"{GAMES}A,1,Ada W,400,Bo L,300\nA,1,Cy O,400,Ada W,300\n")
    assert "Line 3, name: Ada W plays twice in round 1: see line 2. Take one game out." in told(found)
    assert found.usable and not found.games_usable


@pytest.mark.parametrize(
    "text",
    ["newt=", "newt={}", "newt=[1];", 'newt={"divisions":[{"name":"A","players":[{"name":"x","rating":"y"}]}]};'],
)
def test_a_broken_tourney_js_is_refused(text):
    found = read("tourney.js", text)
    assert not found.usable and "Load the .t files it was made from." in found.problems[0].text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Line 1, file: it is not whole JSON"),
        ('{"version": 2}', "Version: it has version 2; this program reads version 1."),
        ('{"format": "tdsuite-event", "version": 1}', "Document: 'name' is a required property."),
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
        "Division",
        "Round",
        "Table",
        "First",
        "First number",
        "First score",
        "Second",
        "Second number",
        "Second score",
    ]
    rows = [["A", "1", "1", "Ada Winterbourne", "1", "400", "Bo Lindqvist", "2", "390", "assigned", "played", "yes"]]
    text = "\ufeff" + "\r\n".join(parted.join(row) for row in [[*heads, "Who starts", "Outcome", "Rated"], *rows])
    found = read("open-games.csv", text)
    assert (found.format, found.games_usable, found.errors) == (FileFormat.OWN_TABLE, True, ())
    (division,) = found.divisions
    assert (division.name, division.rounds, [row.name for row in division.players]) == (
        "A", 1, ["Ada Winterbourne", "Bo Lindqvist"],
    )  # fmt: skip
    (game,) = division.games
    assert (game.board, game.first_score, game.second_score, str(game.outcome)) == (1, 400, 390, "played")


def test_a_roster_with_some_like_heads_stays_a_roster():
    found = read("players.csv", "First,Second,Rating\nAda,Winterbourne,1500\n")
    assert found.format is FileFormat.CSV
