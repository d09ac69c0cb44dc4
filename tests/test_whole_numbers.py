"""Whole numbers of requests are read in one place, so that no length of digits is an error of the server."""

import re

import pytest
from django.test import Client

from pairings.services.drafts import make_draft
from tdsuite.exchange.models import RosterUpload
from tdsuite.platform.access.live import may_listen
from tdsuite.platform.web.numbers import LARGEST, whole
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.test_architecture import named, sources

HOSTILE = ("9" * 20, "9" * 5000, "²", "٣", "-1", "1e3", "")
EDGE = re.compile(r"/(views|api)[/.]")
OWN_READING = re.compile(r"\.is(decimal|digit|numeric)\(\)")


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("007", 7), (str(LARGEST), LARGEST), (None, None), (7, None), *((text, None) for text in HOSTILE)],
)
def test_a_whole_number_is_plain_digits_within_its_bound(text: object, number: int | None) -> None:
    assert whole(text) == number


def test_a_bound_of_its_own_counts() -> None:
    assert (whole("12", 12), whole("13", 12), whole("0012", 12)) == (12, None, None)


def test_no_page_and_no_call_reads_numbers_in_a_way_of_its_own() -> None:
    edges = [path for path in sources() if EDGE.search(named(path))]
    assert [named(path) for path in edges if OWN_READING.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.django_db
def test_no_number_in_an_address_or_a_form_breaks_a_page() -> None:
    division = make_division(make_tournament(), players=4)
    make_round(division, 1)
    director = make_user(tournament=division.tournament)
    make_draft(by=director, division=division, number=2)
    upload = RosterUpload.objects.create(division=division, filename="a.csv", data=b"name\nAda\n")
    client = Client()
    client.force_login(director)
    console = f"/console/{division.tournament.slug}/"
    here = f"{console}{division.code}/"
    for number in HOSTILE:
        answers = [
            client.get(f"{here}rulings/incidents/new/", {"game": number}),
            client.get(f"{here}rulings/incidents/new/", {"entry": number}),
            client.get(f"{here}round/2/draft/", {"player": number}) if number else client.get(here + "plan/"),
            client.get(f"{here}roster/import/{upload.pk}/", {"section": number}),
            client.get(f"{console}record/", {"who": f"user:{number}"}),
            client.post(f"{console}sign-in/print/", {"which": number}),
            client.post(f"{here}round/1/stopping/", {"minutes": number}),
            client.get(f"/api/v1/tournaments/{division.tournament.slug}/divisions/a/standings/", {"round": number}),
        ]
        statuses = [answer.status_code for answer in answers]
        assert max(statuses) < 500 and (number or 404 not in statuses), statuses


@pytest.mark.django_db
def test_a_topic_with_any_number_of_digits_is_one_that_nobody_may_hear(rf) -> None:
    request = rf.get("/live/stream")
    assert [may_listen(request, [f"division:{number}"]) for number in HOSTILE] == [False] * len(HOSTILE)
    assert [may_listen(request, [f"game:{number}"]) for number in HOSTILE] == [False] * len(HOSTILE)
