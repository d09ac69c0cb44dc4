"""Statistics of an event (docs/rulebook/statistics.md)."""

import random
from datetime import date

import pytest
from hypothesis import given, strategies as st

from results.prizes.engine.statistics import (
    Facts,
    Kind,
    PlayedGame,
    averages,
    closest_games,
    listing,
    mean_score,
    starters_share,
)
from results.prizes.services.statistics import facts_of, facts_of_games
from results.ratings import services
from results.ratings.engine.model import RatingError, RatingSystem, RatingTask
from results.ratings.services import rate_division
from tdsuite.tournaments.models import Game, GameAdjustment
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_played_event, make_round, play


def game(
    key: int, round_: int, pair: tuple[int, int], scores: tuple[int, int], starter: int | None = None
) -> PlayedGame:
    return PlayedGame(key, round_, *pair, *scores, starter)


THREE_ROUNDS = (
    game(1, 1, (1, 2), (500, 301), 1), game(2, 1, (3, 4), (420, 440), 3), game(3, 2, (1, 4), (350, 350), 4),
    game(4, 2, (2, 3), (290, 289), 2), game(5, 3, (3, 1), (500, 480), 1), game(6, 3, (4, 2), (333, 400)),
)  # fmt: skip
RATINGS = {1: 1900, 2: 1400, 3: 1200, 4: 0}
EVENT = Facts(THREE_ROUNDS, RATINGS, closest=2)


def short(
    kind: Kind, facts: Facts = EVENT, most: int | None = 1
) -> list[tuple[int, tuple[int, ...], float, list[int]]]:
    """(place, players, value, keys of games) of each line."""
    return [(one.place, one.players, one.value, [row.key for row in one.games]) for one in listing(kind, facts, most)]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Kind.HIGH_WIN, [(1, (1,), 500, [1]), (1, (3,), 500, [5])]), (Kind.LOW_WIN, [(1, (2,), 290, [4])]),
        (Kind.HIGH_LOSS, [(1, (1,), 480, [5])]), (Kind.LOW_LOSS, [(1, (3,), 289, [4])]),
        (Kind.HIGH_COMBINED, [(1, (3, 1), 980, [5])]), (Kind.HIGH_SPREAD, [(1, (1,), 199, [1])]),
        (Kind.UPSET, [(1, (3,), 700, [5])]), (Kind.TUFF_LUCK, [(1, (3,), 21, [4, 2])]),
        (Kind.LUCKY_STIFF, [(1, (2,), 68, [4, 6])]), (Kind.HIGH_AVERAGE, [(1, (1,), 1330 / 3, [1, 3, 5])]),
        (Kind.LOW_AVERAGE_AGAINST, [(1, (2,), 374, [1, 4, 6])]),
    ],
)  # fmt: skip
def test_leaders_with_the_games_they_come_from(kind, expected):
    assert short(kind) == expected


def test_places_are_shared_and_the_next_one_skips():
    assert [(one.place, one.value) for one in listing(Kind.HIGH_WIN, EVENT)] == [
        (1, 500), (1, 500), (3, 440), (4, 400), (5, 290),
    ]  # fmt: skip


def test_lines_equal_to_the_last_one_wanted_are_listed_too():
    assert len(listing(Kind.HIGH_WIN, EVENT, 1)) == 2
    assert len(listing(Kind.HIGH_WIN, EVENT, 2)) == 2
    assert len(listing(Kind.HIGH_WIN, EVENT, 3)) == 3


def test_a_tie_is_neither_a_win_nor_a_loss_but_has_a_combined_score():
    tied = Facts((game(1, 1, (1, 2), (600, 600)),), RATINGS, closest=1)
    expected = {Kind.HIGH_COMBINED, Kind.HIGH_AVERAGE, Kind.LOW_AVERAGE_AGAINST}
    assert {kind for kind in Kind if listing(kind, tied)} == expected


def test_an_upset_needs_two_ratings_and_a_lower_rated_winner():
    assert [one.players for one in listing(Kind.UPSET, EVENT)] == [(3,)]
    assert listing(Kind.UPSET, EVENT)[0].why == "round 3: 500-480 against player 1, 1200 against 1900"


def test_tuff_luck_needs_that_many_losses():
    assert listing(Kind.TUFF_LUCK, Facts(THREE_ROUNDS, closest=3), 1) == ()


