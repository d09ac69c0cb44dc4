"""Standings: wins with a tie as half, capped spread, shared ranks, byes, adjustments (docs/rulebook/standings.md)."""

import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tdsuite.tournaments.engine.account import half_text
from tdsuite.tournaments.engine.standings import (
    Adjustment,
    Entrant,
    GameSide,
    Standing,
    StandingsError,
    StandingsOptions,
    explain,
    standings_after,
    standings_by_round,
)

ADA, BO, CY, DEE = (Entrant(1, 1700, 1), Entrant(2, 1650, 2), Entrant(3, 1650, 3), Entrant(4, 0, 4))
FOUR = (ADA, BO, CY, DEE)
NAMES = {1: "Ada Winterbourne", 2: "Bo Lindqvist", 3: "Cy Okafor", 4: "Dee Marchetti"}


def game(round_: int, first: int, second: int, own: int, other: int) -> list[GameSide]:
    """Both sides of a played game."""
    halves = 2 if own > other else 1 if own == other else 0
    return [
        GameSide(round_, first, second, halves, own - other),
        GameSide(round_, second, first, 2 - halves, other - own),
    ]


def lines(table: Iterable[Standing]) -> list[tuple[int, int, float, float, int]]:
    """(rank, number, wins, losses, spread) per line."""
    return [(row.rank, row.number, row.wins, row.losses, row.spread) for row in table]


TWO_ROUNDS = [*game(1, 1, 2, 500, 301), *game(1, 3, 4, 300, 500), *game(2, 1, 4, 601, 400), *game(2, 3, 2, 250, 250)]


def test_order_is_wins_then_spread():
    expected = [(1, 1, 2.0, 0.0, 400), (2, 4, 1.0, 1.0, -1), (3, 2, 0.5, 1.5, -199), (4, 3, 0.5, 1.5, -200)]
    assert lines(standings_after(FOUR, TWO_ROUNDS, 2)) == expected


def test_equal_wins_and_spread_share_a_rank_and_the_next_rank_skips():
    rows = [*game(1, 1, 2, 400, 350), *game(1, 3, 4, 450, 400)]
    table = standings_after((*FOUR, Entrant(5, 1200, 5)), [*rows, GameSide(1, 5, None, 0, -50, "forfeit")], 1)
    assert [(row.rank_text, row.number) for row in table] == [("1=", 1), ("1=", 3), ("3=", 2), ("3=", 4), ("3=", 5)]


def test_inside_a_shared_rank_the_seed_orders_the_display_then_the_number():
    field = (Entrant(1, 0, 9), Entrant(2, 0, 4), Entrant(3, 0, 4))
    rows = [GameSide(1, number, None, 2, 50, "bye") for number in (1, 2, 3)]
    assert [(row.rank, row.number) for row in standings_after(field, rows, 1)] == [(1, 2), (1, 3), (1, 1)]


def test_round_0_ranks_by_rating_and_equal_ratings_share_a_rank():
    table = standings_after(FOUR, TWO_ROUNDS, 0)
    expected = [(1, 1, False), (2, 2, True), (2, 3, True), (4, 4, False)]
    assert [(row.rank, row.number, row.shared) for row in table] == expected
    assert lines(table)[0] == (1, 1, 0.0, 0.0, 0)


def test_the_table_after_a_round_ignores_later_rounds():
    expected = [(1, 4, 1.0, 0.0, 200), (2, 1, 1.0, 0.0, 199), (3, 2, 0.0, 1.0, -199), (4, 3, 0.0, 1.0, -200)]
    assert lines(standings_after(FOUR, TWO_ROUNDS, 1)) == expected


@pytest.mark.parametrize(
    ("side", "line"),
    [
        (GameSide(1, 1, None, 2, 50, "bye"), (1, 1, 1.0, 0.0, 50)),
        (GameSide(1, 1, None, 1, 0, "half_bye"), (1, 1, 0.5, 0.5, 0)),
        (GameSide(1, 1, None, 0, 0, "zero_bye"), (1, 1, 0.0, 0.0, 0)),
        (GameSide(1, 1, None, 0, -50, "forfeit"), (1, 1, 0.0, 1.0, -50)),
    ],
)
def test_what_a_round_without_a_game_counts(side, line):
    assert lines(standings_after((ADA,), [side], 1)) == [line]
    assert lines(standings_after((ADA,), [side], 4)) == [line]


def test_two_games_of_a_match_in_one_round_both_count():
    rows = [*game(1, 1, 2, 400, 300), *game(1, 2, 1, 450, 400)]
    table = standings_after((ADA, BO), rows, 1)
    assert lines(table) == [(1, 1, 1.0, 1.0, 50), (2, 2, 1.0, 1.0, -50)]
    assert [row.games for row in table] == [2, 2]


