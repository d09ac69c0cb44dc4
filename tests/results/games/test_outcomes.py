"""Entering, taking back and correcting results: what is kept, what is refused, what the record says."""

from typing import Any

import pytest

from results.games.services.outcomes import (
    ResultThere,
    correct_result,
    entered_already,
    games_to_enter,
    played,
    played_by,
    record_outcome,
    record_result,
    result_text,
    side_named,
    where,
    withdraw_result,
)
from results.rulings.services.forfeits import HowItEnded, decide
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import history, rounds_paired_from
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=4, rounds=3)


@pytest.fixture
def director(division: Division) -> User:
    return make_user(tournament=division.tournament)


@pytest.fixture
def scorer(division: Division) -> User:
    return make_user("scorer", tournament=division.tournament, role=Role.SCORER)


@pytest.fixture
def round_1(division: Division) -> Round:
    return make_round(division, 1, pairs=[(1, 4), (3, 2)])


def board(row: Round, number: int) -> Game:
    return Game.objects.with_people().get(round=row, board=number)


def records(game: Game) -> list[Record]:
    return list(Record.objects.about(game).order_by("seq"))


def status(row: Round) -> str:
    return Round.objects.get(pk=row.pk).status


# --- entering --------------------------------------------------------------------------------------


def test_a_result_is_kept_with_both_scores_and_a_record_of_who_entered_it(round_1: Round, scorer: User) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    row = Game.objects.get(pk=game.pk)
    assert (row.outcome, row.first_score, row.second_score, row.rated) == ("played", 431, 388, True)
    assert row.decided_at is not None
    (record,) = records(row)
    assert (record.action, record.actor_id, record.before, record.why) == ("result.entered", scorer.pk, {}, "")
    assert (record.after["first_score"], record.after["second_score"]) == (431, 388)
    assert (record.after["round"], record.after["table"]) == (1, "1")
    assert (record.after["first"], record.after["second"]) == (row.first_id, row.second_id)
    assert record.scope == round_1.division.live_topic


def test_the_first_result_makes_a_round_playing_and_the_last_one_closes_it(round_1: Round, scorer: User) -> None:
    assert status(round_1) == "published"
    record_result(by=scorer, game=board(round_1, 1), first_score=400, second_score=400)
    assert status(round_1) == "playing"
    record_result(by=scorer, game=board(round_1, 2), first_score=300, second_score=401)
    assert status(round_1) == "closed"
    assert Round.objects.get(pk=round_1.pk).closed_at is not None


def test_every_result_raises_the_state_version_so_that_older_drafts_are_stale(round_1: Round, scorer: User) -> None:
    before = Division.objects.get(pk=round_1.division_id).state_version
    record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    withdraw_result(by=scorer, game=board(round_1, 1))
    assert Division.objects.get(pk=round_1.division_id).state_version == before + 2


def test_a_second_result_for_a_game_is_refused_and_changes_nothing(round_1: Round, scorer: User) -> None:
    record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    version = Division.objects.get(pk=round_1.division_id).state_version
    with pytest.raises(
        ResultThere, match=r"Round 1, table 1 has a result already \(431-388\): correct it, with a reason"
    ):
        record_result(by=scorer, game=board(round_1, 1), first_score=388, second_score=431)
    assert result_text(board(round_1, 1)) == "431-388"
    assert len(records(board(round_1, 1))) == 1
    assert Division.objects.get(pk=round_1.division_id).state_version == version


def test_a_postponed_games_result_is_entered_when_it_comes(round_1: Round, scorer: User) -> None:
    Game.objects.filter(pk=board(round_1, 1).pk).update(outcome="postponed")
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    assert result_text(game) == "431-388"
    assert records(game)[0].before["outcome"] == "postponed"


def test_a_result_says_what_ended_the_game_where_that_was_not_the_last_tile(round_1: Round) -> None:
    game = board(round_1, 1)
    game.outcome, game.first_score, game.second_score = "time_up", 310, 290
    assert result_text(game) == "310-290, time up"


