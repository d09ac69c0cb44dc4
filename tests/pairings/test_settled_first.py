"""An open request or an absence is named on every road from a plan to published boards, and holds the plan back."""

import random
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from pairings.models import PairingRun
from pairings.services.drafts import discard_run, make_draft
from pairings.services.publishing import publish_run
from results.attendance.services.check_in import PAIR, mark_check_in, missing_at_the_gate, settle_gate
from results.games.services.outcomes import record_result
from results.sheets.models import PlayerRequest
from results.sheets.services.requests import ask_director, settle_request
from tdsuite.console.board.next_step import next_steps
from tdsuite.console.board.reads import board
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.models import User
from tdsuite.tournaments.engine.presence import State
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament
from tests.pairings.test_jobs import SWISS, asked_by_plan, claimed, do, runner  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=8, rounds=5, pairing_plan=[{**SWISS, "when_ready": "publish"}])


def asks(division: Division, number: int, kind: str) -> str:
    entry = Entry.objects.get(division=division, number=number)
    player = PlayerActor(entry.pk, division.tournament_id, division.pk, Means.LINK, "phone")
    ask_director(by=player, entry=entry, kind=kind, words="")
    return str(entry.player)


def leaves(division: Division, director: User) -> str:
    return f"{asks(division, 3, 'leave')} asks to leave the event"


def sits_out(division: Division, director: User) -> str:
    return f"{asks(division, 4, 'sit_out')} asks to sit out a round"


def not_here(division: Division, director: User) -> str:
    mark_check_in(by=director, entry=division.entries.get(number=1), status="here")
    return "7 players are not here yet: Say before round 1 is paired whether they play."


@pytest.mark.parametrize("happens", [leaves, sits_out, not_here])
def test_every_road_to_published_boards_names_what_is_not_settled(
    division: Division, director: User, happens: Callable[[Division, User], str], client: Client
) -> None:
    what = happens(division, director)
    warning = f"Not settled yet: {what.rstrip('.')}."
    api = APIClient()
    api.force_authenticate(director)
    root = f"/api/v1/tournaments/{division.tournament.slug}/divisions/{division.code}/"
    assert api.post(f"{root}rounds/1/pair/", {}, format="json").json()["warnings"] == [warning]
    run = make_draft(by=director, division=division, number=1)
    client.force_login(director)
    page = client.get(reverse("pairings:round", args=[division.tournament.slug, division.code, 1])).content.decode()
    assert page.index("Settle this before you publish") < page.index("Publish round 1") and what.split(":")[0] in page
    assert warning in api.get(f"{root}drafts/{run.pk}/").json()["warnings"]
    (published,) = api.post(f"{root}drafts/{run.pk}/publish/").json()
    assert (published["round"], published["warnings"]) == (1, [warning])


def test_a_plan_does_not_publish_past_an_open_request_and_day_says_why(
    division: Division,
    director: User,
    runner,  # noqa: F811
    client: Client,
) -> None:
    make_round(division, 1, status="closed")
    what = leaves(division, director)
    asked_by_plan(division)
    answer = do(runner, claimed(), lambda _job: None)
    assert answer is not None and answer["done"] == f"drafted, not published: Not settled yet: {what}."
    client.force_login(director)
    day = client.get(reverse("console:round", args=[division.tournament.slug])).content.decode()
    assert what in day
    settle_request(by=director, player_request=division.entries.get(number=3).requests.get(), answer="")
    assert (
        "Settle this before"
        not in client.get(reverse("pairings:round", args=[division.tournament.slug, division.code, 2])).content.decode()
    )


def test_nothing_to_settle_makes_no_warning(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division, number=1)
    api = APIClient()
    api.force_authenticate(director)
    root = f"/api/v1/tournaments/{division.tournament.slug}/divisions/{division.code}/"
    assert [row["warnings"] for row in api.post(f"{root}drafts/{run.pk}/publish/").json()] == [[]]


