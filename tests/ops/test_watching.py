"""What a monitor and whoever reads the log are told: /livez, /readyz, /metrics, names of requests and jobs, slow requests, Sentry."""

import asyncio
import io
import json
import logging
import runpy
import socket
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from celery import Celery
from django.conf import settings as site
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from django.utils import timezone

from tdsuite.ops import error_reports, metrics, readiness
from tdsuite.ops.server.measured import Measured
from tdsuite.platform import log_context
from tdsuite.platform.access.logs import WithoutPrivateLinks
from tdsuite.platform.jobs import dispatch, tasks
from tdsuite.platform.jobs.models import WorkerBeat
from tests.platform.jobs.kinds import enqueued

SOURCE = str(Path(site.BASE_DIR) / "tdsuite" / "settings.py")
TOKEN = "a token of sixteen characters or more"


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_broker", (float("-inf"), False))
    monkeypatch.setattr(metrics, "requests", metrics.Requests())


@pytest.fixture
def all_heard(db: None, settings: Any) -> None:
    """A worker and beat were heard just now; the backups are another file's matter."""
    settings.DATABASE_URL = ""
    now = timezone.now()
    for name in ("worker", "beat"):
        WorkerBeat.objects.create(name=name, started_at=now, seen_at=now)


# --- ready? ------------------------------------------------------------------------------------------------------------


def test_ready_when_all_is_well(client: Client, all_heard: None) -> None:
    answer = client.get("/readyz")
    checks = {"broker": "ok", "worker": "ok", "beat": "ok", "backup": "ok", "disk": "ok", "database": "ok"}
    assert (answer.status_code, answer.json()) == (200, {"ready": True, **checks})
    assert "no-store" in answer["Cache-Control"]
    assert client.get("/readyz?all").status_code == 200


def test_a_silent_beat_is_wrong_for_the_monitor_and_no_reason_to_send_no_requests(
    client: Client, all_heard: None
) -> None:
    WorkerBeat.objects.filter(name="beat").update(seen_at=timezone.now() - timedelta(minutes=2))
    plain, strict = client.get("/readyz"), client.get("/readyz?all")
    assert (plain.status_code, strict.status_code) == (200, 503)
    assert plain.json()["beat"].startswith("was not heard")
    assert plain.json()["worker"] == "ok"


def test_a_queue_that_no_worker_serves_is_named_to_monitors_and_directors(client: Client, all_heard: None) -> None:
    WorkerBeat.objects.filter(name="worker").update(queues="now,pairing,publishing")
    assert client.get("/readyz").json()["worker"] == "none serves printing, bulk"
    assert "No worker serves printing, bulk" in client.get("/healthz").json()["problems"][0]
    now = timezone.now()
    WorkerBeat.objects.create(name="printer", queues="printing,bulk", started_at=now, seen_at=now)
    assert client.get("/readyz").json()["worker"] == "ok"


@pytest.mark.django_db
def test_beat_is_heard_by_whoever_does_its_sweep_and_is_no_worker(client: Client) -> None:
    tasks.sweep()
    assert client.get("/readyz").json()["beat"] == "ok"
    assert client.get("/readyz").json()["worker"] == "none was heard"


def test_a_broker_that_is_away_is_said(client: Client, all_heard: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "WAIT_SECONDS", 0.2)
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)  # Celery would take it before its own setting
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections and says nothing
        broker = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        monkeypatch.setattr(dispatch, "current_app", Celery("test", broker=broker, set_as_current=False))
        assert client.get("/readyz").json()["broker"].startswith("does not answer")
    monkeypatch.setattr(readiness, "_broker", (float("-inf"), False))
    assert client.get("/readyz").json()["broker"].startswith("does not answer")  # refused


@pytest.mark.django_db(transaction=True)
def test_a_database_that_does_not_answer_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE jobs_workerbeat RENAME TO jobs_workerbeat_away")
    try:
        assert client.get("/metrics").status_code == 503
        answer = client.get("/readyz")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE jobs_workerbeat_away RENAME TO jobs_workerbeat")
    assert (answer.status_code, answer.json()["ready"]) == (503, False)


# --- figures -------------------------------------------------------------------------------------------------------------


