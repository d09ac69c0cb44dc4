"""What stands beside the table: tie-breaks, classes, teams, encounters, streaks, reach (docs/rulebook/standings.md)."""

import random

from hypothesis import given, strategies as st

from tdsuite.tournaments.engine.encounters import (
    NO_MEETING,
    HeadToHead,
    Streak,
    current_streaks,
    head_to_head,
)
from tdsuite.tournaments.engine.groups import class_tables, team_table
from tdsuite.tournaments.engine.reach import CutOff, Left, Reach, can_catch, cut_off, reach
from tdsuite.tournaments.engine.standings import Entrant, GameSide, Standing, StandingsOptions, standings_after
from tdsuite.tournaments.engine.tie_breaks import USUAL, TieBreak, ranked_by


def game(round_: int, first: int, second: int, margin: int) -> list[GameSide]:
    halves = 2 if margin > 0 else 1 if margin == 0 else 0
    return [GameSide(round_, first, second, halves, margin), GameSide(round_, second, first, 2 - halves, -margin)]


def field(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(number, 0, number) for number in range(1, count + 1))


def table_of(*records: tuple[int, int, int]) -> tuple[Standing, ...]:
    """A table from (number, half wins, spread), in order, of one round of byes for each win."""
    rows = []
    for number, halves, spread in records:
        for round_ in range(1, 7):
            now = min(2, max(0, halves - 2 * (round_ - 1)))
            rows.append(GameSide(round_, number, None, now, spread if round_ == 1 else 0))
    return standings_after([Entrant(number, 0, place) for place, (number, _, _) in enumerate(records, 1)], rows, 6)


def test_a_round_makes_up_one_win_and_where_the_wins_are_level_spread_has_to_do():
    first, second, third = table_of((1, 10, 50), (2, 6, 0), (3, 5, 100))
    assert [can_catch(first, third, rounds, 1000) for rounds in (2, 3)] == [False, True]
    assert [can_catch(first, second, 2, moves) for moves in (49, 50)] == [False, True]


def ranks(table: tuple[Standing, ...]) -> list[tuple[int, int]]:
    return [(row.number, row.rank) for row in table]


# Tie-breaks: 1 beats 2 beats 3 beats 1's spread; 4 loses to all

ROWS = [
    *game(1, 1, 2, 10), *game(1, 3, 4, 5),
    *game(2, 2, 3, 100), *game(2, 1, 4, 20),
    *game(3, 3, 1, 50), *game(3, 2, 4, 30),
]  # fmt: skip
FOUR = field(4)


def test_spread_is_the_usual_tie_break_and_gives_the_table_itself():
    table = standings_after(FOUR, ROWS, 3)
    assert ranked_by(table, FOUR, ROWS) == table
    assert ranks(table) == [(2, 1), (1, 2), (3, 3), (4, 4)]
    assert USUAL == (TieBreak.SPREAD,)


MEETINGS = [
    *game(1, 1, 2, 1), *game(1, 3, 4, 10),
    *game(2, 2, 3, 400), *game(2, 4, 1, 50),
    *game(3, 1, 3, 1), *game(3, 2, 4, 300),
]  # fmt: skip


def test_head_to_head_puts_the_winner_of_the_meeting_first_whatever_the_spread():
    table = standings_after(FOUR, MEETINGS, 3)
    assert ranks(table) == [(2, 1), (1, 2), (4, 3), (3, 4)]
    assert ranks(ranked_by(table, FOUR, MEETINGS, (TieBreak.HEAD_TO_HEAD,))) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_what_head_to_head_leaves_equal_goes_to_the_next_tie_break():
    table = standings_after(FOUR, ROWS, 3)  # 1 beat 2, 2 beat 3, 3 beat 1
    assert {row.rank for row in ranked_by(table, FOUR, ROWS, (TieBreak.HEAD_TO_HEAD,))[:3]} == {1}
    assert ranked_by(table, FOUR, ROWS, (TieBreak.HEAD_TO_HEAD, TieBreak.SPREAD)) == table


def test_head_to_head_decides_nothing_where_two_of_the_tied_have_not_met():
    rows = [*game(1, 1, 2, 10), *game(1, 3, 4, 5), *game(2, 2, 3, 7), *game(2, 4, 1, 9)]
    table = standings_after(FOUR, rows, 2)
    found = ranked_by(table, FOUR, rows, (TieBreak.HEAD_TO_HEAD,))
    assert {row.rank for row in found} == {1}
    assert all(row.shared for row in found)


def test_opponents_wins_count_once_for_each_game():
    rows = [*game(1, 1, 2, 10), *game(1, 3, 4, 20), *game(2, 1, 2, -10), *game(2, 3, 4, -20), *game(3, 2, 4, 5)]
    entrants = (*FOUR, Entrant(5, 0, 5))
    rows += [GameSide(3, 1, None, 2, 50, "bye"), GameSide(3, 3, None, 0, 0, "zero_bye")]
    table = standings_after(entrants, rows, 3)
    found = ranked_by(table, entrants, rows, (TieBreak.OPPONENTS_WINS,))
    # 1 and 2 have two wins: 1 met 2 twice (4 + 4 halves), 2 met 1 twice and 4 once (4 + 4 + 2)
    assert ranks(found)[:2] == [(2, 1), (1, 2)]