@pytest.mark.parametrize("score", [1501, -1501, 99999])
def test_a_score_beyond_any_game_is_refused(round_1: Round, scorer: User, score: int) -> None:
    with pytest.raises(Refused, match=rf"^{score} is no score: scores run from -1500 to 1500"):
        record_result(by=scorer, game=board(round_1, 1), first_score=score, second_score=300)
    assert board(round_1, 1).outcome == ""


def test_a_negative_score_is_a_score(round_1: Round, scorer: User) -> None:
    record_result(by=scorer, game=board(round_1, 1), first_score=-12, second_score=300)
    assert history(round_1.division).standings()[-1].spread == -312


def test_no_result_before_publication(division: Division, scorer: User) -> None:
    row = make_round(division, 1, status=Round.Status.DRAFT)
    with pytest.raises(Refused, match="Round 1 is not published yet"):
        record_result(by=scorer, game=board(row, 1), first_score=400, second_score=300)


def test_a_board_that_was_taken_apart_meanwhile_takes_no_result(round_1: Round, scorer: User) -> None:
    game = board(round_1, 1)
    Game.objects.filter(pk=game.pk).delete()
    with pytest.raises(Refused, match="changed meanwhile and no longer exists"):
        record_result(by=scorer, game=game, first_score=400, second_score=300)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.JUDGE, Role.OFFICIAL, Role.PLAYER])
def test_only_directors_and_scorers_enter_results(round_1: Round, role: Role) -> None:
    user = make_user("somebody", tournament=round_1.division.tournament, role=role)
    with pytest.raises(
        NotAllowed, match=r"You may not enter results\. This can be done by: assistant, director, scorer"
    ):
        record_result(by=user, game=board(round_1, 1), first_score=400, second_score=300)
    assert board(round_1, 1).outcome == ""


def test_a_scorer_of_another_event_enters_nothing_here(round_1: Round) -> None:
    elsewhere = make_user("elsewhere", tournament=make_tournament("harbour-cup"), role=Role.SCORER)
    with pytest.raises(NotAllowed):
        record_result(by=elsewhere, game=board(round_1, 1), first_score=400, second_score=300)


@pytest.mark.parametrize(("spread", "halves", "text"), [(43, (2, 0), "+43"), (-8, (0, 2), "-8"), (0, (1, 1), "+0")])
def test_a_game_of_which_only_the_spread_is_known_counts_and_is_rated(
    round_1: Round, scorer: User, spread: int, halves: tuple[int, int], text: str
) -> None:
    record_outcome(by=scorer, game=board(round_1, 1), outcome=played_by(spread))
    row = board(round_1, 1)
    assert (row.outcome, row.first_score, row.second_score, row.rated) == ("played", None, None, True)
    assert (row.first_spread, row.second_spread) == (spread, -spread)
    assert result_text(row) == text
    totals = {one.number: (one.halves, one.spread) for one in history(round_1.division).standings(1)}
    assert (totals[1], totals[4]) == ((halves[0], spread), (halves[1], -spread))


def test_a_spread_beyond_any_game_is_refused() -> None:
    with pytest.raises(Refused, match="1501 is no spread: spreads run from -1500 to 1500"):
        played_by(1501)


# --- forfeits --------------------------------------------------------------------------------------


def no_show(by: User, game: Game, offender: str, reason: str = "did not arrive", **values: Any) -> Game:
    return decide(by=by, game=game, ended=HowItEnded("no_show", offender, **values), reason=reason).game


# --- the same line sent twice ----------------------------------------------------------------------


def test_the_same_result_by_the_same_person_is_known_as_entered_already(
    round_1: Round, scorer: User, director: User
) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    assert entered_already(by=scorer, game=game, outcome=played(431, 388))
    assert not entered_already(by=scorer, game=game, outcome=played(388, 431))
    assert not entered_already(by=director, game=game, outcome=played(431, 388))
    assert not entered_already(by=scorer, game=board(round_1, 2), outcome=played(431, 388))


