"""Another program's scenarios for directors: late entries, withdrawals, byes, losses on time, caps by round; its tables are ours."""

import json
from collections.abc import Iterable

import pytest

from tdsuite.tournaments.engine.reach import Left, reach
from tdsuite.tournaments.engine.standings import Entrant, GameSide, StandingsOptions, standings_after
from tests.oracles.files import oracle
from tests.oracles.test_standings_oracles import cop_rows

pytestmark = pytest.mark.oracle

BYE, MISSED = (2, 50), (0, -50)  # half wins and spread


class Told:
    """One scenario as rows."""

    def __init__(self, identity: str) -> None:
        scenarios = json.loads(oracle("division_scenarios.json").read_text(encoding="utf-8"))["scenarios"]
        self.facts = next(one for one in scenarios if one["id"] == identity)
        self.names: list[str] = list(self.facts["players"])
        self.rows = [side for one in self.facts["games"] for side in self.sides(one)]

    def number(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name) + 1

    def sides(self, one: dict) -> Iterable[GameSide]:
        first, second = self.number(one["p1"]), self.number(one["p2"])
        margin = one["s1"] - one["s2"]
        if one.get("end") == "TIME":  # as that program rules: 50 more where behind, else 50 behind
            margin = margin + 50 if margin > 0 else 50
        halves = 2 if margin > 0 else 1 if margin == 0 else 0
        yield GameSide(one["round"], first, second, halves, margin)
        yield GameSide(one["round"], second, first, 2 - halves, -margin)

    def alone(self, name: str, rounds: Iterable[int], worth: tuple[int, int]) -> None:
        self.rows += [GameSide(round_, self.number(name), None, *worth) for round_ in rounds]

    def table(self, after: int, *, out: Iterable[str] = (), caps: tuple[int, ...] = (), only: int = 0) -> list[tuple]:
        entrants = [
            Entrant(number, 0, number, left_out=name in out)
            for number, name in enumerate(self.names[: only or None], 1)
        ]
        known = {one.number for one in entrants}
        rows = [row for row in self.rows if row.entry in known]
        found = standings_after(entrants, rows, after, options=StandingsOptions(caps))
        return [(self.names[row.number - 1], row.wins, row.losses, row.spread) for row in found]

    def expected(self, after: int) -> list[tuple]:
        return [
            (one["player"], one["w"] + one["d"] / 2, one["l"] + one["d"] / 2, one["spread"])
            for one in self.facts["standings"][str(after)]
        ]


@pytest.mark.parametrize(
    ("identity", "caps"), [("spread_cap_override", (100, 200)), ("spread_cap_override_only", (100, 0))]
)
def test_caps_by_round(identity, caps):
    told = Told(identity)
    for after in (1, 2):
        assert told.table(after, caps=caps) == told.expected(after)


def test_losses_on_time():
    told = Told("timeout")
    assert told.table(1) == told.expected(1)


def test_late_entries_lose_each_round_they_missed_by_50():
    told = Told("late")
    told.alone("Bum", (1, 2), MISSED)
    told.alone("Bummest", (1, 2, 3, 4), MISSED)
    told.alone("Bummer", (1, 2, 3, 4), MISSED)
    for round_, name in told.facts["byes"].items():
        told.alone(name, (int(round_),), BYE)
    for after, players in ((2, 5), (3, 5), (4, 7), (5, 7)):
        assert told.table(after, only=players) == told.expected(after)


def test_who_withdrew_has_no_line_and_the_others_keep_what_they_won():
    told = Told("removal")
    for round_, name in told.facts["byes"].items():
        told.alone(name, (int(round_),), BYE)
    gone: dict[int, set[str]] = {
        1: set(), 2: {"Will"}, 3: {"Will"}, 5: {"Will"}, 6: {"Will", "Conrad"}, 9: {"Will", "Conrad"},
    }  # fmt: skip
    for after, out in gone.items():
        assert told.table(after, out=out) == told.expected(after)


def test_byes_of_three_players_and_forfeits_against_nobody():
    told = Told("byes_3")
    for round_ in (1, 2, 3, 10):
        told.alone(told.facts["byes"].get(str(round_), "Conrad"), (round_,), BYE)
    told.alone("Conrad", range(4, 10), MISSED)
    told.rows += [GameSide(round_, one, 3 - one, 1, 0) for round_ in range(4, 10) for one in (1, 2)]
    for after in (9, 10):
        assert told.table(after) == told.expected(after)


def test_a_round_robin_with_four_withdrawals():
    told = Told("removed_factor")
    for round_, name in told.facts["byes"].items():
        told.alone(name, (int(round_),), BYE)
    for after in (3, 4):
        assert told.table(after, out={"a", "b", "c", "f"}) == told.expected(after)


def fixture_tables() -> Iterable[tuple[dict, dict, list]]:
    """(case, fixture, table) of every state whose clinched ranks or best ranks are told."""
    fixtures = json.loads(oracle("cop_fixtures.json").read_text(encoding="utf-8"))["fixtures"]
    for name in ("standings_cases.json", "precomp_cases.json"):
        for case in json.loads(oracle(name).read_text(encoding="utf-8"))["cases"]:
            fixture = fixtures[case["fixture"]]
            if fixture["results"] and "set_result" not in case:
                field = [Entrant(number, left_out=number in fixture["removed"]) for number in range(fixture["players"])]
                yield case, fixture, standings_after(field, cop_rows(fixture), len(fixture["results"]))


def test_clinched_best_and_worst_places_of_another_program():
    checked = {"clinched": 0, "best": 0, "worst": 0}
    for case, fixture, table in fixture_tables():
        left = fixture["rounds"] - len(fixture["results"])
        found = reach(table, {row.number: Left(left, left * fixture["gibson_spread"]) for row in table})
        if case.get("clinched_ranks") is not None:
            settled = [place for place, row in enumerate(table) if found[row.number].clinched]
            assert [place for place in settled if place < fixture["place_prizes"]] == case["clinched_ranks"]
            checked["clinched"] += 1
        for rank, best in case.get("highest_rank_absolutely", {}).items():
            assert found[table[int(rank)].number].best - 1 <= best, (case["fixture"], rank)
            checked["best"] += 1
        for rank, worst in case.get("lowest_rank_absolutely", {}).items():
            assert found[table[int(rank)].number].worst - 1 >= worst, (case["fixture"], rank)
            checked["worst"] += 1
    assert checked["clinched"] == 6
    assert checked["best"] == 12
    assert checked["worst"] > 0
