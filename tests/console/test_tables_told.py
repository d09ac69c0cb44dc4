"""Tables that two divisions want are told wherever a director looks, and names of tables stand wherever a board is named."""

import re

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.reports import draft_boards, published_boards
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.attendance.services.time import accommodate
from results.reports.hall import table_signs, tables_of
from tdsuite.console import day
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.jobs.services import worker_status
from tdsuite.tournaments.models import Division, Game, TableNeed
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import add_division, update_division
from tests.console.test_events import DIVISION
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=8, rounds=7)


@pytest.fixture
def director(division, client: Client):
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user


def text(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).replace("&#x27;", "'").split())


def planned(division, **stored) -> Division:
    Division.objects.filter(pk=division.pk).update(table_plan=stored)
    return Division.objects.select_related("tournament").get(pk=division.pk)


def told(division) -> list[str]:
    found = day.warnings(RequestFactory().get("/"), division.tournament, worker_status())
    return [task.says for task in found if task.says.startswith("Table")]


# --- the day's page and the settings -----------------------------------------------------------------


def test_the_day_page_names_the_tables_of_two_divisions(division):
    assert told(division) == []
    other = make_division(division.tournament, players=4, code="b")
    assert told(division) == [
        "Tables 1-2 belong to Division A and to Division B: when both play, two boards share a table. Give each division "
        "tables of its own (Pairing desk, Tables)."
    ]
    planned(division, tables="1-8, Stage")
    planned(other, tables="Stage, 20-21")
    assert told(division)[0].startswith(
        "Table Stage belongs to Division A and to Division B: when both play, two boards"
    )
    planned(other, tables="20-21")
    assert told(division) == []


def test_the_day_page_asks_once_for_all_divisions(division, director, client):
    counts = []
    for code in ("b", "c"):
        made = make_division(division.tournament, players=4, code=code)
        planned(made, tables=f"{code}1-{code}4")
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/console/lakeside-open/round/").status_code == 200
        counts.append(sum('"table_plan"' in query["sql"] and "COUNT" in query["sql"] for query in queries))
    assert counts[0] == counts[1]


def test_the_settings_name_the_other_division_and_lead_to_the_page_of_tables(division, director, client):
    make_division(division.tournament, players=4, code="b")
    response = client.get("/console/lakeside-open/a/division/")
    assert "Tables 1-2 belong to Division A and to Division B" in text(response)
    assert reverse("pairings:tables", args=["lakeside-open", "a"]) in response.content.decode()


def test_an_organiser_who_does_not_pair_is_not_led_to_a_page_that_refuses(division, client):
    client.force_login(make_user("organiser", tournament=division.tournament, role=Role.ORGANISER))
    body = client.get("/console/lakeside-open/a/division/").content.decode()
    assert reverse("pairings:tables", args=["lakeside-open", "a"]) not in body


def test_settings_that_would_take_a_reserved_table_away_are_refused_at_their_field(division, director, client):
    planned(division, tables="1-8", reserved="8")
    response = client.post("/console/lakeside-open/a/division/", DIVISION | {"tables": "1-4"})
    assert response.status_code == 422
    assert response.context["form"].errors["tables"] == ["Reserved: table 8 is not one of the division's tables."]


def test_no_way_in_keeps_a_plan_that_cannot_be_read(division):
    with pytest.raises(Refused, match="a range runs upwards"):
        update_division(by=COMMAND_LINE, division=division, values={"table_plan": {"tables": "9-3"}})
    with pytest.raises(Refused, match="stands twice"):
        values = {"name": "Division B", "table_plan": {"tables": "1, 1"}}
        add_division(by=COMMAND_LINE, tournament=division.tournament, values=values)
    assert Division.objects.get().table_plan == {}


# --- names wherever a board is named -----------------------------------------------------------------


def test_names_of_tables_stand_on_draft_and_published_lists(division):
    division = planned(division, tables="Stage, A9-A11", reserved="A10")
    run = make_draft(by=COMMAND_LINE, division=division, seed=3)
    before = [board.table for board in draft_boards(history(division), run, 1)]
    (row,) = publish_run(by=COMMAND_LINE, run=run)
    after = [board.table for board in published_boards(row, history(division))]
    assert before == after == ["Stage", "A9", "A11", "5"]


@pytest.mark.parametrize("page", ["pairings", "wall"])
def test_names_of_tables_stand_on_public_pages(division, client, page):
    division = planned(division, tables="Stage, A9-A11")
    publish_run(by=COMMAND_LINE, run=make_draft(by=COMMAND_LINE, division=division, seed=3))
    address = reverse(f"public:{page}", args=["lakeside-open", "a"])
    shown = text(client.get(address))
    assert all(name in shown for name in ("Stage", "A9", "A10", "A11"))


def test_boards_are_listed_in_the_order_of_the_plan_whatever_the_rank(division, director, client):
    division = planned(division, tables="10, 9, 2, Stage")
    TableNeed.objects.create(entry=division.entries.get(number=8), table="10")
    publish_run(by=director, run=make_draft(by=director, division=division, seed=3))
    assert [game.table for game in Game.objects.by_board()] == ["10", "9", "2", "Stage"]
    game = Game.objects.get(board=1)
    assert 8 in (game.first.number, game.second.number)


def test_signs_are_printed_for_every_table_of_the_plan_before_the_first_round(division):
    assert tables_of(planned(division, tables="Stage, A1-A4", reserved="A4")) == ["Stage", "A1", "A2", "A3", "A4"]
    assert tables_of(planned(division, tables="Stage")) == ["Stage", "2", "3", "4"]
    assert tables_of(planned(division)) == ["1", "2", "3", "4"]


def test_signs_of_tables_beyond_the_plan_follow_in_natural_order(division):
    division = planned(division, tables="Stage, A1")
    make_round(division, 1)
    for board, name in ((1, "stage"), (2, "12"), (3, "9"), (4, "A10")):
        Game.objects.filter(board=board).update(table_name=name)
    assert tables_of(division) == ["Stage", "A1", "9", "12", "A10"]


def test_signs_say_what_is_wrong_with_the_plan(division):
    with pytest.raises(Refused, match="The table plan of Division A cannot be read"):
        table_signs(planned(division, tables="9-3"), {})


# --- accommodations ----------------------------------------------------------------------------------


def test_the_page_of_accommodations_shows_where_players_sit_and_leads_to_the_tables(division, director, client):
    address = reverse("results:accommodations", args=["lakeside-open", "a"])
    assert "No player has a table of their own." in text(client.get(address))
    entry = division.entries.select_related("player").get(number=3)
    TableNeed.objects.create(entry=entry, table="4", first_round=2)
    accommodate(by=director, entry=entry, what="more light", reason="weak eyesight")
    response = client.get(address)
    assert f"{entry.player} : table 4, from round 2" in text(response)
    assert reverse("pairings:tables", args=["lakeside-open", "a"]) in response.content.decode()
