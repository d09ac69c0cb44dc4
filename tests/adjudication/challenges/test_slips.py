"""The states of a slip, when its words are fixed, and whose opinion stands: pure rules, no database."""

import pytest

from adjudication.challenges.engine.opinions import Adjudicator, NoOpinion, may_grant_third
from adjudication.challenges.engine.penalty import Challenge, ChallengeOf, consequences, cost_sentence
from adjudication.challenges.engine.slip_rules import Fixed, may_change_words, slip_rules
from adjudication.challenges.engine.slips import (
    LABELS,
    MOVES,
    UNJUDGED,
    CannotMove,
    Move,
    State,
    Way,
    after,
    first_state,
)
from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA_2010

JUDGE, OTHER, STATION = Adjudicator("user", 1), Adjudicator("user", 2), Adjudicator("station", 1)


# ── states ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_way_of_a_slip_from_the_table_to_its_end() -> None:
    assert first_state(ChallengeOf.WORDS, handed_over=True) is State.WITH_RUNNER
    state = first_state(ChallengeOf.WORDS, handed_over=False)
    seen = [state]
    for move in (Move.AMEND, Move.HAND_OVER, Move.JUDGE, Move.ASK_AGAIN, Move.TO_DIRECTOR, Move.DECIDE):
        state = after(state, move)
        seen.append(state)
    assert seen == [
        State.WRITTEN, State.WRITTEN, State.WITH_RUNNER, State.ADJUDICATED, State.SECOND_OPINION, State.WITH_DIRECTOR,
        State.CLOSED,
    ]  # fmt: skip


def test_every_state_has_its_moves_and_its_label_and_every_slip_can_end() -> None:
    assert set(MOVES) == set(LABELS) == set(State)
    for state in State:
        reached, wave = {state}, {state}
        while wave:
            wave = {there for one in wave for there in MOVES[one].values()} - reached
            reached |= wave
        assert State.CLOSED in reached


def test_wespa_3_10_10_c_there_is_no_move_by_which_the_challenged_player_concedes() -> None:
    assert not [move for move in Move if "conce" in move]
    for book in RULEBOOKS.values():
        assert slip_rules(book).no_concession.text == "A player who is challenged may not concede before the verdict."
    assert slip_rules(WESPA_2010).no_concession.rule == "3.10.10(c)"


def test_a_move_that_cannot_follow_says_where_the_slip_is_and_what_can() -> None:
    with pytest.raises(CannotMove) as refused:
        after(State.WRITTEN, Move.JUDGE)
    assert str(refused.value) == (
        "This slip is written, at the table: you cannot judge now. What can follow: amend, hand over, reissue, take back, "
        "strike out."
    )
    with pytest.raises(CannotMove, match=r"What can follow: strike out\."):
        after(State.CLOSED, Move.REISSUE)


# ── when words are fixed ─────────────────────────────────────────────────────────────────────────────────────


def test_every_rulebook_has_slip_rules_and_every_way_a_moment() -> None:
    assert all(set(slip_rules(book).fixed) == set(Way) for book in RULEBOOKS.values())


@pytest.mark.parametrize("way", list(Way))
@pytest.mark.parametrize("key", RULEBOOKS)
def test_wespa_3_10_10_b_words_change_freely_at_the_table(key: str, way: Way) -> None:
    assert may_change_words(State.WRITTEN, way, both_agree=False, book=RULEBOOKS[key]) is None


@pytest.mark.parametrize("key", RULEBOOKS)
def test_no_word_is_changed_once_there_is_a_verdict(key: str) -> None:
    for state in set(State) - UNJUDGED:
        with pytest.raises(Fixed, match="reissue the slip"):
            may_change_words(state, Way.RUNNER, both_agree=True, book=RULEBOOKS[key])


def test_what_a_silent_book_does_is_said_to_be_ours() -> None:
    assert {reason.rule for reason in slip_rules(SOWPODS_CLUB).fixed.values()} == {"our default"}
    assert slip_rules(SCRABBLE_GUIDE).one_go.rule == "Challenges"
    assert slip_rules(NSA_2004).silent_verdict.rule == "II.L.5"
    assert slip_rules(WESPA_2010).reissue.rule == "3.10.12"


