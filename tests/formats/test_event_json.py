"""The suite's own document, read without a database: lines taken off the scores, instants, and faults by their place."""

import copy
import json
from datetime import UTC, datetime

import pytest

from tdsuite.formats.event_json.checks import AGAIN
from tdsuite.formats.event_json.document import DocumentLine
from tdsuite.formats.model import Stops
from tdsuite.formats.reading import read_file

AT = "2026-05-16T11:30:00+02:00"
INSTANT = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)


def player(number):
    texts = ("class", "team", "club", "country", "national_id", "naspa_id", "wespa_id", "absp_id")
    return {"number": number, "name": f"P {number}", "filing_name": f"{number}, P", "rating": 1500, "lifetime_games": None, "withdrawn_from": None,
            "absences": [], "unranked": False} | dict.fromkeys(texts, "")  # fmt: skip


GAME = {
    "board": 1, "table": "1", "match_game": 1, "first": 1, "second": 2, "starts_by": "drawn", "outcome": "played", "rated": True,
    "first_score": 390, "second_score": 405, "first_halves": 0, "second_halves": 2, "first_spread": -15, "second_spread": 15,
    "reason": "",
}  # fmt: skip
LINE = {"side": "first", "kind": "overtime", "points": -10}
BYE = GAME | {
    "board": None, "table": "", "second": None, "starts_by": "none", "outcome": "bye", "first_score": None, "second_score": None,
    "first_halves": 2, "second_halves": None, "first_spread": 50, "second_spread": None, "rated": False,
}  # fmt: skip
ROUND = {"number": 1, "status": "closed", "started_at": AT, "closed_at": None, "paired_after": None, "games": [GAME]}
DIVISION = {
    "code": "a", "name": "A", "planned_rounds": 3, "spread_caps": [], "players": [player(1), player(2), player(3)], "rounds": [ROUND],
    "spread_adjustments": [], "standings": {"after": 1, "table": []},
}  # fmt: skip
EVENT = {
    "format": "tdsuite-event", "version": 1, "name": "Open", "slug": "open", "venue": "", "starts_on": "2026-05-16",
    "ends_on": "2026-05-17", "time_zone": "UTC", "rulebook": "wespa-2010", "choices": {}, "game_minutes": 25, "status": "finished",
    "divisions": [DIVISION],
}  # fmt: skip


def of_games(*games, **of_round):
    data = copy.deepcopy(EVENT)
    data["divisions"][0]["rounds"][0] |= {"games": [copy.deepcopy(one) for one in games]} | of_round
    return data


def of_division(**parts):
    data = copy.deepcopy(EVENT)
    data["divisions"][0] |= parts
    return data


def read(data):
    return read_file("event.json", json.dumps(data).encode())


def game_of(*parts):
    found = read(of_games(GAME | dict(*parts)))
    assert found.errors == ()
    return found.divisions[0].games[0]


def test_lines_are_taken_off_the_final_scores_and_stand_beside_them():
    told = LINE | {"seconds": 61, "rule": "5.3", "source": "endgame", "at": AT}
    game = game_of({"lines": [told, {"side": "second", "kind": "challenge", "points": 5, "lost_turn": True}]})
    assert (game.first_score, game.second_score) == (400, 400)
    assert game.lines == (
        DocumentLine(side="first", kind="overtime", points=-10, seconds=61, rule="5.3", source="endgame", at=INSTANT),
        DocumentLine(side="second", kind="challenge", points=5, lost_turn=True),
    )


def test_lines_are_taken_off_the_spread_where_only_that_is_known():
    game = game_of({"first_score": None, "second_score": None, "lines": [LINE]})
    assert (game.first_score, game.first_spread, game.second_spread) == (None, -5, 5)


def test_what_an_outcome_states_is_left_alone_by_lines():
    game = game_of({"outcome": "awarded", "first_halves": 2, "first_spread": 60, "second_spread": -60, "lines": [LINE]})
    assert (game.first_score, game.second_score, game.first_spread, game.first_halves) == (400, 405, 60, 2)


