"""What the rulebooks say of a slip, rule by rule, through the services."""

import pytest

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.engine.slips import Way
from adjudication.challenges.services.slips import (
    agree,
    amend_words,
    close_slip,
    hand_over,
    reissue,
    take_back,
    write_slip,
)
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import Verdict
from tdsuite.tournaments.services.decision import Refused
from tests.adjudication.challenges.cases import STATION, Table, fresh, lexicon, table

pytestmark = pytest.mark.django_db


# ── WESPA 3.10.10(b), NSA App. C A.3: when the words are fixed ───────────────────────────────────────────────


def test_wespa_3_10_10_b_the_challenger_changes_the_words_until_the_slip_is_given_to_the_runner(at: Table) -> None:
    ann, bob = at.player(at.first), at.player(at.second)
    slip = write_slip(by=bob, game=at.game, challenge=at.written("AXLE"))
    agree(by=ann, slip=slip)
    row = amend_words(by=bob, slip=slip, words=("axle", "cwm"))
    assert (row.written, row.words, row.agreed) == (["AXLE", "CWM"], 2, False)  # the opponent agrees anew
    agree(by=ann, slip=slip)
    hand_over(by=bob, slip=slip)
    with pytest.raises(Refused, match=r"given to the runner\. \(3\.10\.10\(b\)\)"):
        amend_words(by=bob, slip=slip, words=("AXLE",))


def test_wespa_3_10_10_b_a_self_run_challenge_is_fixed_on_leaving_the_table(at: Table) -> None:
    slip = at.slip("AXLE", way=Way.SELF_RUN)
    with pytest.raises(Refused, match="leaves the table"):
        amend_words(by=at.judge, slip=slip, words=("CWM",), both_agree=True)


def test_only_the_challenger_or_an_official_changes_the_words(at: Table) -> None:
    slip = at.slip("AXLE", handed_over=False)
    with pytest.raises(Refused, match="Only the challenger or an official can change the words"):
        amend_words(by=at.player(at.first), slip=slip, words=("CWM",))
    assert amend_words(by=at.judge, slip=slip, words=("CWM",)).written == ["CWM"]


def test_nsa_appendix_c_a_3_at_the_computer_both_players_agreeing_put_a_word_right(nsa: Table) -> None:
    slip = nsa.slip("AXLE", **STATION)
    with pytest.raises(Refused, match="Only both players together can put a word right"):
        amend_words(by=nsa.station, slip=slip, words=("EMU",))
    row = amend_words(by=nsa.station, slip=slip, words=("EMU",), both_agree=True)
    assert (row.written, row.state, row.agreed) == (["EMU"], "with-runner", True)


def test_nsa_ii_l_4_guideline_11b_a_slip_unlike_the_board_is_put_right_before_the_look_up(nsa: Table) -> None:
    slip = nsa.slip("AXLE")
    assert amend_words(by=nsa.judge, slip=slip, words=("AXXLE",), both_agree=True).written == ["AXXLE"]
    adjudicate(by=nsa.judge, slip=slip, words=["AXXLE"])
    with pytest.raises(Refused, match="reissue the slip"):
        amend_words(by=nsa.judge, slip=slip, words=("AXLE",), both_agree=True)


def test_wespa_3_10_3_a_iv_each_player_agrees_for_themselves_and_officials_for_whom_they_name(at: Table) -> None:
    slip = at.slip("AXLE", handed_over=False, agreed=False)
    with pytest.raises(Refused, match="for which of the two players"):
        agree(by=at.judge, slip=slip)
    assert agree(by=at.judge, slip=slip, entry=at.second.pk).challenger_agreed_at is not None
    first = agree(by=at.player(at.first), slip=slip, entry=at.second.pk)
    again = agree(by=at.player(at.first), slip=slip)
    assert (first.agreed, again.challenged_agreed_at) == (True, first.challenged_agreed_at)


