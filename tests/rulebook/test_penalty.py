"""What a challenge costs: WESPA 3.10.15-3.10.17, NSA II.L and III, SOWPODS Play 12, guide Challenges."""

import pytest

from adjudication.challenges.engine.penalty import BadChallenge, Challenge, ChallengeOf, Turn, consequence, price
from tdsuite.tournaments.rulebooks.choices import ChoiceNotAllowed, effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.penalties import penalty_scheme
from tdsuite.tournaments.rulebooks.reasons import OURS, Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA_2010


def wespa(scheme: str, **more: str) -> Rulebook:
    return effective(WESPA_2010, {"challenge_penalty": scheme, **more}).rulebook


FAILED = Challenge(upheld=False)


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
    result = consequence(Challenge(upheld=False, words=2), book=WESPA_2010)
    assert (result.points, result.turn_lost, result.counts_as_failed) == (10, None, True)
    assert result.reasons == (
        Reason("Unsuccessful; 5 points a word: costs 10 points.", "3.10.15(b)(ii)"),
        Reason("Points come off the challenger's score.", "our default"),
    )


@pytest.mark.parametrize("key", RULEBOOKS)
def test_wespa_3_10_15_a_nsa_ii_l_5_a_play_rightly_challenged_comes_off_and_the_turn_is_lost(key: str) -> None:
    result = consequence(Challenge(upheld=True, words=2), book=RULEBOOKS[key])
    assert (result.points, result.seconds, result.turn_lost, result.play_off) == (0, 0, Turn.CHALLENGED, True)
    assert (result.game_over, result.counts_as_failed) == (False, False)


def test_wespa_3_10_15_b_v_c_iv_double_costs_the_challenger_the_turn() -> None:
    result = consequence(FAILED, book=wespa("double"))
    assert (result.points, result.turn_lost, result.reasons) == (
        0,
        Turn.CHALLENGER,
        (Reason("Unsuccessful; double: loss of turn: costs the turn.", "3.10.15(b)(v)"),),
    )
    timed = consequence(FAILED, book=wespa("time:90"))  # 3.10.15(c)(iv)
    assert (timed.points, timed.seconds, timed.turn_lost) == (0, 90, None)
    assert timed.reasons[0].text == "Unsuccessful; 90 seconds off the clock: costs 90 seconds."


@pytest.mark.parametrize(
    ("counts", "points"), [pytest.param("game", 5, id="ours_in_the_game"), pytest.param("event", 20, id="in_the_event")]
)
def test_a_rising_penalty_counts_in_the_game_unless_the_organiser_says_the_event(counts: str, points: int) -> None:
    book = wespa("rising:5-5-10-20-30", penalty_counts=counts)
    assert consequence(Challenge(upheld=False, failed_in_game=1, failed_in_event=3), book=book).points == points


@pytest.mark.parametrize(
    ("book", "rule"),
    [
        pytest.param(SOWPODS_CLUB, OURS, id="sowpods_play_12"),
        pytest.param(SCRABBLE_GUIDE, "Challenges", id="guide_challenges"),
    ],
)
def test_no_penalty_in_sowpods_and_guide(book: Rulebook, rule: str) -> None:
    result = consequence(Challenge(upheld=False, words=3), book=book)
    assert (result.points, result.seconds, result.turn_lost, result.play_off) == (0, 0, None, False)
    assert result.reasons == (Reason("Unsuccessful; single: no penalty: costs nothing.", rule),)


@pytest.mark.parametrize(
    ("chosen", "words", "cost"),
    [("single", 3, (0, 0)), ("word:5", 3, (15, 0)), ("turn:10", 3, (10, 0)), ("time:60", 1, (0, 60))],
)
def test_sowpods_play_12_the_organiser_may_choose_points_and_the_turn_is_never_lost(chosen, words, cost) -> None:
    book = effective(SOWPODS_CLUB, {"challenge_penalty": chosen}).rulebook
    result = consequence(Challenge(upheld=False, words=words), book=book)
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
    result = consequence(Challenge(upheld=False, of=of), book=book)
    assert (result.points, result.turn_lost, result.reasons[0].rule) == (0, None, rule)


def test_nsa_iii_a_3_iii_b_unsuccessful_challenge_of_the_out_play_ends_the_game_without_penalty() -> None:
    result = consequence(Challenge(upheld=False, out_play=True), book=NSA_2004)
    assert (result.points, result.turn_lost, result.game_over) == (0, None, True)
    assert result.reasons == (
        Reason("No penalty for challenging the going-out play; the game is over.", "III.A.3, II.L.8"),
    )


