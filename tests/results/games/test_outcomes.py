"""Entering, taking back and correcting results: what is kept, what is refused, what the record says."""

import pytest

from results.games.services.outcomes import (
    ResultThere,
    correct_result,
    entered_already,
    played,
    played_by,
    record_result,
    result_text,
    side_named,
    where,
    withdraw_result,
)
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import history, rounds_paired_from
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_round, make_tournament, make_user
from tests.results.rulings.cases import Event, make_event, records

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(rounds=3)


@pytest.fixture
def game(event: Event) -> Game:
    """Table 1, 431-388, entered by the scorer."""
    return enters(event)


def enters(event: Event, first: int = 431, second: int = 388, *, board: int = 1) -> Game:
    return record_result(by=event.scorer, game=event.game(board), first_score=first, second_score=second)


def version(event: Event) -> int:
    return Division.objects.get(pk=event.division.pk).state_version


def test_a_result_is_kept_with_both_scores_and_a_record_of_who_entered_it(event: Event, game: Game) -> None:
    row = Game.objects.get(pk=game.pk)
    assert (row.outcome, row.first_score, row.second_score, row.rated) == ("played", 431, 388, True)
    assert row.decided_at is not None
    (record,) = records(row)
    assert (record.action, record.actor_id, record.before, record.why) == ("result.entered", event.scorer.pk, {}, "")
    assert (record.after["first_score"], record.after["second_score"]) == (431, 388)
    assert (record.after["round"], record.after["table"]) == (1, "1")
    assert (record.after["first"], record.after["second"]) == (row.first_id, row.second_id)
    assert record.scope == event.division.live_topic


def test_the_first_result_makes_a_round_playing_the_last_closes_it_and_taken_back_it_is_open(event: Event) -> None:
    seen = [event.round(1).status]
    for board in (1, 2):
        enters(event, 400, 400, board=board)
        seen.append(event.round(1).status)
    assert (seen, event.round(1).closed_at is None) == (["published", "playing", "closed"], False)
    withdraw_result(by=event.scorer, game=event.game(2))
    assert (event.round(1).status, event.round(1).closed_at) == ("playing", None)


def test_a_second_result_for_a_game_is_refused_and_changes_nothing(event: Event, game: Game) -> None:
    before = version(event)
    says = r"Round 1, table 1 has a result already \(431-388\): correct it, with a reason"
    with pytest.raises(ResultThere, match=says):
        enters(event, 388, 431)
    assert (result_text(event.game()), len(records(game)), version(event)) == ("431-388", 1, before)


def test_a_postponed_games_result_is_entered_when_it_comes(event: Event) -> None:
    Game.objects.filter(pk=event.game().pk).update(outcome="postponed")
    game = enters(event)
    assert (result_text(game), records(game)[0].before["outcome"]) == ("431-388", "postponed")


def test_a_result_says_what_ended_the_game_where_that_was_not_the_last_tile(event: Event) -> None:
    game = event.game()
    game.outcome, game.first_score, game.second_score = "time_up", 310, 290
    assert result_text(game) == "310-290, time up"


@pytest.mark.parametrize("score", [1501, -1501])
def test_a_score_beyond_any_game_is_refused(event: Event, score: int) -> None:
    with pytest.raises(Refused, match=rf"^{score} is no score: scores run from -1500 to 1500"):
        enters(event, score, 300)
    with pytest.raises(Refused, match=f"{score} is no spread: spreads run from -1500 to 1500"):
        played_by(score)
    assert event.game().outcome == ""


def test_a_negative_score_is_a_score(event: Event) -> None:
    enters(event, -12, 300)
    assert history(event.division).standings()[-1].spread == -312


def test_no_result_before_publication(event: Event) -> None:
    Round.objects.update(status=Round.Status.DRAFT)
    with pytest.raises(Refused, match="Round 1 is not published yet"):
        enters(event)


def test_a_board_that_was_taken_apart_meanwhile_takes_no_result(event: Event) -> None:
    game = event.game()
    Game.objects.filter(pk=game.pk).delete()
    with pytest.raises(Refused, match="changed meanwhile and no longer exists"):
        record_result(by=event.scorer, game=game, first_score=400, second_score=300)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.JUDGE, Role.OFFICIAL, Role.PLAYER, None])
def test_only_directors_and_scorers_of_the_event_enter_results(event: Event, role: Role | None) -> None:
    """The last is a scorer of another event."""
    tournament = event.division.tournament if role else make_tournament("harbour-cup")
    user = make_user("somebody", tournament=tournament, role=role or Role.SCORER)
    says = r"You may not enter results\. This can be done by: assistant, director, scorer"
    with pytest.raises(NotAllowed, match=says):
        record_result(by=user, game=event.game(), first_score=400, second_score=300)
    assert event.game().outcome == ""


