"""Pairings that another program's own tests ask for; what differs is argued in docs/decisions/0012-pairing-methods.md."""

import json

import pytest

from pairings.engine.contention.clinching import best_finish, can_catch, settled_places, swing_of
from pairings.engine.errors import BadOption, NoPairingPossible
from pairings.engine.matching.field import meetings
from pairings.engine.methods.australian import casement
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.model import NO_OPPONENT, Contestant, ManualBoard, PairingTask, Repeats
from pairings.engine.options import MethodOptions
from pairings.engine.rules import BYE, Rules
from tdsuite.tournaments.engine.starts import record_of
from tests.oracles.files import oracle

pytestmark = pytest.mark.oracle

NOTHING = (0, 0)


def read(name):
    return json.loads(oracle(name).read_text(encoding="utf-8"))


def names_of(pairing, names):
    """{frozenset of two names} of the games, and the names with a bye."""
    by_number = dict(enumerate(names, start=1))
    games = {frozenset(by_number[number] for number in board.numbers) for board in pairing.boards if not board.is_bye}
    return games, {by_number[number] for number in pairing.byes}


# ── Australian Draw ─────────────────────────────────────────────────────────────────────────────────────────


def pairs_of(texts, number):
    return tuple(tuple(number[name] for name in text.split("-")) for text in texts)


def australian_task(case):
    """The case as a task.  One case has a player meet two others in one round; here that is two rounds, one later."""
    if case["id"] == "r2_odd_bye":
        case = {**case, "round": 3, "met": {"a-b": [1], "a-c": [2]}}
    names = case["players_in_standings_order"].split()
    number = {name: at for at, name in enumerate(names, start=1)}
    opponents = {name: [NO_OPPONENT] * (case["round"] - 1) for name in names}
    for text, rounds in case.get("met", {}).items():
        one, two = text.split("-")
        for played in rounds:
            opponents[one][played - 1], opponents[two][played - 1] = number[two], number[one]
    rules = Rules(
        forced=pairs_of(case.get("prepaired", ()), number),
        forbidden=pairs_of(case.get("blocks", ()), number),
        repeats_from=case.get("repeats_count_from_round", 1),
        most_meetings=case["max_repeats"] + 1 if "max_repeats" in case else 0,
    )
    field = tuple(
        Contestant(number[name], number[name], seed=number[name], opponents=tuple(opponents[name])) for name in names
    )
    return names, PairingTask(field, case["round"], max(12, case["round"]), "australian", rules=rules)


def test_australian_all_15_cases():
    cases = read("australian_cases.json")["cases"]
    assert len(cases) == 15
    for case in cases:
        names, task = australian_task(case)
        games, byes = names_of(pair(task), names)
        assert games == {frozenset(board) for board in case["expect"].items() if "bye" not in board}, case["id"]
        assert byes == {name for name, other in case["expect"].items() if other == "bye"}, case["id"]


def test_australian_casements_of_every_size_given():
    import numpy as np

    for case in read("australian_cases.json")["casement"]:
        size = case["n"] + case["n"] % 2
        may = ~np.eye(size, dtype=bool)
        opponent = [-1] * size
        for one, two in casement(may):
            opponent[one], opponent[two] = two, one
        given = [-1 if other >= case["n"] else other for other in opponent[: case["n"]]]
        assert given == case["opponent"], case["n"]


# ── standings, catching, settled places ─────────────────────────────────────────────────────────────────────


def fixture_task(name, set_result=None):
    """The field of a fixture in the order of its standings: half-wins, then spread, then the later entry first."""
    facts = read("cop_fixtures.json")["fixtures"][name]
    if set_result:
        facts["results"][set_result[0]][set_result[1]] = set_result[2]
    rows = []
    for at in range(facts["players"]):
        if at in facts["removed"]:
            continue
        halves = spread = byes = 0
        opponents = []
        for pairings, results in zip(facts["pairings"], facts["results"], strict=False):
            other = pairings[at]
            opponents.append(NO_OPPONENT if other in (-1, at) else other + 1)
            if other == -1:
                continue
            margin = results[at] if other == at else results[at] - results[other]
            halves, spread, byes = halves + 1 + (margin > 0) - (margin < 0), spread + margin, byes + (other == at)
        rows.append((at, halves, spread, byes, tuple(opponents)))
    rows.sort(key=lambda row: (-row[1], -row[2], -row[0]))
    field = tuple(
        Contestant(at + 1, rank, halves, 0, spread, seed=at, byes=byes, opponents=opponents)
        for rank, (at, halves, spread, byes, opponents) in enumerate(rows, start=1)
    )
    played = len(facts["results"])
    return PairingTask(field, played + 1, facts["rounds"], "chew"), facts


