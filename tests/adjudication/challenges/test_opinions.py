"""Second and third opinions and the director's, by rulebook; and verdicts found wrong."""

import pytest

from adjudication.challenges.engine.slips import State
from adjudication.challenges.services.consequences import consequences_in
from adjudication.challenges.services.misadjudications import remedy_for, settle_misadjudication
from adjudication.challenges.services.verdicts import adjudicate, ask_second_opinion, grant_third_opinion
from adjudication.models import ChallengeSlip
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import SpreadAdjustment
from tdsuite.tournaments.services.decision import Refused
from tests.adjudication.challenges.cases import STATION, Table, fresh, table
from tests.factories import make_user

pytestmark = pytest.mark.django_db

COST = [("second", -5, 0, False, "3.10.15(b)(ii)")]


def third_judge(at: Table) -> User:
    return make_user("third-judge", tournament=at.division.tournament, role=Role.JUDGE)


def second(at: Table, slip: ChallengeSlip, *words: str, stated: bool | None = None) -> str:
    """The other judge keys the words again; the state that follows."""
    return adjudicate(by=at.other_judge, slip=slip, words=words, stated=stated).slip.state


def wrong_first(at: Table, *words: str) -> ChallengeSlip:
    """A slip of good words that the first judge, from a printed list, called unacceptable, and a player asks."""
    slip = at.slip(*words)
    adjudicate(by=at.judge, slip=slip, words=words, stated=False)
    return ask_second_opinion(by=at.player(at.first), slip=slip)


# ── WESPA 3.10.11 ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", ["wespa-2010", "sowpods-club", "nsa-2004"])
def test_wespa_3_10_11_a_nsa_ii_l_6_either_player_asks_and_an_equal_opinion_settles_it(book: str) -> None:
    at = table(book)
    for side in ("first", "second"):
        slip, _ = at.judged("AXLE")
        row = ask_second_opinion(by=at.player(getattr(at, side)), slip=slip)
        assert row.state == "second-opinion"
        assert second(at, row, "AXLE") == "adjudicated"
        assert fresh(row).acceptable is True
        with pytest.raises(Refused, match="A second opinion was given"):
            ask_second_opinion(by=at.player(at.first), slip=row)


