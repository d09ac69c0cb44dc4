"""Forfeits of every kind, byes and ejections, with their margins and whether they are rated."""

import pytest

from results.rulings.engine.forfeits import (
    Award,
    EjectedGame,
    ForfeitKind,
    MarginNotAllowed,
    PlayedGame,
    SideResult,
    ejection,
    is_rated,
    lateness_forfeit,
    overtime_forfeit,
    resignation,
)
from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import SOWPODS_CLUB, WESPA_2010


def margins(award: Award) -> tuple[int, int]:
    return award.offender.spread, award.opponent.spread


def test_sowpods_the_organisers_margin_holds_where_elected_too() -> None:
    book = effective(SOWPODS_CLUB, {"lateness_margin": "75"}).rulebook
    assert margins(lateness_forfeit(book=book, elected=True)) == (-75, 75)


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


def test_wespa_5_3_3_the_reasons() -> None:
    award = overtime_forfeit(own_score=420, opponent_score=380, seconds_over=600, book=WESPA_2010)
    assert award is not None
    assert award.reasons == (
        Reason("Ten minutes over: 320-380 with penalties, the opponent's lead is 60.", "5.3.3"),
        Reason("Loses by 100, the greater of that lead and 100.", "5.3.3"),
        Reason("Rated.", "our default"),
    )


def test_wespa_5_7_d_an_improper_resignation_without_a_margin_asks_for_it() -> None:
    with pytest.raises(MarginNotAllowed, match="leave it out"):  # 5.7(c)
        resignation(own_score=300, opponent_score=330, margin=200, book=WESPA_2010)
    with pytest.raises(NeedsRuling) as asked:
        resignation(own_score=300, opponent_score=330, proper=False, book=WESPA_2010)
    expected = "Margin of an improper resignation: the director rules (5.7(d)). Give the margin you set."
    assert str(asked.value) == expected


@pytest.mark.parametrize(
    ("key", "begun", "rated"),
    [
        ("wespa-2010", True, ["overtime", "resigned"]), ("wespa-2010", False, ["overtime", "resigned"]),
        ("nsa-2004", True, ["lateness", "overtime", "resigned", "ejection", "awarded"]), ("nsa-2004", False, []),
        ("sowpods-club", True, []), ("scrabble-guide", True, []),
    ],
)  # fmt: skip
def test_which_forfeits_are_rated(key: str, begun: bool, rated: list[str]) -> None:
    assert [str(kind) for kind in ForfeitKind if is_rated(kind, begun=begun, book=RULEBOOKS[key])] == rated


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