def test_a_corrected_result_typed_again_by_whoever_corrected_it_is_no_second_decision(
    round_1: Round, scorer: User, director: User
) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    correct_result(by=director, game=game, outcome=played(421, 388), reason="slip recounted")
    assert entered_already(by=director, game=game, outcome=played(421, 388))
    assert not entered_already(by=scorer, game=game, outcome=played(421, 388))


# --- taking back -----------------------------------------------------------------------------------


def test_whoever_entered_a_result_last_takes_it_back_without_a_reason(round_1: Round, scorer: User) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    withdraw_result(by=scorer, game=game)
    row = board(round_1, 1)
    assert (row.outcome, row.first_score, row.second_score, row.decided_at) == ("", None, None, None)
    _, withdrawn = records(row)
    assert (withdrawn.action, withdrawn.before["first_score"], withdrawn.after["outcome"]) == (
        "result.withdrawn",
        431,
        "",
    )
    assert status(round_1) == "published"


def test_another_scorer_may_not_take_a_result_back(round_1: Round, scorer: User) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    other = make_user("other", tournament=round_1.division.tournament, role=Role.SCORER)
    with pytest.raises(NotAllowed, match="You may not correct results"):
        withdraw_result(by=other, game=game, reason="wrong slip")
    assert result_text(board(round_1, 1)) == "431-388"


def test_a_director_takes_back_somebody_elses_result_only_with_a_reason(
    round_1: Round, scorer: User, director: User
) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    with pytest.raises(Refused, match="Somebody else entered or changed this result: say why it is taken back"):
        withdraw_result(by=director, game=game, reason="  ")
    withdraw_result(by=director, game=game, reason="wrong slip")
    assert board(round_1, 1).outcome == ""
    assert records(game)[-1].why == "wrong slip"


def test_a_scorer_may_not_take_back_what_the_director_corrected(round_1: Round, scorer: User, director: User) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    correct_result(by=director, game=game, outcome=played(421, 388), reason="slip recounted")
    with pytest.raises(NotAllowed):
        withdraw_result(by=scorer, game=game)


def test_there_is_nothing_to_take_back_twice(round_1: Round, scorer: User) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    withdraw_result(by=scorer, game=game)
    with pytest.raises(Refused, match="Round 1, table 1 has no result to take back"):
        withdraw_result(by=scorer, game=game)


def test_a_bye_is_not_taken_back_as_a_result(director: User) -> None:
    odd = make_division(make_tournament("odd-open"), players=3)
    make_user(tournament=odd.tournament)
    game = Game.objects.with_people().get(round=make_round(odd, 1, pairs=[(1, 2), (3, None)]), second=None)
    with pytest.raises(Refused, match="A bye is changed on the board itself"):
        withdraw_result(by=director, game=game, reason="late arrival")
    with pytest.raises(Refused, match="A bye is changed on the board itself"):
        correct_result(by=director, game=game, outcome=played(400, 300), reason="late arrival")
    assert where(game) == f"Round 1, {game.first.player}"


def test_an_undone_result_reopens_a_closed_round(round_1: Round, scorer: User) -> None:
    for number in (1, 2):
        record_result(by=scorer, game=board(round_1, number), first_score=400, second_score=300)
    withdraw_result(by=scorer, game=board(round_1, 2))
    row = Round.objects.get(pk=round_1.pk)
    assert (row.status, row.closed_at) == ("playing", None)


# --- correcting ------------------------------------------------------------------------------------


def test_a_correction_needs_a_reason_and_keeps_the_old_result_in_the_record(round_1: Round, director: User) -> None:
    game = record_result(by=director, game=board(round_1, 1), first_score=431, second_score=388)
    with pytest.raises(Refused, match="Say why this result is corrected"):
        correct_result(by=director, game=game, outcome=played(388, 431), reason=" ")
    corrected = correct_result(by=director, game=game, outcome=played(388, 431), reason="scores the wrong way round")
    assert result_text(corrected.game) == "388-431"
    last = records(game)[-1]
    assert (last.action, last.why) == ("result.corrected", "scores the wrong way round")
    assert (last.before["first_score"], last.after["first_score"]) == (431, 388)
    assert verify(round_1.division.tournament).whole


