"""Publishing: once, from complete standings, and never past a change that nobody looked at."""

import threading
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client

from pairings.models import PairingRun
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run, unsettled_rounds
from results.games.services.outcomes import correct_result, played, record_result
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import remove_entry, update_entry
from tdsuite.tournaments.services.rounds import start_round
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db


def published(division: Division) -> Sequence[int]:
    return list(division.rounds.exclude(status="draft").values_list("number", flat=True))


def statuses() -> list[str]:
    return list(PairingRun.objects.order_by("pk").values_list("status", flat=True))


# --- what publishing makes -------------------------------------------------------------------------


def test_a_published_draft_becomes_games_with_its_boards_starters_and_reasons(
    division: Division, director: User
) -> None:
    run = make_draft(by=director, division=division, seed=4)
    (row,) = publish_run(by=director, run=run)
    wanted = [
        (board.board, board.first, board.second, board.starts_by, f"{board.reason}; {board.start_reason}")
        for board in run.draft_boards()
    ]
    games = Game.objects.filter(round=row).with_people().by_board()
    found = [
        (game.board, game.first.number, game.second and game.second.number, game.starts_by, game.reason)
        for game in games
    ]
    assert found == wanted
    assert (row.status, row.paired_after, row.started_at) == ("published", None, None)
    assert {game.outcome for game in games} == {""}


def test_an_event_under_preparation_is_being_played_from_its_first_published_round_on(client: Client) -> None:
    event = make_tournament("new", status="preparing")
    assert "Coming up" in client.get("/").text
    division = make_division(event, players=4)
    boss = make_user("boss", tournament=event)
    publish_run(by=boss, run=make_draft(by=boss, division=division, method="round_robin"))
    event.refresh_from_db()
    assert event.status == "running"
    (change,) = Record.objects.filter(action="tournament.changed")
    assert (change.before, change.after) == ({"status": "preparing"}, {"status": "running"})
    assert "Being played" in client.get("/").text
    assert verify(event).whole


def test_a_bye_is_decided_at_once_as_the_event_chose(director: User) -> None:
    odd = make_division(make_tournament("odd", choices={"bye_result": "half", "bye_spread": "25"}), players=5)
    make_user(tournament=odd.tournament)
    publish_run(by=director, run=make_draft(by=director, division=odd))
    bye = Game.objects.get(second=None)
    assert (bye.board, bye.outcome, bye.first_halves, bye.first_spread) == (None, "half_bye", 1, 25)
    assert (bye.rated, bye.decided_at is not None, bye.starts_by) == (False, True, "none")


def test_a_table_plan_that_cannot_be_read_is_refused_and_nothing_is_published(
    division: Division, director: User
) -> None:
    Division.objects.filter(pk=division.pk).update(table_plan={"tables": "9-3"})
    with pytest.raises(Refused, match=r"The table plan of Division A cannot be read: '9-3': a range runs upwards"):
        publish_run(by=director, run=make_draft(by=director, division=division))
    assert (Game.objects.count(), statuses()) == (0, ["draft"])


def test_publishing_writes_one_record_tells_the_pages_and_raises_the_state(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division, seed=4)
    before = versions(division.live_topic)[division.live_topic]
    publish_run(by=director, run=run)
    record = Record.objects.about(run).get(action="pairings.published")
    assert record.after == {"rounds": [1, 1], "method": "swiss", "stale": False}
    assert (record.actor_id, record.why) == (director.pk, "")
    assert versions(division.live_topic)[division.live_topic] == before + 1
    assert Division.objects.get(pk=division.pk).state_version == 1
    assert verify(division.tournament).whole


# --- once ------------------------------------------------------------------------------------------


def test_a_draft_of_a_round_that_was_published_otherwise_is_refused(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division)
    make_round(division, 1)
    with pytest.raises(Refused, match="Round 1 is published already"):
        publish_run(by=director, run=run)
    assert statuses() == ["draft"]


