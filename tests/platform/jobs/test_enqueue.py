"""A job is a row in the transaction of its cause; the broker's message carries its number."""

import json
import os
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from tdsuite.platform.audit.services import NotInTransaction
from tdsuite.platform.jobs import registry, services
from tdsuite.platform.jobs.errors import UnknownKind
from tdsuite.platform.jobs.models import Job
from tests.factories import make_tournament, make_user
from tests.loaded import Loaded
from tests.migrated import put_database
from tests.platform.jobs.kinds import enqueued

Capture = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_nothing_is_enqueued() -> None:
    with pytest.raises(NotInTransaction):
        services.enqueue("jobs.selftest")
    assert Job.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_the_job_vanishes_with_the_decision_that_caused_it() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        services.enqueue("jobs.selftest")
        raise ZeroDivisionError
    assert Job.objects.count() == 0


def test_the_row_says_what_about_what_and_for_whom(db: None) -> None:
    tournament, director = make_tournament(), make_user("director")
    job = enqueued(tournament=tournament, obj=tournament, args={"count": 7}, by=director)
    job.refresh_from_db()
    assert (job.kind, job.queue, job.status, job.attempts, job.max_attempts) == ("jobs.selftest", "now", "queued", 0, 3)
    assert (job.subject_type, job.subject_id) == ("tournaments.tournament", str(tournament.pk))
    assert (job.tournament, job.subject()) == (tournament, tournament)
    assert (job.args, job.created_by_id) == ({"count": 7}, director.pk)
    assert (job.label, job.percent, job.is_active) == ("Worker check", None, True)


def test_an_unknown_kind_is_refused_at_once(db: None) -> None:
    with pytest.raises(UnknownKind):
        enqueued("jobs.no-such-kind")


def test_one_message_is_sent_after_the_commit_and_none_before(
    db: None, django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        job = enqueued(queue="bulk")
    assert [callback.args for callback in callbacks] == [(job.pk, "bulk")]  # type: ignore[attr-defined]


def test_a_kind_has_one_handler_a_known_queue_and_at_least_one_attempt() -> None:
    with pytest.raises(ValueError, match="declared already"):
        registry.handler("jobs.selftest")(lambda ctx: None)
    with pytest.raises(ValueError, match="queue 'later'"):
        registry.handler("tests.x", queue="later")
    with pytest.raises(ValueError, match="1 or more"):
        registry.handler("tests.x", max_attempts=0)


ENQUEUE_TWICE = """
import io, logging
from django.db import transaction
from tdsuite.platform.jobs import registry, services
from tdsuite.platform.jobs.models import Job
from tests.platform.jobs import selftest
registry.job_handlers.discover()
told = io.StringIO()
logging.getLogger("tdsuite").addHandler(logging.StreamHandler(told))
for _ in range(2):
    with transaction.atomic():
        services.enqueue("jobs.selftest")
print(json.dumps([Job.objects.waiting().count(), told.getvalue().count("The broker cannot be reached")]))
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("scheme", "silent"), [("redis", False), ("amqp", True)], ids=["refuses", "accepts-and-never-answers"]
)
def test_a_dead_broker_costs_no_job_and_is_asked_once(scheme: str, silent: bool, tmp_path: Path) -> None:
    put_database(tmp_path)
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if silent:
            server.listen(8)
        broker = f"{scheme}://127.0.0.1:{server.getsockname()[1]}/"
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tdsuite.settings",
            "DATABASE_URL": "",
            "TDSUITE_DATA": str(tmp_path),
            "CELERY_BROKER_URL": broker,
        }
        with closing(Loaded(environment, pages=False)) as loaded:
            enqueued_and_warned = json.loads(loaded.python(ENQUEUE_TWICE))
    assert enqueued_and_warned == [2, 1]  # while the broker is known to be away nobody waits for it
