"""Settings, the plan, the roster from a file, jobs and prints by calls: each does what its page does, and is refused as there."""

import io

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory
from rest_framework.test import APIClient

from tdsuite.platform.access.live import may_listen
from tdsuite.platform.access.models import ApiToken
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Tournament
from tests.api.steps import call, walk
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
PLAN = [{"first": 1, "last": 3, "method": "round_robin", "lag": 0}]


def test_an_event_and_its_divisions_are_set_up() -> None:
    event = make_tournament("open", status="preparing")
    walk(event, [
        ("get", "settings", {}, 200, {"venue": "Lakeside Hall", "starts_by_schedule": False}),
        ("patch", "settings", {"venue": "Town Hall", "starts_by_schedule": True}, 200, {"venue": "Town Hall", "starts_by_schedule": True, "name": "Open"}),
        ("patch", "settings", {"ends_on": "2020-01-01"}, 400, "invalid"),
        ("post", "notices", {"text": "Lunch until two"}, 201, {"number": 1, "text": "Lunch until two"}),
        ("post", "notices/take-down", {"number": 7}, 409, "no_such_notice"),
        ("patch", "overlays/1", {"shows": "standings"}, 409, "no_such_division"),
        ("patch", "settings", {"starts_by_schedule": False}, 200, {"starts_by_schedule": False, "visibility": "public"}),
        ("patch", "rules", {"rulebook": "nsa-2004", "game_minutes": 25}, 200, {"rulebook": "nsa-2004", "game_minutes": 25}),
        ("patch", "rules", {"choices": {"no-such": "1"}}, 409, "bad_rules"),
        ("post", "divisions", {"name": "Division A", "planned_rounds": 3}, 201, {"code": "a", "planned_rounds": 3}),
        ("post", "divisions", {"name": "Other", "planned_rounds": 3, "code": "a"}, 409, None),
        ("patch", "divisions/a/settings", {"spread_caps": [100, 150], "tie_breaks": ["head_to_head"]}, 200, {"spread_caps": [100, 150], "tie_breaks": ["head_to_head"], "name": "Division A"}),
        ("patch", "divisions/a/settings", {"tie_breaks": ["spread", "spread"]}, 409, "bad_division_settings"),
        ("patch", "overlays/2", {"shows": "standings"}, 200, {"slot": 2, "shows": "standings", "division": "a", "address": "/t/open/overlay/2/"}),
        ("patch", "overlays/2", {"shows": "weather"}, 400, "invalid"),
        ("patch", "overlays/10", {"shows": "clock"}, 404, None),
        ("put", "divisions/a/plan", {"plan": PLAN}, 200, {"plan": PLAN}),
        ("put", "divisions/a/plan", {"plan": [{"first": 3, "last": 1, "method": "swiss"}]}, 409, "bad_plan"),
    ])  # fmt: skip


def test_an_administrator_makes_an_event() -> None:
    api = APIClient()
    values = {
        "name": "Spring Open", "starts_on": "2026-05-16", "ends_on": "2026-05-17", "time_zone": "Europe/Berlin",
        "divisions": [{"name": "Division A", "planned_rounds": 7}], "entry_mode": "table", "sheets_open_early": True,
    }  # fmt: skip
    api.force_authenticate(make_user("somebody"))
    assert api.post("/api/v1/tournaments/new/", values, format="json").status_code == 403
    api.force_authenticate(make_user("root", is_superuser=True))
    answer = api.post("/api/v1/tournaments/new/", values, format="json")
    assert (answer.status_code, answer.json()["slug"]) == (201, "spring-open"), answer.json()
    assert api.post("/api/v1/tournaments/new/", values, format="json").json()["code"] == "slug_taken"
    assert Division.objects.get().code == "a"
    assert Tournament.objects.values_list("entry_mode", "sheets_open_early").get() == ("table", True)


def test_a_plan_that_was_read_can_be_sent_back_and_stays_as_it_was() -> None:
    rows = [
        {
            "first": 1, "last": 3, "method": "swiss", "lag": 1, "repeats": "allow", "most_meetings": 2,
            "when_ready": "wait", "options": {},
        }
    ]  # fmt: skip
    division = make_division(make_tournament("open"), players=4, rounds=3, pairing_plan=rows)
    plan = call(division.tournament, "get", "divisions/a/settings/").json()["plan"]
    assert call(division.tournament, "put", "divisions/a/plan/", plan=plan).status_code == 200
    division.refresh_from_db()
    assert division.pairing_plan == plan == rows


