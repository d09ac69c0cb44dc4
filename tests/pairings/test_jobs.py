"""Pairing jobs that are overtaken while they solve: by a worker that took them over, by another job, by the director."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from pairings.models import PairingRun
from pairings.services.automatic_drafts import NEXT_JOB
from pairings.services.drafts import Overtaken, keep_draft, make_draft, request_draft, solve_draft, swap_in_draft
from pairings.services.planning import override_round
from pairings.services.publishing import publish_run
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs import registry
from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.errors import JobCancelled, LeaseLost
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.platform.jobs.services import enqueue, request_cancel
from tdsuite.tournaments.models import Division, Game
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.platform.jobs.kinds import claim_next, drain

pytestmark = pytest.mark.django_db

SWISS = {"first": 1, "last": 5, "method": "swiss"}


class Overtake(JobContext):
    """A worker that somebody overtakes at the moment it begins to solve."""

    def __init__(self, job: Job, meanwhile: Callable[[Job], object]) -> None:
        super().__init__(job, threading.Event())
        self.meanwhile: Callable[[Job], object] | None = meanwhile

    def progress(self, done: int, total: int, phase: object = "") -> None:
        super().progress(done, total, phase)
        if str(phase).startswith("Pairing ") and str(phase).endswith(" players") and self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            meanwhile(self.job)


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=8, rounds=5, pairing_plan=[{**SWISS, "when_ready": "publish"}])


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner()
    yield made
    made.close()


def claimed() -> Job:
    job = claim_next("pairing", "first")
    assert job is not None
    return job


def asked_by_plan(division: Division, number: int = 2) -> Job:
    args = {"division": division.pk, "round": number}
    return enqueue(NEXT_JOB, tournament=division.tournament, obj=division, args=args)


def do(runner: Runner, job: Job, meanwhile: Callable[[Job], object]) -> dict[str, Any] | None:
    return registry.find(job.kind).work(Overtake(job, meanwhile))


def taken_over_by(runner: Runner) -> Callable[[Job], None]:
    """The first worker stalls past its lease; the next one does the job."""

    def take_over(job: Job) -> None:
        Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
        assert drain(runner, "pairing") == 1

    return take_over


def told(*actions: str) -> list[int]:
    return [Record.objects.filter(action=f"pairings.{action}").count() for action in actions]


def test_a_draft_job_that_was_taken_over_while_it_solved_keeps_nothing_of_its_own(
    division: Division, director: User, runner: Runner
) -> None:
    request_draft(by=director, division=division, number=1, method=None, seed=None)
    job = claimed()
    with pytest.raises(LeaseLost):
        do(runner, job, taken_over_by(runner))
    run = PairingRun.objects.get()
    job.refresh_from_db()
    assert (job.status, job.attempts, job.worker, job.result) == ("done", 2, runner.name, {"run": run.pk, "round": 1})
    assert told("drafted") == [1]


def test_a_director_may_change_the_draft_of_the_worker_that_took_over_and_keeps_the_change(
    division: Division, director: User, runner: Runner
) -> None:
    request_draft(by=director, division=division, number=1, method="king_of_the_hill", seed=None)
    job = claimed()

    def then_changed(job: Job) -> None:
        taken_over_by(runner)(job)
        swap_in_draft(by=director, run=PairingRun.objects.get(), number=1, player=1, other=4)

    with pytest.raises(LeaseLost):
        do(runner, job, then_changed)
    assert [sorted(board.numbers) for board in PairingRun.objects.get().draft_boards()][:2] == [[2, 4], [1, 3]]


def test_a_round_of_the_plan_whose_job_was_taken_over_is_drafted_and_published_once(
    division: Division, runner: Runner
) -> None:
    make_round(division, 1, status="closed")
    asked_by_plan(division)
    job = claimed()
    with pytest.raises(LeaseLost):
        do(runner, job, taken_over_by(runner))
    job.refresh_from_db()
    assert (job.status, job.attempts, job.result["done"]) == ("done", 2, "published")
    assert (PairingRun.objects.count(), Game.objects.filter(round__number=2).count()) == (1, 4)
    assert told("drafted", "published") == [1, 1]


def test_of_two_jobs_for_one_round_the_slower_does_nothing_and_does_not_fail(
    division: Division, runner: Runner
) -> None:
    make_round(division, 1, status="closed")
    slower, _quicker = asked_by_plan(division), asked_by_plan(division)
    answer = do(runner, claimed(), lambda _job: drain(runner, "pairing"))
    assert answer == {"round": 2, "done": "nothing: the round is not asked for any more"}
    assert Job.objects.get(pk=slower.pk).status == "running"  # its worker records the end
    assert told("drafted", "published") == [1, 1]


Meanwhile = Callable[[Division, User], object]
OVERTAKEN: dict[str, tuple[Meanwhile, list[int], list[int]]] = {
    "drafts it": (lambda division, by: make_draft(by=by, division=division, number=2, seed=4), [4], [1, 0, 0]),
    "publishes it": (
        lambda division, by: publish_run(by=by, run=make_draft(by=by, division=division, number=2, seed=4)), [], [1, 0, 1],
    ),
    "has the plan wait": (
        lambda division, by: override_round(
            by=by, division=division, number=2, values={"method": "swiss", "when_ready": "wait"}
        ), [], [0, 0, 0],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", OVERTAKEN)
def test_what_the_director_decides_of_the_round_while_the_plans_draft_is_solved_stays(
    division: Division, director: User, runner: Runner, what: str
) -> None:
    meanwhile, drafts, records = OVERTAKEN[what]
    make_round(division, 1, status="closed")
    asked_by_plan(division)
    answer = do(runner, claimed(), lambda _job: meanwhile(division, director))
    assert answer == {"round": 2, "done": "nothing: the round is not asked for any more"}
    assert [(run.seed, run.automatic) for run in PairingRun.objects.drafts()] == [(seed, False) for seed in drafts]
    assert told("drafted", "discarded", "published") == records
    assert Game.objects.filter(round__number=2).count() == 4 * records[2]


def test_a_plan_that_was_told_only_to_draft_while_its_round_was_solved_is_not_published(
    division: Division, director: User, runner: Runner
) -> None:
    make_round(division, 1, status="closed")
    asked_by_plan(division)
    values = {"method": "swiss", "when_ready": "draft"}
    answer = do(runner, claimed(), lambda _job: override_round(by=director, division=division, number=2, values=values))
    (run,) = PairingRun.objects.drafts()
    assert answer == {"run": run.pk, "round": 2, "done": "drafted"}
    assert told("drafted", "published") == [1, 0]


def test_a_job_stopped_while_it_solved_keeps_nothing(division: Division, director: User, runner: Runner) -> None:
    request_draft(by=director, division=division, number=1, method=None, seed=None)
    with pytest.raises(JobCancelled):
        do(runner, claimed(), lambda job: request_cancel(job, director))
    assert (PairingRun.objects.count(), told("drafted")) == (0, [0])


def test_a_pair_buttons_job_is_told_that_the_round_was_published_meanwhile(
    division: Division, director: User, runner: Runner
) -> None:
    request_draft(by=director, division=division, number=1, method=None, seed=None)

    def publish(_job: Job) -> None:
        publish_run(by=director, run=make_draft(by=director, division=division, number=1))

    with pytest.raises(Overtaken, match="Round 1 was published meanwhile: change its boards one by one instead"):
        do(runner, claimed(), publish)
    assert told("drafted", "published") == [1, 1]


def test_what_was_solved_is_kept_only_by_who_may_pair(division: Division, director: User) -> None:
    solved = solve_draft(by=COMMAND_LINE, division=division, number=1)
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    with pytest.raises(NotAllowed):
        keep_draft(by=scorer, solved=solved)
    assert (PairingRun.objects.count(), keep_draft(by=director, solved=solved).first_round) == (0, 1)
