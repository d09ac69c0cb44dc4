"""Settings, the plan, the roster from a file, people, jobs and prints by calls: each does what its page does, and is refused as there."""

import io

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory
from rest_framework.test import APIClient

from tdsuite.platform.access.live import may_listen
from tdsuite.platform.access.models import ApiToken, Invitation, Membership
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Tournament
from tests.api.steps import call, walk
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
PLAN = [{"first": 1, "last": 3, "method": "round_robin", "lag": 0}]
AHEAD = {"number": 2, "method": "king_of_the_hill"}


def test_an_event_and_its_divisions_are_set_up() -> None:
    event = make_tournament("open", status="preparing")
    make_user("mary")
    walk(event, [
        ("get", "settings", {}, 200, {"venue": "Lakeside Hall", "starts_by_schedule": False}),
        ("patch", "settings", {"venue": "Town Hall", "starts_by_schedule": True}, 200, {"venue": "Town Hall", "starts_by_schedule": True, "name": "Open"}),
        ("patch", "settings", {"ends_on": "2020-01-01"}, 400, "invalid"),
        ("post", "notices", {"text": "Lunch until two"}, 200, {"number": 1, "text": "Lunch until two"}),
        ("post", "notices/take-down", {"number": 7}, 409, "no_such_notice"),
        ("patch", "overlays/1", {"shows": "standings"}, 409, "no_such_division"),
        ("patch", "settings", {"starts_by_schedule": False}, 200, {"starts_by_schedule": False, "visibility": "public"}),
        ("patch", "rules", {"rulebook": "nsa-2004", "game_minutes": 25}, 200, {"rulebook": "nsa-2004", "game_minutes": 25}),
        ("patch", "rules", {"choices": {"no-such": "1"}}, 409, "bad_rules"),
        ("put", "rules/file", {"toml": "nothing"}, 409, "unusable_rulebook"),
        ("post", "divisions", {"name": "Division A", "planned_rounds": 3}, 200, {"code": "a", "planned_rounds": 3}),
        ("post", "divisions", {"name": "Other", "planned_rounds": 3, "code": "a"}, 409, None),
        ("patch", "divisions/a/settings", {"spread_caps": [100, 150], "tie_breaks": ["head_to_head"]}, 200, {"spread_caps": [100, 150], "tie_breaks": ["head_to_head"], "name": "Division A"}),
        ("patch", "divisions/a/settings", {"tie_breaks": ["spread", "spread"]}, 400, "invalid"),
        ("patch", "overlays/2", {"shows": "standings"}, 200, {"slot": 2, "shows": "standings", "division": "a", "address": "/t/open/overlay/2/"}),
        ("patch", "overlays/2", {"shows": "weather"}, 400, "invalid"),
        ("post", "screens", {"name": "Entrance", "panels": [{"shows": "names", "division": "a"}]}, 200, {"number": 1, "held": None, "panels": [{"shows": "names", "division": "a", "seconds": 20}]}),
        ("patch", "screens/1", {"panels": [{"shows": "clock", "seconds": 9}, {"shows": "high"}]}, 200, {"name": "Entrance", "panels": [{"shows": "clock", "division": "", "seconds": 9}, {"shows": "high", "division": "", "seconds": 20}]}),
        ("patch", "screens/1", {"panels": []}, 409, "bad_panels"),
        ("post", "screens/1/show", {"panel": 2}, 200, {"done": True}),
        ("post", "screens/1/show", {"panel": 3}, 409, "no_such_panel"),
        ("post", "screens/1/go-on", {}, 200, {"done": True}),
        ("delete", "screens/1", {}, 204, None),
        ("get", "screens", {}, 200, []),
        ("patch", "overlays/10", {"shows": "clock"}, 404, None),
        ("put", "divisions/a/plan", {"plan": PLAN}, 200, {"plan": PLAN}),
        ("put", "divisions/a/plan", {"plan": [{"first": 3, "last": 1, "method": "swiss"}]}, 409, "bad_plan"),
        ("post", "people", {"username": "mary", "role": "scorer"}, 200, {"username": "mary", "role": "scorer"}),
        ("post", "people", {"username": "nobody", "role": "scorer"}, 409, "no_such_account"),
        ("delete", "people/{member}", {}, 204, None),
        ("post", "invitations", {"name": "Ada", "role": "judge", "days": 3}, 200, None),
        ("delete", "invitations/{invitation}", {}, 204, None),
        ("get", "invitations", {}, 200, []),
        ("put", "practice", {"practice": True}, 200, {"done": True}),
        ("delete", "practice", {}, 204, None),
    ], member=Membership, invitation=Invitation)  # fmt: skip
    assert not Tournament.objects.exists()


