"""NSA Guideline 20: an ejection that takes the awards takes them from the ceremony and the prize lists, which say why."""

from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from results.models import Ejection, Prize
from results.prizes.services import ceremony
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.services import ejection
from tests.results.rulings.cases import Event
from tests.results.rulings.test_ejection import FINDING, WHY, swiss
from tests.statements import statements_of

pytestmark = pytest.mark.django_db


def with_prizes(book: str = "nsa-2004") -> Event:
    """Player 1 has won by 60: first on the table, with the highest game."""
    event = swiss(book, 60)
    Prize.objects.create(division=event.division, title="First", basis="place", place=1, money=50000)
    Prize.objects.create(division=event.division, title="High game", basis="high_win", money=1000)
    Prize.objects.create(tournament=event.division.tournament, title="High game of all", basis="high_win", money=500)
    return event


def eject(event: Event, cause: EjectionCause = EjectionCause.LESSER, **case) -> Ejection:
    said = ejection.Case(cause=cause, from_round=2, **case)
    return ejection.apply(by=event.director, entry=event.entry(1), case=said, ruling=FINDING, reason=WHY)


def winners(event: Event) -> list[list[str]]:
    pages = ceremony.event_page(event.division.tournament)
    return [[won.name for won in award.winners] for part in pages.parts for award in part.announced]


def whys(event: Event) -> list[str]:
    pages = ceremony.event_page(event.division.tournament)
    return [why for part in pages.parts for award in part.announced for why in award.reasons]


def test_nsa_guideline_20_awards_forfeited_are_given_to_the_next_and_the_list_says_why():
    event = with_prizes()
    first, name = winners(event), event.entry(1).player.name
    assert first == [[name]] * 3
    eject(event)
    assert all(name not in names for names in winners(event))
    assert len(winners(event)) == 3
    assert whys(event).count(f"{name} has forfeited all awards (Guideline 20)") == 3
    of_division = ceremony.division_page(event.division)
    assert all(name not in [won.name for won in award.winners] for award in of_division.announced)


def test_nsa_guideline_20_taking_the_ejection_back_gives_the_awards_back():
    event = with_prizes()
    before = winners(event)
    ejection.reverse(by=event.director, ejection=eject(event), reason="appeal heard")
    assert winners(event) == before


def test_nsa_guideline_20_may_cost_awards_and_the_director_may_leave_them():
    event = with_prizes()
    before = winners(event)
    plan = ejection.preview(event.entry(1), ejection.Case(cause=EjectionCause.LESSER, from_round=2, awards_kept=True))
    assert (plan.prizes_lost, eject(event, awards_kept=True).awards_lost, winners(event)) == (False, False, before)


@pytest.mark.parametrize(
    ("book", "cause"),
    [("nsa-2004", EjectionCause.GRAVEST), ("wespa-2010", EjectionCause.GRAVEST), ("wespa-2010", EjectionCause.LESSER)],
)
def test_no_other_ejection_takes_awards(book, cause):
    event = with_prizes(book)
    assert eject(event, cause).awards_lost is False
    assert not any("forfeited" in why for why in whys(event))


def test_the_eject_page_says_that_awards_go_and_offers_to_leave_them():
    event = with_prizes()
    client = Client()
    client.force_login(event.director)
    address = reverse("results:eject", args=["lakeside-open", "a", 1])
    case = {"cause": "lesser", "from_round": 2, "award": 150}
    name = event.entry(1).player
    assert f"{name} gets no prize and no award" in client.get(address, case).content.decode()
    assert "no award" not in client.get(address, {**case, "awards": "kept"}).content.decode()


def test_awards_of_an_event_ask_the_database_as_often_with_ejections_as_without():
    event = with_prizes()
    page = partial(ceremony.event_page, event.division.tournament)
    before = statements_of(page)
    eject(event)
    assert statements_of(page) == before
