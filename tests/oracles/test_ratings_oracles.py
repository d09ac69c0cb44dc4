"""Real events rated on copies with the answers taken out, against the ratings that were published at the time."""

import json
import re
from dataclasses import replace

import pytest

from results.ratings.engine.model import PlayerRating, RatedPlayer, rounded
from results.ratings.engine.systems import rate_by_round, system
from tdsuite.formats.reading import read_file
from tests.oracles.files import oracle, task_of
from tests.oracles.test_standings_oracles import ANSWERS, spc_as_t_file, stripped

pytestmark = pytest.mark.oracle

STA_ROW = re.compile(
    r"\|(?P<mark>[ *^])[A-Z]{3} (?P<name>.{21})\|.*?\|\s+(?P<expected>[\d.]*)\s+(?P<wins>[\d.]+) \|"
    r"\s+(?P<old>\d*)\s+(?P<change>[+-]?\d+)\s+(?P<new>\d+) \|"
)


def csw() -> tuple[str, list[list[int]]]:
    """The stripped copy of the file, and the rating after each round by line."""
    original = oracle("csw-2023-24x23.t").read_text(encoding="utf-8")
    copy = stripped(original)
    assert not any(answer in copy for answer in ANSWERS)
    published = [[int(one) for one in re.search(r"; newr ([\d ]+)", line)[1].split()] for line in original.splitlines()]
    return copy, published


def test_csw_2023_552_of_552_ratings_after_each_round_equal_the_files_own():
    copy, published = csw()
    task = task_of(read_file("A.t", copy.encode()).divisions[0], 23)
    same = [
        row.new == published[row.number - 1][number - 1]
        for number, table in rate_by_round(system("naspa"), task, 23, {})
        for row in table
    ]
    assert (sum(same), len(same)) == (552, 552)


def test_spc_2024_1457_of_1457_ratings_equal_with_28_planned_rounds_until_28_were_played():
    text, _ = spc_as_t_file()
    event = json.loads(oracle("tsh_2024_spc_div1.json").read_text(encoding="utf-8"))
    published = {player["id"]: player["rating_after_round"] for player in event["players"]}
    task = task_of(read_file("div1.t", text.encode()).divisions[0], 31)
    same = [
        row.new == published[row.number][number - 1]
        for number, table in rate_by_round(system("naspa"), task, 31, dict.fromkeys(range(1, 28), 28))
        for row in table
    ]
    assert (sum(same), len(same)) == (1457, 1457)


def northern_ireland() -> tuple[dict[str, PlayerRating], dict[str, re.Match[str]]]:
    """The event of 2011 rated from the printed old ratings alone, and the printed report, both by name."""
    report = oracle("nich2011.STA").read_text(encoding="latin-1")
    printed = {found["name"].strip(): found for found in map(STA_ROW.match, report.splitlines()) if found}
    division = read_file("nich2011.tou", oracle("nich2011.tou").read_bytes()).divisions[0]
    names = {row.number: row.name for row in division.players}
    task = task_of(division, division.rounds)
    players = tuple(
        RatedPlayer(number, int(printed[name]["old"] or 0), {" ": 50, "^": 49, "*": 0}[printed[name]["mark"]])
        for number, name in names.items()
    )
    found = system("wespa-2011").rate(replace(task, players=players))
    return {names[row.number]: row for row in found}, printed


def test_northern_ireland_2011_25_expectations_to_a_tenth_and_25_ratings_within_1():
    ours, printed = northern_ireland()
    established = [name for name in ours if printed[name]["old"]]
    assert len(established) == 25
    apart = [abs(ours[name].expected - float(printed[name]["expected"])) for name in established]
    assert max(apart) <= 0.1
    assert sum(one <= 0.05 for one in apart) == 24  # the other: 8.847 against a printed 8.9
    off = [ours[name].new - int(printed[name]["new"]) for name in established]
    assert [one for one in off if abs(one) > 1] == []
    assert off.count(0) == 21


def test_northern_ireland_2011_the_two_newcomers_within_4():
    ours, printed = northern_ireland()
    new = {name: (ours[name].new, int(found["new"])) for name, found in printed.items() if not found["old"]}
    assert len(new) == 2
    assert [pair for pair in new.values() if abs(pair[0] - pair[1]) > 4] == []


def test_northern_ireland_2011_wins_in_rated_games_are_the_printed_ones():
    ours, printed = northern_ireland()
    assert {name: row.wins for name, row in ours.items()} == {name: float(one["wins"]) for name, one in printed.items()}


def test_csw_2023_worked_lines_of_four_players():
    """Old rating, wins and expectation of both segments, as published: 9.4654 and 7.0806 for the top seed, and so on."""
    copy, _ = csw()
    task = task_of(read_file("A.t", copy.encode()).divisions[0], 23)
    after = {row.old: row for row in system("naspa").rate(task)}
    expected = {
        2182: [(10.0, 9.4654), (9.0, 7.0806), 2208],
        1787: [(7.0, 6.2334), (8.0, 4.8969), 1852],
        1672: [(9.0, 4.8701), (4.0, 4.9549), 1758],
        1099: [(2.0, 2.2530), (4.0, 2.5559), 1134],
    }
    for old, (*halves_, new) in expected.items():
        row = after[old]
        parts = [row.lines[:12], row.lines[12:]]
        assert [
            (sum(one.wins for one in part), round(sum(one.expected for one in part), 4)) for part in parts
        ] == halves_
        assert row.new == new
    assert "acceleration +22.60" in after[1672].reasons[0]
    assert rounded(after[2182].old + 5.35 + 1.184) == 2189
