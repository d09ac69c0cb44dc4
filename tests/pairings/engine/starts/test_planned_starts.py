"""Starts of a table paired round by round end even, and nobody has one side four times in a row."""

from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.options import MethodOptions
from pairings.engine.starts.balance import balanced_starts
from pairings.engine.starts.runs import _Table, shortened
from tdsuite.tournaments.engine.starts import REPLY, START

S, R = START, REPLY


def played(players, rounds, seed, method, *, ahead=True):
    """Everyone's starts and replies of an event paired one round at a time."""
    event = MadeUpEvent(players, rounds, seed, options=MethodOptions(starts_ahead=ahead))
    for _ in event.play_through(method):
        pass
    return event.records.values()


@given(st.integers(4, 13), st.integers(1, 14), st.sampled_from(["round_robin", "group_round_robin", "interleaved"]))
def test_a_table_paired_round_by_round_ends_within_one_of_even(players, rounds, method):
    assert all(abs(record.balance) == record.games % 2 for record in played(players, rounds, 1, method))


def test_a_round_robin_of_a_real_size_has_no_run_of_four_and_had_some_before():
    for players, rounds in ((12, 11), (16, 15), (20, 19)):
        assert max(record.longest_run for record in played(players, rounds, 1, "round_robin")) <= 3
    assert any(abs(record.balance) > 1 for record in played(16, 14, 1, "round_robin", ahead=False))


@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(7, 12)), max_size=24),
    st.lists(st.sampled_from([S, R]), max_size=4),
)
def test_shorter_runs_leave_the_sum_of_squared_balances_as_it_was(games, before):
    sides = {1: before}
    games = balanced_starts(games, {1: sum(before)})
    turned = shortened(games, sides)
    assert [frozenset(game) for game in turned] == [frozenset(game) for game in games]
    assert squares(turned, sides) == squares(games, sides)
    assert too_many(turned, sides) <= too_many(games, sides)
    table = _Table(games, sides)
    assert sum(map(table.excess, table.places)) == too_many(games, sides)


def test_a_fourth_start_is_turned_into_a_reply_where_that_costs_nothing():
    games = [(1, 2), (1, 3), (1, 4), (1, 5), (6, 1), (7, 1), (8, 1)]
    assert too_many(games, {}) == 1
    assert too_many(shortened(games, {}), {}) == 0


def sides_of(games, before):
    sides = {player: list(earlier) for player, earlier in before.items()}
    for first, second in games:
        sides.setdefault(first, []).append(S)
        sides.setdefault(second, []).append(R)
    return sides


def squares(games, before):
    return sum(sum(sides) ** 2 for sides in sides_of(games, before).values())


def too_many(games, before):
    """How many games are somebody's fourth or later in a row, those before left out."""
    return sum(
        at >= len(before.get(player, ())) and at >= 3 and len(set(sides[at - 3 : at + 1])) == 1
        for player, sides in sides_of(games, before).items()
        for at in range(len(sides))
    )
