"""What may go wrong on the day, as the Round board says it."""

import re
from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from tdsuite.console import day
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.services.throttle import limits_of, take
from tdsuite.platform.jobs.models import WorkerBeat
from tdsuite.platform.jobs.services import worker_status
from tests.factories import make_tournament

pytestmark = pytest.mark.django_db


def test_many_wrong_pins_of_strangers_raise_an_alarm(under_way):
    entries = list(under_way.entries.all()[:4])
    for number in range(20):
        assert not any("guessing" in text for text in warnings(under_way.tournament))
        take(limits_of(f"entry:{entries[number % 4].pk}", Device("x", fresh=True, network=str(number // 4)), None))
    (text,) = [text for text in warnings(under_way.tournament) if "guessing" in text]
    assert "20 wrong ones lately, for 4 of the players" in text
    assert not any("guessing" in text for text in warnings(make_tournament("elsewhere")))


def warnings(tournament, host="testserver"):
    request = RequestFactory().get("/", headers={"host": host})
    return [task.says for task in day.warnings(request, tournament, worker_status())]


def test_no_worker_is_said_and_how_to_start_one(under_way):
    warning, lists = warnings(under_way.tournament)
    assert lists.startswith("No word list is chosen for Division A")
    assert warning.startswith("No worker is running. Jobs will wait. Pairing, printing and publishing need one:")
    assert "then start it again" in warning and "celery" not in warning


def test_a_disk_without_room_is_said_first_and_not_blamed_on_the_worker(under_way, monkeypatch):
    monkeypatch.setattr(day, "LOW_DISK_BYTES", 10**18)
    warning, _lists = warnings(under_way.tournament)
    assert "MB are free on the disk of the suite's data. Make room now: without it no result can be saved" in warning


def test_a_worker_heard_within_half_a_minute_is_no_warning(under_way):
    now = timezone.now()
    WorkerBeat.objects.create(name="w", started_at=now, seen_at=now - timedelta(seconds=20))
    assert not any("worker" in text for text in warnings(under_way.tournament))


def test_a_choice_that_may_cost_the_rating_is_a_warning(under_way):
    tournament = under_way.tournament
    tournament.game_minutes = 20
    assert any("may make the event non-ratable (5.3.5)" in text for text in warnings(tournament))


@pytest.mark.parametrize(
    ("printed", "host", "warns"),
    [
        ("", "192.168.1.20:8000", False),
        ("http://192.168.1.20:8000", "192.168.1.20:8000", False),
        ("http://192.0.2.77:8000", "192.168.1.20:8000", True),
        ("http://lakeside.example", "192.168.1.20:8000", False),
    ],
    ids=["none", "here", "elsewhere", "a host name may lead here"],
)
def test_paper_that_points_elsewhere_is_a_warning(printed, host, warns):
    says = day.address_warning(printed, host)
    assert bool(says) is warns
    assert not warns or ("192.0.2.77" in says and "192.168.1.20" in says)


def lines_of(body):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))