def test_a_scorer_may_not_correct(round_1: Round, scorer: User) -> None:
    game = record_result(by=scorer, game=board(round_1, 1), first_score=431, second_score=388)
    with pytest.raises(NotAllowed, match=r"You may not correct results\. This can be done by: assistant, director"):
        correct_result(by=scorer, game=game, outcome=played(388, 431), reason="typo")


def test_an_awaited_game_is_entered_not_corrected(round_1: Round, director: User) -> None:
    with pytest.raises(Refused, match="Round 1, table 1 has no result yet: enter it"):
        correct_result(by=director, game=board(round_1, 1), outcome=played(388, 431), reason="typo")


def test_a_correction_to_the_same_result_is_told_so_and_not_recorded(round_1: Round, director: User) -> None:
    game = record_result(by=director, game=board(round_1, 1), first_score=431, second_score=388)
    with pytest.raises(Refused, match=r"that is the result already \(431-388\). Nothing was changed"):
        correct_result(by=director, game=game, outcome=played(431, 388), reason="typo")
    assert [record.action for record in records(game)] == ["result.entered"]


def test_a_played_game_is_corrected_into_a_forfeit_and_back(round_1: Round, director: User) -> None:
    game = record_result(by=director, game=board(round_1, 1), first_score=431, second_score=388)
    no_show(director, game, "first", reason="first player was not entered", begun=False)
    row = board(round_1, 1)
    assert (row.outcome, row.first_score, row.second_spread, row.rated) == ("no_show", None, 75, False)
    correct_result(by=director, game=game, outcome=played(431, 388), reason="was entered after all")
    row = board(round_1, 1)
    assert (row.outcome, row.first_score, row.second_spread, row.rated) == ("played", 431, None, True)


def test_a_correction_lists_the_later_rounds_that_were_paired_from_the_old_standings(
    division: Division, director: User
) -> None:
    rows = [make_round(division, number, status="closed") for number in (1, 2)] + [make_round(division, 3)]
    for row, after in zip(rows, (None, None, 2), strict=True):
        Round.objects.filter(pk=row.pk).update(paired_after=after)
    game = board(rows[0], 1)
    outcome = played((game.first_score or 0) + 10, game.second_score or 0)
    corrected = correct_result(by=director, game=game, outcome=outcome, reason="added up again")
    assert corrected.rounds_paired_before == (3,)
    assert rounds_paired_from(division, 2) == (3,)
    assert rounds_paired_from(division, 3) == ()


def test_a_round_robin_round_looks_at_no_standings_and_is_not_listed(division: Division) -> None:
    make_round(division, 1, status="closed")
    make_round(division, 2)
    assert rounds_paired_from(division, 1) == ()


def test_a_correction_in_a_past_round_moves_the_standings(division: Division, director: User) -> None:
    row = make_round(division, 1, pairs=[(1, 4), (3, 2)])
    for number, scores in ((1, (400, 300)), (2, (350, 360))):
        record_result(by=director, game=board(row, number), first_score=scores[0], second_score=scores[1])
    make_round(division, 2)
    assert [one.number for one in history(division).standings(1)] == [1, 2, 3, 4]
    correct_result(by=director, game=board(row, 1), outcome=played(300, 400), reason="scores swapped")
    assert [one.number for one in history(division).standings(1)] == [4, 2, 3, 1]


# --- helpers of pages ------------------------------------------------------------------------------


def test_a_side_is_named_by_its_entry_and_a_stranger_is_refused(round_1: Round, division: Division) -> None:
    game = board(round_1, 2)
    assert [side_named(game, entry) for entry in (game.first, game.second) if entry] == ["first", "second"]
    with pytest.raises(Refused, match="is not at this board"):
        side_named(game, division.entries.get(number=1))


def test_games_to_enter_come_by_table_with_byes_last() -> None:
    odd = make_division(make_tournament("odd-open"), players=5)
    make_round(odd, 1, pairs=[(5, None), (4, 3), (1, 2)])
    assert [(game.board, game.first.number) for game in games_to_enter(odd, 1)] == [(1, 1), (2, 4), (None, 5)]
