"""Scorecards that bear the code of each player's private link: printed at the desk, kept nowhere."""

import re

import pytest

from tdsuite.platform.access.addresses import link_url
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import PlayerLink, PrintedBatch
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services.links import issue_missing, revoke, token_of
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.paper import Paper, make_hard

pytestmark = pytest.mark.django_db
BASE = "http://192.168.1.20:8000"
ADDRESS = "/console/lakeside-open/a/scorecards/"


@pytest.fixture
def division():
    made = make_division(make_tournament(public_base_url=BASE), players=4, rounds=9)
    make_round(made, 1)
    issue_missing(by=COMMAND_LINE, tournament=made.tournament)
    return made


@pytest.fixture
def desk(client, division):
    client.force_login(make_user("desk", tournament=division.tournament, role=Role.OFFICIAL))
    return client


def living(division):
    rows = PlayerLink.objects.filter(entry__division=division, revoked_at=None)
    return list(rows.select_related("entry__player", "entry__division").order_by("entry__number"))


@pytest.mark.parametrize(
    ("rounds", "paper"),
    [(9, "letter"), (24, "A4"), *(pytest.param(*rest, marks=pytest.mark.full) for rest in ((9, "A4"), (24, "letter")))],
)
def test_every_card_bears_its_players_own_code_and_is_whole(division, paper, rounds):
    division.planned_rounds = rounds
    division.save()
    make_hard(division)
    links = living(division)
    printed = Paper("scorecards-with-codes", division, paper=paper, options={"links": links, "base": BASE})
    read = [text for page in range(len(printed.texts)) for text, _ in printed.codes(page)]
    assert read == [link_url(link, BASE) for link in links]
    printed.assert_whole()


def test_a_press_at_the_desk_prints_them_and_keeps_what_the_codes_lead_to(desk, division):
    answer = desk.post(ADDRESS, {"paper": "A4"})
    page = answer.content.decode()
    assert answer.status_code == 200 and page.count('class="own-page"') == 4
    assert PrintedBatch.objects.get().base_url == BASE
    assert "no-store" in answer["Cache-Control"]


def test_no_token_stands_in_any_row_or_job(desk, division):
    tokens = [token_of(link) for link in living(division)]
    desk.post(ADDRESS)
    said = " ".join(f"{row.before} {row.after}" for row in Record.objects.all())
    assert not any(token in said for token in tokens) and not Job.objects.exists()


def test_a_card_without_a_living_link_has_no_code(desk, division):
    entry = division.entries.get(number=2)
    revoke(by=COMMAND_LINE, tournament=division.tournament, entry=entry)
    page = desk.post(ADDRESS).content.decode()
    assert page.count('class="own-page"') == 3
    cards = re.findall(r'<article class="scorecard.*?</article>', page, re.DOTALL)
    assert ['class="own-page"' in card for card in cards] == [True, False, True, True]


def test_without_any_link_the_desk_says_what_to_do(desk, division):
    for entry in division.entries.all():
        revoke(by=COMMAND_LINE, tournament=division.tournament, entry=entry)
    page = desk.post(ADDRESS, follow=True).content.decode()
    assert "issue them first" in page


def test_the_plain_scorecards_have_no_code(division):
    assert Paper("scorecards", division).codes(0) == []


def test_the_sign_in_page_offers_them_for_each_division(desk, division):
    make_division(division.tournament, players=2, code="b")
    page = desk.get("/console/lakeside-open/sign-in/").content.decode()
    assert page.count("Print scorecards of") == 2 and ADDRESS in page