@pytest.mark.django_db(transaction=True)
def test_two_browsers_publishing_at_once_publish_once(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division)
    together, answers = threading.Barrier(2), []

    def press() -> None:
        try:
            together.wait()
            publish_run(by=director, run=run)
            answers.append("published")
        except Refused as refused:
            answers.append(refused.code)
        finally:
            connection.close()

    browsers = [threading.Thread(target=press) for _ in range(2)]
    for browser in browsers:
        browser.start()
    for browser in browsers:
        browser.join()
    assert sorted(answers) == ["already_published", "published"]
    assert Game.objects.count() == 4


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.SCORER, Role.PLAYER])
def test_only_a_director_publishes(division: Division, director: User, role: Role) -> None:
    run = make_draft(by=director, division=division)
    user = make_user("somebody", tournament=division.tournament, role=role)
    with pytest.raises(NotAllowed, match="You may not publish pairings"):
        publish_run(by=user, run=run, reason="please")
    assert statuses() == ["draft"]


# --- missing results -------------------------------------------------------------------------------


def test_many_missing_results_are_counted(director: User) -> None:
    big = make_division(make_tournament("big"), players=16)
    make_user(tournament=big.tournament)
    make_round(big, 1)
    with pytest.raises(Refused, match="round 1 table 5 and 3 more"):
        publish_run(by=director, run=make_draft(by=director, division=big))


def test_a_round_paired_from_no_standings_waits_for_nothing(division: Division, director: User) -> None:
    make_round(division, 1)
    publish_run(by=director, run=make_draft(by=director, division=division, method="random"))
    assert published(division) == [1, 2]


def test_a_round_left_out_needs_a_reason(division: Division, director: User) -> None:
    make_round(division, 1, status="closed")
    run = make_draft(by=director, division=division, number=3)
    assert unsettled_rounds(division, run) == ([2], [])
    with pytest.raises(Refused, match="standings after round 2, but round 2 is not published"):
        publish_run(by=director, run=run)
    publish_run(by=director, run=run, reason="the hall closed early")
    assert published(division) == [1, 3]


# --- stale drafts ----------------------------------------------------------------------------------


def stale(division: Division, director: User) -> PairingRun:
    """A draft of round 2, and a correction in round 1 after it."""
    row = make_round(division, 1, status="closed")
    run = make_draft(by=director, division=division)
    game = Game.objects.with_people().get(round=row, board=1)
    outcome = played(game.second_score or 0, game.first_score or 0)
    correct_result(by=director, game=game, outcome=outcome, reason="scores swapped")
    return run


def test_a_new_run_is_fresh_again(division: Division, director: User) -> None:
    stale(division, director)
    publish_run(by=director, run=make_draft(by=director, division=division))
    assert (published(division), statuses()) == ([1, 2], ["discarded", "published"])


def test_every_kind_of_change_is_named_once(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division)
    for number in (2, 3):
        update_entry(by=director, entry=division.entries.get(number=number), values={"absences": [1]})
    remove_entry(by=director, entry=division.entries.get(number=8))
    with pytest.raises(Refused, match=r"made a player was changed; a player was removed\."):
        publish_run(by=director, run=run)


def test_a_player_who_left_the_roster_cannot_be_published_even_with_a_reason(
    division: Division, director: User
) -> None:
    run = make_draft(by=director, division=division)
    remove_entry(by=director, entry=division.entries.get(number=8))
    with pytest.raises(Refused, match="Player 8 left the roster after this draft was made: pair again"):
        publish_run(by=director, run=run, reason="do it")
    assert (Game.objects.count(), statuses()) == (0, ["draft"])


def test_the_directors_start_does_not_make_a_draft_stale(division: Division, director: User) -> None:
    make_round(division, 1)
    run = make_draft(by=director, division=division, method="random")
    start_round(by=director, round=Round.objects.get(division=division, number=1))
    publish_run(by=director, run=run)
    assert published(division) == [1, 2]


def test_a_result_that_the_draft_did_not_need_leaves_it_fresh(division: Division, director: User) -> None:
    row = make_round(division, 1)
    run = make_draft(by=director, division=division, method="random")
    record_result(by=director, game=row.games.with_people()[0], first_score=400, second_score=300)
    publish_run(by=director, run=run)
    assert published(division) == [1, 2]