def test_nobody_agrees_to_a_slip_that_was_judged(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    with pytest.raises(Refused, match="judged already"):
        agree(by=at.player(at.first), slip=slip)


def test_a_slip_handed_over_twice_was_handed_over_once(at: Table) -> None:
    slip = at.slip("AXLE", handed_over=False)
    assert [hand_over(by=at.judge, slip=slip).handed_at for _ in range(2)] == [fresh(slip).handed_at] * 2


# ── WESPA 3.10.12: reissue ───────────────────────────────────────────────────────────────────────────────────


def test_wespa_3_10_12_a_word_unlike_the_board_is_reissued_and_the_first_verdict_counts_for_nothing(at: Table) -> None:
    slip, _ = at.judged("AXLE", "CWM")
    assert at.lines() == [("second", -10, 0, False, "3.10.15(b)(ii)")]
    again = reissue(by=at.judge, slip=slip, words=("AXXLE",))
    old = fresh(slip)
    assert (old.state, old.ending, old.stands, at.lines()) == ("closed", "reissued", False, [])
    assert (again.number, again.replaces_id, again.state, again.written) == (2, slip.pk, "written", ["AXXLE"])
    hand_over(by=at.judge, slip=again)
    assert adjudicate(by=at.judge, slip=again, words=["AXXLE"]).acceptable is False
    assert at.lines() == []


def test_wespa_3_10_12_players_reissue_before_a_verdict_and_only_an_official_after_it(at: Table) -> None:
    bob = at.player(at.second)
    slip = at.slip("AXLE")
    with pytest.raises(Refused, match="Only the challenger or an official"):
        reissue(by=at.player(at.first), slip=slip)
    again = reissue(by=bob, slip=slip, words=("CWM",))
    assert (again.written, again.challenger_agreed_at is not None, again.agreed) == (["CWM"], True, False)
    hand_over(by=at.judge, slip=again)
    adjudicate(by=at.judge, slip=again, words=["CWM"])
    with pytest.raises(Refused, match="call a word judge or the director to the board"):
        reissue(by=bob, slip=again, words=("EMU",))


def test_wespa_3_10_12_a_closed_slip_is_not_reissued(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    close_slip(by=at.judge, slip=slip)
    with pytest.raises(Refused, match="This slip is closed: you cannot reissue now"):
        reissue(by=at.judge, slip=slip)


@pytest.mark.parametrize("keyed", [["AXXLE"], ["AXLE", "CWM"], ["AXLE", "AXLE"], ["EMU"]])
def test_words_keyed_otherwise_than_written_are_not_looked_up(at: Table, keyed: list[str]) -> None:
    slip = at.slip("AXLE")
    with pytest.raises(Refused, match="What was keyed is not what stands on the slip"):
        adjudicate(by=at.judge, slip=slip, words=keyed)
    assert (Verdict.objects.count(), fresh(slip).state) == (0, "with-runner")


def test_words_are_keyed_in_any_order_and_case(at: Table) -> None:
    slip = at.slip("AXLE", "CWM")
    assert adjudicate(by=at.judge, slip=slip, words=[" cwm", "Axle"]).acceptable is True


# ── WESPA 3.10.10(a), NSA II.L.8, III.A.3: no way back but two ───────────────────────────────────────────────


@pytest.mark.parametrize("book", ["wespa-2010", "sowpods-club", "scrabble-guide"])
@pytest.mark.parametrize("ending", ["blank", "lost_tile"])
def test_wespa_3_10_10_a_a_challenge_once_issued_is_not_taken_back(book: str, ending: str) -> None:
    at = table(book)
    slip = at.slip("AXLE", out_play=True)
    with pytest.raises(Refused, match="A player who has said so and stopped the timer must challenge"):
        take_back(by=at.player(at.second), slip=slip, ending=ending)
    assert fresh(slip).state == "with-runner"


@pytest.mark.parametrize("handed_over", [True, False])
def test_nsa_ii_l_8_a_challenge_over_a_misunderstood_blank_is_taken_back_without_penalty(
    nsa: Table, handed_over: bool
) -> None:
    slip = nsa.slip("AXLE", handed_over=handed_over)
    row = take_back(by=nsa.player(nsa.second), slip=slip, ending="blank")
    assert (row.state, row.ending, row.acceptable, nsa.lines()) == ("closed", "blank", None, [])


def test_nsa_ii_l_8_not_after_the_verdict_and_for_no_other_reason(nsa: Table) -> None:
    slip, _ = nsa.judged("AXLE")
    with pytest.raises(Refused, match="you cannot take back now"):
        take_back(by=nsa.judge, slip=slip, ending="blank")
    other = nsa.slip("CWM")
    for ending in ("", "reissued", "whim"):
        with pytest.raises(Refused, match=r"binding\. \(II\.L\.2\)"):
            take_back(by=nsa.judge, slip=other, ending=ending)


def test_nsa_iii_a_3_a_challenge_of_the_going_out_play_is_rescinded_when_a_lost_tile_goes_to_the_challenged(
    nsa: Table,
) -> None:
    slip = nsa.slip("AXLE", out_play=True)
    row = take_back(by=nsa.judge, slip=slip, ending="lost_tile")
    assert (row.state, row.ending, nsa.lines()) == ("closed", "lost_tile", [])
    again = nsa.slip("CWM")
    with pytest.raises(Refused, match="only against the play that goes out"):
        take_back(by=nsa.judge, slip=again, ending="lost_tile")


def test_wespa_3_10_10_c_the_challenged_player_neither_concedes_nor_ends_a_slip_before_its_verdict(at: Table) -> None:
    ann = at.player(at.first)
    slip = at.slip("AXLE")
    with pytest.raises(Refused, match="Only the challenger or an official can take the challenge back"):
        take_back(by=ann, slip=slip, ending="blank")
    with pytest.raises(Refused, match="you cannot close now"):
        close_slip(by=ann, slip=slip)
    assert fresh(slip).state == "with-runner"


def test_closing_twice_closes_once(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    assert [close_slip(by=at.judge, slip=slip).state for _ in range(2)] == ["closed", "closed"]


# ── who judges at the table ──────────────────────────────────────────────────────────────────────────────────


def test_nsa_appendix_c_a_human_judge_comes_to_the_table_of_a_player_who_asks(nsa: Table) -> None:
    slip = nsa.slip("AXLE", way=Way.TABLE, handed_over=False)
    with pytest.raises(Refused, match="still at the table"):
        adjudicate(by=nsa.judge, slip=slip, words=["AXLE"], stated=True)
    hand_over(by=nsa.judge, slip=slip)
    assert adjudicate(by=nsa.judge, slip=slip, words=["AXLE"], stated=True).acceptable is True


def test_nsa_i_a_1_guideline_11c_words_of_ten_letters_are_looked_up_in_the_second_list_too(nsa: Table) -> None:
    pinned = nsa.division.pinned_lexicon
    pinned.second, pinned.second_from = lexicon("Long Test Words", ("ABCDEFGHIJ", "BRIGS")), 10
    pinned.save()
    assert nsa.judged("AXLE", "ABCDEFGHIJ")[1].acceptable is True
    slip, answer = nsa.judged("BRIGS")  # five letters: the second list does not rule it
    assert answer.acceptable is False
    assert [one["title"] for one in slip.verdicts.get().lexicons] == ["Test Words", "Long Test Words"]


@pytest.mark.parametrize("of", [ChallengeOf.PLACEMENT, ChallengeOf.EXCHANGE])
def test_wespa_3_10_15_a_an_illegal_placement_or_exchange_takes_the_play_off(at: Table, of: ChallengeOf) -> None:
    slip = at.slip(of=of)
    adjudicate(by=at.director, slip=slip, stated=False)
    assert (fresh(slip).acceptable, at.lines()) == (False, [])
