"""The ABSP's games file, tourney.js, and tables that spreadsheets open."""

import csv
import io
import json
from dataclasses import replace

from tdsuite.formats.absp.writer import write_absp
from tdsuite.formats.model import Outcome, StartsBy, Stops
from tdsuite.formats.tourney_js.writer import write_tourney_js
from tdsuite.tournaments.engine.csv_text import table_text
from tests.formats.test_writing import bye, division, game, told


def test_the_absp_file_has_every_rated_game_with_the_starter_first():
    one = division(3, game(1, 1, 2, 1, (388, 431)), bye(1, 3, Outcome.BYE, 2, 50), game(2, 1, 3, 1), rounds=2)
    written = write_absp([one])
    expected = "Division,Round,Player1,Score1,Player2,Score2\r\nA,1,Bo Lindqvist,388,Ada Winterbourne,431\r\n"
    assert written.text == expected
    assert [loss.message for loss in written.losses] == [
        "the format has no room for the event’s name and day, the order of players, rounds without an opponent (1), "
        "games without a result (1), ratings and boards."
    ]


def test_the_absp_file_says_which_starters_and_scores_it_does_not_know():
    known = game(2, 1, 1, 2, outcome=Outcome.PLAYED, first_spread=40, second_spread=-40)
    written = write_absp([division(2, game(1, 1, 1, 2, (400, 300), starts_by=StartsBy.NONE), known, rounds=2)])
    assert told(written) == [
        "A, round 2, Ada Winterbourne and Bo Lindqvist: only the spread is known.",
        "A: who started is not known in 1 of 1 games; whoever stands first there need not have.",
    ]
    assert [problem.stops for problem in written.losses][1:] == [Stops.GAMES, Stops.NOTHING]


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
            "etc": {"board": [1], "p12": [2], "rrank": [1, 1]}, "photo": "",
        },
    ]  # fmt: skip


def test_numbers_are_numbers_in_tourney_js_and_words_stay_words():
    keys = (("excwins", "-2.87"), ("newr", "1501+1401 1502"), ("off", "-50"), ("rcrank", "00 1"), ("xtid", "17175"))
    one = division(2, game(1, 1, 2, 1, (388, 431)))
    ada = replace(
        one.players[0], extras=keys, class_name="1", team="2", lifetime_games=1273, naspa_id="AA001234", off=-50
    )
    one = replace(one, players=(ada, one.players[1]), settings={"planned_rounds": 7, "rating_system": "nsa2008"})
    text = write_tourney_js([(one, {})], {}).text
    (written,) = json.loads(text[len("newt=") : -2])["divisions"]
    assert written["players"][1]["etc"] == {
        "board": [1], "class": ["1"], "excwins": [-2.87], "lifeg": [1273], "naspa": ["AA001234"], "newr": ["1501+1401", 1502],
        "off": [-50], "p12": [2], "rcrank": [0, 1], "team": ["2"], "xtid": [17175],
    }  # fmt: skip
    del written["players"]
    assert written == {
        "classes": 1, "first_out_of_the_money": [], "maxr": 6, "maxrp": 0, "name": "A", "rating_list": "nsa2008",
        "rating_system": "nsa2008", "seeds": [1, 1],
    }  # fmt: skip


def test_a_table_reads_back():
    text = table_text(("name", "spread"), [('Ada "A", B', -5), ("=x", None)], mark=True)
    assert text[0] == "\ufeff"
    assert list(csv.reader(io.StringIO(text[1:]))) == [["name", "spread"], ['Ada "A", B', "-5"], ["'=x", ""]]
