"""The register, its paper, and the settings of an event's judging; who sees what."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from adjudication.models import WordJudging
from tdsuite.platform.access.roles import Role
from tdsuite.platform.printing.registry import find, reports
from tdsuite.tournaments.models import Game, Round
from tests.adjudication.challenges.cases import Table, table
from tests.adjudication.challenges.pages.people import SLUG, as_player, as_station, as_user
from tests.factories import make_division, make_round, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    at = table()
    at.judged("AXLE")
    at.judged("BRIGG", "CWM", challenger=at.first.pk)
    return at


def url(name: str, *args: object) -> str:
    return reverse(f"challenges:{name}", args=[SLUG, *args])


def page(client: Client, name: str, *args: object, **search: str) -> str:
    answer = client.get(url(name, *args), search)
    assert answer.status_code == 200 and "no-store" in answer.headers["Cache-Control"]
    return answer.content.decode()


def test_a_judge_searches_by_player_and_by_word(at: Table) -> None:
    client = as_user(at.judge)
    assert "<b>2</b> challenges" in page(client, "register")
    for text in ("axle", "AXL"):
        assert "<b>1</b> challenge<" in page(client, "register", text=text)
    assert "<b>1</b> challenge<" in page(client, "register", verdict="upheld")
    assert "No challenge found." in page(client, "register", round="3")
    assert client.get(url("register"), {"round": "x"}).status_code == 422


def test_the_csv_is_that_of_the_same_search(at: Table) -> None:
    assert f"{url('register_csv')}?text=axle" in page(as_user(at.judge), "register", text="axle")


def test_counted_by_player_and_round(at: Table) -> None:
    text = page(as_user(at.judge), "register")
    assert "<dt>Challenges of words</dt><dd>2</dd>" in text
    assert "<dd>1 <small>(50%)</small></dd>" in text
    assert "<dt>Words challenged</dt><dd>3</dd>" in text


def test_a_scorer_sees_verdicts_but_no_words(at: Table) -> None:
    client = as_user(make_user("scorer", tournament=at.division.tournament, role=Role.SCORER))
    text = page(client, "register")
    assert "✗ unacceptable" in text and "BRIGG" not in text and url("register_csv") not in text
    assert "BRIGG" not in page(client, "register", text="brigg")
    assert "<b>0</b> challenges" in page(client, "register", text="brigg")
    for name in ("queue", "slip_choose", "next", "register_csv"):
        assert client.get(url(name)).status_code == 403
    assert f'href="{url("register")}"' in client.get(reverse("console:event", args=[SLUG])).content.decode()


def test_the_register_makes_the_same_queries_for_2_and_30_challenges(at: Table) -> None:
    client = as_user(at.judge)

    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            page(client, "register")
        return len(made)

    other = make_division(at.division.tournament, players=56, rounds=2, code="b")
    row = make_round(other, 1, status=Round.Status.PLAYING)
    queries()
    with_two = queries()
    for game in Game.objects.with_people().filter(round=row):
        at.judged("AXLE", game=game, challenger=game.first_id)
    assert queries() == with_two


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
    assert 'name="station" id="id_station" checked' in client.get(address).content.decode()
    client.post(address, {"runner": "on"})
    row = WordJudging.objects.get()
    assert (row.runner, row.self_run, row.station) == (True, False, False)
    judge = as_user(at.judge)
    text = judge.get(address).content.decode()
    assert 'name="station"' not in text and "<b>no</b>" in text and "3.10.15" in text
    assert judge.post(address, {"station": "on"}).status_code == 403
    assert WordJudging.objects.get().station is False


OFFICIALS = ["queue", "next", "slip_choose", "register", "settings", "register_csv"]


@pytest.mark.parametrize("name", OFFICIALS)
def test_players_stations_and_strangers_are_sent_to_log_in(at: Table, name: str) -> None:
    for client in (Client(), as_player(at.first), as_station(at)):
        assert client.get(url(name)).headers["Location"].startswith("/log-in/")


@pytest.mark.parametrize("name", ["slip_judge", "opinion", "misadjudication", "slip_hand", "slip_void", "third"])
def test_no_slip_of_another_event_is_reached(at: Table, name: str) -> None:
    slip, _ = at.judged("AXLE")
    other = at.division.tournament.__class__.objects.create(
        slug="elsewhere", name="Elsewhere", starts_on="2026-05-16", ends_on="2026-05-16", rulebook="wespa-2010"
    )
    client = as_user(make_user("their-director", tournament=other))
    assert client.get(reverse("challenges:slip", args=["elsewhere", slip.pk])).status_code == 404
    assert client.post(reverse(f"challenges:{name}", args=["elsewhere", slip.pk])).status_code == 404
    assert client.post(url(name, slip.pk)).status_code == 403


def test_the_games_page_of_officials_offers_a_challenge(at: Table) -> None:
    address = reverse("results:game", args=[SLUG, "a", at.game.pk])
    assert url("slip_new", at.game.pk) in as_user(at.judge).get(address).content.decode()
    scorer = make_user("scorer", tournament=at.division.tournament, role=Role.SCORER)
    assert url("slip_new", at.game.pk) not in as_user(scorer).get(address).content.decode()