def test_wespa_3_10_11_b_the_first_adjudicator_does_not_look_again(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    ask_second_opinion(by=at.judge, slip=slip, entry=at.first.pk)
    with pytest.raises(Refused, match=r"You have judged this slip already: .* \(3\.10\.11\)"):
        adjudicate(by=at.judge, slip=slip, words=["AXLE"])
    with pytest.raises(Refused, match="given by a person"):
        adjudicate(by=at.station, slip=slip, words=["AXLE"])


def test_wespa_3_10_11_c_opinions_that_differ_go_to_the_director_whose_answer_is_final(at: Table) -> None:
    slip = wrong_first(at, "AXLE", "CWM")
    assert second(at, slip, "CWM", "AXLE") == "with-director"
    assert (fresh(slip).acceptable, at.lines()) == (False, [])  # the first stands meanwhile
    with pytest.raises(NotAllowed):
        adjudicate(by=third_judge(at), slip=slip, words=["AXLE", "CWM"])
    answer = adjudicate(by=at.director, slip=slip, words=["AXLE", "CWM"])
    assert (answer.acceptable, answer.slip.state) == (True, "closed")
    assert at.lines() == [("second", -10, 0, False, "3.10.15(b)(ii)")]
    assert list(slip.verdicts.values_list("opinion", "acceptable")) == [
        ("first", False), ("second", True), ("director", True),
    ]  # fmt: skip


def test_the_second_adjudicator_keys_blind(at: Table) -> None:
    slip = wrong_first(at, "AXLE")
    row = fresh(slip)
    assert (row.verdict_text, row.state_text, row.words_to_show) == ("", "awaiting a second opinion", ("AXLE",))
    with pytest.raises(Refused, match="What was keyed is not what stands on the slip"):
        second(at, slip, "AXXLE")


def test_the_first_verdict_has_no_line_on_the_game_while_another_looks(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    lines = at.lines()
    assert lines == COST
    ask_second_opinion(by=at.player(at.first), slip=slip)
    assert (at.lines(), consequences_in(at.division)) == ([], {})
    second(at, slip, "AXLE")
    assert at.lines() == lines


def test_blind_keys_that_differ_go_to_the_director_even_when_the_verdicts_agree(at: Table) -> None:
    slip = at.slip()  # the words stand on paper
    adjudicate(by=at.judge, slip=slip, words=["AXLE"])
    assert fresh(slip).words_to_show == ("AXLE",)
    ask_second_opinion(by=at.judge, slip=slip, entry=at.second.pk)
    row = fresh(slip)
    assert (row.words_to_show, row.words_challenged) == ((), 0)  # what the first keyed is not shown to the second
    assert second(at, slip, "AXLE", "CWM") == "with-director"
    assert adjudicate(by=at.director, slip=slip, words=["AXLE", "CWM"]).acceptable is True
    assert (fresh(slip).words, at.lines()[0][1]) == (2, -10)


def test_asking_twice_asks_once_and_needs_a_verdict(at: Table) -> None:
    slip = at.slip("AXLE")
    with pytest.raises(Refused, match="you cannot ask for another opinion now"):
        ask_second_opinion(by=at.player(at.first), slip=slip)
    adjudicate(by=at.judge, slip=slip, words=["AXLE"])
    for _ in range(2):
        ask_second_opinion(by=at.player(at.first), slip=slip)
    assert Record.objects.about(slip).filter(action="challenge.second_opinion_asked").count() == 1


def test_an_official_says_for_which_player_the_opinion_is_asked(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    with pytest.raises(Refused, match="for which of the two players"):
        ask_second_opinion(by=at.judge, slip=slip)


# ── NSA II.L.6, App. C A.10 ──────────────────────────────────────────────────────────────────────────────────


def test_nsa_ii_l_6_guideline_11h_a_third_person_looks_when_the_first_two_differ(nsa: Table) -> None:
    slip = wrong_first(nsa, "AXLE")
    assert second(nsa, slip, "AXLE") == "third-opinion"
    for by in (nsa.judge, nsa.other_judge):
        with pytest.raises(Refused, match="You have judged this slip already"):
            adjudicate(by=by, slip=slip, words=["AXLE"])
    answer = adjudicate(by=third_judge(nsa), slip=slip, words=["AXLE"])
    assert (answer.acceptable, answer.slip.state, fresh(slip).acceptable) == (True, "closed", True)
    assert nsa.lines() == [("second", 0, 0, True, "II.L.5")]


def test_nsa_ii_l_6_the_director_may_grant_a_third_opinion_though_two_agree(nsa: Table) -> None:
    slip, _ = nsa.judged("AXLE")
    with pytest.raises(Refused, match="no two opinions yet"):
        grant_third_opinion(by=nsa.director, slip=slip)
    ask_second_opinion(by=nsa.player(nsa.second), slip=slip)
    second(nsa, slip, "AXLE")
    with pytest.raises(NotAllowed):
        grant_third_opinion(by=nsa.judge, slip=slip)
    for _ in range(2):
        assert grant_third_opinion(by=nsa.director, slip=slip).state == "third-opinion"
    assert adjudicate(by=nsa.director, slip=slip, words=["AXLE"]).slip.state == "closed"


def at_the_station(at: Table, *words: str) -> ChallengeSlip:
    slip = at.slip(by=at.station, **STATION)
    adjudicate(by=at.station, slip=slip, words=words)
    return fresh(slip)


def test_nsa_appendix_c_a_10_a_self_look_up_is_final_unless_a_flaw_is_named(nsa: Table) -> None:
    slip = at_the_station(nsa, "AXLE")
    with pytest.raises(Refused, match=r"A self-look-up is final, unless"):
        ask_second_opinion(by=nsa.player(nsa.second), slip=slip)
    row = ask_second_opinion(by=nsa.player(nsa.second), slip=slip, flaw="program")
    with pytest.raises(Refused, match="given by a person"):
        adjudicate(by=nsa.station, slip=row, words=["AXLE"])
    assert adjudicate(by=nsa.judge, slip=row, words=["AXLE"], stated=False).slip.state == "third-opinion"


def test_wespa_3_10_11_after_a_self_look_up_a_person_looks(at: Table) -> None:
    slip = at_the_station(at, "AXLE")
    row = ask_second_opinion(by=at.player(at.second), slip=slip)
    assert adjudicate(by=at.judge, slip=row, words=["AXLE"]).slip.state == "adjudicated"


# ── guide, Others ────────────────────────────────────────────────────────────────────────────────────────────


def test_guide_others_only_the_affected_player_asks_once_and_the_second_is_final() -> None:
    at = table("scrabble-guide")
    slip = at.slip("AXLE")
    adjudicate(by=at.judge, slip=slip, words=["AXLE"], stated=False)
    with pytest.raises(Refused, match="Only the player affected, here the challenged player"):
        ask_second_opinion(by=at.player(at.second), slip=slip)
    ask_second_opinion(by=at.player(at.first), slip=slip)
    answer = adjudicate(by=at.judge, slip=slip, words=["AXLE"])  # the guide does not say that another looks
    assert (answer.acceptable, answer.slip.state, fresh(slip).acceptable) == (True, "adjudicated", True)
    with pytest.raises(Refused, match="A second opinion was given"):
        ask_second_opinion(by=at.player(at.second), slip=slip)


# ── misadjudication: WESPA 3.10.13 ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("word", "said", "known", "corrected"),
    [
        ("AXXLE", True, {}, True), ("AXXLE", True, {"new_tile_on_rack": True}, False),
        ("AXLE", False, {"new_tile_on_rack": True}, True), ("AXLE", False, {"retracted_tile_on_rack": True}, False),
    ],
)  # fmt: skip
def test_wespa_3_10_13_a_b_a_wrong_verdict_is_corrected_until_a_tile_is_on_the_rack(
    at: Table, word: str, said: bool, known: dict[str, bool], corrected: bool
) -> None:
    slip = at.slip(word)
    adjudicate(by=at.judge, slip=slip, words=[word], stated=said)
    kept = settle_misadjudication(by=at.director, slip=slip, known=known, reason="Both looked.")
    told = Record.objects.get(action="challenge.misadjudicated").after
    assert (told["was_acceptable"], told["corrected"], kept.remedy_rule) == (said, corrected, "3.10.13")
    assert (fresh(slip).acceptable, at.lines()) == (said is not corrected, COST * fresh(slip).acceptable)
    assert [one.opinion for one in slip.verdicts.all()] == ["first", *["correction"] * corrected]
    with pytest.raises(Refused, match="dealt with as wrong already"):
        settle_misadjudication(by=at.director, slip=slip, known={}, reason="Again.")


def test_wespa_3_10_13_only_the_director_and_only_with_a_reason(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    with pytest.raises(NotAllowed):
        settle_misadjudication(by=at.judge, slip=slip, known={}, reason="No.")
    with pytest.raises(Refused, match="Say how the verdict was found to be wrong"):
        settle_misadjudication(by=at.director, slip=slip, known={}, reason=" ")
    assert fresh(slip).remedy == ""


def test_only_a_settled_verdict_on_words_can_be_found_wrong(at: Table) -> None:
    slip = at.slip("AXLE")
    with pytest.raises(Refused, match="Only a settled verdict"):
        remedy_for(slip=slip, known={})
    adjudicate(by=at.judge, slip=slip, words=["AXLE"])
    asked = ask_second_opinion(by=at.player(at.first), slip=slip)
    assert asked.state == State.SECOND_OPINION
    with pytest.raises(Refused, match="Only a settled verdict"):
        remedy_for(slip=asked, known={})


# ── misadjudication: NSA II.L.7, and the silent books ────────────────────────────────────────────────────────

VERIFIED = {"play_value": 72, "verified": True, "reported_in_time": True}


@pytest.mark.parametrize(("word", "said", "side"), [("AXLE", False, "first"), ("AXXLE", True, "second")])
def test_nsa_ii_l_7_a_turn_lost_wrongly_gives_the_plays_value_and_25_on_the_players_own_spread(
    nsa: Table, word: str, said: bool, side: str
) -> None:
    slip = nsa.slip(word)
    adjudicate(by=nsa.judge, slip=slip, words=[word], stated=said)
    lines = nsa.lines()
    settle_misadjudication(by=nsa.director, slip=slip, known=VERIFIED, reason="At lunch.")
    spread = SpreadAdjustment.objects.get()
    assert (spread.entry, spread.round_number, spread.points, spread.rule) == (getattr(nsa, side), 1, 97, "II.L.7")
    told = Record.objects.get(action="challenge.misadjudicated").after
    assert (told["spread"], told["turn_lost"], told["corrected"]) == (97, True, False)
    assert (fresh(slip).acceptable, nsa.lines()) == (said, lines)  # the result stands


def test_nsa_ii_l_7_nothing_is_due_where_no_turn_was_lost_or_nothing_was_verified(nsa: Table) -> None:
    slip = nsa.slip("AXXLE", out_play=True)
    adjudicate(by=nsa.judge, slip=slip, words=["AXXLE"], stated=True)
    assert remedy_for(slip=fresh(slip), known=VERIFIED).spread == 0
    other = nsa.slip("CWM")
    adjudicate(by=nsa.judge, slip=other, words=["CWM"], stated=False)
    kept = settle_misadjudication(by=nsa.director, slip=other, known={"play_value": 30}, reason="Found.")
    assert SpreadAdjustment.objects.count() == 0
    assert kept.remedy == "Not reported before leaving the tournament area that day: nothing is due."


def test_a_play_is_worth_0_points_or_more(nsa: Table) -> None:
    slip, _ = nsa.judged("AXXLE")
    with pytest.raises(Refused, match="0 points or more"):
        remedy_for(slip=slip, known={"play_value": -1})


@pytest.mark.parametrize("book", ["sowpods-club", "scrabble-guide"])
@pytest.mark.parametrize("correct", [True, False])
def test_in_the_silent_books_the_director_rules(book: str, correct: bool) -> None:
    at = table(book)
    slip, _ = at.judged("AXLE")
    with pytest.raises(Refused, match="Misadjudication found later: the director rules"):
        settle_misadjudication(by=at.director, slip=slip, known={}, reason="Found.")
    kept = settle_misadjudication(by=at.director, slip=slip, known={}, correct=correct, reason="Found.")
    assert (kept.remedy_rule, fresh(slip).acceptable) == ("our default", not correct)
    assert set(consequences_in(at.division)) == {slip.pk}