# ── opinions ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_nsa_ii_l_6_a_third_opinion_at_the_directors_discretion_and_in_no_other_book() -> None:
    assert may_grant_third(book=NSA_2004) == "II.L.6, Guideline 11h"
    for book in RULEBOOKS.values():
        if book is not NSA_2004:
            with pytest.raises(NoOpinion, match="knows no third opinion"):
                may_grant_third(book=book)


# ── what they cost, in the order they were made ──────────────────────────────────────────────────────────────


def wespa(scheme: str, **more: str):
    return effective(WESPA_2010, {"challenge_penalty": scheme, **more}).rulebook


def test_an_upheld_challenge_and_one_of_placement_do_not_raise_the_next_penalty() -> None:
    made = (
        Challenge(1, 10, 1, acceptable=False),
        Challenge(2, 10, 1, acceptable=True, of=ChallengeOf.PLACEMENT),
        Challenge(3, 10, 1, acceptable=True),
    )
    assert [one.points for one in consequences(made, book=wespa("rising:5-10")).values()] == [0, 0, 5]


@pytest.mark.parametrize(
    ("scheme", "made", "text"),
    [
        ("word:5", Challenge(1, 1, 1, True, words=3), "The play stands; 15 points off the challenger's score."),
        ("double", Challenge(1, 1, 1, True), "The play stands; the challenger loses the turn."),
        ("dingle", Challenge(1, 1, 1, True), "The play stands; no penalty."),
        ("word:5", Challenge(1, 1, 1, True, of=ChallengeOf.EXCHANGE), "The exchange is legal; no penalty."),
        ("time:60", Challenge(1, 1, 1, True), "The play stands; 60 seconds off the challenger's clock."),
        ("double", Challenge(1, 1, 1, False), "The challenged player takes the tiles back and loses the turn."),
    ],
)
def test_wespa_3_10_15_players_are_told_what_it_costs_and_whose_turn_is_lost(
    scheme: str, made: Challenge, text: str
) -> None:
    assert cost_sentence(consequences([made], book=wespa(scheme))[1], made.of) == text


def test_nsa_iii_a_3_the_going_out_play_costs_nothing_and_ends_the_game() -> None:
    follows = consequences([Challenge(1, 1, 1, True, out_play=True)], book=NSA_2004)[1]
    assert (follows.turn_lost, cost_sentence(follows)) == (None, "The play stands; no penalty. The game is over.")


def test_nsa_ii_h_10_an_illegal_exchange_is_settled_by_its_stage() -> None:
    follows = consequences([Challenge(1, 1, 1, False, of=ChallengeOf.EXCHANGE)], book=NSA_2004)[1]
    assert (follows.points, follows.turn_lost, follows.rule) == (0, None, "II.H.10")
    expected = "The exchange is illegal: the director settles it by how far it has gone. (II.H.10)"
    assert cost_sentence(follows) == expected


@pytest.mark.parametrize(("book", "rule"), [(SOWPODS_CLUB, "Play 7"), (SCRABBLE_GUIDE, "Game play 7")])
def test_sowpods_play_7_guide_game_play_7_an_illegal_exchange_has_no_stages(book: Rulebook, rule: str) -> None:
    follows = consequences([Challenge(1, 1, 1, False, of=ChallengeOf.EXCHANGE)], book=book)[1]
    assert (follows.points, follows.turn_lost, follows.rule) == (0, None, rule)
    assert cost_sentence(follows) == (
        "The exchange is illegal: 7 tiles must be in the bag. What follows is the director's ruling: it is undone and "
        f"the turn is lost, or it stands. ({rule})"
    )


def test_wespa_3_10_17_an_illegal_exchange_costs_the_turn() -> None:
    follows = consequences([Challenge(1, 1, 1, False, of=ChallengeOf.EXCHANGE)], book=WESPA_2010)[1]
    assert cost_sentence(follows) == "The challenged player takes the tiles back and loses the turn."