def test_nsa_ii_l_5_any_other_unsuccessful_challenge_costs_the_turn() -> None:
    result = consequence(FAILED, book=NSA_2004)
    assert (result.turn_lost, result.game_over, result.reasons[0].rule) == (Turn.CHALLENGER, False, "II.L.5")


def test_wespa_3_10_15_b_v_the_out_play_is_not_free_but_there_is_no_turn_left_to_lose() -> None:
    result = consequence(Challenge(upheld=False, words=2, out_play=True), book=WESPA_2010)
    assert (result.points, result.game_over) == (10, True)
    result = consequence(Challenge(upheld=False, out_play=True), book=wespa("double"))
    assert (result.turn_lost, result.game_over) == (None, True)


@pytest.mark.parametrize(
    ("challenge", "text"),
    [
        pytest.param(
            Challenge(upheld=False, withdrawn_over_blank=True),
            "Withdrawn without penalty: the blank's designation was misunderstood.",
            id="nsa_ii_l_8",
        ),
        pytest.param(
            Challenge(upheld=False, out_play=True, rescinded_for_lost_tile=True),
            "Rescinded: a lost tile went to the challenged player before the verdict.",
            id="nsa_iii_a_3",
        ),
    ],
)
def test_a_challenge_taken_back(challenge: Challenge, text: str) -> None:
    result = consequence(challenge, book=NSA_2004)
    assert (result.points, result.turn_lost, result.play_off, result.game_over) == (0, None, False, False)
    assert (result.counts_as_failed, result.reasons[0].text) == (False, text)


def test_wespa_3_10_10_a_a_challenge_cannot_be_taken_back() -> None:
    with pytest.raises(BadChallenge, match="knows no challenge taken back: rule on it"):
        consequence(Challenge(upheld=False, withdrawn_over_blank=True), book=WESPA_2010)


@pytest.mark.parametrize(
    ("of", "text"),
    [
        pytest.param(ChallengeOf.PLACEMENT, "No penalty for challenging the placement.", id="3_10_16_c"),
        pytest.param(ChallengeOf.EXCHANGE, "No penalty for challenging the exchange.", id="3_10_17_c"),
    ],
)
@pytest.mark.parametrize("scheme", ["word:5", "double", "dingle", "rising:5-10", "time:60"])
def test_wespa_no_penalty_under_any_scheme(scheme: str, of: ChallengeOf, text: str) -> None:
    result = consequence(Challenge(upheld=False, of=of, failed_in_game=3, failed_in_event=3), book=wespa(scheme))
    assert (result.points, result.seconds, result.turn_lost, result.counts_as_failed) == (0, 0, None, False)
    assert result.reasons == (Reason(text, "3.10.16(c), 3.10.17(c)"),)


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (ChallengeOf.PLACEMENT, "The placement is illegal: the play comes off and the turn is lost."),
        (ChallengeOf.EXCHANGE, "The exchange is illegal: it is undone and the turn is lost."),
    ],
)
def test_wespa_3_10_16_3_10_17_upheld_the_turn_is_lost(of: ChallengeOf, text: str) -> None:
    result = consequence(Challenge(upheld=True, of=of), book=WESPA_2010)
    assert (result.turn_lost, result.play_off, result.reasons) == (Turn.CHALLENGED, True, (Reason(text, "3.10.15(a)"),))


@pytest.mark.parametrize("key", ["nsa-2004", "sowpods-club", "scrabble-guide"])
def test_nsa_i_e_ii_h_10_a_missed_centre_comes_off_and_an_illegal_exchange_is_not_settled_by_challenge(
    key: str,
) -> None:
    assert consequence(Challenge(upheld=True, of=ChallengeOf.PLACEMENT), book=RULEBOOKS[key]).play_off
    with pytest.raises(BadChallenge, match="rule on its stage"):
        consequence(Challenge(upheld=True, of=ChallengeOf.EXCHANGE), book=RULEBOOKS[key])


@pytest.mark.parametrize(
    ("challenge", "message"),
    [
        (Challenge(upheld=False, words=0), "At least one word"),
        (Challenge(upheld=False, failed_in_game=-1), "0 or more"),
        (Challenge(upheld=False, failed_in_game=2, failed_in_event=1), "include those in the game"),
        (Challenge(upheld=False, of=ChallengeOf.EXCHANGE, out_play=True), "cannot be the play that goes out"),
    ],
)
def test_a_challenge_that_cannot_be_is_refused(challenge: Challenge, message: str) -> None:
    with pytest.raises(BadChallenge, match=message):
        consequence(challenge, book=WESPA_2010)
