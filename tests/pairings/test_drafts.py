"""Drafts: made from what is there, kept with what they were made from, changed, thrown away."""

from typing import Any

import pytest

from pairings.engine.model import ManualBoard
from pairings.models import PairingRun
from pairings.services.drafts import discard_run, make_draft, request_draft, swap_in_draft
from results.games.services.outcomes import record_result, withdraw_result
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import update_entry
from tdsuite.tournaments.services.events import update_tournament
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.pairings.desk import work

pytestmark = pytest.mark.django_db


def pairs(run: PairingRun, number: int | None = None) -> list[set[int]]:
    return [set(board.numbers) for board in run.draft_boards(number)]


def drafts(division: Division) -> list[PairingRun]:
    return list(PairingRun.objects.drafts().filter(division=division).order_by("pk"))


# --- making ----------------------------------------------------------------------------------------


def test_a_draft_pairs_the_next_round_that_is_not_published(division: Division, director: User) -> None:
    make_round(division, 1, status="closed")
    run = make_draft(by=director, division=division)
    assert (run.first_round, run.last_round, run.paired_after, run.method) == (2, 2, 1, "swiss")
    assert sorted(number for pair in pairs(run) for number in pair) == list(range(1, 9))


def test_a_draft_changes_nothing_that_players_see(division: Division, director: User) -> None:
    make_draft(by=director, division=division)
    assert (Game.objects.count(), Round.objects.exclude(status="draft").count()) == (0, 0)
    assert Division.objects.get(pk=division.pk).state_version == 0


def test_the_record_says_who_drafted_what_with_which_seed(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division, seed=5)
    (record,) = Record.objects.about(run)
    assert (record.action, record.actor_id, record.scope) == ("pairings.drafted", director.pk, division.live_topic)
    assert record.after == {"rounds": [1, 1], "method": "swiss", "seed": 5}


def test_the_same_seed_gives_the_same_boards_and_a_drawn_seed_is_kept(division: Division, director: User) -> None:
    first = make_draft(by=director, division=division, method="random")
    assert 0 <= first.seed < 2**31
    again = make_draft(by=director, division=division, method="random", seed=first.seed)
    assert again.boards == first.boards


def test_a_draft_is_kept_with_everything_it_was_made_from(division: Division, director: User) -> None:
    make_round(division, 1, status="closed")
    run = make_draft(by=director, division=division, seed=11)
    task: Any = run.inputs
    assert (task["round"], task["planned_rounds"], task["method"], task["seed"]) == (2, 7, "swiss", 11)
    top = min(task["contestants"], key=lambda one: (one["rank"], one["number"]))
    assert (top["halves"], len(top["opponents"]), top["absent"]) == (2, 1, False)
    assert (run.state_version, run.engine_version != "") == (division.state_version, True)


def test_missing_results_of_the_standings_used_are_warned_of(division: Division, director: User) -> None:
    make_round(division, 1, results=2)
    run = make_draft(by=director, division=division)
    assert run.warnings == ["Round 1, table 3: no result yet", "Round 1, table 4: no result yet"]


def test_the_absent_and_the_withdrawn_are_not_paired(division: Division, director: User) -> None:
    for number, values in ((2, {"absences": [1]}), (5, {"withdrawn_from": 1})):
        division.entries.filter(number=number).update(**values)
    assert set().union(*pairs(make_draft(by=director, division=division))) == {1, 3, 4, 6, 7, 8}


# --- refusals --------------------------------------------------------------------------------------


def test_a_published_round_is_not_paired_again(division: Division, director: User) -> None:
    make_round(division, 1)
    with pytest.raises(Refused, match="Round 1 is published already: change its boards one by one instead"):
        make_draft(by=director, division=division, number=1)


@pytest.mark.parametrize("number", [-1, 8])
def test_there_are_only_the_planned_rounds(division: Division, director: User, number: int) -> None:
    with pytest.raises(Refused, match=f"rounds 1 to 7; there is no round {number}"):
        make_draft(by=director, division=division, number=number)


def test_when_all_rounds_are_published_it_says_how_to_play_more(director: User) -> None:
    short = make_division(make_tournament("short"), players=4, rounds=1)
    make_user(tournament=short.tournament)
    make_round(short, 1)
    with pytest.raises(Refused, match="To play more, raise the number of rounds in the division's settings"):
        make_draft(by=director, division=short)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.SCORER, Role.PLAYER])
def test_only_a_director_pairs(division: Division, director: User, role: Role) -> None:
    run = make_draft(by=director, division=division)
    user = make_user("somebody", tournament=division.tournament, role=role)
    for attempt in (
        lambda: make_draft(by=user, division=division),
        lambda: request_draft(by=user, division=division, number=1, method=None, seed=None),
        lambda: swap_in_draft(by=user, run=run, number=1, player=1, other=2),
        lambda: discard_run(by=user, run=run),
    ):
        with pytest.raises(NotAllowed, match="You may not make and change draft pairings"):
            attempt()
    assert drafts(division) == [run]


