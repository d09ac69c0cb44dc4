"""Prizes: who gets which, shared on ties, one each or not (docs/rulebook/prizes.md)."""

import pytest
from hypothesis import given, strategies as st

from results.prizes.engine.money import Money
from results.prizes.engine.prizes import Award, Basis, Prize, PrizeError, PrizeField, PrizeRules, award
from results.prizes.engine.statistics import Facts, Kind, PlayedGame
from tdsuite.tournaments.engine.standings import Entrant, GameSide, Standing, standings_after

CLASSES = {1: "A", 2: "A", 3: "B", 4: "B", 5: "B"}


def table(*records: tuple[int, int, int]) -> tuple[Standing, ...]:
    """Standings from (number, half wins in one round, spread)."""
    field = [Entrant(number, 0, number) for number, _, _ in records]
    return standings_after(field, [GameSide(1, number, None, halves, spread) for number, halves, spread in records], 1)


CLEAR = PrizeField(table((1, 2, 90), (2, 2, 80), (3, 2, 70), (4, 0, -80), (5, 0, -90)), CLASSES)
TIED = PrizeField(table((1, 2, 90), (2, 2, 50), (3, 2, 50), (4, 2, 50), (5, 0, -90)), CLASSES)
PLACES = (
    Prize(1, "First", Basis.PLACE, 1, money=50000),
    Prize(2, "Second", Basis.PLACE, 2, money=30000),
    Prize(3, "Third", Basis.PLACE, 3, money=10001),
)


def given_to(awards: tuple[Award, ...]) -> list[tuple[list[int], list[tuple[int, int]]]]:
    """(numbers of the prizes, (player, money) of the winners) of each award."""
    return [([one.number for one in each.prizes], [(one.number, one.money) for one in each.winners]) for each in awards]


def test_places_go_down_the_table():
    found = award(PLACES, CLEAR)
    assert given_to(found.awards) == [([1], [(1, 50000)]), ([2], [(2, 30000)]), ([3], [(3, 10001)])]
    assert found.awards[0].winners[0].why == "rank 1, 1-0 +90"
    assert found.not_awarded == ()


def test_tied_players_pool_the_money_of_their_places_and_split_it():
    found = award(PLACES, TIED)
    assert given_to(found.awards) == [([1], [(1, 50000)]), ([2, 3], [(2, 13333), (3, 13333), (4, 13333)])]
    shared = found.awards[1]
    assert (shared.shared, shared.left_over) == (True, 2)
    expected = ("300.00 + 100.01 = 400.01 between 3: 133.33 each", "0.02 cannot be split and stays with the organiser")
    assert shared.reasons(Money()) == expected
    assert shared.winners[0].why == "rank 2=, 1-0 +50"


def test_shares_are_rounded_down_to_the_unit_chosen():
    assert award(PLACES, CLEAR, PrizeRules(round_to=500)).awards[2].winners[0].money == 10001  # nothing is shared
    found = award(PLACES, TIED, PrizeRules(round_to=500))
    assert given_to(found.awards)[1] == ([2, 3], [(2, 13000), (3, 13000), (4, 13000)])
    assert found.awards[1].left_over == 1001


def test_a_thing_is_shared_by_name_and_has_no_money():
    cup = Prize(1, "Runner-up", Basis.PLACE, 2, text="a cup")
    found = award((cup,), TIED).awards[0]
    assert [one.number for one in found.winners] == [2, 3, 4]
    assert (found.shared, found.reasons(Money())) == (True, ())


def test_class_prizes_go_by_the_standings_of_the_class():
    prizes = (Prize(1, "Best B", Basis.CLASS, 1, "B", money=100), Prize(2, "Second B", Basis.CLASS, 2, "B", money=50))
    assert given_to(award(prizes, CLEAR).awards) == [([1], [(3, 100)]), ([2], [(4, 50)])]
    assert given_to(award(prizes, TIED).awards) == [([1, 2], [(3, 75), (4, 75)])]


def test_with_one_prize_each_a_player_with_a_prize_is_passed_over_and_it_is_said():
    prizes = (*PLACES, Prize(4, "Best B", Basis.CLASS, 1, "B", money=100))
    assert given_to(award(prizes, CLEAR).awards)[3] == ([4], [(3, 100)])
    found = award(prizes, CLEAR, PrizeRules(one_each=True)).awards[3]
    assert [one.number for one in found.winners] == [4]
    assert found.reasons(Money()) == ("player 3 has a prize already (Third)",)


