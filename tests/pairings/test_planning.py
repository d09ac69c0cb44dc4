"""The plan while the event runs: rounds overridden, added and taken away, and drafted when their last result has come."""

import re
import threading
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.models import PairingRun
from pairings.services.automatic_drafts import NEXT_JOB
from pairings.services.drafts import make_draft, swap_in_draft
from pairings.services.planning import add_round, override_round, request_free_drafts
from pairings.services.publishing import publish_run
from pairings.services.renumbering import remove_round
from results.games.services.outcomes import correct_result, record_result, withdraw_result
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs import runner
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import GameOutcome
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.platform.jobs.kinds import drain

pytestmark = pytest.mark.django_db

SWISS = {"method": "swiss"}


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=8, rounds=7)


@pytest.fixture
def director(division: Division, client: Client) -> User:
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user


def plan(division: Division, *lines: dict[str, Any]) -> None:
    division.pairing_plan = list(lines)
    division.save()


def work() -> None:
    worker = runner.Runner()
    try:
        drain(worker, "pairing")
    finally:
        worker.close()


def finish(division: Division, director: User, number: int, *, but: int = 0) -> None:
    games = Game.objects.with_people().filter(round__number=number, round__division=division).awaiting_result()
    for game in list(games)[but:]:
        record_result(by=director, game=game, first_score=400 + game.pk % 50, second_score=350)


def drafts() -> list[PairingRun]:
    return list(PairingRun.objects.drafts().order_by("first_round"))


def url(division: Division, name: str, *args: int) -> str:
    return reverse(f"pairings:{name}", args=[division.tournament.slug, division.code, *args])


def text(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).replace("&#x27;", "'").split())


# --- changed while the event runs ------------------------------------------------------------------