def test_figures_count_answers_and_jobs_as_prometheus_reads_them(client: Client, all_heard: None) -> None:
    for seconds, status in ((0.004, 200), (0.2, 200), (30.0, 503)):
        metrics.requests.add("GET", status, seconds)
    enqueued()
    answer = client.get("/metrics")
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    text = answer.content.decode()
    for line in (
        'tdsuite_requests_total{method="GET",status="200"} 2',
        'tdsuite_request_seconds_bucket{le="0.01"} 1',
        'tdsuite_request_seconds_bucket{le="0.25"} 2',
        'tdsuite_request_seconds_bucket{le="10"} 2',
        'tdsuite_request_seconds_bucket{le="+Inf"} 3',
        "tdsuite_request_seconds_count 3",
        'tdsuite_jobs{queue="now",status="queued"} 1',
    ):
        assert line in text.splitlines()
    names = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    assert {"tdsuite_beat_seconds", "tdsuite_worker_seconds", "tdsuite_disk_free_bytes"} <= names


def test_figures_of_several_processes_are_added_up_and_a_killed_one_takes_nothing_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def own(answers: int, waiting: int, started: float) -> None:
        """This process stands for one that has answered so many."""
        served = metrics.Requests(waiting=waiting)
        for _ in range(answers):
            served.add("GET", 200, 0.2)
        monkeypatch.setattr(metrics, "requests", served)
        monkeypatch.setattr(metrics, "STARTED", started)

    def together(number: int) -> tuple[float, ...]:
        shared = metrics.Shared(tmp_path, number)
        figures = shared.all()
        shared.write()
        samples = ('requests_total{method="GET",status="200"}', 'request_seconds_bucket{le="0.25"}', "requests_waiting")
        return tuple(figures[name] for name in (*samples, "start_time_seconds"))

    own(2, 5, started=1000.0)
    assert together(1) == (2, 2, 5, 1000.0)
    own(3, 1, started=900.0)
    assert together(2) == (5, 5, 6, 1000.0)
    own(4, 0, started=1200.0)  # the first one was killed, and what it still had to do is gone
    assert together(1) == (9, 9, 1, 1200.0)
    (tmp_path / "2.json").write_text("{", encoding="utf-8")
    own(0, 0, started=1300.0)
    assert together(1) == (6, 6, 0, 1300.0)


@pytest.mark.parametrize(
    ("headers", "address", "status"),
    [
        ({}, "127.0.0.1", 200),
        ({}, "192.168.1.20", 403),
        ({"X-Forwarded-For": "192.168.1.20"}, "127.0.0.1", 403),
        ({"Authorization": f"Bearer {TOKEN}"}, "192.168.1.20", 403),
    ],
)
def test_figures_are_for_this_computer(
    client: Client, all_heard: None, headers: dict[str, str], address: str, status: int
) -> None:
    assert client.get("/metrics", headers=headers, REMOTE_ADDR=address).status_code == status


def test_figures_are_for_whoever_has_the_token_where_there_is_one(
    client: Client, all_heard: None, settings: Any
) -> None:
    settings.METRICS_TOKEN = TOKEN
    own = {"Authorization": f"Bearer {TOKEN}"}
    assert client.get("/metrics", headers=own, REMOTE_ADDR="192.168.1.20").status_code == 200
    assert client.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 403
    assert client.get("/metrics").status_code == 403


# --- names of requests, slow ones ------------------------------------------------------------------------------------------


def ask(application: Any, *headers: tuple[bytes, bytes], path: str = "/t/lakeside/") -> list[Any]:
    """What an application of the server sends for a request without a body."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": [*headers], "query_string": b""}
    asyncio.run(application(scope, receive, send))
    return sent


async def page(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the name of its request."""
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": dict(scope["headers"])[b"x-request-id"]})


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the suite writes into its log, as JSON."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(log_context.JsonLines())
    handler.addFilter(WithoutPrivateLinks())
    handler.addFilter(log_context.About())
    logging.getLogger("tdsuite").addHandler(handler)
    yield text
    logging.getLogger("tdsuite").removeHandler(handler)