def test_standings_records_catching_and_settled_places():
    checked = {"records": 0, "catches": 0, "settled": 0}
    for case in read("standings_cases.json")["cases"]:
        task, facts = fixture_task(case["fixture"], case.get("set_result"))
        left = facts["rounds"] - len(facts["results"])
        for rank, player, wins, spread in case["records"]:
            row = task.contestants[rank]
            assert (row.number - 1, row.halves / 2, row.spread) == (player, wins, spread), case["fixture"]
            checked["records"] += 1
        for rounds_left, swing, ahead, behind, answer in case["can_catch"]:
            players = task.contestants
            assert can_catch(players[ahead], players[behind], rounds_left, swing) is answer, (case["fixture"], ahead)
            checked["catches"] += 1
        if case["clinched_ranks"] is not None:
            swing = swing_of((facts["gibson_spread"],), left)
            places = settled_places(task.contestants, left, swing, last_place=facts["place_prizes"])
            if facts["results"]:
                assert [place - 1 for place in places] == case["clinched_ranks"], case["fixture"]
                checked["settled"] += 1
    assert checked == {"records": 38, "catches": 21, "settled": 6}


def test_precomputed_meetings_and_the_best_and_worst_places():
    counted = {"meetings": 0, "repeats": 0, "best": 0}
    for case in read("precomp_cases.json")["cases"]:
        task, facts = fixture_task(case["fixture"])
        met, _ = meetings(task.contestants, task)
        place = {player.number - 1: at for at, player in enumerate(task.contestants)}
        left = facts["rounds"] - len(facts["results"])
        swing = swing_of((facts["gibson_spread"],), left)
        for one, two, times in case.get("pairing_counts", ()):
            if one != two:
                assert met[place[one], place[two]] == times, (case["fixture"], one, two)
                counted["meetings"] += 1
        for player, repeats in case.get("repeat_counts", {}).items():
            assert sum(int(times) - 1 for times in met[place[int(player)]] if times > 1) == repeats
            counted["repeats"] += 1
        for rank, best in case.get("highest_rank_absolutely", {}).items():
            assert best_finish(task.contestants, int(rank), left, swing) - 1 <= best, (case["fixture"], rank)
            counted["best"] += 1
    assert counted == {"meetings": 48, "repeats": 4, "best": 12}


# ── division scenarios ──────────────────────────────────────────────────────────────────────────────────────


class Scenario:
    """A director's scenario: its field before any round, as the games given left it."""

    def __init__(self, identity):
        scenarios = {one["id"]: one for one in read("division_scenarios.json")["scenarios"]}
        self.facts = scenarios[identity]
        self.names = list(self.facts["players"])
        self.byes = {
            int(number): [name] if isinstance(name, str) else name
            for number, name in self.facts.get("byes", {}).items()
        }

    def add(self, name):
        self.names.append(name)

    def number(self, name):
        return self.names.index(name) + 1

    def field(self, before, missed=None, gone=()):
        """missed: {name: [rounds that count as lost by 50]}."""
        missed = missed or {}
        rows = {
            name: {"results": [NOTHING] * (before - 1), "met": [NO_OPPONENT] * (before - 1), "byes": 0, "losses": 0}
            for name in self.names
        }
        for game in self.facts.get("games", ()):
            at = game["round"] - 1
            if at >= before - 1:
                continue
            for me, other, mine, theirs, result in (
                (game["p1"], game["p2"], game["s1"], game["s2"], game["r1"]),
                (game["p2"], game["p1"], game["s2"], game["s1"], game["r2"]),
            ):
                rows[me]["results"][at] = ({"WIN": 2, "DRAW": 1, "LOSS": 0}[result], mine - theirs)
                rows[me]["met"][at] = self.number(other)
        for number, names in self.byes.items():
            for name in names if number < before else ():
                rows[name]["results"][number - 1], rows[name]["byes"] = (2, 50), rows[name]["byes"] + 1
        for name, rounds in missed.items():
            for number in rounds:
                rows[name]["results"][number - 1] = (0, -50)
        totals = {
            name: (-sum(h for h, _ in row["results"]), -sum(s for _, s in row["results"])) for name, row in rows.items()
        }
        order = sorted(totals.values())
        return tuple(
            Contestant(
                self.number(name), order.index(totals[name]) + 1 if before > 1 else self.number(name),
                -totals[name][0], 2 * (before - 1) + totals[name][0], -totals[name][1], seed=self.number(name),
                byes=row["byes"], opponents=tuple(row["met"]), results=tuple(row["results"]), absent=name in gone,
            )
            for name, row in rows.items()
        )  # fmt: skip

    def pair(self, method, number, *, planned=12, missed=None, gone=(), **facts):
        task = PairingTask(self.field(number, missed, gone), number, planned, method, **facts)
        return names_of(pair(task), self.names)


