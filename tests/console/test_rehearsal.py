"""Rehearsal: a practice event is played with simulated results, and drills notice when they were handled."""

import time
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from results.attendance.services.attendance import arrive, start_clock
from results.attendance.services.lateness import forfeit_late
from results.games.services.outcomes import correct_result, played
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.services import ejection
from results.rulings.services.rulings import RulingFacts
from tdsuite.console import rehearsal
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.jobs import runner
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import request_cancel
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.api.steps import walk
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


def newest(event: Tournament) -> rehearsal.Drill:
    return rehearsal.drills(Tournament.objects.get(pk=event.pk))[0]


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
    with pytest.raises(Refused, match="plays on"):
        rehearsal.set_up_drill(by=COMMAND_LINE, tournament=event, kind="late_pair")
    scores = rehearsal.simulated_scores

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


def test_each_drill_is_noticed_when_it_is_handled(
    event: Tournament, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert b"No table plays" in director.post(f"{PAGE}drills/late_pair/", follow=True).content
    rehearsal.simulate(by=COMMAND_LINE, tournament=event, how_far="middle")
    work()
    for kind, handle in (
        ("late_pair", come_late), ("no_show", stay_away), ("wrong_slip", put_right), ("ejection", put_out),
    ):  # fmt: skip
        page = director.post(f"{PAGE}drills/{kind}/", follow=True).content.decode()
        drill = newest(event)
        assert drill.kind == kind and drill.game is not None
        assert drill.task in page and drill.players[0].player.name in page and "waits for you" in page
        assert director.get(drill.url).status_code == 200
        assert b"A drill waits" in director.post(f"{PAGE}play/", {"how_far": "round"}, follow=True).content
        handle(drill)
        assert newest(event).handled, kind
        part = director.get(PAGE, headers={"HX-Request": "true"}).content.decode()
        assert "waits for you" not in part and part.count("handled") == len(rehearsal.drills(Tournament.objects.get()))
    director.post(f"{PAGE}drills/power_cut/")
    assert newest(event).waits
    monkeypatch.setattr(rehearsal, "STARTED", time.time() + 1)
    assert newest(event).handled
    director.post(f"{PAGE}put-away/{newest(event).number}/")
    assert [drill.kind for drill in rehearsal.drills(Tournament.objects.get())] == [
        "ejection", "wrong_slip", "no_show", "late_pair",
    ]  # fmt: skip
    Game.objects.filter(pk=rehearsal.drills(Tournament.objects.get())[-1].game.pk).delete()
    assert rehearsal.drills(Tournament.objects.get())[-1].gone


def come_late(drill: rehearsal.Drill) -> None:
    game = drill.game
    start_clock(by=COMMAND_LINE, game=game, entry=game.first)
    for entry in (game.first, game.second):
        assert drill.waits
        arrive(by=COMMAND_LINE, game=game, entry=entry)


def stay_away(drill: rehearsal.Drill) -> None:
    game, over = drill.game, timezone.now() + timedelta(minutes=26)
    start_clock(by=COMMAND_LINE, game=game, entry=game.first)
    assert drill.waits
    forfeit_late(by=COMMAND_LINE, game=game, entry=game.first, at=over)


def put_right(drill: rehearsal.Drill) -> None:
    outcome = played(*drill.facts["right"])
    correct_result(by=COMMAND_LINE, game=drill.game, outcome=outcome, reason="Both players say so.")


def put_out(drill: rehearsal.Drill) -> None:
    case = ejection.Case(EjectionCause.GRAVEST, drill.game.round.number)
    facts = RulingFacts(finding="Threw the rack.", rule="6.2.1")
    ejection.apply(by=COMMAND_LINE, entry=drill.game.first, case=case, ruling=facts, reason="Threw the rack.")


def test_a_real_event_is_never_played_but_copied(event: Tournament) -> None:
    Tournament.objects.update(is_practice=False)
    for decide in (
        lambda: rehearsal.simulate(by=COMMAND_LINE, tournament=event, how_far="end"),
        lambda: rehearsal.set_up_drill(by=COMMAND_LINE, tournament=event, kind="no_show"),
    ):
        with pytest.raises(Refused, match="real event"):
            decide()
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


def test_no_power_is_cut_while_a_real_event_is_played(event: Tournament) -> None:
    make_tournament("real", status="running")
    with pytest.raises(Refused, match="real event is being played"):
        rehearsal.set_up_drill(by=COMMAND_LINE, tournament=event, kind="power_cut")


def test_programs_rehearse_too(event: Tournament) -> None:
    walk(event, [
        ("post", "rehearsal", {"how_far": "middle"}, 200, {"status": "queued"}),
        ("post", "drills", {"kind": "power_cut"}, 409, "plays_on"),
        ("get", "drills", {}, 200, []),
        ("post", "drills/put-away", {"number": 1}, 409, "no_such_drill"),
    ])  # fmt: skip