def test_places_are_always_given_even_where_a_class_prize_stands_before_them():
    prizes = (Prize(4, "Best B", Basis.CLASS, 1, "B"), *PLACES)
    found = award(prizes, CLEAR, PrizeRules(one_each=True))
    assert given_to(found.awards) == [
        ([4], [(4, 0)]), ([1], [(1, 50000)]), ([2], [(2, 30000)]), ([3], [(3, 10001)]),
    ]  # fmt: skip


def test_a_prize_besides_is_given_to_who_has_one_and_does_not_count_as_one():
    prizes = (
        PLACES[0], Prize(5, "Best A, besides", Basis.CLASS, 1, "A", besides=True),
        Prize(6, "Best B, besides", Basis.CLASS, 1, "B", besides=True), Prize(7, "Best B", Basis.CLASS, 1, "B"),
    )  # fmt: skip
    found = award(prizes, CLEAR, PrizeRules(one_each=True))
    assert given_to(found.awards) == [([1], [(1, 50000)]), ([5], [(1, 0)]), ([6], [(3, 0)]), ([7], [(3, 0)])]


GAMES = (
    PlayedGame(1, 1, 1, 2, 500, 400), PlayedGame(2, 1, 3, 4, 480, 500), PlayedGame(3, 2, 1, 3, 499, 300),
    PlayedGame(4, 2, 2, 4, 410, 350),
)  # fmt: skip
WITH_GAMES = PrizeField(
    CLEAR.standings, CLASSES, Facts(GAMES, {1: 1900, 2: 1500, 3: 1400, 4: 1200}, changes={3: 25, 4: 25, 1: 3})
)


def test_high_games_name_the_game_and_are_shared_on_ties():
    found = award((Prize(1, "High game", Kind.HIGH_WIN, money=100),), WITH_GAMES).awards[0]
    assert [(winner.number, winner.money) for winner in found.winners] == [(1, 50), (4, 50)]
    assert found.winners[1].why == "round 1: 500-480 against player 3"


@pytest.mark.parametrize(
    ("prizes", "expected"),
    [
        ([(Kind.HIGH_WIN, place, 100) for place in (1, 2, 3)], [([1, 2], [(1, 100), (4, 100)]), ([3], [(2, 100)])]),
        ([(Kind.HIGH_COMBINED, 1, 101)], [([1], [(3, 50), (4, 50)])]),
        ([(Kind.HIGH_WIN, 1, 100, 2)], [([1], [(1, 100)])]),
        ([(Kind.RATING_GAIN, 1, 30), (Kind.UPSET, 1, 20)], [([1], [(3, 15), (4, 15)]), ([2], [(4, 20)])]),
    ],
    ids=["each player counts once", "both players share a combined game", "of a round", "rating gain and upset"],
)
def test_prizes_of_games(prizes, expected):
    given = tuple(
        Prize(number, "Games", kind, place, money=money, round=more[0] if more else None)
        for number, (kind, place, money, *more) in enumerate(prizes, start=1)
    )
    assert given_to(award(given, WITH_GAMES).awards) == expected


def test_free_prizes_are_awarded_by_hand_and_count_as_prizes():
    prizes = (
        Prize(1, "Best dressed", Basis.BY_HAND, text="a hat", winners=(3,)), Prize(2, "Best B", Basis.CLASS, 1, "B"),
        Prize(3, "Spirit", Basis.BY_HAND, money=100, winners=(1, 5)), Prize(4, "Best team", Basis.BY_HAND),
    )  # fmt: skip
    found = award(prizes, CLEAR, PrizeRules(one_each=True))
    assert given_to(found.awards) == [([1], [(3, 0)]), ([2], [(4, 0)]), ([3], [(1, 50), (5, 50)])]
    assert found.awards[0].winners[0].why == "awarded by hand"
    assert found.not_awarded == ((prizes[3], "nobody qualifies"),)


def test_a_prize_that_nobody_qualifies_for_says_why():
    prizes = (
        PLACES[0], Prize(2, "Best of class A", Basis.CLASS, 3, "A"), Prize(3, "Best of class Z", Basis.CLASS, 1, "Z"),
    )  # fmt: skip
    found = award(prizes, CLEAR, PrizeRules(one_each=True))
    expected = ((prizes[1], "nobody qualifies: player 1 has a prize already (First)"), (prizes[2], "nobody qualifies"))
    assert found.not_awarded == expected