# --- the job ---------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_job_makes_the_draft_in_the_name_of_whoever_asked(division: Division, director: User) -> None:
    job = request_draft(by=director, division=division, number=1, method="random", seed=9)
    work()
    job.refresh_from_db()
    (run,) = drafts(division)
    assert (job.status, job.result, job.error) == ("done", {"run": run.pk, "round": 1}, "")
    drafted = Record.objects.about(run).get()
    assert (drafted.actor_id, run.method, run.seed) == (director.pk, "random", 9)


# --- stale -----------------------------------------------------------------------------------------


def test_a_draft_is_stale_once_a_result_a_player_or_a_board_changed(division: Division, director: User) -> None:
    row = make_round(division, 1, results=3)
    run = make_draft(by=director, division=division)
    assert (run.is_stale(), run.changes_since()) == (False, [])
    game = Game.objects.with_people().awaiting_result().get(round=row)
    record_result(by=director, game=game, first_score=400, second_score=300)
    withdraw_result(by=director, game=game)
    update_entry(by=director, entry=division.entries.get(number=4), values={"absences": [2]})
    run = PairingRun.objects.get(pk=run.pk)
    assert run.is_stale()
    assert [one.action for one in run.changes_since()] == ["result.entered", "result.withdrawn", "entry.changed"]


def test_a_draft_is_not_made_stale_by_other_divisions_or_by_settings_of_the_event(
    division: Division, director: User
) -> None:
    other = make_division(division.tournament, players=2, code="b")
    game = make_round(other, 1).games.with_people().get()
    run = make_draft(by=director, division=division)
    record_result(by=director, game=game, first_score=400, second_score=300)
    update_tournament(by=director, tournament=division.tournament, values={"entry_mode": "table"})
    run = PairingRun.objects.get(pk=run.pk)
    assert (run.is_stale(), run.changes_since()) == (False, [])


# --- changing --------------------------------------------------------------------------------------


def test_two_players_of_a_draft_change_places_and_their_boards_say_so(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division, seed=2)
    before = pairs(run)
    one, other = min(before[0]), max(before[1])
    run = swap_in_draft(by=director, run=run, number=1, player=one, other=other)
    assert pairs(run)[:2] == [before[0] - {one} | {other}, before[1] - {other} | {one}]
    assert pairs(run)[2:] == before[2:]
    boards = list(run.draft_boards())
    assert [board.changed for board in boards] == [True, True, False, False]
    assert boards[0].reason == "changed by the director"
    record = Record.objects.about(run).get(action="pairings.draft_changed")
    assert record.after == {"round": 1, "swapped": [one, other]}
    assert verify(division.tournament).whole


def test_a_swap_that_brings_a_repeat_says_so(division: Division, director: User) -> None:
    make_round(division, 1, status="closed", pairs=[(1, 2), (3, 4), (5, 6), (7, 8)])
    lines = (ManualBoard(1, 3), ManualBoard(2, 4), ManualBoard(5, 7), ManualBoard(6, 8))
    run = make_draft(by=director, division=division, method="manual", manual=lines)
    run = swap_in_draft(by=director, run=run, number=2, player=2, other=3)
    reasons = {frozenset(board.numbers): board.reason for board in run.draft_boards()}
    assert reasons[frozenset({1, 2})] == "changed by the director; met in round 1"


def test_a_swap_that_gives_a_second_bye_says_so(director: User) -> None:
    odd = make_division(make_tournament("odd"), players=5)
    make_user(tournament=odd.tournament)
    make_round(odd, 1, status="closed", pairs=[(1, 2), (3, 4), (5, None)])
    lines = (ManualBoard(1, 5), ManualBoard(2, 3), ManualBoard(4, None))
    run = make_draft(by=director, division=odd, method="manual", manual=lines)
    run = swap_in_draft(by=director, run=run, number=2, player=4, other=5)
    bye = next(board for board in run.draft_boards() if board.second is None)
    assert (bye.first, bye.reason, bye.starts_by) == (5, "changed by the director; has had 1 bye", "none")


def test_a_swap_decides_the_start_anew(division: Division, director: User) -> None:
    make_round(division, 1, status="closed", pairs=[(1, 2), (3, 4), (5, 6), (7, 8)])
    lines = (ManualBoard(1, 4), ManualBoard(2, 3), ManualBoard(5, 8), ManualBoard(6, 7))
    run = make_draft(by=director, division=division, method="manual", manual=lines)
    run = swap_in_draft(by=director, run=run, number=2, player=4, other=8)
    board = next(board for board in run.draft_boards() if set(board.numbers) == {1, 8})
    assert (board.first, board.start_reason) == (8, "fewer starts: 0 starts of 1 against 1 of 1")


def test_a_swap_touches_one_round_of_a_block(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division, method="round_robin")
    before = {number: pairs(run, number) for number in range(1, 8)}
    one, other = min(before[3][0]), min(before[3][1])
    run = swap_in_draft(by=director, run=run, number=3, player=one, other=other)
    changed = [number for number in range(1, 8) if pairs(run, number) != before[number]]
    assert changed == [3]


def test_a_discarded_draft_is_not_changed(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division)
    discard_run(by=director, run=run)
    with pytest.raises(Refused, match="This draft was discarded meanwhile: reload the page"):
        swap_in_draft(by=director, run=run, number=1, player=1, other=2)
