"""Second reading, "During the game" and "Challenge penalties": challenges, draws, plays with eight tiles, exchanges."""

import pytest

from tdsuite.tournaments.rulebooks import penalties as p
from tdsuite.tournaments.rulebooks import terms as t
from tests.rulebook.second_reading import (
    BOOKS,
    GUIDE,
    NSA,
    SOWPODS,
    W10,
    W12,
    Row,
    each_once,
    params,
    provision_at,
    read,
    silent,
    wespa,
)

TWO_OPINIONS = t.SecondOpinion(t.Asker.EITHER, True, t.IfOpinionsDiffer.DIRECTOR_FINAL, False)
SHOW_TWO_MORE = t.Overdraw(t.OverdrawMethod.SHOW_EXTRA_AND_TWO, 2, True, None)
UNTOUCHED = t.Misadjudication(
    t.MisadjudicationRemedy.CORRECT_IN_TIME,
    wrongly_acceptable=t.CorrectUntil.NEW_TILE_ON_RACK,
    wrongly_unacceptable=t.CorrectUntil.RETRACTED_TILE_ON_RACK,
    bonus=0,
)

ROWS = [
    # challenge penalty
    *wespa("during.challenge.scheme", p.PenaltyScheme(p.PenaltyKind.POINTS_PER_WORD, (5,)), "3.10.15(b)(ii)"),
    Row(NSA, "during.challenge.scheme", p.PenaltyScheme(p.PenaltyKind.DOUBLE), "II.L.5"),
    *silent("during.challenge.scheme", p.PenaltyScheme(p.PenaltyKind.SINGLE), SOWPODS),
    Row(GUIDE, "during.challenge.scheme", p.PenaltyScheme(p.PenaltyKind.SINGLE), "Challenges"),
    *wespa("during.challenge.due", t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, "3.10.15(a)"),
    Row(NSA, "during.challenge.due", t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, "II.L.5"),
    *silent("during.challenge.due", t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, SOWPODS),
    Row(GUIDE, "during.challenge.due", t.PenaltyDue.ALL_CHALLENGED_ACCEPTABLE, "Challenges"),
    *wespa("during.challenge.free", (t.FreeChallenge.PLACEMENT, t.FreeChallenge.EXCHANGE), "3.10.16(c), 3.10.17(c)"),
    Row(
        NSA,
        "during.challenge.free",
        (
            t.FreeChallenge.OUT_PLAY,
            t.FreeChallenge.LOST_TILE_TO_CHALLENGED,
            t.FreeChallenge.BLANK_MISUNDERSTOOD,
        ),
        "III.A.3, II.L.8",
    ),
    *silent("during.challenge.free", (t.FreeChallenge.PLACEMENT, t.FreeChallenge.EXCHANGE), SOWPODS),
    Row(GUIDE, "during.challenge.free", (), "Challenges"),
    *silent("during.challenge.charged", t.Charged.CHALLENGER, *BOOKS),
    *silent("during.challenge.counted_over", t.CountSpan.GAME, *BOOKS),
    # second opinion
    *wespa("during.opinions.second", TWO_OPINIONS, "3.10.11"),
    Row(
        NSA,
        "during.opinions.second",
        t.SecondOpinion(t.Asker.EITHER, True, t.IfOpinionsDiffer.THIRD, third_at_discretion=True),
        "II.L.6, Guideline 11h",
    ),
    *silent("during.opinions.second", TWO_OPINIONS, SOWPODS),
    Row(
        GUIDE,
        "during.opinions.second",
        t.SecondOpinion(t.Asker.AFFECTED, False, t.IfOpinionsDiffer.SECOND_FINAL, False),
        "Others",
    ),
    *wespa("during.opinions.self_lookup", t.SelfLookup.AS_ANY_VERDICT, "3.10.11"),
    Row(NSA, "during.opinions.self_lookup", t.SelfLookup.FINAL_UNLESS_FLAWED, "App. C A.10"),
    *silent("during.opinions.self_lookup", t.SelfLookup.AS_ANY_VERDICT, SOWPODS),
    Row(GUIDE, "during.opinions.self_lookup", t.SelfLookup.AS_ANY_VERDICT, "Others"),
    # misadjudication found later
    *wespa("during.misadjudication", UNTOUCHED, "3.10.13", dagger=True),
    Row(
        NSA,
        "during.misadjudication",
        t.Misadjudication(t.MisadjudicationRemedy.SPREAD_AWARD, t.CorrectUntil.NEVER, t.CorrectUntil.NEVER, bonus=25),
        "II.L.7",
    ),
    *silent(
        "during.misadjudication",
        t.Misadjudication(t.MisadjudicationRemedy.RULING, t.CorrectUntil.NEVER, t.CorrectUntil.NEVER, 0),
        SOWPODS,
        GUIDE,
    ),
    # overdraw
    *wespa("during.overdraw.remedy", SHOW_TWO_MORE, "3.9.5"),
    Row(
        NSA,
        "during.overdraw.remedy",
        t.Overdraw(t.OverdrawMethod.SHOW_EXTRA_AND_TWO, 2, single_due_shows_only_new=True, seconds=60),
        "II.B",
    ),
    *silent("during.overdraw.remedy", SHOW_TWO_MORE, SOWPODS),
    Row(
        GUIDE,
        "during.overdraw.remedy",
        t.Overdraw(t.OverdrawMethod.UNSEEN, 0, False, None),
        "Overdrawing of tiles",
    ),
    *wespa("during.overdraw.too_many_shown", t.OverShown.SHOW_ONLY_EXTRA, "3.9.6"),
    Row(NSA, "during.overdraw.too_many_shown", t.OverShown.EXTRA_UNSEEN, "Guideline 27"),
    *silent("during.overdraw.too_many_shown", t.OverShown.SHOW_ONLY_EXTRA, SOWPODS),
    *silent("during.overdraw.too_many_shown", t.OverShown.DIRECTOR, GUIDE),
    *wespa("during.overdraw.loose_tiles", t.LooseTiles.COUNT_AS_OVERDRAW, "4.4"),
    Row(NSA, "during.overdraw.loose_tiles", t.LooseTiles.NOT_AN_OVERDRAW, "II.B, Guideline 17"),
    *silent("during.overdraw.loose_tiles", t.LooseTiles.COUNT_AS_OVERDRAW, SOWPODS),
    *silent("during.overdraw.loose_tiles", t.LooseTiles.DIRECTOR, GUIDE),
    Row(NSA, "during.overdraw.put_back", t.PutBack.SHOW_FROM_BAG_AND_TWO, "II.A"),
    *silent("during.overdraw.put_back", t.PutBack.DIRECTOR, W10, W12, SOWPODS, GUIDE),
    # play made with eight or more tiles
    *wespa(
        "during.eight_tiles.remedy",
        t.EightTiles(t.EightRemedy.OVERDRAW, t.EightRemedy.OVERDRAW, None),
        "3.9.5",
        dagger=True,
    ),
    Row(
        NSA,
        "during.eight_tiles.remedy",
        t.EightTiles(t.EightRemedy.PLAY_OFF_TURN_LOST, t.EightRemedy.SCORE_LOST, incidents=3),
        "Guideline 20",
    ),
    *silent("during.eight_tiles.remedy", t.EightTiles(t.EightRemedy.RULING, t.EightRemedy.RULING, None), SOWPODS),
    Row(
        GUIDE,
        "during.eight_tiles.remedy",
        t.EightTiles(t.EightRemedy.EXCESS_UNSEEN, t.EightRemedy.EXCESS_UNSEEN, None),
        "Overdrawing of tiles",
        dagger=True,
    ),
    *wespa("during.eight_tiles.conduct", t.EightConduct(knowingly=2, undisclosed=1), "6.3.1(e), 3.9.7"),
    Row(NSA, "during.eight_tiles.conduct", t.EightConduct(None, None), "Guideline 18, Guideline 20"),
    *silent("during.eight_tiles.conduct", t.EightConduct(None, None), SOWPODS, GUIDE),
    # drawing out of order
    *wespa(
        "during.out_of_order",
        t.OutOfOrder(
            unethical=True,
            starved_is_overdraw=True,
            investigate_below=None,
            spread_points=0,
            above_all_below=None,
            ruling=False,
        ),
        "3.9.9",
    ),
    Row(
        NSA,
        "during.out_of_order",
        t.OutOfOrder(
            unethical=False,
            starved_is_overdraw=False,
            investigate_below=14,
            spread_points=50,
            above_all_below=7,
            ruling=False,
        ),
        "II.C, Guideline 7",
    ),
    *silent("during.out_of_order", t.OutOfOrder(False, False, None, 0, None, ruling=True), SOWPODS, GUIDE),
    # late underdraw
    *wespa("during.late_underdraw", t.Underdraw(t.UnderdrawUntil.UNDERDRAWERS_NEXT_TURN, None, True), "3.9.8"),
    Row(NSA, "during.late_underdraw", t.Underdraw(t.UnderdrawUntil.OPPONENTS_NEXT_PLAY, 60, False), "Guideline 13"),
    *silent("during.late_underdraw", t.Underdraw(t.UnderdrawUntil.RULING, None, False), SOWPODS, GUIDE),
    # illegal exchange
    *wespa("during.exchange.least_in_bag", 7, "3.2.1(a)"),
    Row(NSA, "during.exchange.least_in_bag", 7, "II.G"),
    Row(SOWPODS, "during.exchange.least_in_bag", 7, "Play 7"),
    Row(GUIDE, "during.exchange.least_in_bag", 7, "Game play 7"),
    *wespa("during.exchange.remedy", t.IllegalExchange(t.ExchangeRemedy.CHALLENGE, 0, None), "3.10.17, 3.10.15(a)"),
    Row(
        NSA,
        "during.exchange.remedy",
        t.IllegalExchange(t.ExchangeRemedy.BY_STAGE, points=30, seconds=60),
        "II.H.10",
    ),
    *silent("during.exchange.remedy", t.IllegalExchange(t.ExchangeRemedy.RULING, 0, None), SOWPODS, GUIDE),
    Row(NSA, "during.exchange.unnumbered", t.UnnumberedExchange.IS_A_PASS, "II.H.8"),
    *silent("during.exchange.unnumbered", t.UnnumberedExchange.DIRECTOR, W10, W12, SOWPODS, GUIDE),
    # challenge slips
    *wespa("during.slips.fixed_by_runner", t.SlipFixed.GIVEN_TO_RUNNER, "3.10.10(b)"),
    *silent("during.slips.fixed_by_runner", t.SlipFixed.GIVEN_TO_RUNNER, NSA, SOWPODS, GUIDE),
    *wespa("during.slips.fixed_self_run", t.SlipFixed.CHALLENGER_LEFT, "3.10.10(b)"),
    *silent("during.slips.fixed_self_run", t.SlipFixed.CHALLENGER_LEFT, NSA, SOWPODS, GUIDE),
    *wespa("during.slips.fixed_at_station", t.SlipFixed.CHALLENGER_LEFT, "3.10.10(b)"),
    Row(NSA, "during.slips.fixed_at_station", t.SlipFixed.ARRIVED, "App. C A.3"),
    *silent("during.slips.fixed_at_station", t.SlipFixed.CHALLENGER_LEFT, SOWPODS, GUIDE),
    *wespa("during.slips.put_right", False, "3.10.12"),
    Row(NSA, "during.slips.put_right", True, "II.L.4, App. C A.3, Guideline 11b"),
    *silent("during.slips.put_right", False, SOWPODS, GUIDE),
    *wespa("during.slips.reissue", t.SlipReissue.UNLIKE_BOARD, "3.10.12"),
    *silent("during.slips.reissue", t.SlipReissue.UNLIKE_BOARD, NSA, SOWPODS, GUIDE),
    Row(NSA, "during.slips.one_go", t.OneGo.WHOLE_PLAY, "II.L.5"),
    Row(GUIDE, "during.slips.one_go", t.OneGo.WHOLE_PLAY, "Challenges"),
    *silent("during.slips.one_go", t.OneGo.WHOLE_PLAY, W10, W12, SOWPODS),
    *wespa("during.slips.compelled", t.Compelled.ONCE_SAID, "3.10.10(a)"),
    Row(NSA, "during.slips.compelled", t.Compelled.ONCE_SAID, "II.L.2"),
    *silent("during.slips.compelled", t.Compelled.ONCE_SAID, SOWPODS, GUIDE),
    *wespa("during.slips.concession", t.Concession.NEVER, "3.10.10(c)"),
    *silent("during.slips.concession", t.Concession.NEVER, NSA, SOWPODS, GUIDE),
    *wespa("during.slips.verdict", t.VerdictSaid.WHOLE_SLIP, "3.10.7(b)"),
    Row(NSA, "during.slips.verdict", t.VerdictSaid.WHOLE_SLIP, "II.L.5"),
    Row(GUIDE, "during.slips.verdict", t.VerdictSaid.WHOLE_SLIP, "Challenges"),
    *silent("during.slips.verdict", t.VerdictSaid.WHOLE_SLIP, SOWPODS),
    # faults that are counted
    Row(
        NSA,
        "during.objections",
        (
            t.Counter(
                t.Fault.MISORIENTED, "Misoriented tile left, objected to in time", "II.F.2", 3, False, 60, False, False
            ),
            t.Counter(
                t.Fault.WRONG_SCORE, "Wrong score announced, objected to in time", "II.O", 3, True, 60, False, False
            ),
            t.Counter(t.Fault.TRACKING, "Draw delayed by tracking first", "Guideline 6", 1, True, 60, True, False),
        ),
        "II.F.2, II.O, Guideline 6",
    ),
    *silent("during.objections", (), W10, W12, SOWPODS, GUIDE),
]