def test_fewest_byes_and_uncapped_spread():
    rows = [GameSide(1, 1, None, 2, 50, "bye"), *game(1, 2, 3, 300)]
    options = StandingsOptions((50,))
    table = standings_after(field(3), rows, 1, options=options)
    assert ranks(table) == [(1, 1), (2, 1), (3, 3)]
    assert ranks(ranked_by(table, field(3), rows, (TieBreak.SPREAD, TieBreak.FEWEST_BYES))) == [(2, 1), (1, 2), (3, 3)]
    assert ranks(ranked_by(table, field(3), rows, (TieBreak.SPREAD, TieBreak.UNCAPPED_SPREAD))) == [
        (2, 1), (1, 2), (3, 3),
    ]  # fmt: skip


def test_without_a_tie_break_equal_wins_share_the_rank():
    found = ranked_by(standings_after(FOUR, ROWS, 3), FOUR, ROWS, ())
    assert ranks(found) == [(2, 1), (1, 1), (3, 1), (4, 4)]
    assert [row.shared for row in found] == [True, True, True, False]


def test_the_bottom_stays_at_the_bottom_and_the_seeding_as_it_is():
    entrants = (Entrant(1, 0, 1, bottom=True), *FOUR[1:])
    found = ranked_by(standings_after(entrants, ROWS, 3), entrants, ROWS, (TieBreak.HEAD_TO_HEAD, TieBreak.SPREAD))
    assert found[-1].number == 1
    seeding = standings_after(FOUR, ROWS, 0)
    assert ranked_by(seeding, FOUR, ROWS) == seeding
    assert ranked_by((), FOUR, ROWS) == ()


def made_up(seed: int, players: int, rounds: int) -> tuple[tuple[Entrant, ...], list[GameSide]]:
    luck = random.Random(seed)
    rows = []
    for round_ in range(1, rounds + 1):
        order = list(range(1, players + 1))
        luck.shuffle(order)
        for one, two in zip(order[::2], order[1::2], strict=False):
            rows += game(round_, one, two, luck.randint(-3, 3))
        if players % 2:
            rows.append(GameSide(round_, order[-1], None, 2, 50, "bye"))
    return field(players), rows


EVENTS = st.builds(made_up, st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 6))


@given(event=EVENTS, breaks=st.lists(st.sampled_from(sorted(TieBreak)), max_size=4))
def test_a_tie_break_never_puts_fewer_wins_above_more_and_ranks_count_right(event, breaks):
    entrants, rows = event
    table = standings_after(entrants, rows, 6)
    found = ranked_by(table, entrants, rows, breaks)
    assert sorted(row.number for row in found) == sorted(row.number for row in table)
    assert [row.halves for row in found] == sorted((row.halves for row in found), reverse=True)
    for place, row in enumerate(found, start=1):
        assert row.rank <= place
        assert row.rank == 1 + sum(other.rank < row.rank for other in found)
        assert row.shared == (sum(other.rank == row.rank for other in found) > 1)


# Classes and teams

RANKED = table_of((1, 8, 300), (2, 6, 50), (3, 6, 50), (4, 4, 10), (5, 2, -10), (6, 0, -400))


def test_class_tables_keep_the_order_and_share_where_the_table_does():
    found = class_tables(RANKED, {1: "A", 2: "B", 3: "B", 4: "A", 5: "B", 6: ""})
    assert {name: [(row.rank, row.standing.number, row.shared) for row in rows] for name, rows in found.items()} == {
        "A": [(1, 1, False), (2, 4, False)],
        "B": [(1, 2, True), (1, 3, True), (3, 5, False)],
    }


def test_teams_by_wins_together_then_spread():
    found = team_table(RANKED, {1: "Owls", 6: "Owls", 2: "Larks", 5: "Larks", 3: "Wrens"})
    assert [(row.rank, row.team, row.wins, row.spread, row.games) for row in found] == [
        (1, "Larks", 4.0, 40, 12), (2, "Owls", 4.0, -100, 12), (3, "Wrens", 3.0, 50, 6),
    ]  # fmt: skip
    assert [one.number for one in found[0].members] == [2, 5]


def test_only_the_best_of_a_team_count_where_the_division_says_so():
    found = team_table(RANKED, {1: "Owls", 6: "Owls", 2: "Larks", 3: "Larks"}, best=1)
    assert [(row.team, row.halves) for row in found] == [("Owls", 8), ("Larks", 6)]


# Encounters and streaks


def test_head_to_head_sums_every_meeting_both_ways():
    rows = [*game(1, 1, 2, 50), *game(4, 2, 1, 20), *game(2, 1, 3, 0), GameSide(3, 1, None, 2, 50, "bye")]
    found = head_to_head(rows)
    assert found[1, 2] == HeadToHead((1, 4), 2, 2, 30)
    assert found[2, 1] == HeadToHead((1, 4), 2, 2, -30)
    assert found[1, 3] == HeadToHead((2,), 1, 1, 0)
    assert (found.get((2, 3), NO_MEETING).games, found[1, 2].games) == (0, 2)
    assert len(found) == 4


