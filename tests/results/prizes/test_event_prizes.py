"""Prizes of a whole event: the lists of all divisions in one, teams across them (docs/rulebook/prizes.md)."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from results.prizes.engine.event_prizes import Contest, award_event
from results.prizes.engine.money import Money
from results.prizes.engine.prizes import Basis, Ceremony, Prize, PrizeError, PrizeField, PrizeRules, award
from results.prizes.engine.statistics import Facts, Kind, PlayedGame
from tests.results.prizes.test_prizes import given_to, table

A = Contest(
    "a",
    PrizeField(
        table((1, 2, 90), (2, 2, 80), (3, 0, -80), (4, 0, -90)),
        facts=Facts(
            (PlayedGame(1, 1, 1, 4, 500, 410), PlayedGame(2, 1, 2, 3, 480, 400)),
            ratings={1: 1800, 2: 1700, 3: 1600, 4: 1500},
            closest=6,
        ),
        teams={1: "Owls", 2: "Foxes", 3: "Foxes"},
    ),
    {number: 100 + number for number in (1, 2, 3, 4)},
)
B = Contest(
    "b",
    PrizeField(
        table((1, 2, 120), (2, 0, -120)),
        facts=Facts((PlayedGame(3, 1, 1, 2, 500, 380),), ratings={1: 900, 2: 1000}, closest=3),
        teams={1: "Owls", 2: "Owls"},
    ),
    {1: 201, 2: 202},
)


def event(*prizes: Prize, contests: tuple[Contest, ...] = (A, B)) -> Ceremony:
    return award_event(contests, prizes, PrizeRules())


# --- lists over all divisions -----------------------------------------------------------------------------------


def test_the_high_game_of_the_event_is_the_best_of_all_divisions_shared_on_ties():
    found = event(Prize(9, "High game", Kind.HIGH_WIN, money=101))
    assert given_to(found.awards) == [([9], [(101, 50), (201, 50)])]
    assert [one.division for one in found.awards[0].winners] == ["a", "b"]
    expected = ["round 1: 500-410 against player 4", "round 1: 500-380 against player 2"]
    assert [one.why for one in found.awards[0].winners] == expected
    expected = ("1.01 between 2: 0.50 each", "0.01 cannot be split and stays with the organiser")
    assert found.awards[0].reasons(Money()) == expected


def test_the_best_spread_and_the_greatest_upset_may_be_in_any_division():
    prizes = (Prize(8, "Best spread", Kind.HIGH_SPREAD, money=10), Prize(9, "Upset", Kind.UPSET, money=20))
    assert given_to(event(*prizes).awards) == [([8], [(201, 10)]), ([9], [(201, 20)])]


def test_the_second_place_of_an_events_list_is_the_second_of_all_divisions_together():
    prizes = (Prize(8, "High loss", Kind.HIGH_LOSS, money=10), Prize(9, "Second", Kind.HIGH_LOSS, 2, money=5))
    assert given_to(event(*prizes).awards) == [([8], [(104, 10)]), ([9], [(103, 5)])]


def test_a_round_prize_of_the_event_looks_at_that_round_in_every_division():
    later = replace(B, standing=replace(B.standing, facts=Facts((PlayedGame(3, 2, 1, 2, 600, 380),))))
    prizes = (Prize(8, "Round 1", Kind.HIGH_WIN, round=1), Prize(9, "Round 2", Kind.HIGH_WIN, round=2))
    found = event(*prizes, contests=(A, later))
    assert given_to(found.awards) == [([8], [(101, 0)]), ([9], [(201, 0)])]


def test_tuff_luck_of_the_event_adds_up_as_many_games_as_in_its_shortest_division():
    games = tuple(PlayedGame(number, number, 2, 1, 400 + margin, 400) for number, margin in enumerate((9, 5, 7), 1))
    long_one = replace(A, standing=replace(A.standing, facts=Facts(games, closest=6)))
    short = replace(B, standing=replace(B.standing, facts=Facts(games, closest=2)))
    found = event(Prize(9, "Tuff luck", Kind.TUFF_LUCK), contests=(long_one, short)).awards[0]
    expected = [(101, "closest 2 losses: 5 + 7 = 12"), (201, "closest 2 losses: 5 + 7 = 12")]
    assert [(one.number, one.why) for one in found.winners] == expected


# --- teams ------------------------------------------------------------------------------------------------------


def test_the_best_team_has_the_most_wins_over_all_divisions_then_the_best_spread():
    first = Prize(8, "Best team", Basis.TEAM, money=90)
    second = Prize(9, "Second team", Basis.TEAM, 2, text="a shield")
    found = event(first, second).awards
    expected = [("Owls", 90, 0), ("Foxes", 0, 0)]
    assert [(one.winners[0].team, one.winners[0].money, one.winners[0].number) for one in found] == expected
    assert found[0].winners[0].why == "2 wins, +90 together: player 201, player 101, player 202"


def test_only_the_best_members_of_a_team_count_where_the_prize_says_so():
    found = event(Prize(9, "Best two", Basis.TEAM, team_size=2, money=90)).awards[0]
    assert found.winners[0].why == "2 wins, +210 together: player 201, player 101"


def test_tied_teams_share_and_a_prize_of_one_player_stands_beside_it():
    twins = replace(B, standing=replace(B.standing, teams={1: "Elks", 2: "Gnus"}))
    alone = replace(A, standing=replace(A.standing, teams={}))
    level = replace(twins, standing=replace(twins.standing, standings=table((1, 2, 50), (2, 2, 50))))
    prizes = (Prize(8, "Best team", Basis.TEAM, money=101), Prize(9, "Upset", Kind.UPSET, money=1))
    found = event(*prizes, contests=(alone, level))
    assert [(one.team, one.money) for one in found.awards[0].winners] == [("Elks", 50), ("Gnus", 50)]
    assert (found.awards[0].shared, found.awards[0].left_over) == (True, 1)
    assert given_to(found.awards)[1] == ([9], [(201, 1)])


def test_without_teams_nobody_qualifies_for_the_best_team():
    prize = Prize(9, "Best team", Basis.TEAM)
    assert award((prize,), PrizeField(A.standing.standings)).not_awarded == ((prize, "nobody qualifies"),)


def test_a_division_has_a_best_team_too():
    found = award((Prize(9, "Best team", Basis.TEAM, money=10),), A.standing).awards[0].winners
    assert [(one.team, one.why) for one in found] == [("Owls", "1 win, +90 together: player 1")]


# --- absent, by hand ------------------------------------------------------------------------------


def test_who_is_absent_from_a_division_is_absent_from_the_event():
    away = replace(A, standing=replace(A.standing, absent=frozenset({1})))
    found = event(Prize(9, "High game", Kind.HIGH_WIN), contests=(away, B)).awards[0]
    assert [one.number for one in found.winners] == [201]
    assert found.reasons(Money()) == ("player 101 is absent",)


def test_prizes_by_hand_name_players_of_any_division():
    found = event(Prize(9, "Spirit", Basis.BY_HAND, money=10, winners=(102, 202)))
    assert given_to(found.awards) == [([9], [(102, 5), (202, 5)])]
    assert found.awards[0].winners[0].why == "awarded by hand"


# --- what cannot be -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prize", "message"),
    [
        (Prize(9, "Odd", Basis.PLACE), "Odd: places and classes are of a division"),
        (Prize(9, "Odd", Basis.CLASS, class_name="A"), "Odd: places and classes are of a division"),
        (Prize(9, "Odd", Basis.BY_HAND, winners=(7,)), "Odd: player 7 is not in the standings"),
        (Prize(9, "Odd", Kind.COMEBACK, round=1), "not kept by round"),
        (Prize(9, "Odd", Kind.HIGH_WIN, team_size=2), "only a prize for teams"),
        (Prize(9, "Odd", Basis.TEAM, team_size=0), "at least one"),
    ],
)
def test_what_no_event_can_award_is_refused(prize, message):
    with pytest.raises(PrizeError, match=message):
        event(prize)


def test_an_event_without_divisions_gives_nothing():
    prize = Prize(9, "High game", Kind.HIGH_WIN)
    assert event(prize, contests=()).not_awarded == ((prize, "nobody qualifies"),)


# --- whatever the event ---------------------------------------------------------------------------------------------

SCORES = st.lists(st.tuples(st.integers(300, 304), st.integers(300, 304)), min_size=1, max_size=4)
KINDS = st.lists(st.sampled_from([Kind.HIGH_WIN, Kind.HIGH_LOSS, Kind.HIGH_SPREAD, Kind.HIGH_COMBINED]), max_size=4)


def contest(name: str, base: int, scores: list[tuple[int, int]]) -> Contest:
    pairs = [(2 * at - 1, 2 * at, *both) for at, both in enumerate(scores, start=1)]
    rows = [
        (number, 1 + (margin > 0) - (margin < 0), margin)
        for one, two, own, other in pairs
        for number, margin in ((one, own - other), (two, other - own))
    ]
    games = tuple(PlayedGame(one, 1, one, two, own, other) for one, two, own, other in pairs)
    return Contest(name, PrizeField(table(*rows), facts=Facts(games)), {number: base + number for number, _, _ in rows})


@given(one=SCORES, two=SCORES, kinds=KINDS)
def test_no_money_of_the_events_prizes_is_lost(one, two, kinds):
    prizes = [Prize(at, f"e{at}", kind, money=70) for at, kind in enumerate(kinds, start=1)]
    ceremony = award_event((contest("a", 1000, one), contest("b", 2000, two)), prizes, PrizeRules())
    for award_ in ceremony.awards:
        given_away = sum(winner.money for winner in award_.winners)
        assert given_away + award_.left_over == sum(prize.money for prize in award_.prizes)


@given(one=SCORES, two=SCORES, kind=st.sampled_from(list(Kind)))
def test_a_list_of_the_event_begins_with_the_best_of_its_divisions(one, two, kind):
    contests = (contest("a", 1000, one), contest("b", 2000, two))
    prize = Prize(1, "Prize", kind)
    alone = [award((prize,), made.standing).awards for made in contests]
    found = award_event(contests, (prize,), PrizeRules()).awards
    winners = {winner.number for each in found for winner in each.winners}
    firsts = {
        made.keys[winner.number]
        for made, awards in zip(contests, alone, strict=True)
        for each in awards
        for winner in each.winners
    }
    assert winners <= firsts and bool(winners) == bool(firsts)