def test_a_spread_cap_limits_each_game_both_ways():
    table = standings_after(FOUR, TWO_ROUNDS, 2, options=StandingsOptions((200,)))
    expected = [(1, 399, 400), (4, 0, -1), (2, -199, -199), (3, -200, -200)]
    assert [(row.number, row.spread, row.uncapped_spread) for row in table] == expected


def test_caps_belong_to_the_round_of_the_game_and_the_last_value_repeats():
    rows = [row for number in range(1, 5) for row in game(number, 1, 2, 700, 300)]
    tables = standings_by_round((ADA, BO), rows, 4, options=StandingsOptions((100, 150, 250)))
    assert [table[0].spread for table in tables] == [0, 100, 250, 500, 750]


def test_the_cap_changes_the_order():
    rows = [*game(1, 1, 2, 800, 300), *game(1, 3, 4, 400, 390), *game(2, 4, 1, 410, 400), *game(2, 3, 2, 300, 450)]
    assert [row.number for row in standings_after(FOUR, rows, 2)] == [1, 4, 3, 2]
    assert [row.number for row in standings_after(FOUR, rows, 2, options=StandingsOptions((50,)))] == [1, 2, 4, 3]


def test_a_negative_cap_is_refused_and_the_round_is_named():
    with pytest.raises(StandingsError, match=re.escape("Spread cap -50 for round 2 is negative")):
        StandingsOptions((100, -50))


def test_a_spread_adjustment_changes_one_side_only_and_is_not_capped():
    rows = game(1, 1, 2, 400, 380)
    adjustments = [Adjustment(2, 1, -500, "late underdraw")]
    options = StandingsOptions((100,))
    expected = [(1, 1, 1.0, 0.0, 20), (2, 2, 0.0, 1.0, -520)]
    assert lines(standings_after((ADA, BO), rows, 1, adjustments=adjustments, options=options)) == expected


def test_nsa_ii_l_7_a_misjudged_play_gives_spread_and_the_loss_stands():
    rows = game(1, 1, 2, 400, 380)
    table = standings_after((ADA, BO), rows, 1, adjustments=[Adjustment(2, 1, 97)])
    assert lines(table) == [(1, 1, 1.0, 0.0, 20), (2, 2, 0.0, 1.0, 77)]


def test_an_adjustment_counts_from_its_own_round():
    rows = [*game(1, 1, 2, 400, 380), *game(2, 1, 2, 380, 400)]
    tables = standings_by_round((ADA, BO), rows, 2, adjustments=[Adjustment(1, 2, -50)])
    expected = [[(1, 20), (2, -20)], [(2, 0), (1, -50)]]
    assert [[(row.number, row.spread) for row in table] for table in tables[1:]] == expected


def test_an_entrant_left_out_has_no_rank_but_opponents_keep_their_games():
    field = (ADA, Entrant(2, 1650, 2, left_out=True), CY, DEE)
    tables = standings_by_round(field, TWO_ROUNDS, 2)
    assert [(row.rank, row.number) for row in tables[0]] == [(1, 1), (2, 3), (3, 4)]
    assert lines(tables[2]) == [(1, 1, 2.0, 0.0, 400), (2, 4, 1.0, 1.0, -1), (3, 3, 0.5, 1.5, -200)]


def test_tables_by_round_equal_the_table_asked_for_each_round():
    tables = standings_by_round(FOUR, TWO_ROUNDS, 3)
    assert tables == tuple(standings_after(FOUR, TWO_ROUNDS, number) for number in range(4))
    assert standings_by_round((), (), 2) == ((), (), ())
    assert explain(tables[0][1], TWO_ROUNDS) == ("Seeding: 0-0, spread +0, rank 2=",)


def test_the_order_of_the_rows_does_not_matter():
    rng = random.Random(7)
    for _ in range(20):
        rows, field = list(TWO_ROUNDS), list(FOUR)
        rng.shuffle(rows)
        rng.shuffle(field)
        assert standings_after(field, rows, 2) == standings_after(FOUR, TWO_ROUNDS, 2)


def test_played_games_share_out_wins_and_spread_exactly():
    field, rows = _event(random.Random(11), players=40, rounds=12)
    for number, table in enumerate(standings_by_round(field, rows, 12)):
        assert sum(row.halves for row in table) == 40 * number
        assert sum(row.spread for row in table) == 0
        assert [row.rank for row in table] == [
            1 + sum((other.halves, other.spread) > (row.halves, row.spread) for other in table) if number else row.rank
            for row in table
        ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([GameSide(2, 9, 1, 2, 10)], "Round 2 has a result for player 9, who is not in the division."),
        ([GameSide(1, 1, 2, 3, 10)], "Round 1, player 1: 3 half wins; it must be 0, 1 or 2."),
        ([GameSide(0, 1, 2, 2, 10)], "Player 1 has a row in round 0: rounds count from 1."),
    ],
)
def test_a_row_that_cannot_count_is_refused_and_named(rows: list[GameSide], message: str):
    with pytest.raises(StandingsError, match=f"^{re.escape(message)}$"):
        standings_after(FOUR, rows, 1)
    with pytest.raises(StandingsError, match=r"^Round 2 adjusts player 9, who is not in the division\.$"):
        standings_after(FOUR, (), 1, adjustments=[Adjustment(9, 2, 50)])
    with pytest.raises(StandingsError, match="rounds count from 1"):
        standings_after(FOUR, (), 1, adjustments=[Adjustment(1, 0, 50)])


