"""Which table each board is played at: tables kept for players, then rank."""

import random

import pytest
from hypothesis import given, strategies as st

from pairings.engine.tables import NumberedTable, SeatingTask, TableClaim, seat_boards, table_faults, tables_for
from tdsuite.tournaments.engine.tables import TablePlan, parse_tables, plan_from, table_key

SEEDS = st.integers(min_value=0, max_value=10**9)
FOUR = ((1, 2), (3, 4), (5, 6), (7, 8))


def task(boards: tuple[tuple[int, int], ...] = FOUR, *claims: TableClaim, **plan: object) -> SeatingTask:
    """A round over a plan as a division keeps it."""
    tables = tables_for(plan_from({"tables": "1-6", **plan}), len(boards), [claim.table for claim in claims])
    return SeatingTask(boards, tables, claims)


def names(round_task: SeatingTask) -> list[str]:
    return [placed.table.name for placed in seat_boards(round_task).places]


def reasons(round_task: SeatingTask) -> list[str]:
    return [placed.reason for placed in seat_boards(round_task).places]


def warnings(round_task: SeatingTask) -> tuple[str, ...]:
    return seat_boards(round_task).warnings


# --- by rank ---------------------------------------------------------------------------------------


def test_the_best_board_sits_at_the_first_table_of_the_plan() -> None:
    stage = task(tables="Stage, 5-7")
    assert names(stage) == ["Stage", "5", "6", "7"]
    assert reasons(stage)[:2] == ["in order of rank: board 1 of the round", "in order of rank: board 2 of the round"]
    assert warnings(stage) == ()


def test_without_a_plan_boards_are_numbered_from_1() -> None:
    assert names(task(tables="")) == ["1", "2", "3", "4"]


def test_boards_beyond_the_plan_get_numbers_that_it_does_not_use() -> None:
    assert names(task(tables="3, 4")) == ["3", "4", "5", "6"]
    beyond = task(tables="2-3", boards=((1, 2), (3, 4), (5, 6)))
    assert [placed.table.number for placed in seat_boards(beyond).places] == [1, 2, 4]
    assert names(beyond) == ["2", "3", "4"]


def test_reserved_tables_are_left_out_and_numbers_follow_where_the_plan_runs_short() -> None:
    assert names(task(reserved="1, 3")) == ["2", "4", "5", "6"]
    assert names(task(tables="1-4", reserved="1")) == ["2", "3", "4", "5"]
    assert names(task(tables="", reserved="2")) == ["1", "3", "4", "5"]


# --- kept tables -----------------------------------------------------------------------------------


def test_a_kept_tables_opponent_comes_there_and_the_rest_follow_by_rank() -> None:
    kept_table = task(FOUR, TableClaim(6, "1"))
    assert names(kept_table) == ["2", "3", "1", "4"]
    assert reasons(kept_table)[2] == "player 6 sits here in this event; the opponent comes to this table"
    assert reasons(kept_table)[0] == "in order of rank: board 1 of the round"


def test_a_reserved_table_is_used_by_the_player_it_is_kept_for() -> None:
    assert names(task(FOUR, TableClaim(1, "6"), reserved="6")) == ["6", "1", "2", "3"]


def test_a_kept_table_is_found_whatever_its_letters_case() -> None:
    assert names(task(FOUR, TableClaim(8, "stage"), tables="A1-A3, Stage")) == ["A1", "A2", "A3", "Stage"]


def test_when_two_players_with_kept_tables_meet_they_sit_at_the_first_listed_players() -> None:
    both = task(FOUR, TableClaim(2, "5"), TableClaim(1, "3"))
    assert names(both) == ["5", "1", "2", "4"]
    assert reasons(both)[0] == "players 2 and 1 both have a table of their own; this is player 2's"
    assert warnings(both) == (
        "Players 2 and 1 meet, and each has a table: they sit at player 2's, who is listed first.",
    )
    assert names(task(FOUR, TableClaim(1, "3"), TableClaim(2, "5")))[0] == "3"


def test_a_kept_table_stays_free_while_others_are_when_its_player_sits_elsewhere() -> None:
    claims = (TableClaim(9, "2"), TableClaim(4, "4"))
    meeting = ((1, 2), (3, 8), (9, 4), (5, 6), (7, 10))
    assert names(task(meeting, *claims, tables="1-7")) == ["1", "3", "2", "5", "6"]
    assert sorted(names(task(meeting, *claims, tables="1-5"))) == ["1", "2", "3", "4", "5"]


def test_two_players_with_the_same_table_meet_there() -> None:
    same = task(FOUR, TableClaim(2, "5"), TableClaim(1, "5"))
    assert (names(same)[0], warnings(same)) == ("5", ())
    assert reasons(same)[0] == "players 2 and 1 both sit here in this event"


def test_a_table_kept_for_two_boards_goes_to_the_player_listed_first() -> None:
    contested = task(FOUR, TableClaim(7, "2"), TableClaim(1, "2"))
    assert names(contested) == ["1", "3", "4", "2"]
    assert warnings(contested) == ("Players 1 and 2 get another table: table 2 is kept for another board too.",)


def test_the_second_players_table_is_taken_where_the_first_ones_is_gone() -> None:
    second = task(FOUR, TableClaim(7, "2"), TableClaim(1, "2"), TableClaim(2, "6"))
    assert (names(second), warnings(second)) == (["6", "1", "3", "2"], ())


