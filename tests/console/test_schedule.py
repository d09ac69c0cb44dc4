from datetime import UTC, datetime

import pytest
from django.urls import reverse

from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.services.rounds import start_due_rounds
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def division():
    tournament = make_tournament("open", time_zone="Europe/Paris", starts_by_schedule=True)
    return make_division(tournament, players=4, rounds=3)


@pytest.fixture
def director(client, division):
    client.force_login(make_user(tournament=division.tournament))
    return client


def url(name="times"):
    return reverse(f"console:plan_{name}", args=["open", "a"])


def test_times_are_the_events_own(director, division):
    director.post(url(), {"1": "2026-05-16T09:30", "2": "", "3": "2026-05-16T14:00"})
    planned = dict(division.rounds.values_list("number", "scheduled_at"))
    expected = {1: datetime(2026, 5, 16, 7, 30, tzinfo=UTC), 2: None, 3: datetime(2026, 5, 16, 12, 0, tzinfo=UTC)}
    assert planned == expected
    assert 'value="2026-05-16T09:30"' in director.get(reverse("console:plan", args=["open", "a"])).content.decode()


def test_a_published_round_starts_by_itself_at_its_time(director, division):
    row = make_round(division)
    director.post(url(), {"1": "2026-05-16T09:30"})
    assert [start_due_rounds(datetime(2026, 5, 16, 7, minute, tzinfo=UTC)) for minute in (29, 30, 31)] == [0, 1, 0]
    row.refresh_from_db()
    assert (row.status, row.started_at) == (Round.Status.PLAYING, datetime(2026, 5, 16, 7, 30, tzinfo=UTC))


def test_a_started_round_is_shown_and_kept(director, division):
    row = make_round(division, status="playing")
    director.post(url(), {"1": "2026-05-16T09:30", "2": "2026-05-16T11:00"})
    row.refresh_from_db()
    assert (row.scheduled_at, division.rounds.get(number=2).scheduled_at is None) == (None, False)


def test_what_is_no_time_is_said_and_kept(director, division):
    answer = director.post(url(), {"1": "half past nine"})
    assert answer.status_code == 422
    assert "half past nine" in answer.content.decode()


def test_all_rounds_get_their_times_by_the_first_the_minutes_between_and_lunch(director, division):
    Tournament.objects.update(starts_on="2026-05-16", ends_on="2026-05-16")
    make_round(division, status="playing")
    every = {"first_at": "09:00", "every": "65", "lunch_after": "2", "lunch": "45"}
    assert director.post(url("timetable"), every).status_code == 302
    assert dict(division.rounds.values_list("number", "scheduled_at")) == {
        1: None,  # it has started
        2: datetime(2026, 5, 16, 8, 5, tzinfo=UTC),
        3: datetime(2026, 5, 16, 9, 55, tzinfo=UTC),
    }


def test_a_timetable_without_its_first_time_is_told_and_changes_nothing(director, division):
    director.post(url(), {"2": "2026-05-16T09:30"})
    answer = director.post(url("timetable"), {"first_at": "", "every": "65"})
    assert (answer.status_code, answer.context["every"].errors["first_at"]) == (422, ["This field is required."])
    assert division.rounds.get(number=2).scheduled_at == datetime(2026, 5, 16, 7, 30, tzinfo=UTC)