def games(text):
    return {frozenset(board.split("-")) for board in text.split()}


def test_king_of_the_hill_after_a_draw_pairs_1_and_2_of_the_table():
    assert Scenario("koth_draw").pair("king_of_the_hill", 2)[0] == games("Jesse-Will Josh-Conrad")


def test_factor_2_then_3_and_a_factor_of_5_is_too_much_for_8():
    scenario = Scenario("factor")
    first, _ = scenario.pair("factor", 1, options=MethodOptions(factor=2))
    assert first >= games("h-f g-e")
    assert first - games("h-f g-e") == games("d-b c-a")  # 0012: ours slides the rest, theirs folds it
    options = MethodOptions(factor=3)
    assert scenario.pair("factor", 2, options=options, repeats=Repeats.ALLOW)[0] == games("h-c g-b d-a e-f")
    again = frozenset(("d", "a"))  # 0012: theirs repeats a game of round 1, ours does not unless it is told to
    assert again not in scenario.pair("factor", 2, options=options)[0]
    with pytest.raises(BadOption, match="can be at most 4 with 8 players, not 5"):
        scenario.pair("factor", 2, options=MethodOptions(factor=5))


def test_swiss_of_4_meets_everybody_once_before_anybody_twice():
    scenario = Scenario("swiss_4")
    for number in (2, 3):
        assert scenario.pair("swiss", number)[0] == {
            frozenset(pair) for pair in scenario.facts["round_pairs"][str(number)]
        }
    assert scenario.pair("swiss", 4)[0] == games("Josh-Will Conrad-Jesse")
    hill = scenario.pair("king_of_the_hill", 6, repeats=Repeats.ALLOW)[0]
    assert hill == games("Will-Josh Conrad-Jesse")
    assert scenario.pair("swiss", 6)[0] == games("Will-Jesse Josh-Conrad")  # 0012: those who met once, not twice
    with pytest.raises(NoPairingPossible, match="One rule alone leaves no round: two meet at most once"):
        scenario.pair("swiss", 6, rules=Rules(most_meetings=1))
    assert len(scenario.pair("swiss", 6, rules=Rules(most_meetings=2))[0]) == 2


def test_swiss_of_32_after_two_rounds_by_seed_pairs_equal_records_only():
    rows = {number: {"halves": 0, "met": [], "spread": 0} for number in range(1, 33)}
    for _ in range(2):
        order = sorted(rows, key=lambda number: (-rows[number]["halves"], -rows[number]["spread"], number))
        for winner, loser in zip(order[::2], order[1::2], strict=True):
            rows[winner]["halves"] += 2
            rows[winner]["met"].append(loser)
            rows[loser]["met"].append(winner)
    order = sorted(rows, key=lambda number: (-rows[number]["halves"], number))
    field = tuple(
        Contestant(
            number, order.index(number) + 1, row["halves"], 4 - row["halves"], seed=number, opponents=tuple(row["met"])
        )
        for number, row in rows.items()
    )
    pairing = pair(PairingTask(field, 3, 5, "swiss"))
    assert all(rows[board.first]["halves"] == rows[board.second]["halves"] for board in pairing.boards)


def test_late_entrants_and_the_bye_to_the_last_rank():
    scenario = Scenario("late")
    scenario.add("Bum")
    byes = scenario.facts["byes"]
    assert scenario.pair("king_of_the_hill", 3, missed={"Bum": [1, 2]})[1] == {byes["3"]}
    assert scenario.pair("king_of_the_hill", 4, missed={"Bum": [1, 2]})[1] == {byes["4"]}
    for name in ("Bummest", "Bummer"):
        scenario.add(name)
    missed = {"Bum": [1, 2], "Bummest": [1, 2, 3, 4], "Bummer": [1, 2, 3, 4]}
    assert scenario.pair("king_of_the_hill", 5, missed=missed)[1] == {byes["5"]}


def test_three_players_take_the_bye_in_turn_from_the_lowest_rank():
    scenario = Scenario("byes_3")
    assert [scenario.pair("king_of_the_hill", number)[1] for number in (1, 2, 3, 4)] == [
        {scenario.facts["byes"][str(number)]} for number in (1, 2, 3, 4)
    ]


def test_two_byes_asked_for_in_round_1_make_a_third_and_none_goes_above_the_cut_off():
    scenario = Scenario("byes_9")
    rules = Rules(forced=tuple((scenario.number(name), BYE) for name in ("z", "a")), no_bye_above=4)
    assert scenario.pair("king_of_the_hill", 1, rules=rules)[1] == {"z", "a", "b"}


def test_a_bye_asked_for_is_kept_and_the_odd_one_left_gets_another():
    scenario = Scenario("preserve_byes")
    found = scenario.pair("king_of_the_hill", 1, rules=Rules(forced=((scenario.number("Josh"), BYE),)))
    assert found == (games("Will-Conrad"), set(scenario.facts["byes_after_repair"]))


