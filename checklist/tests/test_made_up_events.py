"""Made-up events: the same from the same seed, and histories that agree with themselves."""

from collections import Counter

from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.matching.field import check_history
from pairings.engine.methods.registry import pair
from pairings.engine.model import Board, Pairing
from pairings.engine.options import MethodOptions
from pairings.engine.rules import Rules
from tdsuite.tournaments.engine.starts import StartMode

SEEDS = st.integers(0, 2**31)


def test_the_same_seed_plays_the_same_event():
    one, two = (list(MadeUpEvent(11, 5, 9).play_through()) for _ in range(2))
    assert one == two


def test_another_seed_plays_another_event():
    assert MadeUpEvent(12, 5, 1).play_quickly(5).contestants() != MadeUpEvent(12, 5, 2).play_quickly(5).contestants()


@given(st.integers(4, 15), st.integers(0, 12), SEEDS)
def test_histories_agree_and_every_round_counts_once(players, rounds, seed):
    field = MadeUpEvent(players, 20, seed).play_quickly(rounds).contestants()
    check_history(field, rounds + 1)
    assert {len(player.opponents) for player in field} == {rounds}
    assert {player.halves + player.half_losses for player in field} == {2 * rounds}
    assert all(player.record.games + player.byes == rounds for player in field)


@given(st.integers(2, 8).map(lambda half: 2 * half), st.integers(1, 12), SEEDS)
def test_wins_starts_and_spread_add_up_over_an_even_field(players, rounds, seed):
    field = MadeUpEvent(players, 20, seed).play_quickly(rounds).contestants()
    assert sum(player.halves for player in field) == players * rounds
    assert sum(player.spread for player in field) == 0
    assert sum(player.record.balance for player in field) == 0


def test_a_bye_is_a_win_of_fifty_and_neither_start_nor_reply():
    event = MadeUpEvent(3, 3, 4)
    event.play(pair(event.task()))
    (idle,) = [player for player in event.contestants() if player.byes]
    assert (idle.halves, idle.half_losses, idle.spread, idle.record.games, idle.opponents) == (2, 0, 50, 0, (0,))


def test_equal_players_share_a_rank_and_the_next_rank_skips():
    assert [player.rank for player in MadeUpEvent(4, 3, 1).contestants()] == [1, 1, 1, 1]
    ranks = Counter(player.rank for player in MadeUpEvent(40, 9, 1).play_quickly(1).contestants())
    assert all(set(range(rank + 1, rank + times)).isdisjoint(ranks) for rank, times in ranks.items())


def test_the_one_who_started_at_the_last_meeting_is_remembered():
    event = MadeUpEvent(2, 4, 1)
    for _ in range(3):
        pairing = pair(event.task())
        event.play(pairing)
        field = {player.number: player for player in event.contestants()}
        first, second = pairing.boards[0].numbers
        assert (field[first].last_starts, field[second].last_starts) == ({second}, set())


def test_strong_players_win_more_often():
    wins = Counter()
    for seed in range(20):
        for player in MadeUpEvent(20, 10, seed).play_quickly(10).contestants():
            wins[player.number <= 10] += player.halves
    assert wins[True] > 1.2 * wins[False]


def test_where_tiles_decide_either_may_start():
    firsts = set()
    for seed in range(20):
        event = MadeUpEvent(2, 1, seed, start_mode=StartMode.DRAW)
        event.play(pair(event.task()))
        firsts |= {number for number, record in event.records.items() if record.starts}
    assert firsts == {1, 2}


def test_absences_are_drawn_anew_each_round():
    event = MadeUpEvent(200, 5, 3, absences=0.1)
    away = []
    for made, _ in event.play_through():
        away.append(frozenset(player.number for player in made.contestants if player.absent))
    assert len(set(away)) == 5
    assert 60 < sum(map(len, away)) < 140


