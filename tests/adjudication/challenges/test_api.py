"""Slips through the API: officials issue, judge, list and export them; nobody else does."""

import pytest
from rest_framework.test import APIClient

from adjudication.challenges.services.verdicts import ask_second_opinion
from adjudication.models import ChallengeSlip
from tdsuite.platform.access.models import User
from tests.adjudication.challenges.cases import Table

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/tournaments/lakeside-open/slips"


def client(user: User | None = None) -> APIClient:
    made = APIClient()
    if user is not None:
        made.force_authenticate(user)
    return made


def issue(at: Table, **more):
    facts = {"game": at.game.pk, "challenger": at.second.number, "words": ["axle", "cwm"], "agreed": True, **more}
    return client(at.judge).post(f"{ROOT}/", facts, format="json")


def judge(by: User, pk: int, **facts):
    return client(by).post(f"{ROOT}/{pk}/adjudicate/", facts, format="json")


def test_a_judge_issues_a_slip_and_gives_its_verdict_once(at: Table) -> None:
    made = issue(at, request_key="k1")
    again = issue(at, request_key="k1")
    assert (made.status_code, again.status_code, made.json()) == (201, 201, again.json())
    pk = made.json()["id"]
    assert made.json() == {"id": pk, "number": 1, "state": "with-runner"}
    told = [judge(at.judge, pk, words=["AXLE", "CWM"], request_key="v1") for _ in range(2)]
    assert [one.status_code for one in told] == [200, 200]
    assert told[0].json() == told[1].json()
    expected = (True, ["acceptable", "at", "id", "number", "state"])
    assert (told[0].json()["acceptable"], sorted(told[0].json())) == expected
    assert at.lines() == [("second", -10, 0, False, "3.10.15(b)(ii)")]


def test_the_list_is_the_register(at: Table) -> None:
    issue(at)
    (line,) = client(at.judge).get(f"{ROOT}/").json()
    assert (line["number"], line["round"], line["table"], line["words"], line["verdict"]) == (
        1, 1, "1", ["AXLE", "CWM"], "",
    )  # fmt: skip
    assert client(at.judge).get(f"{ROOT}/?round=2").json() == []
    assert client(at.judge).get(f"{ROOT}/?round=zero").status_code == 400


def test_the_next_adjudicator_is_not_told_the_first_verdict(at: Table) -> None:
    pk = issue(at).json()["id"]
    judge(at.judge, pk, words=["AXLE", "CWM"])
    ask_second_opinion(by=at.judge, slip=ChallengeSlip.objects.with_people().get(pk=pk), entry=at.first.pk)
    (line,) = client(at.other_judge).get(f"{ROOT}/").json()
    assert line["verdict"] == ""
    assert judge(at.judge, pk, words=["AXLE", "CWM"]).status_code == 409
    assert judge(at.other_judge, pk, words=["AXLE", "CWM"]).json()["state"] == "adjudicated"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"challenger": 99}, 409), ({"game": 0}, 404), ({"words": ["A"]}, 409), ({"words": ["AXLE"] * 9}, 400),
        ({"way": "carrier pigeon"}, 400), ({"of": "a hunch"}, 400),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_what_to_do(at: Table, facts: dict, code: int) -> None:
    assert issue(at, **facts).status_code == code
    assert ChallengeSlip.objects.count() == 0


def test_the_director_rules_on_a_placement(at: Table) -> None:
    pk = issue(at, words=[], of="placement").json()["id"]
    assert judge(at.judge, pk, stated=False).status_code == 403
    assert judge(at.director, pk, stated=False).json()["acceptable"] is False
