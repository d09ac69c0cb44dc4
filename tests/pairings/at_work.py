"""What the tests of pairing jobs in real workers do inside their installation; plain data in and out."""

import threading
from typing import Any

from django.db import OperationalError, connection, connections, transaction

from pairings.models import PairingRun
from pairings.services.automatic_drafts import NEXT_JOB
from pairings.services.drafts import request_draft, swap_in_draft
from pairings.services.publishing import publish_run
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament

MOST_TRIALS = 1_000_000  # with many rounds left: minutes, where the tests need seconds
MANY_ROUNDS = 60
CODES = "abcdef"


def set_up_long(players: int, when_ready: str) -> None:
    """A division whose second round takes far longer to pair than anybody waits for."""
    line = {"first": 1, "last": MANY_ROUNDS, "method": "cop", "when_ready": when_ready}
    plan = [{**line, "options": {"trials": MOST_TRIALS, "control_trials": 1}}]
    division = make_division(make_tournament(), players=players, rounds=MANY_ROUNDS, pairing_plan=plan)
    make_round(division, 1, status="closed")


def hurry() -> None:
    """From now on the same round is paired at once."""
    division = Division.objects.get()
    division.pairing_plan = [{**division.pairing_plan[0], "method": "swiss", "options": {}}]
    division.save()


def press_pair() -> int:
    job = request_draft(by=COMMAND_LINE, division=Division.objects.get(), number=2, method=None, seed=7)
    return int(job.pk)


def ask_by_plan(code: str = "a", times: int = 1) -> list[int]:
    """The plan asks for round 2, as often as that, in one transaction."""
    division, args = Division.objects.get(code=code), {"round": 2}
    with transaction.atomic():
        jobs = [
            enqueue(NEXT_JOB, tournament=division.tournament, obj=division, args={**args, "division": division.pk})
            for _ in range(times)
        ]
    return [int(job.pk) for job in jobs]


def writable() -> bool:
    """Whether nobody holds a lock that a worker who wants to take a job over would wait for."""
    try:
        with transaction.atomic():
            return bool(Job.objects.select_for_update(nowait=connection.features.has_select_for_update_nowait))
    except OperationalError:
        return False


def swap_two() -> None:
    """The director changes the draft: the first players of its first two boards change places."""
    run = PairingRun.objects.drafts().get()
    one, two, *_ = run.draft_boards()
    swap_in_draft(by=COMMAND_LINE, run=run, number=2, player=one.first, other=two.first)


def how_far() -> list[tuple[str, int | None]]:
    return [(job.phase, job.percent) for job in Job.objects.order_by("pk")]


def set_up_many() -> None:
    """Six divisions with round 1 behind them."""
    tournament = make_tournament()
    plan = [{"first": 1, "last": 3, "method": "swiss", "when_ready": "draft"}]
    for code in CODES:
        make_round(make_division(tournament, players=8, rounds=3, code=code, pairing_plan=plan), 1, status="closed")


def publish_by_plan() -> None:
    for division in Division.objects.all():
        division.pairing_plan[0]["when_ready"] = "publish"
        division.save()


def everybody_at_once(directors: int) -> tuple[list[int], int]:
    """Two jobs a division that publish its draft, and directors who press Publish on each, from one starting line.

    The jobs' numbers, and how many directors were told that they had published.
    """
    runs = list(PairingRun.objects.drafts().select_related("division__tournament"))
    line, pressed = threading.Barrier(len(runs) * directors + 1), []

    def press(run: PairingRun) -> None:
        line.wait()
        try:
            publish_run(by=COMMAND_LINE, run=run)
            pressed.append(run.pk)
        except Refused:
            pass
        finally:
            connections.close_all()

    threads = [threading.Thread(target=press, args=[run]) for run in runs for _ in range(directors)]
    for thread in threads:
        thread.start()
    line.wait()
    jobs = [job for code in CODES for job in ask_by_plan(code, times=2)]
    for thread in threads:
        thread.join()
    return jobs, len(pressed)


def left() -> dict[str, Any]:
    """What there is of each division's second round, and whether the record is whole."""
    answer: dict[str, Any] = {"whole": all(verify(tournament).whole for tournament in Tournament.objects.all())}
    for division in Division.objects.all():
        seats = list(Game.objects.filter(round__division=division, round__number=2).values_list("first", "second"))
        players = {player for pair in seats for player in pair}
        told = Record.objects.filter(scope=division.live_topic)
        answer[division.code] = {
            "drafts": division.pairing_runs.drafts().count(), "runs": division.pairing_runs.count(),
            "changed": sum(board.changed for run in division.pairing_runs.all() for board in run.draft_boards()),
            "drafted": told.filter(action="pairings.drafted").count(),
            "published": told.filter(action="pairings.published").count(), "games": len(seats),
            "players": len(players),
        }  # fmt: skip
    return answer
