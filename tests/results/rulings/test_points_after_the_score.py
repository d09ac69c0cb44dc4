"""Points of an incident that come after the result: the page asks, and what both signed stays without a finding."""

import pytest
from django.test import Client
from django.urls import reverse

from results.games.services.outcomes import record_result
from results.models import Incident
from results.rulings.services import incidents
from results.rulings.services.incidents import Applied, Happened
from tdsuite.platform.audit.models import ReasonText
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tdsuite.tournaments.services.score_there import ScoreMeaning, ScoreThere
from tests.results.rulings.cases import total
from tests.results.rulings.test_incident_pages import remedy_at, text
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db
FINDING = "Both heard it, before they signed."
STAYS = "the result is final.</b> The log alone changes, and the score stays."


@pytest.fixture
def hall() -> Hall:
    return make_hall()


@pytest.fixture
def desk(hall: Hall) -> Client:
    client = Client()
    client.force_login(hall.director)
    return client


def log(hall: Hall, meaning: ScoreMeaning) -> Incident:
    happened = Happened(
        "papers", hall.game(), hall.event.entry(1), applied=Applied(RemedyKind.POINTS, 50), meaning=meaning
    )
    return incidents.log(by=hall.director, division=hall.division, happened=happened)


def sent(desk: Client, address: str, **more: str) -> str:
    at = remedy_at(desk.get(address), "Points off the score")
    return text(desk.post(address, {"text": "", "remedy": at, "amount": "50"} | more, follow=True))


def test_wespa_5_4_1_the_page_says_that_a_signed_score_stays_and_points_come_off_by_a_finding(
    hall: Hall, desk: Client
) -> None:
    hall.both_sign(431, 388)
    address = reverse("results:incident", args=[hall.division.tournament.slug, hall.division.code, "papers"])
    address += f"?game={hall.game().pk}"
    entry = {"entry": str(hall.event.entry(1).pk)}
    assert STAYS in text(desk.get(address))
    assert ": the score stays 431." in sent(desk, address, **entry, show="1")
    sent(desk, address, **entry)
    assert (total(hall.game()), hall.sheet().state) == ((431, 388), "signed")
    assert Incident.objects.get().penalty.endswith("; the signed score stays")
    assert ": 431 → 381, 50 points off the score." in sent(desk, address, **entry, finding=FINDING)
    assert total(hall.game()) == (381, 388)
    assert ReasonText.objects.filter(text=FINDING).exists()


def test_a_typed_score_is_asked_about_before_points_come_off_or_back(hall: Hall, desk: Client) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    with pytest.raises(ScoreThere):
        log(hall, ScoreMeaning())
    incident = log(hall, ScoreMeaning(included=True))
    assert (total(hall.game()), hall.scores()) == ((431, 388), (481, 388))
    place = [hall.division.tournament.slug, hall.division.code]
    assert "Are the points for this incident in it already?" in text(
        desk.get(reverse("results:rulings", args=place[:1]))
    )
    address = reverse("results:incident_withdraw", args=[*place, incident.pk])
    assert "Say whether the points for this are in it already" in text(
        desk.post(address, {"reason": "wrong"}, follow=True)
    )
    desk.post(address, {"reason": "wrong", "penalty_included": "no"})
    assert total(hall.game()) == (481, 388)


@pytest.mark.parametrize(("finding", "counts"), [("", (381, 388)), (FINDING, (431, 388))])
def test_of_an_incident_withdrawn_a_signed_score_stays_without_a_finding(
    hall: Hall, finding: str, counts: tuple[int, int]
) -> None:
    incident = log(hall, ScoreMeaning())
    hall.both_sign(431, 388)
    assert total(hall.game()) == (381, 388)
    meaning = ScoreMeaning(finding=finding)
    incidents.withdraw(by=hall.director, incident=incident, reason="the other table", meaning=meaning)
    assert total(hall.game()) == counts
    incident.refresh_from_db()
    assert incident.withdrawn_at is not None
