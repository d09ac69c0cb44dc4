"""Forfeits of every kind, byes and ejections, with their margins and whether they are rated."""

import pytest

from results.rulings.engine.forfeits import (
    Award,
    EjectedGame,
    EjectionCause,
    ForfeitKind,
    MarginNotAllowed,
    PlayedGame,
    SideResult,
    awarded,
    bye,
    ejection,
    has_begun,
    is_rated,
    lateness_forfeit,
    neither_arrived,
    overtime_forfeit,
    resignation,
)
from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SILENT, SOWPODS_CLUB, WESPA_2010


def margins(award: Award) -> tuple[int, int]:
    return award.offender.spread, award.opponent.spread


@pytest.mark.parametrize(
    ("key", "elected", "margin"),
    [
        pytest.param("wespa-2010", False, 75, id="wespa_2010_2_3_6_a"),
        pytest.param("wespa-2010", True, 75, id="wespa_2010_2_3_6_a_elected"),
        pytest.param("wespa-2012", False, 75, id="wespa_2012_2_3_6_a"),
        pytest.param("nsa-2004", False, 50, id="nsa_iii_g_1"),
        pytest.param("nsa-2004", True, 50, id="nsa_guideline_19a_elected"),
        pytest.param("sowpods-club", False, 50, id="sowpods_offered"),
        pytest.param("scrabble-guide", False, 50, id="guide_offered"),
    ],
)
def test_lateness_forfeit_margin(key: str, elected: bool, margin: int) -> None:
    award = lateness_forfeit(book=RULEBOOKS[key], elected=elected)
    assert (award.offender, award.opponent, award.rated) == (SideResult(0, -margin), SideResult(2, margin), False)


def test_wespa_2_3_6_a_the_director_may_raise_the_margin() -> None:
    award = lateness_forfeit(book=WESPA_2010, margin=150)
    assert margins(award) == (-150, 150)
    assert award.reasons == (
        Reason("Forfeited for lateness: 75 points.", "2.3.6(a)"),
        Reason("The director sets the margin at 150.", "2.3.6(a)"),
        Reason("Not rated.", "2.3.6(b)"),
    )


@pytest.mark.parametrize(
    ("book", "margin", "says"),
    [
        (WESPA_2010, 50, r"may be raised above 75, not lowered \(2.3.6\(a\)\)"),
        (NSA_2004, 75, r"The margin is 50 \(III.G.1\); leave it out"),
        (SOWPODS_CLUB, -1, "0 points or more"),
    ],
)
def test_wespa_2_3_6_a_nsa_iii_g_1_a_margin_that_the_book_does_not_allow(book, margin, says) -> None:
    with pytest.raises(MarginNotAllowed, match=says):
        lateness_forfeit(book=book, margin=margin)
    assert margins(lateness_forfeit(book=SOWPODS_CLUB, margin=20)) == (-20, 20)


def test_sowpods_the_organisers_margin_holds_where_elected_too() -> None:
    book = effective(SOWPODS_CLUB, {"lateness_margin": "75"}).rulebook
    assert margins(lateness_forfeit(book=book, elected=True)) == (-75, 75)


@pytest.mark.parametrize(
    ("key", "margin"),
    [("wespa-2010", 75), ("wespa-2012", 75), ("nsa-2004", 50), ("sowpods-club", 50), ("scrabble-guide", 50)],
)
def test_neither_ever_arrives_both_lose_unrated(key: str, margin: int) -> None:
    award = neither_arrived(RULEBOOKS[key])
    assert (award.offender, award.opponent, award.rated) == (SideResult(0, -margin), SideResult(0, -margin), False)


@pytest.mark.parametrize(
    ("own", "opponent", "scores", "margin"),
    [
        pytest.param(420, 380, (320, 380), 100, id="leader_420_380_loses_by_100"),
        pytest.param(300, 450, (200, 450), 250, id="trailer_300_450_loses_by_250"),
        pytest.param(700, 380, (600, 380), 100, id="still_ahead_700_380_loses_by_100"),
        pytest.param(380, 380, (280, 380), 100, id="level_loses_by_100"),
        pytest.param(379, 380, (279, 380), 101, id="one_behind_loses_by_101"),
        pytest.param(-30, 20, (-130, 20), 150, id="scores_below_zero"),
    ],
)
def test_wespa_5_3_3_overtime_forfeit(own: int, opponent: int, scores: tuple[int, int], margin: int) -> None:
    award = overtime_forfeit(own_score=own, opponent_score=opponent, seconds_over=600, book=WESPA_2010)
    assert award is not None
    assert (award.scores, margins(award), award.rated) == (scores, (-margin, margin), True)


def test_wespa_5_3_3_time_beyond_the_forfeiture_costs_nothing_more() -> None:
    at_ten = overtime_forfeit(own_score=300, opponent_score=450, seconds_over=600, book=WESPA_2010)
    at_fourteen = overtime_forfeit(own_score=300, opponent_score=450, seconds_over=840, book=WESPA_2010)
    assert at_ten == at_fourteen