@pytest.mark.parametrize(("rounds", "games"), [(5, 3), (10, 3), (11, 6), (31, 6)])
def test_short_events_add_up_3_games_and_others_6(rounds, games):
    assert closest_games(rounds) == games


def test_an_average_needs_half_the_games_of_the_busiest_player():
    rows = (*THREE_ROUNDS, game(7, 3, (5, 6), (700, 200)))
    assert [one.players for one in listing(Kind.HIGH_AVERAGE, Facts(rows), 1)] == [(1,)]
    assert averages(rows)[5].average_for == 700


def test_an_average_over_one_game_says_game():
    assert listing(Kind.HIGH_AVERAGE, Facts((game(1, 1, (5, 6), (700, 200)),)), 1)[0].why == "700.00 a game over 1 game"
    assert listing(Kind.HIGH_AVERAGE, Facts(THREE_ROUNDS), 1)[0].why == "443.33 a game over 3 games"


def test_averages_for_and_against():
    row = averages(THREE_ROUNDS)[2]
    assert (row.played, row.points_for, row.points_against) == (3, 301 + 290 + 400, 500 + 289 + 333)
    assert (row.average_for, row.average_against) == (991 / 3, 1122 / 3)
    assert mean_score(THREE_ROUNDS) == pytest.approx((801 + 860 + 700 + 579 + 980 + 733) / 12)
    assert mean_score(()) is None


def test_comeback_is_from_the_lowest_rank_to_the_last_and_the_seeding_is_no_low_point():
    ranks = ({1: 1, 2: 2, 3: 3, 4: 4}, {1: 1, 2: 4, 3: 3, 4: 2}, {1: 2, 2: 4, 3: 3, 4: 1}, {1: 3, 2: 2, 3: 4, 4: 1})
    facts = Facts(THREE_ROUNDS, RATINGS, ranks)
    line = listing(Kind.COMEBACK, facts, 1)[0]
    assert (line.players, line.value, line.why) == ((2,), 2, "rank 4 after round 2, 2 after round 3")
    assert [row.key for row in line.games] == [6]
    assert [(one.players, one.value) for one in listing(Kind.COMEBACK, facts)] == [((2,), 2), ((4,), 1)]


def test_overseed_is_what_was_gained_on_the_seeding():
    facts = Facts((), {}, ({1: 1, 2: 2, 3: 3}, {1: 3, 2: 2, 3: 1}))
    assert [(one.players, one.value, one.why) for one in listing(Kind.OVERSEED, facts)] == [
        ((3,), 2, "seeded 3, ranked 1")
    ]


def test_rating_gain_lists_gains_only():
    facts = Facts((), {}, (), {1: -20, 2: 12, 3: 0, 4: 12})
    expected = [((2,), 12, "rating +12"), ((4,), 12, "rating +12")]
    assert [(one.players, one.value, one.why) for one in listing(Kind.RATING_GAIN, facts)] == expected


def test_without_ranks_and_changes_those_lists_are_empty():
    assert [listing(kind, EVENT) for kind in (Kind.COMEBACK, Kind.OVERSEED, Kind.RATING_GAIN)] == [(), (), ()]
    assert listing(Kind.COMEBACK, Facts(ranks=({1: 1},), games=())) == ()


def test_starters_share_counts_a_tie_as_half_and_leaves_unknown_starters_out():
    found = starters_share(THREE_ROUNDS)
    assert (found.games, found.halves, found.share) == (5, 5, 0.5)  # won, lost, tied, won, lost
    assert starters_share(()).share is None


def made_up(seed: int, players: int, rounds: int) -> Facts:
    luck = random.Random(seed)
    rows = [
        game(
            round_ * 100 + board, round_, (board, board + players), (luck.randint(250, 500), luck.randint(250, 500)),
            board,
        )
        for round_ in range(1, rounds + 1)
        for board in range(1, players + 1)
    ]  # fmt: skip
    ratings = {number: luck.choice([0, luck.randint(600, 2000)]) for number in range(1, 2 * players + 1)}
    return Facts(tuple(rows), ratings, closest=2)


EVENTS = st.builds(made_up, st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 6))


