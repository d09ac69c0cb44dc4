"""What a challenge costs: WESPA 3.10.15-3.10.17, NSA II.L and III, SOWPODS Play 12, guide Challenges."""

from typing import Any

import pytest

from adjudication.challenges.engine.penalty import (
    BadChallenge,
    Challenge,
    ChallengeOf,
    Turn,
    check_taken_back,
    consequence,
    consequences,
    cost_sentence,
    price,
)
from tdsuite.tournaments.rulebooks.choices import ChoiceNotAllowed, effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.penalties import penalty_scheme
from tdsuite.tournaments.rulebooks.reasons import OURS
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.rulebooks.terms import FreeChallenge
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA_2010


def wespa(scheme: str, **more: str) -> Rulebook:
    return effective(WESPA_2010, {"challenge_penalty": scheme, **more}).rulebook


def challenge(**facts: Any) -> Challenge:
    return Challenge(**{"key": 1, "game": 1, "challenger": 1, "acceptable": True, **facts})


FAILED = challenge()


@pytest.mark.parametrize(
    ("scheme", "words", "earlier", "expected"),
    [
        pytest.param("single", 3, 0, (0, 0, False), id="3_10_15_b_i_single"),
        pytest.param("word:5", 1, 0, (5, 0, False), id="3_10_15_b_ii_one_word"),
        pytest.param("word:5", 3, 0, (15, 0, False), id="3_10_15_b_ii_three_words"),
        pytest.param("turn:5", 3, 0, (5, 0, False), id="3_10_15_b_iii_three_words"),
        pytest.param("word:10", 3, 0, (30, 0, False), id="3_10_15_b_iv_ten_a_word"),
        pytest.param("turn:10", 3, 0, (10, 0, False), id="3_10_15_b_iv_ten_a_turn"),
        pytest.param("double", 3, 0, (0, 0, True), id="3_10_15_b_v_double"),
        pytest.param("dingle", 3, 0, (0, 0, False), id="3_10_15_c_i_dingle_first"),
        pytest.param("dingle", 1, 1, (0, 0, True), id="3_10_15_c_i_dingle_second"),
        pytest.param("dingle", 1, 5, (0, 0, True), id="3_10_15_c_i_dingle_sixth"),
        pytest.param("rising:5-10", 3, 0, (5, 0, False), id="3_10_15_c_ii_first"),
        pytest.param("rising:5-10", 1, 1, (10, 0, False), id="3_10_15_c_ii_second"),
        pytest.param("rising:5-10", 1, 2, (10, 0, False), id="3_10_15_c_ii_third_repeats"),
        pytest.param("rising:5-5-10-20-30", 1, 0, (5, 0, False), id="3_10_15_c_iii_first"),
        pytest.param("rising:5-5-10-20-30", 1, 1, (5, 0, False), id="3_10_15_c_iii_second"),
        pytest.param("rising:5-5-10-20-30", 1, 2, (10, 0, False), id="3_10_15_c_iii_third"),
        pytest.param("rising:5-5-10-20-30", 1, 3, (20, 0, False), id="3_10_15_c_iii_fourth"),
        pytest.param("rising:5-5-10-20-30", 1, 4, (30, 0, False), id="3_10_15_c_iii_fifth"),
        pytest.param("rising:5-5-10-20-30", 1, 9, (30, 0, False), id="3_10_15_c_iii_tenth_repeats"),
        pytest.param("time:60", 3, 2, (0, 60, False), id="3_10_15_c_iv_time"),
    ],
)
def test_wespa_price(scheme: str, words: int, earlier: int, expected: tuple[int, int, bool]) -> None:
    assert price(penalty_scheme(scheme), words=words, earlier=earlier) == expected


def test_wespa_3_10_15_d_five_a_word_is_the_default() -> None:
    result = consequence(challenge(words=2), book=WESPA_2010)
    assert (result.points, result.turn_lost, result.counts_as_failed) == (10, None, True)
    assert result.rule == "3.10.15(b)(ii)"


@pytest.mark.parametrize("key", RULEBOOKS)
def test_wespa_3_10_15_a_nsa_ii_l_5_a_play_rightly_challenged_comes_off_and_the_turn_is_lost(key: str) -> None:
    result = consequence(challenge(acceptable=False, words=2), book=RULEBOOKS[key])
    assert (result.points, result.seconds, result.turn_lost) == (0, 0, Turn.CHALLENGED)
    assert (result.game_over, result.counts_as_failed) == (False, False)


def test_wespa_3_10_15_b_v_c_iv_double_costs_the_challenger_the_turn() -> None:
    result = consequence(FAILED, book=wespa("double"))
    assert (result.points, result.turn_lost, result.rule) == (0, Turn.CHALLENGER, "3.10.15(b)(v)")
    timed = consequence(FAILED, book=wespa("time:90"))  # 3.10.15(c)(iv)
    assert (timed.points, timed.seconds, timed.turn_lost) == (0, 90, None)


@pytest.mark.parametrize(
    ("counts", "points"), [pytest.param("game", 5, id="ours_in_the_game"), pytest.param("event", 20, id="in_the_event")]
)
def test_a_rising_penalty_counts_in_the_game_unless_the_organiser_says_the_event(counts: str, points: int) -> None:
    book = wespa("rising:5-5-10-20-30", penalty_counts=counts)
    made = [challenge(key=key, game=game) for key, game in enumerate((1, 2, 3, 3), start=1)]
    assert consequences(made, book=book)[4].points == points


