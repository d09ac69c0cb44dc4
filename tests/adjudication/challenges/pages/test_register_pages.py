"""The register, its paper, and the settings of an event's judging; who sees what."""

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import WordJudging
from tdsuite.platform.access.roles import Role
from tdsuite.platform.printing.registry import find, reports
from tests.adjudication.challenges.cases import Table, table
from tests.adjudication.challenges.pages.people import SLUG, as_user
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    at = table()
    at.judged("AXLE")
    at.judged("BRIGG", "CWM", challenger=at.first.pk)
    return at


def url(name: str, *args: object) -> str:
    return reverse(f"challenges:{name}", args=[SLUG, *args])


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(url(name, *args))
    assert answer.status_code == 200 and "no-store" in answer.headers["Cache-Control"]
    return answer.content.decode()


def test_a_judge_reads_every_challenge_with_its_words(at: Table) -> None:
    text = page(as_user(at.judge), "queue")
    assert "<b>2</b> challenges" in text and "AXLE" in text and "BRIGG CWM" in text


def test_a_scorer_sees_verdicts_but_no_words(at: Table) -> None:
    client = as_user(make_user("scorer", tournament=at.division.tournament, role=Role.SCORER))
    text = page(client, "queue")
    assert "✗ unacceptable" in text and "BRIGG" not in text
    for name in ("slip_choose", "next"):
        assert client.get(url(name)).status_code == 403
    assert "to judge" not in text and client.get(url("queue"), headers={"HX-Request": "true"}).status_code == 403
    assert f'href="{url("queue")}"' in client.get(reverse("console:round", args=[SLUG])).content.decode()


def test_the_docket_is_shown_to_judges_and_never_kept_as_a_file(at: Table) -> None:
    text = as_user(at.judge).get(url("docket", "a")).content.decode()
    assert "BRIGG CWM" in text and "✗ unacceptable" in text and "Test Words" in text
    assert find("challenge-docket") not in reports()
    assert as_user(make_user("other")).get(url("docket", "a")).status_code == 403
    assert as_user(at.judge).get(url("docket", "nowhere")).status_code == 404


def test_blank_slips_are_printed_from_the_print_page(at: Table) -> None:
    client = as_user(at.director)
    assert "Blank challenge slips" in client.get(reverse("console:print", args=[SLUG])).content.decode()
    address = reverse("console:print_sheet", args=[SLUG, "challenge-slips", "a", 1])
    text = client.get(address).content.decode()
    assert text.count('class="blank-slip ') == 4
    assert text.count("<li>8</li>") == 4 and text.count("UNACCEPTABLE") == 4


def test_the_organiser_chooses_the_ways_and_others_read_them(at: Table) -> None:
    client, address = as_user(at.director), url("settings")
    assert 'name="station" id="id_station" checked' in page(client, "queue")
    client.post(address, {"runner": "on"})
    row = WordJudging.objects.get()
    assert (row.runner, row.self_run, row.station) == (True, False, False)
    judge = as_user(at.judge)
    text = page(judge, "queue")
    assert 'name="station"' not in text and "<b>no</b>" in text and "3.10.15" in text
    assert judge.post(address, {"station": "on"}).status_code == 403
    assert WordJudging.objects.get().station is False


def test_the_games_page_of_officials_offers_a_challenge(at: Table) -> None:
    address = reverse("console:table", args=[SLUG, "a", at.game.pk])
    assert url("slip_new", at.game.pk) in as_user(at.judge).get(address).content.decode()
    scorer = make_user("scorer", tournament=at.division.tournament, role=Role.SCORER)
    assert url("slip_new", at.game.pk) not in as_user(scorer).get(address).content.decode()
