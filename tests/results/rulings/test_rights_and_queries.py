"""Every press by every role; and pages that ask the database as often for 24 players as for 8."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from results.games.services.outcomes import record_result
from results.models import Ejection, Incident, Recount, Ruling
from results.rulings.services import ejection, incidents, rulings
from results.sheets.services import recounts
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game
from tests.factories import make_user
from tests.results.looking import look_and_save
from tests.results.rulings.cases import Event, make_event, url
from tests.results.rulings.test_forms import END

pytestmark = pytest.mark.django_db
WHY = {"reason": "told at the table"}
Press = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def prepared(rows_of_the_file: None) -> Event:
    """A game with scores, an open recount, an incident, a ruling and an ejection."""
    event = make_event(players=8)
    director, first = event.director, event.game()
    record_result(by=director, game=first, first_score=400, second_score=390)
    recounts.request(by=director, game=first, asked_by=first.first)
    incidents.log(
        by=director, division=event.division, happened=incidents.Happened("overdraw", entry=event.entry(1), text="Two.")
    )
    rulings.make_ruling(
        by=director, division=event.division,
        facts=rulings.RulingFacts("Found so.", report_to="rules_committee"),
    )  # fmt: skip
    ejection.apply(
        by=director, entry=event.entry(event.game(4).second.number), case=ejection.Case(from_round=2), ruling=rulings.RulingFacts("Palmed."),
        reason="cheating",
    )  # fmt: skip
    return event


@pytest.fixture
def event(prepared: Event) -> Event:
    return deepcopy(prepared)


def presses(event: Event) -> dict[str, Press]:
    """Every decision of these pages as its button sends it."""
    second = event.game(2).pk
    ruling, incident = Ruling.objects.order_by("pk").first(), Incident.objects.get()
    assert ruling is not None
    return {
        "ended": (url("ended", second, "no_show"), {"offender": "first", "save": "1", **WHY}),
        "end": (url("end", event.game(3).pk), {**END, "save": "1"}),
        "recount": (url("recounted", Recount.objects.get().pk), {"first_total": 401, "second_total": 390}),
        "incident": (url("incident", "overdraw"), {"entry": event.entry(2).pk, "text": ""}),
        "incident_withdraw": (url("incident_withdraw", incident.pk), WHY),
        "incident_erase": (url("incident_erase", incident.pk), WHY),
        "ruling_new": (url("ruling_new"), {"subject": "play", "finding": "Found so."}),
        "report_sent": (url("report_sent", "ruling", ruling.pk), {}),
        "ruling_erase": (url("ruling_erase", ruling.pk), WHY),
        "ejection": (url("ejection", Ejection.objects.get().pk), WHY),
        "late": (url("late", 1), {"plays_from": 2, "as_": "loss", "spread": 0, **WHY}),
    }


MAY = {
    "ended": {Role.DIRECTOR},
    "end": {Role.DIRECTOR, Role.SCORER},
    "incident": {Role.DIRECTOR, Role.SCORER, Role.JUDGE, Role.OFFICIAL, Role.ORGANISER},
}
NAMES = [
    "ended", "end", "recount", "incident", "incident_withdraw", "incident_erase", "ruling_new",
    "report_sent", "ruling_erase", "ejection", "late",
]  # fmt: skip


def logged_in(event: Event, role: Role) -> Client:
    client = Client()
    client.force_login(make_user(f"the-{role}", tournament=event.division.tournament, role=role))
    return client


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("role", [Role.ORGANISER, Role.DIRECTOR, Role.SCORER, Role.JUDGE, Role.OFFICIAL, Role.PLAYER])
def test_each_press_is_for_the_roles_that_may_and_leaves_no_trace_for_others(
    event: Event, name: str, role: Role
) -> None:
    address, sent = presses(event)[name]
    before = Record.objects.count()
    answer = logged_in(event, role).post(address, sent)
    allowed = role in MAY.get(name, {Role.DIRECTOR})
    assert (answer.status_code == 403) is not allowed
    if not allowed:
        assert Record.objects.count() == before


@pytest.mark.parametrize("name", [name for name in NAMES if name != "late"])
def test_each_press_of_the_director_is_in_the_record(event: Event, name: str) -> None:
    address, sent = presses(event)[name]
    before = Record.objects.count()
    assert look_and_save(logged_in(event, Role.DIRECTOR), address, sent).status_code == 302
    assert Record.objects.count() > before


def test_a_stranger_presses_nothing(event: Event) -> None:
    assert {Client().post(address, sent).status_code for address, sent in presses(event).values()} == {302}
    assert Game.objects.exclude(pk=event.game().pk).filter(outcome="no_show").count() == 0


# --- queries ---------------------------------------------------------------------------------------


def queries_of(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


PAGES: dict[str, Callable[[Event], str]] = {
    "rulings": lambda event: of(event, "rulings"),
    "incidents": lambda event: of(event, "incidents"),
    "reports": lambda event: of(event, "reports_due"),
    "eject": lambda event: of(event, "eject", 1) + "?cause=gravest&from_round=2&format=&fate=&award=150",
    "game": lambda event: of(event, "game", event.game().pk),
}


def of(event: Event, name: str, *args: Any) -> str:
    return reverse(f"results:{name}", args=[event.division.tournament.slug, event.division.code, *args])


@pytest.fixture(scope="module")
def few_and_many(rows_of_the_file: None) -> list[Event]:
    """Events of 8 and of 24 players, each with a result, an incident and a ruling at every board."""
    events = [make_event(players=8, slug="few"), make_event(players=24, slug="many")]
    for event in events:
        for number in range(1, event.division.entries.count() // 2 + 1):
            game = event.game(number)
            record_result(by=event.director, game=game, first_score=400 + number, second_score=390)
            incidents.log(
                by=event.director, division=event.division,
                happened=incidents.Happened("overdraw", game=game, entry=game.first, text="Two."),
            )  # fmt: skip
            rulings.make_ruling(
                by=event.director, division=event.division, facts=rulings.RulingFacts("Found.", report_to="association"),
                game=game, entry=game.first,
            )  # fmt: skip
    return events


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_as_often_for_24_players_as_for_8(few_and_many: list[Event], name: str) -> None:
    client = Client()
    client.force_login(few_and_many[0].director)
    few, many = (queries_of(client, PAGES[name](event)) for event in few_and_many)
    assert few == many
