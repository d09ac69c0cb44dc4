"""Which table each board is played at: kept tables, needs, then rank or stable seats."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.engine.table_checker import SeatedBoard, seated_boards, table_faults
from pairings.engine.table_generator import random_session
from pairings.engine.tables import (
    SeatingTask,
    Table,
    TableClaim,
    merged_claims,
    seat_boards,
    stays,
    tables_for,
)
from tdsuite.tournaments.engine.tables import TableOrder, TablePlan, parse_tables, plan_from, table_key

SEEDS = st.integers(min_value=0, max_value=10**9)
FOUR = ((1, 2), (3, 4), (5, 6), (7, 8))


def task(
    boards: tuple[tuple[int, int], ...] = FOUR, *claims: TableClaim, last: dict[int, str] | None = None, **plan: object
) -> SeatingTask:
    """A round over a plan as a division keeps it; stable seats where `last` is given."""
    stored = {"tables": "1-6", **({"order": "stable"} if last is not None else {}), **plan}
    read = plan_from(stored)
    mentioned = [*(claim.table for claim in claims), *(last or {}).values()]
    return SeatingTask(boards, tables_for(read, len(boards), mentioned), claims, read.order, last or {})


def names(one: SeatingTask) -> list[str]:
    return [placed.table.name for placed in seat_boards(one).places]


def reasons(one: SeatingTask) -> list[str]:
    return [placed.reason for placed in seat_boards(one).places]


def warnings(one: SeatingTask) -> tuple[str, ...]:
    return seat_boards(one).warnings


# --- by rank ---------------------------------------------------------------------------------------


def test_the_best_board_sits_at_the_first_table_of_the_plan() -> None:
    one = task(tables="Stage, 5-7")
    assert names(one) == ["Stage", "5", "6", "7"]
    assert reasons(one)[:2] == ["in order of rank: board 1 of the round", "in order of rank: board 2 of the round"]
    assert warnings(one) == ()


def test_without_a_plan_boards_are_numbered_from_1() -> None:
    assert names(task(tables="")) == ["1", "2", "3", "4"]


def test_boards_beyond_the_plan_get_numbers_that_it_does_not_use() -> None:
    one = task(tables="3, 4")
    assert names(one) == ["3", "4", "5", "6"]
    beyond = task(tables="2-3", boards=((1, 2), (3, 4), (5, 6)))
    assert [placed.table.number for placed in seat_boards(beyond).places] == [1, 2, 4]
    assert names(beyond) == ["2", "3", "4"]


def test_reserved_tables_are_left_out_and_numbers_follow_where_the_plan_runs_short() -> None:
    assert names(task(reserved="1, 3")) == ["2", "4", "5", "6"]
    assert names(task(tables="1-4", reserved="1")) == ["2", "3", "4", "5"]
    assert names(task(tables="", reserved="2")) == ["1", "3", "4", "5"]


# --- kept tables -----------------------------------------------------------------------------------


def test_a_kept_tables_opponent_comes_there_and_the_rest_follow_by_rank() -> None:
    one = task(FOUR, TableClaim(6, "1"))
    assert names(one) == ["2", "3", "1", "4"]
    assert reasons(one)[2] == "player 6 sits here in this event; the opponent comes to this table"
    assert reasons(one)[0] == "in order of rank: board 1 of the round"


def test_a_reserved_table_is_used_by_the_player_it_is_kept_for() -> None:
    assert names(task(FOUR, TableClaim(1, "6"), reserved="6")) == ["6", "1", "2", "3"]


def test_a_kept_table_is_found_whatever_its_letters_case() -> None:
    assert names(task(FOUR, TableClaim(8, "stage"), tables="A1-A3, Stage")) == ["A1", "A2", "A3", "Stage"]


def test_when_two_players_with_kept_tables_meet_the_one_listed_first_stays() -> None:
    one = task(FOUR, TableClaim(2, "5"), TableClaim(1, "3"))
    assert names(one) == ["5", "1", "2", "3"]
    assert reasons(one)[0] == "players 2 and 1 both have a table of their own; this is player 2's"
    assert warnings(one) == (
        "Players 2 and 1 meet and no table does for both: they sit at player 2's, since player 2 is listed first.",
    )
    assert names(task(FOUR, TableClaim(1, "3"), TableClaim(2, "5")))[0] == "3"


def test_what_a_player_needs_comes_before_a_table_that_is_only_kept() -> None:
    claims = (TableClaim(1, "5"), TableClaim(2, features=frozenset({"accessible"})))
    one = task(FOUR, *claims, features={"accessible": "2"})
    assert names(one) == ["2", "1", "3", "4"]
    assert warnings(one)[0].endswith(
        "they sit at player 2's, since what a player needs comes before a table that is only kept."
    )
    assert "accessible" not in " ".join(reasons(one))


def test_a_kept_table_that_suits_the_opponents_needs_does_for_both() -> None:
    claims = (TableClaim(1, "5"), TableClaim(2, features=frozenset({"quiet"})))
    one = task(FOUR, *claims, features={"quiet": "4-5"})
    assert names(one)[0] == "5"
    assert reasons(one)[0] == "players 2 and 1 both sit here in this event"
    assert warnings(one) == ()


def test_a_table_kept_for_two_boards_goes_to_the_player_listed_first() -> None:
    one = task(FOUR, TableClaim(7, "2"), TableClaim(1, "2"))
    assert names(one) == ["1", "3", "4", "2"]
    assert warnings(one) == ("Players 1 and 2 get another table: table 2 is kept for another board too.",)


def test_the_second_players_table_is_taken_where_the_first_ones_is_gone() -> None:
    one = task(FOUR, TableClaim(7, "2"), TableClaim(1, "2"), TableClaim(2, "6"))
    assert names(one) == ["6", "1", "3", "2"]


def test_a_claim_of_somebody_who_does_not_play_this_round_is_left_out() -> None:
    one = task(((1, 2), (3, 4)), TableClaim(9, "1"))
    assert names(one) == ["1", "2"]
    assert warnings(one) == ()


def test_a_kept_table_that_left_the_plan_is_warned_of() -> None:
    one = task(FOUR, TableClaim(1, "Stage"))
    assert names(one) == ["1", "2", "3", "4"]
    assert warnings(one) == ("Table Stage, kept for player 1, is not in the plan.",)


def test_a_numbered_table_further_on_is_reached_without_a_plan() -> None:
    assert names(task(FOUR, TableClaim(3, "9"), tables="")) == ["1", "9", "2", "3"]


# --- needs -----------------------------------------------------------------------------------------


def test_needs_are_met_by_a_table_that_has_them_all() -> None:
    needs = TableClaim(7, features=frozenset({"accessible", "near the door"}))
    one = task(FOUR, needs, features={"accessible": "2-4", "near the door": "3, 6"})
    assert names(one) == ["1", "2", "4", "3"]
    assert reasons(one)[3] == "player 7 sits here in this event; the opponent comes to this table"


def test_a_reserved_table_is_taken_before_one_that_is_not() -> None:
    needs = TableClaim(7, features=frozenset({"accessible"}))
    assert names(task(FOUR, needs, features={"accessible": "1, 5"}, reserved="5")) == ["1", "2", "3", "5"]


def test_a_player_with_needs_stays_at_the_table_of_the_last_round() -> None:
    needs = TableClaim(7, features=frozenset({"accessible"}))
    one = task(FOUR, needs, features={"accessible": "1-3"}, last={7: "3"}, order="rank")
    assert names(one) == ["1", "2", "4", "3"]


def test_two_players_with_needs_get_different_tables_though_one_could_take_the_others() -> None:
    wide = TableClaim(1, features=frozenset({"accessible"}))
    narrow = TableClaim(3, features=frozenset({"quiet"}))
    one = task(FOUR, wide, narrow, features={"accessible": "1-2", "quiet": "1"})
    assert names(one)[:2] == ["2", "1"]
    assert warnings(one) == ()


def test_a_kept_table_comes_before_another_boards_needs() -> None:
    needs = TableClaim(3, features=frozenset({"quiet"}))
    one = task(FOUR, needs, TableClaim(1, "1"), features={"quiet": "1"})
    assert names(one) == ["1", "2", "3", "4"]
    assert warnings(one) == ("Players 3 and 4 get another table: every table that would do is taken.",)


def test_needs_that_no_table_meets_are_warned_of() -> None:
    one = task(FOUR, TableClaim(3, features=frozenset({"quiet", "accessible"})), features={"quiet": "1"})
    assert names(one) == ["1", "2", "3", "4"]
    assert warnings(one) == ("No table of the plan is accessible and quiet, as player 3 needs.",)


def test_two_needs_that_no_one_table_meets_are_those_of_the_player_listed_first() -> None:
    claims = (TableClaim(2, features=frozenset({"quiet"})), TableClaim(1, features=frozenset({"accessible"})))
    one = task(FOUR, *claims, features={"quiet": "4", "accessible": "3"})
    assert names(one)[0] == "4"
    assert warnings(one)[0].endswith("they sit at player 2's, since player 2 is listed first.")


def test_claims_of_one_player_are_read_as_one() -> None:
    claims = [TableClaim(5, features=frozenset({"quiet"})), TableClaim(2, "1"), TableClaim(5, "3"), TableClaim(5, "4")]
    assert merged_claims(claims) == {
        5: (0, TableClaim(5, "3", frozenset({"quiet"}))),
        2: (1, TableClaim(2, "1")),
    }


# --- stable seats ----------------------------------------------------------------------------------


def test_with_stable_seats_one_player_of_every_board_stays_where_that_can_be() -> None:
    one = task(((1, 3), (2, 4), (5, 7), (6, 8)), last={1: "1", 2: "1", 3: "2", 4: "2", 5: "3", 6: "3", 7: "4", 8: "4"})
    assert names(one) == ["1", "2", "3", "4"]
    assert reasons(one) == ["player 1 stays here", "player 4 stays here", "player 5 stays here", "player 8 stays here"]
    assert stays(one, seat_boards(one)) == 4


def test_a_board_gives_its_table_to_another_that_has_no_other() -> None:
    one = task(((1, 3), (2, 9)), last={1: "1", 2: "1", 3: "2", 9: "6"}, tables="1-2")
    assert names(one) == ["2", "1"]
    assert stays(one, seat_boards(one)) == 2


def test_players_who_meet_again_at_once_both_stay() -> None:
    one = task(((1, 3), (2, 5), (4, 6)), last={1: "1", 2: "1", 3: "2", 4: "2", 5: "3", 6: "3"})
    again = task(((1, 3), (5, 6), (2, 4)), last={1: "1", 2: "1", 3: "2", 4: "2", 5: "3", 6: "3"})
    assert stays(one, seat_boards(one)) == 3
    assert names(again)[1] == "3"
    assert reasons(again)[1] == "players 5 and 6 stay here"


def test_who_cannot_stay_is_seated_by_rank_at_the_tables_that_are_left() -> None:
    one = task(((1, 2), (3, 5), (4, 6)), last={3: "2", 4: "2", 5: "4", 6: "4"})
    assert names(one) == ["1", "2", "4"]
    assert reasons(one)[0] == "in order of rank: board 1 of the round; neither player can stay"


def test_a_session_begins_by_rank() -> None:
    one = task(last={})
    assert names(one) == ["1", "2", "3", "4"]
    assert reasons(one)[0] == "in order of rank: board 1 of the round"


def test_nobody_stays_at_a_table_that_is_kept_for_another_or_reserved() -> None:
    last = {1: "1", 3: "2", 5: "3", 7: "4"}
    one = task(FOUR, TableClaim(8, "1"), last=last, reserved="2")
    assert names(one) == ["4", "5", "3", "1"]


# --- for every round -------------------------------------------------------------------------------


def by_rank(one: SeatingTask) -> SeatingTask:
    return replace(one, order=TableOrder.RANK)


@given(SEEDS)
def test_every_board_gets_one_table_and_no_table_is_used_twice(seed: int) -> None:
    for one in random_session(seed):
        placed = seat_boards(one).places
        assert len(placed) == len(one.boards)
        assert len({place.table.key for place in placed}) == len(placed)
        assert {place.table for place in placed} <= set(one.tables)


@given(SEEDS)
def test_the_checker_finds_nothing_wrong_with_the_engines_answer(seed: int) -> None:
    for one in random_session(seed):
        for way in (one, by_rank(one)):
            assert table_faults(seated_boards(way, seat_boards(way)), way.tables, way.claims) == ()


@given(SEEDS)
def test_stable_seats_never_move_more_players_than_rank_would(seed: int) -> None:
    for one in random_session(seed):
        assert stays(one, seat_boards(one)) >= stays(one, seat_boards(by_rank(one)))


@given(SEEDS)
def test_a_table_kept_for_one_player_alone_is_that_players(seed: int) -> None:
    for one in random_session(seed):
        claims = {player: claim for player, (_, claim) in merged_claims(one.claims).items()}
        placed = seat_boards(one).places
        for board, place in zip(one.boards, placed, strict=True):
            there = [claims[player] for player in board if player in claims]
            if len(there) != 1 or table_key(there[0].table) not in {table.key for table in one.tables}:
                continue
            wanted = table_key(there[0].table)
            rivals = [claim for claim in claims.values() if table_key(claim.table) == wanted]
            assert len(rivals) > 1 or place.table.key == wanted


@given(SEEDS)
def test_boards_without_a_claim_keep_off_reserved_tables_and_stand_in_order_of_rank(seed: int) -> None:
    for one in random_session(seed):
        claiming = {claim.player for claim in one.claims}
        placed = zip(one.boards, seat_boards(by_rank(one)).places, strict=True)
        free = [place.table for board, place in placed if not claiming & set(board)]
        assert not any(table.reserved for table in free)
        assert [table.number for table in free] == sorted(table.number for table in free)


@given(SEEDS)
def test_the_same_round_is_seated_the_same_way(seed: int) -> None:
    one, two = ([seat_boards(one) for one in random_session(seed)] for _ in range(2))
    assert one == two


@given(SEEDS)
def test_as_many_stay_as_any_seating_would_let(seed: int) -> None:
    for one in random_session(seed):
        bare = replace(one, claims=(), boards=one.boards[:4])
        free = [table for table in bare.tables if not table.reserved][:6]
        small = replace(bare, tables=tuple(free))
        best = max(
            sum(small.last.get(player) == table.key for board, table in zip(small.boards, drawn, strict=True) for player in board)
            for drawn in permutations(free, len(small.boards))
        )  # fmt: skip
        assert stays(small, seat_boards(small)) == best


# --- the checker -----------------------------------------------------------------------------------

TABLES = (Table(1, "1"), Table(2, "2", frozenset({"quiet"})), Table(3, "3", reserved=True))


@pytest.mark.parametrize(
    ("boards", "claims", "faults"),
    [
        ([((1, 2), "1"), ((3, 4), "2")], [], ()),
        ([((1, 2), "1"), ((3, 4), "1")], [], ("Two boards are at table 1.",)),
        ([((1, 2), "3")], [], ("Table 3 is kept free, but players 1 and 2 are there.",)),
        ([((1, 2), "3")], [TableClaim(2, "3")], ()),
        ([((1, 2), "1")], [TableClaim(2, "3")], ("Player 2 is to sit at table 3, but is at table 1.",)),
        ([((1, 2), "1")], [TableClaim(2, features=frozenset({"quiet"}))],
         ("Player 2 is to sit at a table that suits, but is at table 1.",)),
        ([((1, 2), "1"), ((3, 4), "3")], [TableClaim(2, "3"), TableClaim(3, "3")], ()),
        ([((1, 2), "2")], [TableClaim(1, "3"), TableClaim(2, "2")], ()),
        ([((1, 2), "1")], [TableClaim(1, "Gone")], ()),
        ([((1, 2), "Elsewhere")], [TableClaim(1, "2")], ("Player 1 is to sit at table 2, but is at table Elsewhere.",)),
    ],
)  # fmt: skip
def test_the_checker_says_what_is_wrong(
    boards: list[tuple[tuple[int, int], str]], claims: list[TableClaim], faults: tuple[str, ...]
) -> None:
    assert table_faults([SeatedBoard(*one) for one in boards], TABLES, claims) == faults


def test_tables_of_a_plan_know_what_is_said_of_them() -> None:
    plan = TablePlan(parse_tables("A1, B"), reserved=frozenset({"b"}), features=(("quiet", frozenset({"a1"})),))
    assert tables_for(plan, 1) == (Table(1, "A1", frozenset({"quiet"})), Table(2, "B", frozenset(), True))
    assert tables_for(plan, 2)[2] == Table(3, "3")
