"""Rounds are started and scheduled through the API, and jobs are looked after."""

from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/open/"
ROOT = f"{EVENT}divisions/a/"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament("open", time_zone="Europe/Malta"), players=4, rounds=5)


@pytest.fixture
def api(division: Division) -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user(tournament=division.tournament))
    return client


def schedule(api: APIClient, times: Any) -> Any:
    return api.patch(f"{ROOT}schedule/", {"times": times}, format="json")


def a_job(division: Division, **values: Any) -> Job:
    facts = {"kind": "pairings.draft", "queue": "now", "tournament": division.tournament, **values}
    return Job.objects.create(**facts)


def test_rounds_are_scheduled_in_the_events_own_time_unless_an_offset_is_said(
    api: APIClient, division: Division
) -> None:
    set_ = schedule(api, {"1": "2026-05-16T09:30", "2": "2026-05-16T09:30+00:00", "4": None})
    assert set_.status_code == 200
    assert [(one["round"], bool(one["scheduled_at"])) for one in set_.json()] == [(1, True), (2, True), (4, False)]
    assert list(division.rounds.order_by("number").values_list("scheduled_at", flat=True)) == [
        datetime(2026, 5, 16, 7, 30, tzinfo=UTC), datetime(2026, 5, 16, 9, 30, tzinfo=UTC), None, None, None,
    ]  # fmt: skip
    schedule(api, {"1": None})
    assert division.rounds.get(number=2).scheduled_at is not None
    assert Record.objects.filter(action="rounds.scheduled").count() == 2


NO_TIMES: list[Any] = [None, {}, [], {"1": "noon"}, {"x": None}, {"0": None}, {"6": None}]
NO_TIMES += [{"1": f"{at}"} for at in ("2026-03-29T02:30", "0001-01-01T00:00", "2026-10-25T02:30")]


@pytest.mark.parametrize("times", NO_TIMES)
def test_times_that_are_none_are_named(api: APIClient, times: Any) -> None:
    answer = schedule(api, times)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["times"])


def test_a_job_tells_how_far_it_is(api: APIClient, division: Division) -> None:
    job = a_job(division, done=3, total=10, phase="matching", args={"seed": 7})
    told = api.get(f"{EVENT}jobs/{job.pk}/").json()
    assert (told["job"], told["status"], told["done"], told["total"], told["phase"], told["files"]) == (
        job.pk, "queued", 3, 10, "matching", [],
    )  # fmt: skip
    assert "args" not in told and "result" not in told