def test_an_administrator_makes_an_event() -> None:
    api = APIClient()
    values = {
        "name": "Spring Open", "starts_on": "2026-05-16", "ends_on": "2026-05-17", "time_zone": "Europe/Berlin",
        "divisions": [{"name": "Division A", "planned_rounds": 7}],
    }  # fmt: skip
    api.force_authenticate(make_user("somebody"))
    assert api.post("/api/v1/tournaments/new/", values, format="json").status_code == 403
    api.force_authenticate(make_user("root", is_superuser=True))
    answer = api.post("/api/v1/tournaments/new/", values, format="json")
    assert (answer.status_code, answer.json()["slug"]) == (201, "spring-open"), answer.json()
    assert api.post("/api/v1/tournaments/new/", values, format="json").json()["code"] == "slug_taken"
    assert Division.objects.get().code == "a"


def test_the_plan_is_changed_while_the_event_runs() -> None:
    division = make_division(make_tournament("open"), players=4, rounds=3)
    boards = [{"ask": "forced", "player": 1, "opponent": None, "round": 1}]
    division.entries.filter(number=4).update(rating=2400)
    walk(division.tournament, [
        ("post", "divisions/a/players/number-by-rating", {}, 200, {}),
        ("post", "divisions/a/players/number-by-rating", {}, 409, "numbered_already"),
        ("post", "divisions/a/rounds/add", {"method": "swiss"}, 200, {"planned_rounds": 4}),
        ("post", "divisions/a/rounds/plan", AHEAD, 200, {"planned_rounds": 4}),
        ("post", "divisions/a/rounds/plan", AHEAD | {"number": 9}, 409, "no_such_round"),
        ("post", "divisions/a/rounds/insert", AHEAD, 200, {"planned_rounds": 5}),
        ("post", "divisions/a/rounds/remove", {"number": 5}, 200, {"planned_rounds": 4}),
        ("patch", "divisions/a/pairing-rules", {"boards": boards, "rules": {"most_meetings": 2}}, 200, {"boards": boards, "families": []}),
        ("patch", "divisions/a/pairing-rules", {"families": [[1, 9]]}, 409, "no_such_player"),
        ("patch", "divisions/a/pairing-rules", {"volunteers": [2]}, 200, {"boards": boards, "volunteers": [2]}),
        ("post", "divisions/a/rounds/relax", {"number": 3}, 409, "nothing_clashes"),
        ("post", "divisions/a/rounds/pair-free", {}, 200, {"status": "queued"}),
        ("post", "jobs/{job}/retry", {}, 409, "cannot_retry"),
    ], job=Job)  # fmt: skip
    settings = call(division.tournament, "get", "divisions/a/pairing-rules/").json()
    assert settings["rules"]["most_meetings"] == 2


def test_a_roster_comes_from_a_file_and_prints_are_ordered() -> None:
    division = make_division(make_tournament("open"), players=0, rounds=3)
    event, file = division.tournament, b"name,rating\nAda Winter,1640\nBen Sommer,1500\n"

    def roster(data: bytes, **more: str) -> tuple[int, dict[str, object]]:
        answer = call(event, "post", "divisions/a/roster/", file=io.BytesIO(data), **more)
        return answer.status_code, answer.json()

    status, plan = roster(file, preview="1")
    assert (status, plan["counts"], division.entries.count()) == (200, {"add": 2, "change": 0, "same": 0}, 0)
    assert roster(file)[1]["counts"] == {"add": 2, "change": 0, "same": 0}
    assert roster(b"\x00\x01")[0] == 409
    assert sorted(division.entries.values_list("player__name", flat=True)) == ["Ada Winter", "Ben Sommer"]
    make_round(division, pairs=[(1, 2)], results=1)
    walk(event, [
        ("post", "prints", {"report": "standings", "division": "a"}, 202, {"status": "queued"}),
        ("post", "prints", {"report": "nothing", "division": "a"}, 400, "invalid"),
        ("get", "jobs/{job}/file", {}, 400, "invalid"),
        ("post", "divisions/a/players/1/erase", {}, 200, {"done": True}),
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