def test_one_round_is_overridden_and_the_rest_of_the_plan_stays(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    override_round(by=director, division=division, number=3, values={**SWISS, "method": "king_of_the_hill", "lag": 1})
    override_round(by=director, division=division, number=3, values={"method": "factor", "options": {"factor": 2}})
    division.refresh_from_db()
    assert division.pairing_plan == [
        {"first": 1, "last": 7, "method": "swiss"},
        {"first": 3, "last": 3, "method": "factor", "options": {"factor": 2}},
    ]
    assert make_draft(by=director, division=division, number=3).method == "factor"
    assert Record.objects.filter(action="pairings.plan_changed").count() == 2


def test_a_published_round_is_not_overridden(division: Division, director: User) -> None:
    make_round(division, 1)
    with pytest.raises(Refused, match="Round 1 is published already"):
        override_round(by=director, division=division, number=1, values=SWISS)


def test_a_round_is_added_after_the_start_with_a_way_of_its_own(division: Division, director: User) -> None:
    make_round(division, 1, status="closed")
    assert add_round(by=director, division=division, values={"method": "king_of_the_hill"}) == 8
    division.refresh_from_db()
    assert (division.planned_rounds, division.pairing_plan) == (
        8, [{"first": 8, "last": 8, "method": "king_of_the_hill"}],
    )  # fmt: skip


def test_the_last_round_goes_with_its_draft_unless_it_is_published(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"}, {"first": 7, "last": 7, "method": "random"})
    make_draft(by=director, division=division, number=7)
    assert remove_round(by=director, division=division) == 7
    division.refresh_from_db()
    assert (division.planned_rounds, division.pairing_plan, drafts()) == (
        6, [{"first": 1, "last": 6, "method": "swiss"}], [],
    )  # fmt: skip
    make_round(division, 6)
    with pytest.raises(Refused, match="Round 6 is published: only rounds that nobody has seen can be taken away"):
        remove_round(by=director, division=division)


def test_a_line_that_cannot_be_followed_changes_nothing(division: Division, director: User) -> None:
    with pytest.raises(Refused, match="nobody can meet -2 times"):
        add_round(by=director, division=division, values={**SWISS, "most_meetings": -2})
    division.refresh_from_db()
    assert (division.planned_rounds, division.pairing_plan) == (7, [])


def test_only_a_director_changes_the_plan_here(division: Division, director: User) -> None:
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    for attempt in (
        lambda: add_round(by=scorer, division=division, values=SWISS),
        lambda: remove_round(by=scorer, division=division),
        lambda: override_round(by=scorer, division=division, number=2, values=SWISS),
        lambda: request_free_drafts(by=scorer, division=division),
    ):
        with pytest.raises(NotAllowed):
            attempt()


# --- rounds that need no results -------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_all_rounds_that_need_no_results_are_paired_at_once_and_repeat_nothing(
    division: Division, director: User
) -> None:
    plan(
        division,
        {"first": 1, "last": 3, "method": "random"},
        {"first": 4, "last": 5, "method": "round_robin"},
        {"first": 6, "last": 7, "method": "swiss"},
    )
    one = request_free_drafts(by=director, division=division)
    assert request_free_drafts(by=director, division=division).pk == one.pk
    work()
    assert [(run.first_round, run.last_round) for run in drafts()] == [(1, 1), (2, 2), (3, 3), (4, 5)]
    met = [frozenset(board.numbers) for run in drafts()[:3] for board in run.draft_boards()]
    assert len(met) == len(set(met)) == 12
    assert Job.objects.get().result["rounds"] == [1, 2, 3, 4, 5]


# --- the next round, by itself ---------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_last_result_needed_drafts_the_next_round(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    make_round(division, 1)
    finish(division, director, 1, but=1)
    assert Job.objects.count() == 0
    finish(division, director, 1)
    work()
    (run,) = drafts()
    assert (run.first_round, run.automatic, run.is_stale()) == (2, True, False)
    assert Record.objects.about(run).get().why == "as the pairing plan says"
    assert not Round.objects.filter(number=2).exclude(status="draft").exists()


@pytest.mark.django_db(transaction=True)
def test_it_is_published_too_where_the_plan_says_so(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss", "when_ready": "publish"})
    make_round(division, 1)
    finish(division, director, 1)
    work()
    assert (Round.objects.get(number=2).status, Game.objects.filter(round__number=2).count()) == ("published", 4)


@pytest.mark.parametrize("lines", [[], [{"first": 1, "last": 7, "method": "swiss", "when_ready": "wait"}]])
def test_a_division_without_a_plan_or_one_that_waits_is_left_to_its_director(
    division: Division, director: User, lines: list[dict[str, Any]]
) -> None:
    plan(division, *lines)
    make_round(division, 1)
    finish(division, director, 1)
    assert not Job.objects.of_kind(NEXT_JOB).exists()


@pytest.mark.django_db(transaction=True)
def test_a_late_game_does_not_block_a_lagged_round_or_make_it_stale(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss", "lag": 1})
    make_round(division, 1)
    make_round(division, 2)
    finish(division, director, 1)
    work()
    (run,) = drafts()
    assert (run.first_round, run.paired_after) == (3, 1)
    finish(division, director, 2, but=1)
    assert publish_run(by=director, run=run)[0].number == 3


@pytest.mark.django_db(transaction=True)
def test_a_late_correction_drafts_anew_and_a_result_taken_back_withdraws(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    make_round(division, 1)
    finish(division, director, 1)
    work()
    (old,) = drafts()
    game = Game.objects.with_people().filter(round__number=1).order_by("board")[0]
    played = GameOutcome(Game.Outcome.PLAYED, first_score=200, second_score=500)
    correct_result(by=director, game=game, outcome=played, reason="sheet read wrongly")
    work()
    (new,) = drafts()
    assert new.pk != old.pk
    assert not new.is_stale()
    withdraw_result(by=director, game=game, reason="game to be replayed")
    assert drafts() == []
    assert (
        Record.objects.filter(action="pairings.discarded").get().why == "a result that it was made from was taken back"
    )


@pytest.mark.django_db(transaction=True)
def test_a_draft_that_the_director_changed_is_marked_stale_and_not_replaced(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    make_round(division, 1)
    finish(division, director, 1)
    work()
    (run,) = drafts()
    boards = list(run.draft_boards())
    swap_in_draft(by=director, run=run, number=2, player=boards[0].first, other=boards[1].first)
    game = Game.objects.with_people().filter(round__number=1).order_by("board")[0]
    played = GameOutcome(Game.Outcome.PLAYED, first_score=200, second_score=500)
    correct_result(by=director, game=game, outcome=played, reason="sheet read wrongly")
    work()
    (kept,) = drafts()
    assert (kept.pk, kept.is_stale()) == (run.pk, True)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_the_same_round_publish_it_once(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss", "when_ready": "publish"})
    make_round(division, 1)
    finish(division, director, 1)
    args = {"division": division.pk, "round": 2}
    with transaction.atomic():
        enqueue(NEXT_JOB, tournament=division.tournament, obj=division, args=args)
    together = threading.Barrier(2)

    def one() -> None:
        together.wait()
        try:
            work()
        finally:
            connections.close_all()

    workers = [threading.Thread(target=one) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert Game.objects.filter(round__number=2).count() == 4
    assert Record.objects.filter(action="pairings.published").count() == 1
    assert PairingRun.objects.filter(status="published").count() == 1
    assert drafts() == []


# --- pages -----------------------------------------------------------------------------------------

TYPED = {"method": "king_of_the_hill", "lag": "0", "repeats": "allow", "when_ready": "wait", "most_meetings": "2"}


def test_the_desk_shows_each_round_how_it_is_paired_and_where_it_stands(
    division: Division, director: User, client: Client
) -> None:
    plan(division, {"first": 2, "last": 7, "method": "swiss", "lag": 1, "most_meetings": 2})
    make_round(division, 1)
    page = text(client.get(url(division, "desk")))
    assert "needs no results" not in page
    assert "Swiss from the standings after round 1; two meet at most 2 times" in page
    assert "waits for 4 results" in page and "waits for round 2" in page
    assert "Pair all rounds that need no results (1)" in page


def test_a_round_is_added_overridden_and_taken_away_on_the_desk(
    division: Division, director: User, client: Client
) -> None:
    assert client.post(url(division, "add_round"), TYPED).status_code == 302
    page = text(client.get(url(division, "desk")))
    assert "8 King of the Hill from the standings after round 7; repeats: allow" in page
    assert (
        client.post(url(division, "override", 8), {**TYPED, "method": "factor", "options": "factor=3"}).status_code
        == 302
    )
    assert 'value="factor=3"' in client.get(url(division, "override", 8)).content.decode()
    assert client.post(url(division, "remove_round", 8)).status_code == 302
    division.refresh_from_db()
    assert division.planned_rounds == 7


def test_an_option_that_no_method_has_is_said_where_it_was_typed(
    division: Division, director: User, client: Client
) -> None:
    response = client.post(url(division, "add_round"), {**TYPED, "options": "flavour=3"})
    assert response.status_code == 422
    assert "The option flavour is no option of a pairing method" in text(response)


@pytest.mark.parametrize(
    ("name", "args"), [("desk", ()), ("pair_free", ()), ("add_round", ()), ("remove_round", (2,)), ("override", (2,))]
)
def test_a_stranger_logs_in_and_a_scorer_is_refused(
    division: Division, client: Client, name: str, args: tuple[int, ...]
) -> None:
    address = url(division, name, *args)
    assert client.post(address).status_code == 302
    client.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    assert client.post(address).status_code == 403


def test_the_desk_takes_the_same_queries_for_few_and_many_rounds(
    division: Division, director: User, client: Client
) -> None:
    counts = []
    for rounds in (7, 30):
        Division.objects.filter(pk=division.pk).update(planned_rounds=rounds)
        client.get(url(division, "desk"))
        with CaptureQueriesContext(connection) as seen:
            client.get(url(division, "desk"))
        counts.append(len(seen))
    assert counts[0] == counts[1]