def test_wespa_5_3_3_the_opponents_own_penalties_are_included() -> None:
    award = overtime_forfeit(
        own_score=300, opponent_score=450, seconds_over=600, opponent_seconds_over=61, book=WESPA_2010
    )
    assert award is not None
    assert (award.scores, margins(award)) == ((200, 430), (-230, 230))


def test_wespa_5_3_3_the_reasons() -> None:
    award = overtime_forfeit(own_score=420, opponent_score=380, seconds_over=600, book=WESPA_2010)
    assert award is not None
    assert award.reasons == (
        Reason("Ten minutes over: 320-380 with penalties, the opponent's lead is 60.", "5.3.3"),
        Reason("Loses by 100, the greater of that lead and 100.", "5.3.3"),
        Reason("Rated.", "our default"),
    )


@pytest.mark.parametrize(
    ("key", "own", "opponent", "margin", "rule"),
    [
        pytest.param("wespa-2010", 300, 330, 80, "5.7(c)", id="wespa_5_7_c_opponent_leads_by_30"),
        pytest.param("wespa-2010", 340, 300, 50, "5.7(c)", id="wespa_5_7_c_opponent_trails_by_40"),
        pytest.param("wespa-2010", 300, 300, 50, "5.7(c)", id="wespa_5_7_c_level"),
        pytest.param("nsa-2004", 340, 300, 50, "III.G.2", id="nsa_iii_g_2_ahead_by_40"),
        pytest.param("nsa-2004", 300, 340, 90, "III.G.2", id="nsa_iii_g_2_behind_by_40"),
        pytest.param("nsa-2004", 300, 300, 50, "our default", id="nsa_iii_g_2_level_is_ours"),
        pytest.param("sowpods-club", 300, 330, 80, "our default", id="sowpods_as_wespa"),
        pytest.param("scrabble-guide", 300, 330, 80, "our default", id="guide_as_wespa"),
    ],
)
def test_resigning(key: str, own: int, opponent: int, margin: int, rule: str) -> None:
    award = resignation(own_score=own, opponent_score=opponent, book=RULEBOOKS[key])
    assert (award.offender, award.opponent) == (SideResult(0, -margin), SideResult(2, margin))
    assert award.reasons[0].rule == rule


def test_wespa_5_7_d_the_director_sets_the_margin_of_an_improper_resignation() -> None:
    award = resignation(own_score=300, opponent_score=330, proper=False, margin=200, book=WESPA_2010)
    assert (margins(award), award.reasons[0]) == (
        (-200, 200),
        Reason("Improper: the director sets the margin at 200.", "5.7(d)"),
    )


def test_wespa_5_7_d_an_improper_resignation_without_a_margin_asks_for_it() -> None:
    with pytest.raises(MarginNotAllowed, match="leave it out"):  # 5.7(c)
        resignation(own_score=300, opponent_score=330, margin=200, book=WESPA_2010)
    with pytest.raises(NeedsRuling) as asked:
        resignation(own_score=300, opponent_score=330, proper=False, book=WESPA_2010)
    assert str(asked.value) == (
        "Margin of an improper resignation: the director rules (5.7(d)). Give the margin you set."
    )


@pytest.mark.parametrize(
    ("key", "begun", "rated"),
    [
        ("wespa-2010", True, True),
        ("nsa-2004", True, True),
        ("nsa-2004", False, False),
        ("sowpods-club", True, False),
        ("scrabble-guide", True, False),
    ],
)
def test_whether_a_resigned_game_is_rated(key: str, begun: bool, rated: bool) -> None:
    assert resignation(own_score=1, opponent_score=0, begun=begun, book=RULEBOOKS[key]).rated is rated


