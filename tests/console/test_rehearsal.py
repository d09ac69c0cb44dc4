"""Rehearsal: a practice event is played with simulated results."""

import pytest
from django.test import Client
from django.urls import reverse

from tdsuite.console import rehearsal, simulation
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.jobs import runner
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import request_cancel
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_tournament, make_user
from tests.platform.jobs.kinds import drain

pytestmark = pytest.mark.django_db
PAGE = "/console/dry-run/rehearsal/"


@pytest.fixture
def event() -> Tournament:
    event = make_tournament("dry-run", is_practice=True)
    make_division(event, players=6, rounds=3)
    make_division(event, players=8, rounds=2, code="b", name="Division B")
    return event


@pytest.fixture
def director(event: Tournament) -> Client:
    client = Client()
    client.force_login(make_user("director", tournament=event, role=Role.DIRECTOR))
    return client


def work() -> None:
    worker = runner.Runner()
    try:
        drain(worker, "bulk")
    finally:
        worker.close()


def rounds(event: Tournament) -> dict[str, list[str]]:
    return {
        division.code: list(division.rounds.exclude(status="draft").order_by("number").values_list("status", flat=True))
        for division in event.divisions.all()
    }


def test_it_is_played_round_by_round_into_the_middle_and_to_the_end(event: Tournament, director: Client) -> None:
    director.post(f"{PAGE}play/", {"how_far": "round"})
    assert Job.objects.get().is_active and b"Waiting for the" in director.get(PAGE).content
    work()
    assert rounds(event) == {"a": ["closed"], "b": ["closed"]}
    director.post(f"{PAGE}play/", {"how_far": "middle"})
    work()
    assert rounds(event) == {"a": ["closed", "playing"], "b": ["closed", "playing"]}
    assert Game.objects.awaiting_result().count() == 2 + 2
    director.post(f"{PAGE}play/", {"how_far": "end"})
    work()
    assert rounds(event) == {"a": ["closed"] * 3, "b": ["closed"] * 2}
    assert Job.objects.of_kind(rehearsal.REHEARSAL_JOB).latest("pk").result == {"rounds": 2 + 1, "results": 2 + 3 + 2}
    page = director.post(f"{PAGE}play/", {"how_far": "end"}, follow=True).content
    assert b"Every round is played." in page


def test_it_is_stopped_between_two_results_and_goes_on(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    job = rehearsal.simulate(by=COMMAND_LINE, tournament=event, how_far="end")
    assert rehearsal.simulate(by=COMMAND_LINE, tournament=event, how_far="end") == job
    scores = simulation.simulated_scores

    def stopped_at_the_second(game: Game, seed: int) -> tuple[int, int]:
        if Game.objects.exclude(outcome="").count() == 1:
            request_cancel(job, COMMAND_LINE)
        return scores(game, seed)

    monkeypatch.setattr("tdsuite.console.simulation.simulated_scores", stopped_at_the_second)
    monkeypatch.setattr("tdsuite.platform.jobs.context.PROGRESS_EVERY", 0)
    work()
    job.refresh_from_db()
    assert (job.status, Game.objects.exclude(outcome="").count()) == ("cancelled", 2)
    monkeypatch.undo()
    rehearsal.simulate(by=COMMAND_LINE, tournament=event, how_far="round")
    work()
    assert rounds(event) == {"a": ["closed"], "b": ["closed"]}


def test_a_real_event_is_never_played_but_copied(event: Tournament) -> None:
    Tournament.objects.update(is_practice=False)
    with pytest.raises(Refused, match="real event"):
        rehearsal.simulate(by=COMMAND_LINE, tournament=event, how_far="end")
    keeper = Client()
    keeper.force_login(make_user("keeper", is_superuser=True))
    assert b"/console/dry-run/copy/?practice=1" in keeper.get(PAGE).content
    form = keeper.get("/console/dry-run/copy/?practice=1").context["form"]
    words = {bound.name: bound.value() for bound in form if bound.value() not in (None, False)}
    page = keeper.post("/console/dry-run/copy/", words, follow=True)
    values = {name: page.context["form"][name].value() for name in ("slug", "name", "day")}
    keeper.post(reverse("incoming:make", args=[page.context["upload"].pk]), values)
    copy = Tournament.objects.exclude(pk=event.pk).get()
    assert copy.is_practice and copy.name == "Rehearsal of Dry Run"
    assert [division.entries.count() for division in Division.objects.filter(tournament=copy)] == [6, 8]