class Hall:
    """Publishes a round on any road, and says what that road said of it."""

    def __init__(self, division: Division, director: User, client: Client, runner: Any) -> None:  # noqa: F811
        self.division, self.director, self.client, self.runner, self.api = (
            division, director, client, runner, APIClient(),
        )  # fmt: skip
        self.client.force_login(director)
        self.api.force_authenticate(director)
        self.root = f"/api/v1/tournaments/{division.tournament.slug}/divisions/{division.code}/"

    def page(self, number: int) -> str:
        run = make_draft(by=self.director, division=self.division, number=number)
        where = [self.division.tournament.slug, self.division.code, run.pk]
        return self.client.post(reverse("pairings:publish", args=where), follow=True).content.decode()

    def next_rounds(self, number: int) -> str:
        run = make_draft(by=self.director, division=self.division, number=number)
        address = reverse("console:board_publish", args=[self.division.tournament.slug])
        answer = self.client.post(address, {"draft": run.pk, "division": self.division.code})
        return " ".join(map(str, get_messages(answer.wsgi_request)))

    def call(self, number: int) -> str:
        run = make_draft(by=self.director, division=self.division, number=number)
        return str(self.api.post(f"{self.root}drafts/{run.pk}/publish/").json())

    def plan(self, number: int) -> str:
        Division.objects.update(pairing_plan=[{**SWISS, "when_ready": "publish"}])
        asked_by_plan(self.division, number)
        says = str(do(self.runner, claimed(), lambda _job: None))
        Division.objects.update(pairing_plan=[])
        return says


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(3, 10))])
def test_no_road_publishes_past_an_open_request_or_an_absence_without_a_word(
    seed: int,
    director: User,
    division: Division,
    client: Client,
    runner: Any,  # noqa: F811
) -> None:
    """Over sequences of requests and absences; the plan alone holds back what a director may publish."""
    Division.objects.update(pairing_plan=[])
    luck, hall = random.Random(seed), Hall(Division.objects.get(), director, client, runner)
    for number in range(1, 5):
        for step in luck.choices(["leave", "sit_out", "late", "settle", "here", "not_coming"], k=luck.randint(0, 3)):
            entry = luck.choice(list(division.entries.order_by("number")))
            waiting = PlayerRequest.objects.waiting().first()
            with suppress(Refused):
                if step in ("here", "not_coming"):
                    mark_check_in(by=director, entry=entry, status=step)
                elif step != "settle":
                    asks(division, entry.number, step)
                elif waiting is not None:
                    settle_request(by=director, player_request=waiting, answer="")
        names = [str(row.entry.player) for row in PlayerRequest.objects.waiting().with_people()]
        missing = missing_at_the_gate(division.tournament)
        if out := {guest.entry.pk: PAIR for guest in missing if guest.known.state is State.NOT_COMING}:
            run = make_draft(by=director, division=division, number=number)
            with pytest.raises(Refused, match=r"not come and would be paired: discard the draft"):
                publish_run(by=director, run=run)
            assert "not come and would be paired" in next_steps(board(division.tournament))[0].why
            discard_run(by=director, run=run)
            settle_gate(by=director, tournament=division.tournament, choices=out)
            missing = missing_at_the_gate(division.tournament)
        road = luck.choice(["page", "next_rounds", "call", "plan"] if number > 1 else ["page", "call"])
        text = unescape(getattr(hall, road)(number))
        assert all(f"Not settled yet: {name}" in text for name in names), (road, names, text[-2000:])
        assert (f"{len(missing)} player" in text) >= bool(missing), (road, text[-2000:])
        held_back = road == "plan" and bool(names or missing)
        assert division.rounds.filter(number=number, status="published").exists() != held_back, (road, text)
        if held_back:
            publish_run(by=director, run=PairingRun.objects.drafts().get())
        for game in Game.objects.filter(round__number=number, second__isnull=False).with_people():
            record_result(by=director, game=game, first_score=400 + game.first.number, second_score=380)
