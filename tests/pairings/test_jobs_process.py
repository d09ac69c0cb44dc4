"""A long pairing run in a real worker process: how far it is, and stopped with its helper."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.jobs.installation import ROOT, Installation
from tests.jobs.kinds import alive, wait_for
from tests.jobs.test_worker_process import children

pytestmark = pytest.mark.process

FOR_EVER = 500_000_000  # trials
PLAYERS = 400
SET_UP = """
from tests.factories import make_division, make_round, make_tournament
from tdsuite.tournaments.models import Division
division = make_division(make_tournament(), players={players}, rounds=5)
division.pairing_plan = [{{"first": 1, "last": 5, "method": "cop", "when_ready": "publish",
    "options": {{"trials": {trials}, "control_trials": 1}}}}]
division.save()
make_round(division, 1, status="closed")
"""
DRAFT = """
from pairings.services.drafts import request_draft
from tdsuite.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division
answer = request_draft(by=COMMAND_LINE, division=Division.objects.get(), number=2, method=None, seed=7).pk
"""
FAR = """
from tdsuite.jobs.models import Job
answer = [(job.phase, job.percent) for job in Job.objects.order_by("pk")]
"""
LEFT = """
from pairings.models import PairingRun
from tdsuite.audit.models import Record
from tdsuite.tournaments.models import Game
seats = [seat for game in Game.objects.filter(round__number=2) for seat in (game.first_id, game.second_id)]
answer = {
    "drafts": PairingRun.objects.drafts().count(),
    "drafted": Record.objects.filter(action="pairings.drafted").count(),
    "published": Record.objects.filter(action="pairings.published").count(),
    "seats": len(seats), "players": len(set(seats)),
}
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Installation]:
    with Installation(tmp_path / "installation", "filesystem://") as made:
        yield made


def inside(site: Installation, code: str) -> Any:
    """Run code inside the installation; it leaves its answer in `answer`."""
    whole = f"import django, json\ndjango.setup()\nanswer = None\n{code}\nprint(json.dumps(answer))"
    ran = subprocess.run(
        [sys.executable, "-c", whole], cwd=ROOT, env=site.environment, text=True, capture_output=True, check=True
    )
    return json.loads(ran.stdout)


def test_a_long_run_tells_how_far_it_is_and_a_stop_kills_its_helper(site: Installation) -> None:
    inside(site, SET_UP.format(players=PLAYERS, trials=FOR_EVER))
    worker = site.worker("only")
    job = inside(site, DRAFT)
    site.until(job, 60, status="running", done_above=0)
    assert inside(site, FAR) == [[f"Pairing {PLAYERS} players", 33]]
    helpers = children(worker.pid)
    assert helpers and all(alive(pid) for pid in helpers)
    site.tell("cancel", job=job)
    site.until(job, status="cancelled", error="")
    wait_for(lambda: not all(alive(pid) for pid in helpers), what="the helper is gone")
    site.until(site.count_to(1), status="done")  # and the worker does the next job
    assert inside(site, LEFT) == {"drafts": 0, "drafted": 0, "published": 0, "seats": 0, "players": 0}