def test_a_request_keeps_the_name_that_the_proxy_gave_it_and_else_gets_its_own() -> None:
    start, body = ask(Measured(page), (b"x-request-id", b"proxy-0123456789"))
    assert (start["headers"], body["body"]) == ([(b"x-request-id", b"proxy-0123456789")], b"proxy-0123456789")
    for unfit in (b"", b"short", b"with\nanother line and more", b"x" * 65):
        start, body = ask(Measured(page), (b"x-request-id", unfit))
        assert len(body["body"]) == 16 and start["headers"] == [(b"x-request-id", body["body"])]
    assert metrics.requests.by_status == {("GET", 200): 5}
    assert metrics.requests.waiting == 0


def test_a_slow_request_leaves_a_line_with_its_name_and_without_a_private_link(
    settings: Any, lines: io.StringIO
) -> None:
    ask(Measured(page))
    assert lines.getvalue() == ""
    settings.SLOW_REQUEST_SECONDS = 1e-9
    ask(Measured(page), (b"x-request-id", b"proxy-0123456789"), path="/l/a-private-link/")
    line = json.loads(lines.getvalue())
    assert (line["request"], line["method"], line["status"], line["level"]) == (
        "proxy-0123456789",
        "GET",
        200,
        "WARNING",
    )
    assert line["message"].startswith("slow: GET /l/…/ 200 after ")


def test_a_client_that_leaves_is_counted_too() -> None:
    async def left(scope: Any, receive: Any, send: Any) -> None:
        await receive()

    ask(Measured(left))
    assert metrics.requests.by_status == {("GET", 499): 1}


def test_alive_is_answered_without_a_thread_or_the_database() -> None:
    from tdsuite.asgi import application

    before = threading.active_count()
    start, body = ask(application, path="/livez")
    assert (start["status"], body["body"], threading.active_count()) == (200, b"alive\n", before)


def test_lines_of_a_job_and_of_a_page_say_whose_they_are(lines: io.StringIO) -> None:
    log = logging.getLogger("tdsuite.test")
    name = log_context.job_id.set("17")
    log.warning("begun")
    log_context.job_id.reset(name)
    middleware = log_context.RequestIdMiddleware(lambda request: log.warning("made"))  # type: ignore[arg-type,return-value]
    middleware(Client().get("/livez", headers={"X-Request-Id": "proxy-0123456789"}).wsgi_request)
    try:
        raise ValueError("http://hall/l/secret/")
    except ValueError:
        log.exception("failed")
    job, request, fault = map(json.loads, lines.getvalue().splitlines())
    assert (job["job"], "request" in job, request["request"], "job" in request) == (
        "17",
        False,
        "proxy-0123456789",
        False,
    )
    assert "ValueError" in fault["error"] and "secret" not in fault["error"]


# --- settings, Sentry ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "bad", "says"),
    [
        ("LOG_FORMAT", "xml", "LOG_FORMAT: use line or json"),
        ("METRICS_TOKEN", "short", "METRICS_TOKEN: use at least 16"),
        ("TRUSTED_PROXIES", "proxy.example.org", "TRUSTED_PROXIES: .*; use addresses or networks"),
    ],
)
def test_a_bad_value_stops_the_start(monkeypatch: pytest.MonkeyPatch, name: str, bad: str, says: str) -> None:
    monkeypatch.setenv(name, bad)
    with pytest.raises(ImproperlyConfigured, match=says):
        runpy.run_path(SOURCE)


def test_sentry_is_told_of_faults_without_what_is_private(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    error_reports.start()  # without an address nothing is loaded
    settings.SENTRY_DSN = "https://key@sentry.example.org/1"
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN: the package sentry-sdk is not installed"):
        error_reports.start()
    asked: dict[str, Any] = {}
    package = ModuleType("sentry_sdk")
    package.init = lambda address, **how: asked.update(how, address=address)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentry_sdk", package)
    error_reports.start()
    assert (asked["address"], asked["send_default_pii"], asked["include_local_variables"]) == (
        settings.SENTRY_DSN,
        False,
        False,
    )
    request = {
        "url": "http://hall/l/secret/",
        "cookies": {"sessionid": "1"},
        "headers": {},
        "data": "pin=1234",
        "method": "GET",
    }
    event = asked["before_send"]({"request": request, "breadcrumbs": {}, "message": "at /l/secret/"}, {})
    assert event == {"request": {"url": "http://hall/l/…/", "method": "GET"}, "message": "at /l/…/", "tags": {}}