def test_who_is_absent_gets_nothing_and_the_next_moves_up():
    found = award(PLACES[:2], PrizeField(CLEAR.standings, CLASSES, absent=frozenset({1})))
    assert given_to(found.awards) == [([1], [(2, 50000)]), ([2], [(3, 30000)])]
    assert found.awards[0].reasons(Money()) == ("player 1 is absent",)


@pytest.mark.parametrize(
    ("prize", "message"),
    [
        (Prize(1, "Odd", Basis.PLACE, 0), "Odd: the place counts from 1"),
        (Prize(1, "Odd", Basis.PLACE, money=-1), "the money from 0"),
        (Prize(1, "Odd", Basis.CLASS), "say which class"),
        (Prize(1, "Odd", Kind.RATING_GAIN, round=2), "not kept by round"),
        (Prize(1, "Odd", Basis.PLACE, round=2), "not kept by round"),
        (Prize(1, "Odd", Basis.PLACE, winners=(1,)), "only prizes by hand"),
        (Prize(1, "Odd", Basis.BY_HAND, winners=(99,)), "player 99 is not in the standings"),
    ],
)
def test_a_prize_that_cannot_be_is_refused(prize, message):
    with pytest.raises(PrizeError, match=message):
        award((prize,), CLEAR)


def test_prizes_need_numbers_of_their_own_and_shares_a_unit():
    with pytest.raises(PrizeError, match="same number"):
        award((PLACES[0], PLACES[0]), CLEAR)
    with pytest.raises(PrizeError, match="at least 1"):
        award(PLACES, CLEAR, PrizeRules(round_to=0))


FIELDS = st.lists(st.tuples(st.integers(0, 2), st.integers(-3, 3)), min_size=1, max_size=8).map(
    lambda rows: PrizeField(
        table(*[(number, *row) for number, row in enumerate(rows, start=1)]), {1: "A", 2: "B", 3: "B"}
    )
)
PRIZE_LISTS = st.lists(
    st.tuples(
        st.sampled_from([Basis.PLACE, Basis.CLASS]), st.integers(1, 4), st.sampled_from("AB"), st.integers(0, 999)
    ),
    max_size=8,
).map(
    lambda rows: tuple(
        Prize(number, f"Prize {number}", basis, place, class_name if basis is Basis.CLASS else "", money=money)
        for number, (basis, place, class_name, money) in enumerate(rows, start=1)
    )
)


@given(field=FIELDS, prizes=PRIZE_LISTS, one_each=st.booleans(), unit=st.sampled_from([1, 5, 100]))
def test_every_prize_is_given_once_or_said_not_to_be_and_no_money_is_lost(field, prizes, one_each, unit):
    found = award(prizes, field, PrizeRules(one_each, unit))
    given_ = [prize.number for one in found.awards for prize in one.prizes]
    assert sorted(given_ + [prize.number for prize, _ in found.not_awarded]) == [prize.number for prize in prizes]
    for one in found.awards:
        assert sum(winner.money for winner in one.winners) + one.left_over == sum(prize.money for prize in one.prizes)
        assert len({winner.money for winner in one.winners}) == 1
        assert 0 <= one.left_over < unit * len(one.winners)


@given(field=FIELDS, prizes=PRIZE_LISTS)
def test_with_one_prize_each_nobody_has_two_awards(field, prizes):
    found = award(prizes, field, PrizeRules(one_each=True))
    winners = [
        winner.number for one in found.awards if one.prizes[0].basis is not Basis.PLACE for winner in one.winners
    ]
    placed = {winner.number for one in found.awards if one.prizes[0].basis is Basis.PLACE for winner in one.winners}
    assert not placed & set(winners)
    by_class = [
        {winner.number for one in found.awards if one.prizes[0].class_name == name for winner in one.winners}
        for name in "AB"
    ]
    assert not by_class[0] & by_class[1]


# --- how money is written -------------------------------------------------------------------


def test_the_sentences_about_shares_have_the_currency_too():
    found = award(PLACES[1:2], TIED).awards[0]
    assert found.reasons(Money("€")) == ("€300.00 between 3: €100.00 each",)
    assert found.reasons(Money("€", decimals=0)) == ("€300 between 3: €100 each",)


def test_every_amount_that_is_told_of_an_award_is_among_its_amounts():
    assert award(PLACES, TIED).awards[1].amounts == (30000, 10001, 13333, 13333, 13333, 2)
    assert award(PLACES[:1], TIED).amounts == (50000, 50000, 0)