def test_results_of_every_round_add_up_to_the_record():
    event = MadeUpEvent(9, 6, 4)
    for _ in event.play_through():
        for player in event.contestants():
            assert sum(halves for halves, _ in player.results) == player.halves
            assert sum(spread for _, spread in player.results) == player.spread
            assert len(player.results) == len(player.opponents)


def test_clubs_classes_and_teams_are_drawn_from_the_seed():
    field = MadeUpEvent(60, 6, 4, clubs=3).contestants()
    assert {player.club for player in field} == {"club 1", "club 2", "club 3"}
    assert {player.prize_class for player in field} == {"class 1", "class 2", "class 3"}
    assert field == MadeUpEvent(60, 6, 4, clubs=3).contestants()
    assert {player.team for player in MadeUpEvent(6, 6, 4).contestants()} == {""}


def test_rules_and_options_stand_in_every_task():
    rules, options = Rules(forbidden=((1, 2),)), MethodOptions(factor=2)
    made = MadeUpEvent(6, 6, 4, rules=rules, options=options).task("factor")
    assert (made.rules, made.options) == (rules, options)


def test_given_strengths_are_played_out_and_who_is_away_is_absent():
    event = MadeUpEvent(3, 2, 1, strengths=(5_000.0, 0.0, -5_000.0), away={2: {3}})
    event.play(pair(event.task("king_of_the_hill")))
    assert [player.number for player in event.contestants() if player.absent] == [3]
    event.play(pair(event.task("king_of_the_hill")))
    assert {player.number: player.halves for player in event.contestants()}[1] == 4


def test_a_round_played_elsewhere_is_written_as_it_was():
    event = MadeUpEvent(5, 4, 1)
    event.record([(2, 1, 30), (3, 4, 0)], {5: 100})
    event.record([(1, 2, -700)], {3: -50})
    one, two, three, four, five = event.contestants()
    assert [(player.halves, player.half_losses, player.spread) for player in (one, two, three, four, five)] == [
        (0, 4, -730), (4, 0, 730), (1, 3, -50), (1, 1, 0), (2, 0, 100),
    ]  # fmt: skip
    assert (one.opponents, three.opponents, five.opponents) == ((2, 2), (4, 0), (0, 0))
    assert (one.record.starts, two.record.starts, five.record.games, event.round) == (1, 1, 0, 3)
    assert one.last_starts == {2}
    assert two.last_starts == frozenset()
    check_history(event.contestants(), 3)


def margins_of(event, pairs):
    """The margins of a first round of these boards, by the winner."""
    event.play(Pairing(1, "manual", 0, tuple(Board(one, two, "assigned", "") for one, two in pairs)))
    return {player.number: player.spread for player in event.contestants()}


def test_with_the_same_luck_a_player_plays_alike_whomever_he_meets():
    strengths = (90.0, 30.0, -20.0, -100.0)
    one, two = (MadeUpEvent(4, 1, 5, strengths=strengths, same_luck=True) for _ in range(2))
    first, second = margins_of(one, [(1, 2), (3, 4)]), margins_of(two, [(1, 4), (3, 2)])
    # 1-2 and 3-4 add up to 1-4 and 3-2, but for rounding
    assert first[1] + first[3] - second[1] - second[3] in (-1, 0, 1)
    assert first[1] != second[1]


def test_with_the_same_luck_margins_spread_as_they_do_else():
    event = MadeUpEvent(400, 1, 5, strengths=(0.0,) * 400, same_luck=True)
    spreads = margins_of(event, [(one, one + 1) for one in range(1, 400, 2)]).values()
    assert 90 < (sum(points * points for points in spreads) / 400) ** 0.5 < 110


def test_starting_is_worth_what_is_said():
    """Two players of one strength, the same luck: 12 points is all that is between the two."""
    margins = []
    for start_points in (0.0, 12.0):
        event = MadeUpEvent(2, 1, 4, strengths=(0.0, 0.0), same_luck=True, start_points=start_points)
        margins.append(margins_of(event, [(1, 2)])[1])
    assert margins[1] - margins[0] == 12