@pytest.mark.parametrize("row", params(ROWS))
def test_second_reading_during_the_game(row: Row) -> None:
    read(row)


def test_second_reading_during_the_game_has_each_cell_once() -> None:
    each_once(ROWS, "during")


# ── "Challenge penalties" ────────────────────────────────────────────────────────────────────────────────────────────

PENALTIES = [
    ("single", "3.10.15(b)(i)", True),
    ("word:5", "3.10.15(b)(ii)", True),
    ("turn:5", "3.10.15(b)(iii)", True),
    ("word:10", "3.10.15(b)(iv)", True),
    ("turn:10", "3.10.15(b)(iv)", True),
    ("double", "3.10.15(b)(v)", True),
    ("dingle", "3.10.15(c)(i)", False),
    ("rising:5-10", "3.10.15(c)(ii)", False),
    ("rising:5-5-10-20-30", "3.10.15(c)(iii)", False),
    ("time:60", "3.10.15(c)(iv)", False),
]


@pytest.mark.parametrize("book", [W10, W12])
def test_wespa_3_10_15_every_penalty_with_its_rule_and_whether_it_is_standard(book: str) -> None:
    choices = provision_at(book, "during.challenge.scheme").choices
    assert sorted((one.code, one.rule, one.standard) for one in choices) == sorted(PENALTIES)


@pytest.mark.parametrize("book", [NSA, GUIDE])
def test_nsa_ii_l_5_guide_challenges_leave_no_choice_of_penalty(book: str) -> None:
    assert not provision_at(book, "during.challenge.scheme").open


@pytest.mark.parametrize("book", [W10, W12])
def test_wespa_a_rising_penalty_counts_in_the_game_unless_the_organiser_says_in_the_event(book: str) -> None:
    counted = provision_at(book, "during.challenge.counted_over")
    assert [(one.code, one.value) for one in counted.choices] == [
        ("game", t.CountSpan.GAME),
        ("event", t.CountSpan.EVENT),
    ]