def test_the_same_result_by_the_same_person_is_known_as_entered_already(event: Event, game: Game) -> None:
    scorer, director = event.scorer, event.director
    assert entered_already(by=scorer, game=game, outcome=played(431, 388))
    assert not entered_already(by=scorer, game=game, outcome=played(388, 431))
    assert not entered_already(by=director, game=game, outcome=played(431, 388))
    assert not entered_already(by=scorer, game=event.game(2), outcome=played(431, 388))
    correct_result(by=director, game=game, outcome=played(421, 388), reason="slip recounted")
    assert entered_already(by=director, game=game, outcome=played(421, 388))
    assert not entered_already(by=scorer, game=game, outcome=played(421, 388))


def test_whoever_entered_a_result_last_takes_it_back_without_a_reason_and_once(event: Event, game: Game) -> None:
    before = version(event)
    withdraw_result(by=event.scorer, game=game)
    row = event.game()
    assert (row.outcome, row.first_score, row.second_score, row.decided_at) == ("", None, None, None)
    _, withdrawn = records(row)
    assert (withdrawn.action, withdrawn.before["first_score"], withdrawn.after["outcome"]) == (
        "result.withdrawn", 431, "",
    )  # fmt: skip
    assert (event.round(1).status, version(event)) == ("published", before + 1)  # older drafts are stale
    with pytest.raises(Refused, match="Round 1, table 1 has no result to take back"):
        withdraw_result(by=event.scorer, game=game)


def test_another_scorer_may_not_take_a_result_back_and_a_director_says_why(event: Event, game: Game) -> None:
    other = make_user("other", tournament=event.division.tournament, role=Role.SCORER)
    with pytest.raises(NotAllowed, match="You may not correct results"):
        withdraw_result(by=other, game=game, reason="wrong slip")
    with pytest.raises(Refused, match="Somebody else entered or changed this result: say why it is taken back"):
        withdraw_result(by=event.director, game=game, reason="  ")
    assert result_text(event.game()) == "431-388"
    withdraw_result(by=event.director, game=game, reason="wrong slip")
    assert (event.game().outcome, records(game)[-1].why) == ("", "wrong slip")


def test_a_scorer_may_not_take_back_what_the_director_corrected(event: Event, game: Game) -> None:
    correct_result(by=event.director, game=game, outcome=played(421, 388), reason="slip recounted")
    with pytest.raises(NotAllowed):
        withdraw_result(by=event.scorer, game=game)


def test_a_bye_is_not_taken_back_as_a_result() -> None:
    odd = make_event(players=3)
    game = odd.bye()
    for change in (withdraw_result, lambda **sent: correct_result(outcome=played(400, 300), **sent)):
        with pytest.raises(Refused, match="A bye is changed on the board itself"):
            change(by=odd.director, game=game, reason="late arrival")
    assert where(game) == f"Round 1, {game.first.player}"


def test_a_correction_needs_a_reason_and_keeps_the_old_result_in_the_record(event: Event, game: Game) -> None:
    with pytest.raises(Refused, match="Say why this result is corrected"):
        correct_result(by=event.director, game=game, outcome=played(388, 431), reason=" ")
    corrected = correct_result(by=event.director, game=game, outcome=played(388, 431), reason="the wrong way round")
    assert result_text(corrected.game) == "388-431"
    last = records(game)[-1]
    assert (last.action, last.why) == ("result.corrected", "the wrong way round")
    assert (last.before["first_score"], last.after["first_score"]) == (431, 388)
    assert verify(event.division.tournament).whole


def test_a_scorer_may_not_correct(event: Event, game: Game) -> None:
    with pytest.raises(NotAllowed, match=r"You may not correct results\. This can be done by: assistant, director"):
        correct_result(by=event.scorer, game=game, outcome=played(388, 431), reason="typo")


def test_an_awaited_game_and_the_same_result_are_not_corrected(event: Event, game: Game) -> None:
    with pytest.raises(Refused, match="Round 1, table 2 has no result yet: enter it"):
        correct_result(by=event.director, game=event.game(2), outcome=played(388, 431), reason="typo")
    with pytest.raises(Refused, match=r"that is the result already \(431-388\). Nothing was changed"):
        correct_result(by=event.director, game=game, outcome=played(431, 388), reason="typo")
    assert [record.action for record in records(game)] == ["result.entered"]


def test_a_correction_lists_the_later_rounds_that_were_paired_from_the_old_standings(event: Event, game: Game) -> None:
    enters(event, board=2)
    make_round(event.division, 2, status="closed")
    make_round(event.division, 3)
    assert rounds_paired_from(event.division, 1) == ()  # as in a round robin
    Round.objects.filter(number=3).update(paired_after=2)
    corrected = correct_result(by=event.director, game=game, outcome=played(441, 388), reason="added up again")
    assert corrected.rounds_paired_before == (3,)
    assert rounds_paired_from(event.division, 2) == (3,)
    assert rounds_paired_from(event.division, 3) == ()


def test_a_side_is_named_by_its_entry_and_a_stranger_is_refused(event: Event) -> None:
    game = event.game(2)
    assert [side_named(game, entry) for entry in (game.first, game.second) if entry] == ["first", "second"]
    with pytest.raises(Refused, match="is not at this board"):
        side_named(game, event.entry(1))