def test_rounds_are_told_with_their_instants():
    (row,) = read(of_games(GAME, scheduled_at=AT, paired_after=0)).divisions[0].document.rounds
    assert (row.scheduled_at, row.started_at, row.closed_at, row.paired_after) == (INSTANT, INSTANT, None, 0)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (of_games(GAME | {"decided_at": "yesterday"}), "Divisions[0].rounds[0].games[0].decided_at: it is not an instant such as 2026-05-16T09:30:00+00:00."),
        (of_games(GAME | {"lines": [LINE | {"at": "2026-05-16T09:30:00"}]}), "Divisions[0].rounds[0].games[0].lines[0].at: Expected an instant such as 2026-05-16T09:30:00+00:00 with a timezone"),
        (of_games(GAME, scheduled_at="0001-01-01T00:00:00+14:00"), "Divisions[0].rounds[0]: scheduled_at: 0001-01-01"),
        (of_games(GAME | {"lines": [LINE | {"points": 40_000}]}), "Divisions[0].rounds[0].games[0].lines[0].points: Expected a whole number <= 32767."),
        (EVENT | {"starts_on": "16 May"}, "Starts_on: it is not a day such as 2026-05-16."),
    ],
)  # fmt: skip
def test_instants_days_and_points_that_nobody_can_keep_are_named_by_their_place(data, why):
    found = read(data)
    assert len(found.errors) == 1 and not found.usable
    assert found.errors[0].text.casefold().startswith(why.casefold()) and found.errors[0].text.endswith(AGAIN)


@pytest.mark.parametrize("points", [30_000, -30_000])
def test_many_lines_that_lead_out_of_bounds_are_refused(points):
    (fault,) = read(of_games(GAME | {"lines": [LINE | {"points": points}] * 3})).errors
    assert fault.message == "division A, round 1: player 1: without its lines, a score is beyond 32767."


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (of_games(GAME, GAME | {"board": 2, "first": 3, "second": 9}), "round 1: players [3, 9] are unknown or play twice"),
        (of_games(GAME, BYE), "round 1: players [1] are unknown or play twice"),
        (of_games(GAME, BYE | {"first": 3, "board": 1}), "round 1: board 1 stands twice"),
        (of_division(rounds=[ROUND, ROUND | {"games": []}]), "division A, round 1 stands twice"),
        (of_games(GAME | {"first_score": None, "first_spread": None}), "has an opponent, and scores or a spread"),
        (of_games(GAME | {"second": None}), "has an opponent, and scores or a spread"),
        (of_games(GAME | {"outcome": "awaited"}), "a game that is awaited has no scores"),
        (of_games(GAME | {"outcome": "awarded", "first_halves": None}), "what 'awarded' is worth is missing"),
        (of_games(BYE | {"first_spread": None}), "what 'bye' is worth is missing"),
        (of_games(BYE | {"lines": [LINE | {"side": "second"}]}), "a line is for the second player, but there is none"),
    ],
)  # fmt: skip
def test_rounds_and_games_that_no_event_can_have_stop_the_games(data, why):
    found = read(data)
    assert [problem.stops for problem in found.errors] == [Stops.GAMES]
    assert why in found.errors[0].text and found.errors[0].text.endswith(AGAIN)
    assert found.usable and not found.games_usable


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"spread_adjustments": [{"player": 9, "round": 1, "points": 5, "reason": ""}]}, "Spread adjustments: division A: there is no player 9."),
        ({"pairing_rules": {"families": [[1, 8]]}}, "Pairing rules: division A: there is no player 8."),
        ({"pairing_rules": {"volunteers": [7]}}, "Pairing rules: division A: there is no player 7."),
        ({"pairing_rules": {"boards": [{"ask": "forced", "one": 6, "two": 0, "round": 2}]}}, "Pairing rules: division A: there is no player 6."),
    ],
)  # fmt: skip
def test_strangers_are_named_with_the_part_that_names_them(parts, why):
    assert [problem.text for problem in read(of_division(**parts)).errors] == [f"{why} {AGAIN}"]


def test_two_divisions_of_one_short_name_are_refused():
    (fault,) = read(EVENT | {"divisions": [DIVISION, DIVISION]}).errors
    assert fault.message == "event: the short name 'a' stands twice."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"side": "third", "kind": "x", "points": 1}, "lines[0].side"),
        ({"side": "first", "kind": "", "points": 1}, "lines[0].kind"), ({"side": "first", "kind": "x"}, "lines[0]"),
        (LINE | {"rule": "x" * 61}, "lines[0].rule"), (LINE | {"points": 1.5}, "lines[0].points"),
        (LINE | {"ruled_by": 1}, "lines[0]"),
    ],
)  # fmt: skip
def test_a_line_that_the_schema_does_not_know_is_named(line, said):
    (fault,) = read(of_games(GAME | {"lines": [line]})).errors
    assert fault.field == f"divisions[0].rounds[0].games[0].{said}"


def test_settings_of_an_older_document_are_moved_and_refused_beside_those_of_a_newer():
    older = EVENT | {"entry_mode": "both", "sheets_open_early": True}
    assert read(older).document.settings == {"entry_mode": "both", "sheets_open_early": True}
    for settings in ({}, [], 7):
        assert [problem.stops for problem in read(older | {"settings": settings}).errors] == [Stops.EVERYTHING]
