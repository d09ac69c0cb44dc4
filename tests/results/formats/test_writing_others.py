"""The ABSP's games file, tourney.js, and tables that spreadsheets open."""

import csv
import io
import json

import pytest

from results.formats.absp_csv import write_absp
from results.formats.model import Outcome, StartsBy, Stops
from results.formats.tourney_js import write_tourney_js
from tdsuite.tournaments.engine.csv_text import guarded, table_text
from tests.results.formats.test_writing import bye, division, game, told


def test_the_absp_file_has_every_rated_game_with_the_starter_first():
    one = division(3, game(1, 1, 2, 1, (388, 431)), bye(1, 3, Outcome.BYE, 2, 50), game(2, 1, 3, 1), rounds=2)
    written = write_absp([one])
    assert (
        written.text == "Division,Round,Player1,Score1,Player2,Score2\r\nA,1,Bo Lindqvist,388,Ada Winterbourne,431\r\n"
    )
    assert written.losses == ()


def test_the_absp_file_says_which_starters_and_scores_it_does_not_know():
    known = game(2, 1, 1, 2, outcome=Outcome.PLAYED, first_spread=40, second_spread=-40)
    written = write_absp([division(2, game(1, 1, 1, 2, (400, 300), starts_by=StartsBy.NONE), known, rounds=2)])
    assert told(written) == [
        "A, round 1, Ada Winterbourne and Bo Lindqvist: who started is not known; the first is written first.",
        "A, round 2, Ada Winterbourne and Bo Lindqvist: only the spread is known.",
    ]
    assert [problem.stops for problem in written.losses] == [Stops.NOTHING, Stops.GAMES]


def test_tourney_js_holds_what_overlays_poll():
    one = division(3, game(1, 1, 2, 1, (388, 431)), bye(1, 3, Outcome.BYE, 2, 50))
    text = write_tourney_js([(one, {1: {"rrank": "1 1"}})], {"event_name": "Spring </script>"}).text
    assert text.startswith("newt={") and text.endswith("};\n") and "</script>" not in text
    data = json.loads(text[len("newt=") : -2])
    assert data["config"] == {"event_name": "Spring </script>"}
    assert data["divisions"][0]["players"][:2] == [
        None,
        {
            "id": 1, "name": "Winterbourne, Ada", "rating": 1500, "pairings": [2], "scores": [431],
            "etc": {"rrank": [1, 1], "board": [1], "p12": [2]}, "photo": "",
        },
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        ("=1+1", "'=1+1"),
        ("+44", "'+44"),
        ("@x", "'@x"),
        ("-5", "'-5"),
        ("\tx", "'\tx"),
        ("Ada", "Ada"),
        (-5, -5),
        (None, None),
    ],
)
def test_text_that_could_run_as_a_formula_is_kept_behind_an_apostrophe(cell, kept):
    assert guarded(cell) == kept


def test_a_table_reads_back():
    text = table_text(("name", "spread"), [('Ada "A", B', -5), ("=x", None)], mark=True)
    assert text[0] == "\ufeff"
    assert list(csv.reader(io.StringIO(text[1:]))) == [["name", "spread"], ['Ada "A", B', "-5"], ["'=x", ""]]