@given(facts=EVENTS, kind=st.sampled_from(sorted(Kind)))
def test_the_leaders_are_the_head_of_the_whole_list(facts, kind):
    whole = listing(kind, facts)
    assert listing(kind, facts, 1) == tuple(one for one in whole if one.place == 1)
    assert [one.place for one in whole] == sorted(one.place for one in whole)
    for one in whole:
        assert one.place == 1 + sum(_better(kind, other.value, one.value) for other in whole)


def _better(kind: Kind, one: float, other: float) -> bool:
    low = {Kind.LOW_WIN, Kind.LOW_LOSS, Kind.TUFF_LUCK, Kind.LUCKY_STIFF, Kind.LOW_AVERAGE_AGAINST}
    return one < other if kind in low else one > other


@given(facts=EVENTS, luck=st.randoms(use_true_random=False))
def test_the_order_of_games_does_not_matter(facts, luck):
    rows = list(facts.games)
    luck.shuffle(rows)
    shuffled = Facts(tuple(rows), facts.ratings, closest=2)
    for kind in (one for one in Kind if one not in (Kind.HIGH_AVERAGE, Kind.LOW_AVERAGE_AGAINST)):
        assert listing(kind, shuffled) == listing(kind, facts)
    assert starters_share(rows) == starters_share(facts.games)
    assert averages(rows) == averages(facts.games)


@given(facts=EVENTS)
def test_points_for_and_against_add_up(facts):
    rows = averages(facts.games).values()
    assert sum(row.points_for for row in rows) == sum(row.points_against for row in rows)
    assert sum(row.played for row in rows) == 2 * len(facts.games)


# From the rows of a division


@pytest.mark.django_db
def test_final_scores_with_adjustments_of_played_games_are_taken():
    division = make_division(players=5, rounds=3)
    row = make_round(division, 1, pairs=[(1, 2), (3, 4), (5, None)])
    one, two = row.games.exclude(second=None).order_by("board")
    play(one, 400, 380)
    play(two, 300, 300)
    GameAdjustment.objects.create(game=one, side="second", kind="overtime", points=-30)
    Game.objects.filter(pk=two.pk).update(
        outcome="forfeit", first_halves=2, first_spread=50, second_halves=0, second_spread=-50
    )
    assert facts_of_games(history(division)).games == (PlayedGame(one.pk, 1, 1, 2, 400, 350, 1),)
    Game.objects.filter(pk=one.pk).update(starts_by="draw")
    assert facts_of_games(history(division)).games[0].starter is None


@pytest.mark.django_db
def test_a_game_handed_in_as_a_spread_has_no_scores_to_list():
    division = make_division(players=2, rounds=3)
    row = make_round(division, 1, pairs=[(1, 2)])
    row.games.update(outcome="played", first_spread=60, second_spread=-60)
    assert facts_of_games(history(division)).games == ()


@pytest.mark.django_db
def test_a_divisions_facts():
    past = history(make_played_event(players=6, played=3))
    facts = facts_of(past, rating_system="naspa")
    assert len(facts.games) == 9
    assert facts.closest == 3
    assert [len(ranks) for ranks in facts.ranks] == [6, 6, 6, 6]
    assert set(facts.changes) == {1, 2, 3, 4, 5, 6}
    assert facts.ratings[1] == 2000
    assert facts_of(past).changes == {}
    assert listing(Kind.HIGH_WIN, facts)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["wespa-program", "wespa-2020", "naspa"])
def test_rating_gains_are_those_of_the_ratings_page(key: str):
    """A system may mind how long a player was away before the event, and how many rounds were planned when it ended."""
    division = make_played_event(players=6, played=3)
    division.entries.filter(number__lte=3).update(last_played=date(2015, 5, 1), lifetime_games=300)
    past = history(division)
    table = rate_division(division, key).table
    changes = facts_of(past, rating_system=key).changes
    assert changes == {row.number: row.change for row in table if row.change is not None} != {}


@pytest.mark.django_db
def test_nobody_gains_where_the_games_cannot_be_rated(monkeypatch: pytest.MonkeyPatch):
    def refuse(task: RatingTask):
        raise RatingError("Round 1: no.")

    division = make_played_event(players=4, played=2)
    monkeypatch.setattr(services, "system", lambda key: RatingSystem(key, "", "", refuse))
    with pytest.raises(Refused, match="Round 1: no"):
        rate_division(division, "naspa")
    assert facts_of(history(division), rating_system="naspa").changes == {}
