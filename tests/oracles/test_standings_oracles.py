"""Real events replayed: the table after every round against the ranks that were published at the time."""

import json
import re

import pytest

from tdsuite.formats.model import FileDivision
from tdsuite.formats.reading import read_file
from tdsuite.tournaments.engine.standings import (
    Entrant,
    GameSide,
    Standing,
    StandingsOptions,
    standings_after,
    standings_by_round,
)
from tests.formats.standings import adjustments, counted_sides, entrants
from tests.oracles.files import oracle

pytestmark = pytest.mark.oracle

ANSWERS = ("rrank", "rcrank", "newr", "excwins")


def stripped(text: str) -> str:
    """A .t file without the keys that hold what the test works out."""
    return re.sub(rf";\s*(?:{'|'.join(ANSWERS)})\b[^;\n]*", "", text)


def ranks_by_round(division: FileDivision) -> dict[int, list[int]]:
    """Each ranked player's rank after round 0, 1, ... last."""
    tables = standings_by_round(
        entrants(division), counted_sides(division), division.rounds, adjustments=adjustments(division)
    )
    ranks: dict[int, list[int]] = {}
    for table in tables:
        for row in table:
            ranks.setdefault(row.number, []).append(row.rank)
    return ranks


def test_csw_2023_552_of_552_ranks_and_24_seedings_equal_the_files_own():
    original = oracle("csw-2023-24x23.t").read_text(encoding="utf-8")
    copy = stripped(original)
    assert not any(answer in copy for answer in ANSWERS)
    read = read_file("A.t", copy.encode())
    assert (read.problems, read.games_usable) == ((), True)
    expected = [
        [int(rank) for rank in re.search(r"; rrank ([^;]*)", line)[1].split()] for line in original.splitlines()
    ]
    ranks = ranks_by_round(read.divisions[0])
    same = [
        ranks[number][round_] == stored[round_] for number, stored in enumerate(expected, 1) for round_ in range(24)
    ]
    assert (sum(same), len(same)) == (576, 576)
    assert sum(stored[1:] == ranks[number][1:] for number, stored in enumerate(expected, 1)) * 23 == 552


def spc_as_t_file() -> tuple[str, dict[int, list[int]]]:
    """The 2024 division 1 as a .t file without ranks and ratings, and the published ranks by player."""
    event = json.loads(oracle("tsh_2024_spc_div1.json").read_text(encoding="utf-8"))
    lines, ranks = [], {}
    for player in event["players"]:
        head = f"Player{chr(0x4E00 + player['id'])}, Number {player['rating_before']}"
        opponents = " ".join(map(str, player["opponents"]))
        scores = " ".join(map(str, player["scores"]))
        starts = " ".join(map(str, player["first_or_second"]))
        lines.append(f"{head} {opponents}; {scores}; p12 {starts}; lifeg {player['lifetime_games_before']}")
        ranks[player["id"]] = player["rank_by_round"]
    return "\n".join(lines) + "\n", ranks


def test_spc_2024_1395_of_1395_ranks_equal_the_published_ones():
    text, published = spc_as_t_file()
    read = read_file("div1.t", text.encode())
    assert read.errors == ()
    division = read.divisions[0]
    assert division.left_out == {5, 43}
    ranks = ranks_by_round(division)
    assert sorted(ranks) == sorted(set(published) - {5, 43})
    same = [ranks[number][round_] == published[number][round_] for number in ranks for round_ in range(1, 32)]
    assert (sum(same), len(same)) == (1395, 1395)


def test_spc_2024_seeding_leaves_out_the_two_no_shows_like_the_published_round_0():
    text, published = spc_as_t_file()
    ranks = ranks_by_round(read_file("div1.t", text.encode()).divisions[0])
    assert {number: own[0] for number, own in ranks.items()} == {
        number: own[0] for number, own in published.items() if number not in (5, 43)
    }


def test_standings_cases_wins_spread_and_place_equal_on_38_lines():
    fixtures = json.loads(oracle("cop_fixtures.json").read_text(encoding="utf-8"))["fixtures"]
    cases = json.loads(oracle("standings_cases.json").read_text(encoding="utf-8"))["cases"]
    compared = 0
    for case in cases:
        fixture = fixtures[case["fixture"]]
        field = [Entrant(number, left_out=number in fixture["removed"]) for number in range(fixture["players"])]
        table = standings_after(field, cop_rows(fixture), len(fixture["results"]))
        for place, player, wins, spread in case["records"]:
            row = table[place]
            assert (row.number, row.wins, row.spread) == (player, wins, spread), (case["fixture"], place)
            compared += 1
    assert compared == 38


def cop_rows(fixture: dict) -> list[GameSide]:
    """The rows of a fixture: own index = bye worth its result, -1 = not paired; a bye of 0 is half a win there."""
    rows = []
    for round_, (pairings, results) in enumerate(zip(fixture["pairings"], fixture["results"], strict=False), start=1):
        for player, (opponent, score) in enumerate(zip(pairings, results, strict=True)):
            if opponent < 0:
                continue
            bye = opponent == player
            spread = score if bye else score - results[opponent]
            halves = 2 if spread > 0 else 1 if spread == 0 else 0
            rows.append(GameSide(round_, player, None if bye else opponent, halves, spread, "bye" if bye else "played"))
    return rows


@pytest.mark.parametrize("scenario_id", ["spread_cap", "koth_draw", "void", "factor", "swiss_4"])
def test_director_scenarios_give_the_expected_tables(scenario_id: str):
    scenarios = json.loads(oracle("division_scenarios.json").read_text(encoding="utf-8"))["scenarios"]
    scenario = next(one for one in scenarios if one["id"] == scenario_id)
    numbers = {name: number for number, name in enumerate(scenario["players"], start=1)}
    field = [Entrant(number, 0, number) for number in numbers.values()]
    rows = []
    for one in scenario["games"]:
        if one["r1"] == "VOID":
            continue
        for own, other, mine, theirs in (("p1", "p2", "s1", "s2"), ("p2", "p1", "s2", "s1")):
            margin = one[mine] - one[theirs]
            halves = 2 if margin > 0 else 1 if margin == 0 else 0
            rows.append(GameSide(one["round"], numbers[one[own]], numbers[one[other]], halves, margin))
    caps = (scenario["spread_cap"],) if scenario.get("spread_cap") else ()
    for round_, expected in scenario["standings"].items():
        table = standings_after(field, rows, int(round_), options=StandingsOptions(caps))
        assert [record(row) for row in table] == [
            (numbers[one["player"]], one["w"] + one["d"] / 2, one["l"] + one["d"] / 2, one["spread"])
            for one in expected
        ]


def record(row: Standing) -> tuple[int, float, float, int]:
    return row.number, row.wins, row.losses, row.spread