def test_streaks_are_runs_of_equal_results_and_byes_leave_them_alone():
    rows = [
        GameSide(1, 1, 2, 2, 10), GameSide(2, 1, None, 2, 50, "bye"), GameSide(3, 1, 3, 2, 10),
        GameSide(4, 1, 2, 0, -5), GameSide(5, 1, 3, 1, 0), GameSide(6, 1, 4, 2, 50, "forfeit"),
    ]  # fmt: skip
    runs = [current_streaks(reversed(rows[:rounds]))[1] for rounds in range(1, 7)]
    assert runs == [Streak(2, 1), Streak(2, 1), Streak(2, 2), Streak(0, 1), Streak(1, 1), Streak(2, 1)]
    assert current_streaks(rows[1:2]) == {}


@given(event=EVENTS)
def test_the_current_run_is_of_the_last_games_and_the_game_before_ended_otherwise(event):
    _, rows = event
    for number, run in current_streaks(rows).items():
        games = sorted(
            (row for row in rows if row.entry == number and row.opponent is not None), key=lambda row: row.round
        )
        results = [row.halves for row in games]
        assert results[-run.length :] == [run.halves] * run.length
        assert results[: -run.length][-1:] != [run.halves]


# Reach


def each(games: int, *, moves: int = 500) -> dict[int, Left]:
    """As many games left for everybody, in which their spread can move by so many points each."""
    return dict.fromkeys(range(1, 9), Left(games, games * moves))


RACE = table_of((1, 10, 400), (2, 8, 100), (3, 6, 300), (4, 6, -700), (5, 2, 0))


def test_with_one_round_left_a_lead_of_more_than_one_win_is_clinched():
    assert reach(table_of((1, 10, 0), (2, 7, 0), (3, 5, 0)), each(1)) == {
        1: Reach(1, 1, 1),
        2: Reach(2, 2, 3),
        3: Reach(3, 2, 3),
    }


def test_a_lead_of_exactly_the_games_left_is_decided_by_how_far_spread_can_move():
    assert reach(RACE, each(1))[1] == Reach(1, 1, 2)  # 300 points are within 1,000
    assert reach(RACE, each(1, moves=149))[1] == Reach(1, 1, 1)
    assert reach(RACE, each(1, moves=150))[1] == Reach(1, 1, 2)


def test_best_and_worst_places_with_two_rounds_left():
    found = reach(RACE, each(2))
    assert [(found[number].best, found[number].worst) for number in range(1, 6)] == [
        (1, 4), (1, 4), (1, 5), (1, 5), (3, 5),
    ]  # fmt: skip
    assert found[1].sure_of(4)
    assert not found[1].sure_of(3)
    assert found[5].out_of(2)
    assert not found[5].out_of(3)
    assert not found[5].clinched


def test_after_the_last_round_everybody_has_the_place_of_the_table():
    shared = reach(RANKED, each(0))
    assert [(shared[number].best, shared[number].clinched) for number in (2, 3, 4)] == [(2, True), (2, True), (4, True)]


def test_who_has_played_more_has_less_to_win_and_to_lose():
    table = table_of((1, 10, 400), (2, 10, 390), (3, 8, 100))
    found = reach(table, {1: Left(0, 0), 2: Left(1, 500), 3: Left(1, 500)})
    assert found == {1: Reach(1, 1, 3), 2: Reach(2, 1, 3), 3: Reach(3, 1, 3)}
    found = reach(table, {1: Left(0, 0), 2: Left(0, 0), 3: Left(1, 290)})
    assert found == {1: Reach(1, 1, 1), 2: Reach(2, 2, 3), 3: Reach(3, 2, 3)}


def test_cut_off_line_stands_below_everyone_who_shares_the_last_prize_place():
    assert cut_off(RANKED, 1) == CutOff(1, 1, 8, 300, False)
    assert cut_off(RANKED, 2) == CutOff(2, 3, 6, 50, True)
    assert cut_off(RANKED, 3) == CutOff(3, 3, 6, 50, False)
    assert cut_off(RANKED, 0) is None
    assert cut_off((), 3) is None


@given(event=EVENTS, left=st.integers(1, 3), data=st.data())
def test_no_ending_puts_a_player_outside_the_reach(event, left, data):
    entrants, rows = event
    found = reach(standings_after(entrants, rows, 6), each(left))
    for round_ in range(7, 7 + left):
        order = data.draw(st.permutations([one.number for one in entrants]))
        for one, two in zip(order[::2], order[1::2], strict=False):
            rows = [*rows, *game(round_, one, two, data.draw(st.integers(-500, 500)))]
    for row in standings_after(entrants, rows, 6 + left):
        assert found[row.number].best <= row.rank <= found[row.number].worst


def test_a_cap_of_0_caps_nothing_and_the_last_one_repeats():
    caps, games = StandingsOptions((0, 100)), ((1, 400), (2, 400), (2, -101), (9, -400), (9, 99))
    assert [caps.capped(*each) for each in games] == [400, 100, -100, -100, 99]