def test_two_entrants_with_one_number_are_refused():
    with pytest.raises(StandingsError, match="Two entrants have the same number"):
        standings_after((ADA, ADA), (), 1)


@pytest.mark.parametrize("call", [standings_after, standings_by_round])
def test_a_round_before_the_seeding_is_refused(call: type):
    with pytest.raises(StandingsError, match=r"There is no round -1: ask for 0 \(the seeding\) or later\."):
        call(FOUR, (), -1)


def test_explain_gives_a_line_per_round_with_what_the_cap_took():
    rows = [*TWO_ROUNDS, GameSide(3, 1, None, 2, 50, "bye"), *game(4, 1, 2, 350, 350)]
    options, adjustments = StandingsOptions((150,)), [Adjustment(1, 2, -50, "overtime")]
    first = standings_after(FOUR, rows, 4, adjustments=adjustments, options=options)[0]
    assert explain(first, rows, names=NAMES, adjustments=adjustments, options=options) == (
        "Round 1: won against Bo Lindqvist, +150 (capped from +199)",
        "Round 2: won against Dee Marchetti, +150 (capped from +201)",
        "Round 2: spread adjustment -50: overtime",
        "Round 3: bye, a win, +50",
        "Round 4: tied with Bo Lindqvist, +0",
        "After round 4: 3.5-0.5, spread +300, rank 1 (spread without caps +400)",
    )


def test_explain_names_every_kind_that_is_not_an_ordinary_game():
    rows = [
        GameSide(1, 1, 2, 2, 75, "forfeit"), GameSide(2, 1, None, 0, -50, "forfeit"),
        GameSide(3, 1, 2, 0, -50, "double_forfeit"), GameSide(4, 1, None, 1, 0, "half_bye"),
        GameSide(5, 1, None, 0, 0, "zero_bye"), GameSide(6, 1, None, 2, 10, "house_bye"),
    ]  # fmt: skip
    (row,) = standings_after((ADA,), rows, 6)
    assert explain(row, rows, names=NAMES) == (
        "Round 1: won against Bo Lindqvist (forfeit), +75", "Round 2: forfeit, a loss, -50",
        "Round 3: lost against Bo Lindqvist (double forfeit), -50", "Round 4: half bye, half a win, +0",
        "Round 5: no game, no points, +0", "Round 6: house bye, a win, +10",
        "After round 6: 2.5-2.5, spread -15, rank 1",
    )  # fmt: skip


@pytest.mark.parametrize(("halves", "text"), [(0, "0"), (1, "0.5"), (13, "6.5"), (14, "7")])
def test_half_wins_are_written_as_the_field_writes_them(halves: int, text: str):
    assert half_text(halves) == text


def test_the_page_of_the_rulebook_shows_the_worked_example_of_this_test():
    """The table printed in docs/rulebook/standings.md is what the engine gives for the rows printed above it."""
    rows = [
        *game(1, 1, 2, 500, 301), *game(1, 3, 4, 300, 500), *game(2, 1, 4, 601, 400), *game(2, 3, 2, 250, 250),
        GameSide(3, 2, None, 2, 50, "bye"), *game(3, 4, 1, 402, 400), GameSide(3, 3, None, 0, -50, "forfeit"),
    ]  # fmt: skip
    table = standings_after(FOUR, rows, 3, options=StandingsOptions((100, 200)))
    page = (Path(__file__).parents[2] / "docs" / "rulebook" / "standings.md").read_text(encoding="utf-8")
    for row in table:
        cells = f"| {row.rank} | {NAMES[row.number]} | {half_text(row.halves)} | {half_text(row.losing_halves)} "
        assert f"{cells}| {row.spread:+d} | {row.uncapped_spread:+d} |" in page


def _event(rng: random.Random, *, players: int, rounds: int) -> tuple[list[Entrant], list[GameSide]]:
    """A division of random pairings and scores (even number of players)."""
    field = [Entrant(number, rng.randrange(500, 2100), number) for number in range(1, players + 1)]
    rows: list[GameSide] = []
    for round_ in range(1, rounds + 1):
        order = [one.number for one in field]
        rng.shuffle(order)
        for first, second in zip(order[::2], order[1::2], strict=True):
            rows += game(round_, first, second, rng.randrange(250, 600), rng.randrange(250, 600))
    return field, rows
