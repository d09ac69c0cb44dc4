"""A division's table plan as it is kept, natural order, and tables written the way a director says them."""

import random

import pytest

from tdsuite.tournaments.engine.tables import (
    BadTablePlan,
    TablePlan,
    compact,
    natural_key,
    numbered_tables,
    parse_tables,
    plan_from,
)


def test_a_plan_is_read_whole_and_what_older_plans_hold_besides_is_left_out() -> None:
    older = {"order": "stable", "features": {"quiet": "9"}, "sessions": "4"}
    assert plan_from({"tables": "1-3, Stage", "reserved": "stage", **older}) == TablePlan(
        ("1", "2", "3", "Stage"), frozenset({"stage"})
    )


@pytest.mark.parametrize(
    ("tables", "name", "number"),
    [
        ("", "7", 7), ("", "Stage", None), ("", "007", None), ("A1-A3", "a2", 2), ("A1-A3", " A3 ", 3),
        ("A1-A3", "2", None), ("A1-A3", "4", 4), ("7, 2", "7", 1), ("7, 2", "2", 2), ("7, 2", "1", None),
    ],
)  # fmt: skip
def test_a_table_is_listed_by_its_place_in_the_plan_or_by_its_own_number_beyond_it(
    tables: str, name: str, number: int | None
) -> None:
    assert plan_from({"tables": tables}).number_of(name) == number


@pytest.mark.parametrize(
    ("stored", "says"),
    [
        ({"tables": "1, 1"}, "Table 1 stands twice"), ({"tables": "A1, a1"}, "Table a1 stands twice"),
        ({"tables": "9-3"}, "a range runs upwards"), ({"tables": 12}, "Tables are written as text"),
        ({"tables": "x" * 21}, "at most 20 characters"),
        ({"tables": "1-4", "reserved": "5"}, "Reserved: table 5 is not one of the division's tables"),
        ({"reserved": "Stage"}, "Reserved: table Stage is not one"),
        ({"reserved": "0"}, "Reserved: table 0 is not one"),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_read_says_why(stored: dict[str, object], says: str) -> None:
    with pytest.raises(BadTablePlan, match=says):
        plan_from(stored)


def test_any_number_is_a_table_where_boards_are_numbered_and_only_names_of_the_plan_elsewhere() -> None:
    assert TablePlan().has("17")
    assert not any(TablePlan().has(name) for name in ("", "Stage", "0", "017", "501", "²"))
    named = TablePlan(names=("Stage", "1"))
    assert named.has("STAGE")
    assert not named.has("2")


@pytest.mark.parametrize(
    ("names", "wanted", "tables"),
    [
        ((), 2, ((1, "1"), (2, "2"))), (("Stage", "5"), 2, ((1, "Stage"), (2, "5"))),
        (("Stage", "5"), 1, ((1, "Stage"), (2, "5"))), (("2", "3"), 4, ((1, "2"), (2, "3"), (4, "4"), (5, "5"))),
        (("4", "3"), 3, ((1, "4"), (2, "3"), (5, "5"))),
    ],
)  # fmt: skip
def test_tables_beyond_the_plan_are_numbers_that_it_does_not_use(names, wanted, tables) -> None:
    assert numbered_tables(names, wanted) == tables


def test_names_sort_as_people_count() -> None:
    wanted = ["1", "2", "10", "A1", "a2", "A10", "Stage", "Table 9", "Table 10"]
    shuffled = random.Random(5).sample(wanted, len(wanted))
    assert sorted(shuffled, key=natural_key) == wanted


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ([], ""), (["7", "3", "2", "1"], "1-3, 7"), (["A2", "A1", "Stage", "A4"], "A1-A2, A4, Stage"),
        (["9", "10", "11", "10"], "9-11"), (["01", "2", "3"], "01, 2-3"), (["A1", "B2"], "A1, B2"),
    ],
)  # fmt: skip
def test_tables_are_written_the_way_a_director_says_them(names, text) -> None:
    assert compact(names) == text


@pytest.mark.parametrize("text", ["1-3, 7", "A1-A6, Stage", "1-3, 7, 9-11", ""])
def test_what_is_written_so_reads_back(text: str) -> None:
    assert compact(parse_tables(text)) == text