def test_a_claim_of_somebody_who_does_not_play_this_round_is_left_out() -> None:
    away = task(((1, 2), (3, 4)), TableClaim(9, "1"))
    assert (names(away), warnings(away)) == (["1", "2"], ())


def test_a_kept_table_that_left_the_plan_is_warned_of() -> None:
    gone = task(FOUR, TableClaim(1, "Stage"))
    assert names(gone) == ["1", "2", "3", "4"]
    assert warnings(gone) == ("Table Stage, kept for player 1, is not in the plan.",)


def test_a_numbered_table_further_on_is_reached_without_a_plan() -> None:
    assert names(task(FOUR, TableClaim(3, "9"), tables="")) == ["1", "9", "2", "3"]


def test_of_two_claims_of_a_player_the_first_holds() -> None:
    assert names(task(FOUR, TableClaim(5, "6"), TableClaim(5, "4")))[2] == "6"


# --- for every round -------------------------------------------------------------------------------


def random_task(seed: int) -> SeatingTask:
    """A plan that may be empty, too short or longer than the round; claims to tables that may be missing or contested."""
    rng = random.Random(seed)
    boards = rng.randint(1, 12)
    players = rng.sample(range(1, 2 * boards + 1), k=2 * boards)
    numbers = rng.sample(range(1, 3 * boards + 2), k=rng.randint(0, boards + 3))
    tables = [*map(str, sorted(numbers)), *rng.sample(["Stage", "Bar", "Hall A"], k=rng.randint(0, 2))]
    tables = tables if rng.random() < 0.7 else []
    known = tables or [str(number) for number in range(1, boards + 3)]
    reserved = frozenset(map(table_key, rng.sample(known, k=min(len(known), rng.randint(0, 2)))))
    claims = tuple(
        TableClaim(rng.choice(players), rng.choice([*(tables or ["1", "2", "3"]), "Nowhere"]))
        for _ in range(rng.randint(0, 5))
    )
    plan = TablePlan(tuple(tables), reserved)
    drawn = tuple((players[2 * at], players[2 * at + 1]) for at in range(boards))
    return SeatingTask(drawn, tables_for(plan, boards, [claim.table for claim in claims]), claims)


@given(SEEDS)
def test_every_board_gets_a_table_of_its_own_and_the_checker_finds_nothing_wrong(seed: int) -> None:
    drawn = random_task(seed)
    placed = seat_boards(drawn).places
    assert len(placed) == len({place.table.key for place in placed})
    assert {place.table for place in placed} <= set(drawn.tables)
    seated = [(players, place.table.name) for players, place in zip(drawn.boards, placed, strict=True)]
    assert table_faults(seated, drawn.tables, drawn.claims) == ()


@given(SEEDS)
def test_boards_without_a_claim_keep_off_reserved_tables_and_stand_in_order_of_rank(seed: int) -> None:
    drawn = random_task(seed)
    claiming = {claim.player for claim in drawn.claims}
    placed = zip(drawn.boards, seat_boards(drawn).places, strict=True)
    free = [place.table for board, place in placed if not claiming & set(board)]
    assert not any(table.reserved for table in free)
    playing = {player for board in drawn.boards for player in board}
    for_others = {table_key(claim.table) for claim in drawn.claims if claim.player in playing}
    assert free == sorted(free, key=lambda table: (table.key in for_others, table.number))


# --- the checker -----------------------------------------------------------------------------------

TABLES = (NumberedTable(1, "1"), NumberedTable(2, "2"), NumberedTable(3, "3", reserved=True))


@pytest.mark.parametrize(
    ("boards", "claims", "faults"),
    [
        ([((1, 2), "1"), ((3, 4), "2")], [], ()),
        ([((1, 2), "1"), ((3, 4), "1")], [], ("Two boards are at table 1.",)),
        ([((1, 2), "3")], [], ("Table 3 is kept free, but players 1 and 2 are there.",)),
        ([((1, 2), "3")], [TableClaim(2, "3")], ()),
        ([((1, 2), "1")], [TableClaim(2, "3")], ("Player 2 is to sit at table 3, but is at table 1.",)),
        ([((1, 2), "1"), ((3, 4), "3")], [TableClaim(2, "3"), TableClaim(3, "3")], ()),
        ([((1, 2), "2")], [TableClaim(1, "3"), TableClaim(2, "2")], ()),
        ([((1, 2), "1")], [TableClaim(1, "Gone")], ()),
        ([((1, 2), "Elsewhere")], [TableClaim(1, "2")], ("Player 1 is to sit at table 2, but is at table Elsewhere.",)),
    ],
)
def test_the_checker_says_what_is_wrong(
    boards: list[tuple[tuple[int, int], str]], claims: list[TableClaim], faults: tuple[str, ...]
) -> None:
    assert table_faults(boards, TABLES, claims) == faults


def test_tables_of_a_plan_know_which_are_reserved() -> None:
    plan = TablePlan(parse_tables("A1, B"), reserved=frozenset({"b"}))
    assert tables_for(plan, 1) == (NumberedTable(1, "A1"), NumberedTable(2, "B", True))
    assert tables_for(plan, 2)[2] == NumberedTable(3, "3")
