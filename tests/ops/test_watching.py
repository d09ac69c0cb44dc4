"""What a monitor and whoever reads the log are told: /livez, /healthz, whose a line is."""

import asyncio
import io
import logging
import runpy
import threading
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from tdsuite.ops.paths import PACKAGE
from tdsuite.platform.access.logs import WithoutPrivateLinks
from tdsuite.platform.jobs.models import WorkerBeat
from tdsuite.platform.web import log_context

SOURCE = str(PACKAGE / "settings.py")


@pytest.mark.django_db
def test_a_queue_that_no_worker_serves_is_named_to_directors(client: Client, settings: Any) -> None:
    settings.DATABASE_URL = ""
    now = timezone.now()
    WorkerBeat.objects.create(name="worker", queues="now,pairing,publishing", started_at=now, seen_at=now)
    assert "No worker serves printing, bulk" in client.get("/healthz").json()["problems"][0]
    WorkerBeat.objects.create(name="printer", queues="printing,bulk", started_at=now, seen_at=now)
    assert client.get("/healthz").json()["problems"] == []


def test_alive_is_answered_without_a_thread_or_the_database() -> None:
    from tdsuite.asgi import application

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    before = threading.active_count()
    asyncio.run(application({"type": "http", "method": "GET", "path": "/livez"}, None, send))  # type: ignore[arg-type]
    start, body = sent
    assert (start["status"], body["body"], threading.active_count()) == (200, b"alive\n", before)


def test_lines_of_a_job_say_whose_they_are_and_no_line_has_a_private_link() -> None:
    text, log = io.StringIO(), logging.getLogger("tdsuite.test")
    handler = logging.StreamHandler(text)
    handler.setFormatter(logging.Formatter("{levelname}: {message}{about}", style="{"))
    handler.addFilter(WithoutPrivateLinks())
    handler.addFilter(log_context.About())
    log.addHandler(handler)
    name = log_context.job_id.set("17")
    log.warning("begun")
    log_context.job_id.reset(name)
    try:
        raise ValueError("http://hall/l/secret/")
    except ValueError:
        log.exception("failed")
    log.removeHandler(handler)
    job, other, *fault = text.getvalue().splitlines()
    assert (job, other) == ("WARNING: begun [job 17]", "ERROR: failed")
    assert "ValueError" in fault[-1] and "secret" not in "".join(fault)


def test_a_bad_value_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", "proxy.example.org")
    with pytest.raises(ImproperlyConfigured, match=r"TRUSTED_PROXIES: .*; use addresses or networks"):
        runpy.run_path(SOURCE)