def test_a_roster_comes_from_a_file_and_prints_are_ordered() -> None:
    division = make_division(make_tournament("open"), players=0, rounds=3)
    event, file = division.tournament, b"name,rating\nAda Winter,1640\nBen Sommer,1500\n"

    def roster(data: bytes, **more: str) -> tuple[int, dict[str, object]]:
        answer = call(event, "post", "divisions/a/roster/", file=io.BytesIO(data), **more)
        return answer.status_code, answer.json()

    status, plan = roster(file)
    assert (status, plan["counts"]) == (200, {"add": 2, "change": 0, "same": 0})
    assert roster(b"\x00\x01")[0] == 409
    assert sorted(division.entries.values_list("player__name", flat=True)) == ["Ada Winter", "Ben Sommer"]
    make_round(division, pairs=[(1, 2)], results=1)
    walk(event, [
        ("post", "prints", {"report": "standings", "division": "a"}, 202, {"status": "queued"}),
        ("post", "prints", {"report": "nothing", "division": "a"}, 400, "invalid"),
        ("get", "jobs/{job}/file", {}, 400, "invalid"),
    ], job=Job)  # fmt: skip
    assert [job["kind"] for job in call(event, "get", "jobs/").json()] == ["printing.render"]
    assert "standings" in [line["report"] for line in call(event, "get", "prints/").json()]


def test_the_stream_takes_a_token_of_any_scope(rf: RequestFactory) -> None:
    division = make_division(make_tournament("open", visibility="private"), players=2)
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    key = make_token(by=scorer, name="wall", scope=ApiToken.Scope.READ)

    def may(topic: str, **headers: str) -> bool:
        request = rf.get("/live/stream", headers=headers)
        request.user, request.session = AnonymousUser(), SessionStore()
        return may_listen(request, (f"{topic}:{division.pk}",))

    assert may("sheets", Authorization=f"Token {key}")
    assert not may("challenges", Authorization=f"Token {key}")
    assert not may("division", Authorization="Token wrong")
    assert not may("division")


def test_a_new_event_has_the_divisions_that_were_sent_whatever_their_names_hold() -> None:
    api = APIClient()
    api.force_authenticate(make_user("root", is_superuser=True))
    divisions = [{"name": "Group A, 4", "planned_rounds": 7}, {"name": "B, 12, 3", "planned_rounds": 5, "code": "x"}]
    days = {"name": "Spring Open", "starts_on": "2026-05-16", "ends_on": "2026-05-16"}
    answer = api.post("/api/v1/tournaments/new/", {**days, "divisions": divisions}, format="json")
    assert answer.status_code == 201, answer.json()
    made = Tournament.objects.get().divisions.order_by("position").values_list("name", "planned_rounds", "code")
    assert list(made) == [("Group A, 4", 7, "group-a-4"), ("B, 12, 3", 5, "x")]
    again = api.post("/api/v1/tournaments/new/", {**days, "divisions": divisions}, format="json")
    assert again.json()["code"] == "slug_taken"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("prize_places", 0), ("spread_caps", []), ("spread_caps", [0]), ("lexicon", ""),
        ("withdrawn_unranked", False), ("rating_system", ""),
    ],
)  # fmt: skip
def test_nothing_and_none_of_a_divisions_settings_are_what_was_sent(field: str, value: object) -> None:
    event = make_tournament("open", status="preparing")
    make_division(event, players=2, rounds=3, prize_places=4, spread_caps=[300], lexicon="CSW24")
    assert call(event, "patch", "divisions/a/settings/", **{field: value}).json()[field] == value
    after = call(event, "patch", "divisions/a/settings/", position=1)
    assert (after.status_code, after.json()[field]) == (200, value)


@pytest.mark.parametrize("field", ["starts_by_schedule", "sheets_open_early"])
def test_no_is_what_was_sent_of_an_events_settings(field: str) -> None:
    event = make_tournament("open", **{field: True})
    answer = call(event, "patch", "settings/", **{field: False})
    assert (answer.status_code, answer.json()[field]) == (200, False)