@pytest.mark.parametrize(
    ("book", "rule"),
    [
        pytest.param(SOWPODS_CLUB, OURS, id="sowpods_play_12"),
        pytest.param(SCRABBLE_GUIDE, "Challenges", id="guide_challenges"),
    ],
)
def test_no_penalty_in_sowpods_and_guide(book: Rulebook, rule: str) -> None:
    result = consequence(challenge(words=3), book=book)
    assert (result.points, result.seconds, result.turn_lost, result.rule) == (0, 0, None, rule)


@pytest.mark.parametrize(
    ("chosen", "words", "cost"),
    [("single", 3, (0, 0)), ("word:5", 3, (15, 0)), ("turn:10", 3, (10, 0)), ("time:60", 1, (0, 60))],
)
def test_sowpods_play_12_the_organiser_may_choose_points_and_the_turn_is_never_lost(chosen, words, cost) -> None:
    book = effective(SOWPODS_CLUB, {"challenge_penalty": chosen}).rulebook
    result = consequence(challenge(words=words), book=book)
    assert (result.points, result.seconds, result.turn_lost) == (*cost, None)


@pytest.mark.parametrize("code", ["double", "dingle"])
def test_sowpods_play_12_no_penalty_that_costs_the_turn_can_be_chosen(code: str) -> None:
    with pytest.raises(ChoiceNotAllowed):
        effective(SOWPODS_CLUB, {"challenge_penalty": code})


@pytest.mark.parametrize("of", [ChallengeOf.PLACEMENT, ChallengeOf.EXCHANGE])
@pytest.mark.parametrize(
    ("book", "rule"),
    [(WESPA_2010, "3.10.16(c), 3.10.17(c)"), (NSA_2004, OURS), (SOWPODS_CLUB, OURS), (SCRABBLE_GUIDE, OURS)],
)
def test_wespa_3_10_16_c_other_books_name_no_free_challenge_of_placement_or_exchange(book, rule, of) -> None:
    result = consequence(challenge(of=of), book=book)
    assert (result.points, result.turn_lost, result.rule) == (0, None, rule)


def test_nsa_iii_a_3_iii_b_unsuccessful_challenge_of_the_out_play_ends_the_game_without_penalty() -> None:
    result = consequence(challenge(out_play=True), book=NSA_2004)
    assert (result.points, result.turn_lost, result.game_over) == (0, None, True)
    assert result.rule == "III.A.3, II.L.8"


def test_nsa_ii_l_5_any_other_unsuccessful_challenge_costs_the_turn() -> None:
    result = consequence(FAILED, book=NSA_2004)
    assert (result.turn_lost, result.game_over, result.rule) == (Turn.CHALLENGER, False, "II.L.5")


def test_wespa_3_10_15_b_v_the_out_play_is_not_free_but_there_is_no_turn_left_to_lose() -> None:
    result = consequence(challenge(words=2, out_play=True), book=WESPA_2010)
    assert (result.points, result.game_over) == (10, True)
    result = consequence(challenge(out_play=True), book=wespa("double"))
    assert (result.turn_lost, result.game_over) == (None, True)


def test_nsa_ii_l_8_iii_a_3_a_challenge_is_taken_back_over_a_blank_or_a_lost_tile() -> None:
    check_taken_back(FreeChallenge.BLANK_MISUNDERSTOOD, out_play=False, book=NSA_2004)
    check_taken_back(FreeChallenge.LOST_TILE_TO_CHALLENGED, out_play=True, book=NSA_2004)
    with pytest.raises(BadChallenge, match="only against the play that goes out"):
        check_taken_back(FreeChallenge.LOST_TILE_TO_CHALLENGED, out_play=False, book=NSA_2004)


def test_wespa_3_10_10_a_a_challenge_cannot_be_taken_back() -> None:
    for why in (FreeChallenge.BLANK_MISUNDERSTOOD, FreeChallenge.LOST_TILE_TO_CHALLENGED):
        with pytest.raises(BadChallenge, match="knows no challenge taken back: rule on it"):
            check_taken_back(why, out_play=True, book=WESPA_2010)


@pytest.mark.parametrize("of", [ChallengeOf.PLACEMENT, ChallengeOf.EXCHANGE])
@pytest.mark.parametrize("scheme", ["word:5", "double", "dingle", "rising:5-10", "time:60"])
def test_wespa_3_10_16_c_3_10_17_c_no_penalty_under_any_scheme(scheme: str, of: ChallengeOf) -> None:
    result = consequence(challenge(of=of), earlier=3, book=wespa(scheme))
    assert (result.points, result.seconds, result.turn_lost, result.counts_as_failed) == (0, 0, None, False)
    assert result.rule == "3.10.16(c), 3.10.17(c)"


@pytest.mark.parametrize("of", [ChallengeOf.PLACEMENT, ChallengeOf.EXCHANGE])
def test_wespa_3_10_16_3_10_17_upheld_the_turn_is_lost(of: ChallengeOf) -> None:
    result = consequence(challenge(acceptable=False, of=of), book=WESPA_2010)
    assert (result.turn_lost, result.rule) == (Turn.CHALLENGED, "3.10.15(a)")


@pytest.mark.parametrize("key", ["nsa-2004", "sowpods-club", "scrabble-guide"])
def test_nsa_i_e_ii_h_10_a_missed_centre_comes_off_and_an_illegal_exchange_is_not_settled_by_challenge(
    key: str,
) -> None:
    missed = consequence(challenge(acceptable=False, of=ChallengeOf.PLACEMENT), book=RULEBOOKS[key])
    assert missed.turn_lost is Turn.CHALLENGED
    illegal = consequence(challenge(acceptable=False, of=ChallengeOf.EXCHANGE), book=RULEBOOKS[key])
    assert illegal.turn_lost is None and "the director" in cost_sentence(illegal)
