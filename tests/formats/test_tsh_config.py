"""What an archive's config.tsh and tourney.js say of the event: its name, its days, where it is."""

from datetime import date, timedelta

import pytest
from hypothesis import given, strategies as st

from tdsuite.formats.reading import read_file
from tdsuite.formats.tsh.config import EventFacts, TshConfig, config_of_archive, days_of

PLAYERS = "Winterbourne, Ada 1725 2; 431\nLindqvist, Bo 1688 1; 388\n"
ARCHIVE = (
    "#begin_file name=config.tsh\n# a remark\ndivision A A.t\nconfig event_name = \"Riverside 'Spring' Open\"\n"
    "config event_date = \"May 30, 2026 - June 1, 2026\"\nconfig event_venue='Lakeside Hall';\n#end_file name=config.tsh\n"
    f"#begin_file name=A.t\n{PLAYERS}#end_file name=A.t\n"
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("May 16, 2026", (2026, 5, 16), (2026, 5, 16)), ("May 16-17, 2026", (2026, 5, 16), (2026, 5, 17)),
        ("May 16 – 17, 2026", (2026, 5, 16), (2026, 5, 17)), ("May 30 - June 1, 2026", (2026, 5, 30), (2026, 6, 1)),
        ("December 31, 2026 - January 2, 2027", (2026, 12, 31), (2027, 1, 2)),
        ("Sat. Feb. 18, 2023", (2023, 2, 18), (2023, 2, 18)), ("16-17 May 2026", (2026, 5, 16), (2026, 5, 17)),
        ("16 May 2026", (2026, 5, 16), (2026, 5, 16)), ("2026-05-16", (2026, 5, 16), (2026, 5, 16)),
        ("2026-05-16 to 2026-05-17", (2026, 5, 16), (2026, 5, 17)), ("Dec 29-Jan 1, 2026", (2025, 12, 29), (2026, 1, 1)),
    ],
)  # fmt: skip
def test_days_as_people_write_them(text, first, last):
    assert days_of(text) == (date(*first), date(*last))


@pytest.mark.parametrize(
    "text",
    [
        "", "soon", "May 16", "05/06/2026", "February 30, 2026", "June 1, 2026 - May 30, 2026", "Foo 3, 2026",
        "2026-13-01",
    ],
)  # fmt: skip
def test_a_day_that_would_be_guessed_is_none(text):
    assert days_of(text) == (None, None)


@given(st.dates(date(1950, 1, 1), date(2100, 1, 1)), st.integers(0, 40))
def test_the_suites_own_days_come_back(first, days):
    last = first + timedelta(days=days)
    text = f"{first:%B} {first.day}, {first.year}" + (f" - {last:%B} {last.day}, {last.year}" if days else "")
    assert days_of(text) == (first, last)


@given(st.text(max_size=60))
def test_no_text_is_too_odd_to_look_for_days_in(text):
    first, last = days_of(text)
    assert (first is None) == (last is None) and (first is None or first <= last)


def test_an_archive_says_what_the_event_is():
    read = read_file("event.tsh", ARCHIVE.encode())
    assert (read.event_name, read.event_date) == ("Riverside 'Spring' Open", date(2026, 5, 30))
    assert read.settings == {"venue": "Lakeside Hall", "ends_on": date(2026, 6, 1)} and read.problems == ()


def test_divisions_have_the_names_of_their_labels_and_the_settings_of_their_own():
    labels = 'config division_label = {"A" => "M6"}\nconfig max_div_rounds = {"A" => 7}\n#end_file name=config.tsh'
    archive = ARCHIVE.replace("#end_file name=config.tsh", labels, 1)
    archive += archive.partition("#end_file name=config.tsh\n")[2].replace("A.t", "B.t")
    js = 'newt={"config":{"division_label":{"A":"M6"}},"divisions":[{"name":"A","players":[undefined,{"name":"Bo"}]}]}'
    read = read_file("event.tsh", archive.encode())
    assert [(row.name, row.settings.get("planned_rounds")) for row in read.divisions] == [("M6", 7), ("B", None)]
    assert read.problems == () and read_file("tourney.js", js.encode()).divisions[0].name == "M6"
    same = read_file("event.tsh", archive.replace('"M6"', '"b"').encode())
    assert [row.name for row in same.divisions] == ["A", "B"]  # a label that another division has as its name


@pytest.mark.parametrize("words", [{"spread_cap": [50]}, {"standings_spread_cap": [50], "spread_cap": [100]}])
def test_caps_of_the_standings_come_before_those_of_each_game(words):
    assert TshConfig(words).division_settings("A") == {"spread_caps": [50]}


def test_words_outside_the_block_say_nothing():
    said = config_of_archive(["config event_name = 'x'", "#begin_file name=other.tsh", "config event_name = 'y'"]).facts
    assert said == EventFacts() and said.settings == {}
    assert read_file("A.t", PLAYERS.encode()).settings == {}


def test_lines_that_tsh_would_compute_are_left_alone():
    lines = ["#begin_file name=config.tsh", "config event_name = $name", "config event_date = 'x", "perl { 1 }"]
    assert config_of_archive(lines).facts == EventFacts()


def test_tourney_js_says_the_same():
    text = 'newt={"config":{"event_name":"Open","event_date":"May 16-17, 2026"},"divisions":[{"name":"A","players":[null,' \
        '{"name":"Winterbourne, Ada","rating":1,"pairings":[],"scores":[],"etc":{}}]}]};'  # fmt: skip
    read = read_file("tourney.js", text.encode())
    expected = ("Open", date(2026, 5, 16), {"ends_on": date(2026, 5, 17)})
    assert (read.event_name, read.event_date, read.settings) == expected


def test_what_tourney_js_says_beside_its_settings_and_of_divisions_is_named():
    text = 'newt={"config":{"gibson":1},"esb":[1],"profile":null,"divisions":[%s]};'
    words = '{"name":"A","rating_list":"nsa","rating_system":"naspa-csw","seeds":[1],"moods":1,"players":[null,{"name":"Abbott, Ada"}]}'
    (problem,) = read_file("tourney.js", (text % words).encode()).problems
    assert problem.message == "not taken over: esb, gibson, moods, rating_list."
    same = '{"name":"A","rating_list":"naspa-csw","rating_system":"naspa-csw","players":[null,{"name":"Abbott, Ada"}]}'
    (problem,) = read_file("tourney.js", (text % same).encode()).problems
    assert problem.message == "not taken over: esb, gibson."


@pytest.mark.parametrize("config", ["null", "[]", "7", '"x"', '{"event_name":[1]}'])
def test_a_config_that_is_none_breaks_nothing(config):
    text = f'newt={{"config":{config},"divisions":[{{"name":"A","players":[null]}}]}};'
    assert read_file("tourney.js", text.encode()).format == "tourney-js"