def test_factor_2_over_the_four_who_are_left():
    scenario = Scenario("removed_factor")
    found = scenario.pair(
        "factor", 5, gone=("c", "f", "b", "a"), options=MethodOptions(factor=2), repeats=Repeats.ALLOW
    )
    order = sorted(
        (player for player in scenario.field(5, gone=("c", "f", "b", "a")) if not player.absent),
        key=lambda one: one.rank_order,
    )
    names = [scenario.names[player.number - 1] for player in order]
    assert found[0] == {frozenset((names[0], names[2])), frozenset((names[1], names[3]))}


def test_starts_by_hand_and_by_the_counts():
    facts = Scenario("starts").facts
    sides = {name: [] for name in facts["players"]}
    number = {name: at for at, name in enumerate(facts["players"], start=1)}
    for row in facts["rounds"]:
        by_hand = row["method"] == "MANUAL"
        field = tuple(
            Contestant(number[name], number[name], seed=number[name], record=record_of(sides[name])) for name in number
        )
        boards = [ManualBoard(number[one], number[two]) for one, two in row["pairs"]]
        boards += [ManualBoard(number[name], None) for name in row["byes"]]
        pairing = pair(PairingTask(field, 1, 9, "manual", manual=tuple(boards)))
        drawn = [board.numbers for board in pairing.boards if not board.is_bye]
        for first, second in [(number[one], number[two]) for one, two in row["pairs"]] if by_hand else drawn:
            sides[facts["players"][first - 1]].append(1)
            sides[facts["players"][second - 1]].append(-1)
        for name, (starts, replies) in row["after"].items():
            record = record_of(sides[name])
            assert (record.starts, record.replies) == (starts, replies), (row["round"], name)


@pytest.mark.parametrize("players", range(2, 21))
def test_round_robin_starts_over_one_to_three_cycles(players):
    read("division_scenarios.json")  # skips where the oracles are absent
    field = tuple(Contestant(number, number, seed=number) for number in range(1, players + 1))
    cycle = players - 1 + players % 2
    for cycles in (1, 2, 3):
        pairings = pair_block(PairingTask(field, 1, cycle * cycles, "round_robin"), cycle * cycles)
        balance = dict.fromkeys(range(1, players + 1), 0)
        for board in (board for pairing in pairings for board in pairing.boards if not board.is_bye):
            balance[board.first] += 1
            balance[board.second] -= 1
        even = players % 2 == 0 and cycle * cycles % 2 == 0
        assert max(map(abs, balance.values())) <= (0 if even else 1)
        rounds = [frozenset(frozenset(board.numbers) for board in pairing.boards) for pairing in pairings]
        assert rounds == rounds[:cycle] * cycles


def test_settled_first_place_of_two_players():
    one, two = Contestant(1, 1, 2, 0, 100), Contestant(2, 2, 0, 2, -100)
    assert settled_places((one, two), 1, 1000, last_place=1) == ()
    assert settled_places((one, two), 1, swing_of((10,), 1), last_place=1) == (1,)


def standing_after(facts, rounds):
    """The players of the scenario of 98 rounds, every game 500-400, after so many of them."""
    names, blocks = facts["players"], facts["blocks"]
    halves, spread, played = dict.fromkeys(names, 0), dict.fromkeys(names, 0), 0
    last = {"n": rounds, "pairs": blocks[-1]["pairs"]}
    for block in (*blocks, last):
        for turn in range(block["n"]):
            if played == rounds:
                break
            row = block["pairs"].replace("X", "c f" if turn % 2 == 0 else "f c").split()
            for winner, loser in zip(row[::2], row[1::2], strict=True):
                halves[winner], spread[winner], spread[loser] = (
                    halves[winner] + 2,
                    spread[winner] + 100,
                    spread[loser] - 100,
                )
            played += 1
    order = sorted(names, key=lambda name: (-halves[name], -spread[name]))
    field = [Contestant(at, at, halves[name], spread=spread[name]) for at, name in enumerate(order, start=1)]
    return field, order


def test_places_settled_from_the_top_over_98_rounds():
    facts = Scenario("gibson_classic").facts
    assert len(facts["checks"]) == 9
    for check in facts["checks"]:
        field, order = standing_after(facts, check["after_round"])
        left = 98 - check["after_round"]
        per_round = check.get("gibson_spread", 0)  # theirs: 0 is "wins only", and the swing is not doubled
        swing = per_round * left if per_round else 10**9
        places = settled_places(field, left, swing, last_place=len(field))
        from_the_top = [place for at, place in enumerate(places, start=1) if place == at]
        assert sorted(order[place - 1] for place in from_the_top) == check["clinched"], check
