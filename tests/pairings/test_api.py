"""A round through the API: paired by a worker or by hand, looked at, changed, published once, thrown away."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from pairings.models import PairingRun
from pairings.services.drafts import make_draft
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Game, Round
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/tournaments/open/divisions/a/"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament("open"), players=6, rounds=5)


@pytest.fixture
def api(division: Division) -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user(tournament=division.tournament))
    return client


def pair(api: APIClient, number: int = 1, **values: Any) -> Any:
    return api.post(f"{ROOT}rounds/{number}/pair/", values, format="json")


def drafted(division: Division, number: int = 1, **how: Any) -> PairingRun:
    return make_draft(by=COMMAND_LINE, division=division, number=number, seed=7, **how)


# --- pair ------------------------------------------------------------------------------------------


def test_a_worker_is_asked_and_the_same_round_is_not_paired_twice_at_once(api: APIClient) -> None:
    asked = pair(api, method="swiss", seed=7)
    job = Job.objects.get()
    assert (asked.status_code, asked.json()) == (202, {"job": job.pk, "status": "queued", "warnings": []})
    assert (job.args["round"], job.args["method"], job.args["seed"]) == (1, "swiss", 7)
    assert pair(api).json()["job"] == job.pk
    assert api.get(f"/api/v1/tournaments/open/jobs/{job.pk}/").json()["status"] == "queued"


def test_a_round_is_paired_by_hand_at_once(api: APIClient, division: Division) -> None:
    made = pair(api, boards=[[2, 1], [4, 3], [6, 5]])
    assert (made.status_code, made.json()["method"], made.json()["stale"]) == (201, "manual", False)
    expected = [{1, 2}, {3, 4}, {5, 6}]
    assert [{one["first"]["number"], one["second"]["number"]} for one in made.json()["games"]] == expected
    assert PairingRun.objects.get().status == PairingRun.Status.DRAFT


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"method": "nonsense"}, "method"), ({"method": "manual"}, "method"), ({"seed": -1}, "seed"),
        ({"boards": "1 2"}, "boards"), ({"boards": [[1]]}, "boards"), ({"boards": [[None, 2]]}, "boards"),
        ({"boards": [[1, 2]], "seed": 1}, "boards"), ({"round": 2}, "round"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(api: APIClient, values: dict[str, Any], field: str) -> None:
    answer = pair(api, **values)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert Job.objects.count() == 0


# --- drafts ----------------------------------------------------------------------------------------


def test_a_draft_is_listed_and_shown_as_the_command_writes_it(api: APIClient, division: Division) -> None:
    run = drafted(division)
    (line,) = api.get(f"{ROOT}drafts/").json()
    assert (line["id"], line["first_round"], line["seed"], line["stale"], line["status"]) == (
        run.pk, 1, 7, False, "draft",
    )  # fmt: skip
    told = api.get(f"{ROOT}drafts/{run.pk}/").json()
    assert line.items() <= told.items()
    assert sorted(told["games"][0]) == ["first", "games", "reason", "second", "starts_by", "table"]
    assert [(one["table"], one["games"]) for one in told["games"]] == [(1, 1), (2, 1), (3, 1)]


def test_two_players_of_a_draft_change_places(api: APIClient, division: Division) -> None:
    run = pair(api, boards=[[1, 2], [3, 4], [5, 6]]).json()["id"]
    swapped = api.post(f"{ROOT}drafts/{run}/swap/", {"player": 2, "other": 4}, format="json")
    expected = [{1, 4}, {3, 2}]
    assert [{one["first"]["number"], one["second"]["number"]} for one in swapped.json()["games"]][:2] == expected
    refused = api.post(f"{ROOT}drafts/{run}/swap/", {"player": 5, "other": 6}, format="json")
    assert refused.json()["detail"] == "Players 5 and 6 already meet; name players of two different boards."
    assert set(api.post(f"{ROOT}drafts/{run}/swap/", {}, format="json").json()["fields"]) == {"player", "other"}


def test_a_draft_is_published_once(api: APIClient, division: Division) -> None:
    run = drafted(division)
    done = api.post(f"{ROOT}drafts/{run.pk}/publish/")
    assert (done.status_code, [(one["round"], one["status"]) for one in done.json()]) == (200, [(1, "published")])
    assert Game.objects.count() == 3
    again = api.post(f"{ROOT}drafts/{run.pk}/publish/")
    says = "This draft was published or discarded already: nothing was done a second time."
    assert (again.status_code, again.json()["detail"]) == (409, says)
    assert api.get(f"{ROOT}drafts/").json() == []


def test_a_stale_draft_is_published_with_a_reason_alone(api: APIClient, division: Division) -> None:
    run = drafted(division)
    api.post(f"{ROOT}players/", {"name": "Zora Tilefield"}, format="json")
    assert api.get(f"{ROOT}drafts/{run.pk}/").json()["stale"] is True
    here = f"{ROOT}drafts/{run.pk}/publish/"
    refused = api.post(here)
    assert refused.status_code == 409 and refused.json()["detail"].startswith(
        "Since this draft was made a player was added."
    )
    assert api.post(here, {"reason": "she sits out"}, format="json").status_code == 200
    assert Round.objects.get(number=1).is_published


def test_a_draft_is_thrown_away_once(api: APIClient, division: Division) -> None:
    run = drafted(division)
    assert api.delete(f"{ROOT}drafts/{run.pk}/").status_code == 204
    again = api.delete(f"{ROOT}drafts/{run.pk}/")
    assert (again.status_code, again.json()["detail"]) == (409, "This draft was published or discarded already.")


def test_a_draft_asks_no_more_of_fifteen_boards_than_of_three(api: APIClient, division: Division) -> None:
    make_division(division.tournament, players=30, code="b")
    counts = []
    for code in ("a", "b"):
        run = drafted(Division.objects.get(code=code))
        here = f"/api/v1/tournaments/open/divisions/{code}/drafts/{run.pk}/"
        with CaptureQueriesContext(connection) as queries:
            assert len(api.get(here).json()["games"]) in (3, 15)
        counts.append(len(queries))
    assert counts[1] <= counts[0]