@pytest.mark.parametrize(
    ("drawn", "alerted", "begun"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_nsa_iii_g_a_game_has_begun_once_a_tile_is_drawn_and_the_opponent_alerted(
    drawn: bool, alerted: bool, begun: bool
) -> None:
    assert has_begun(first_tile_drawn=drawn, opponent_alerted=alerted) is begun


@pytest.mark.parametrize(
    ("key", "begun", "rated"),
    [
        ("wespa-2010", True, ["overtime", "resigned"]),
        ("wespa-2010", False, ["overtime", "resigned"]),
        ("nsa-2004", True, ["lateness", "overtime", "resigned", "ejection", "awarded"]),
        ("nsa-2004", False, []),
        ("sowpods-club", True, []),
        ("scrabble-guide", True, []),
    ],
)
def test_which_forfeits_are_rated(key: str, begun: bool, rated: list[str]) -> None:
    assert [str(kind) for kind in ForfeitKind if is_rated(kind, begun=begun, book=RULEBOOKS[key])] == rated


@pytest.mark.parametrize("key", RULEBOOKS)
def test_nsa_iii_g_3_a_bye_is_a_win_of_50_unrated_or_as_the_organiser_chose(key: str) -> None:
    worth = bye(RULEBOOKS[key])
    assert (worth.half_wins, worth.spread, worth.rated) == (2, 50, False)
    chosen = bye(effective(WESPA_2010, {"bye_result": "half", "bye_spread": "0"}).rulebook)
    assert (chosen.half_wins, chosen.spread, chosen.rated) == (1, 0, False)


def test_wespa_6_3_3_b_iv_a_game_forfeited_as_a_penalty_by_the_directors_margin() -> None:
    award = awarded(margin=120, book=WESPA_2010)
    assert (margins(award), award.rated) == ((-120, 120), False)
    assert award.reasons[0] == Reason("Forfeited as a penalty: the director sets the margin at 120.", "6.3.3(b)(iv)")
    with pytest.raises(MarginNotAllowed):
        awarded(margin=-1, book=WESPA_2010)


@pytest.mark.parametrize(
    ("margin", "opponent", "changed", "rated"),
    [
        pytest.param(200, 200, False, True, id="won_by_200_stays_200"),
        pytest.param(30, 150, True, False, id="won_by_30_becomes_150"),
        pytest.param(-80, 150, True, False, id="lost_becomes_a_win_by_150"),
        pytest.param(150, 150, False, True, id="won_by_exactly_150_stays"),
        pytest.param(149, 150, True, False, id="won_by_149_becomes_150"),
        pytest.param(0, 150, True, False, id="tie_becomes_a_win_by_150"),
    ],
)
def test_wespa_6_2_4_not_a_round_robin(margin: int, opponent: int, changed: bool, rated: bool) -> None:
    (game,) = ejection([PlayedGame(7, margin, rated=False)], round_robin=False, book=WESPA_2010).games
    assert not game.rated
    (game,) = ejection([PlayedGame(7, margin)], round_robin=False, book=WESPA_2010).games
    assert game == EjectedGame(7, False, changed, SideResult(2, opponent), SideResult(0, -opponent), rated)


def test_wespa_6_2_4_not_a_round_robin_the_player_goes_to_the_bottom_and_is_a_bye() -> None:
    result = ejection([], round_robin=False, book=WESPA_2010)
    assert (result.bottom_of_standings, result.later_opponents_have_a_bye, result.later_games_void) == (
        True,
        True,
        False,
    )
    assert (result.must_report, result.later_games_forfeited, result.prizes_lost) == (True, False, False)


def test_wespa_6_2_4_round_robin_every_game_is_void_for_both() -> None:
    result = ejection([PlayedGame(1, 200), PlayedGame(2, -80)], round_robin=True, book=WESPA_2010)
    assert result.games == (
        EjectedGame(1, True, True, None, None, False),
        EjectedGame(2, True, True, None, None, False),
    )
    assert (result.bottom_of_standings, result.later_opponents_have_a_bye, result.later_games_void) == (
        False,
        False,
        True,
    )


@pytest.mark.parametrize("round_robin", [True, False])
def test_wespa_6_3_3_b_v_nsa_guideline_21_a_level_2_ejection_lets_played_games_stand(round_robin: bool) -> None:
    result = ejection(
        [PlayedGame(1, 30), PlayedGame(2, -80), PlayedGame(3, 0)],
        round_robin=round_robin,
        book=WESPA_2010,
        cause=EjectionCause.LESSER,
    )
    assert result.games == (
        EjectedGame(1, False, False, SideResult(2, 30), SideResult(0, -30), True),
        EjectedGame(2, False, False, SideResult(0, -80), SideResult(2, 80), True),
        EjectedGame(3, False, False, SideResult(1, 0), SideResult(1, 0), True),
    )
    assert not result.must_report
    stand = ejection([PlayedGame(1, -80)], round_robin=round_robin, book=NSA_2004)  # Guideline 21
    assert stand.games == (EjectedGame(1, False, False, SideResult(0, -80), SideResult(2, 80), True),)
    assert (stand.bottom_of_standings, stand.later_games_forfeited) == (False, False)


def test_nsa_guideline_20_a_third_play_with_eight_tiles_may_cost_awards_and_remaining_games() -> None:
    result = ejection([], round_robin=False, book=NSA_2004, cause=EjectionCause.LESSER)
    assert (result.later_games_forfeited, result.prizes_lost, result.reasons[0].rule) == (True, True, "Guideline 20")


@pytest.mark.parametrize("book", SILENT)
def test_silent_books_ask_the_director_about_an_ejected_players_games(book: Rulebook) -> None:
    with pytest.raises(NeedsRuling, match="Void them, award them, or let them stand"):
        ejection([PlayedGame(1, 30)], round_robin=False, book=book)
