"""The page of a division's tables, and what drafts and boards say of them; walked by the director, others and a stranger."""

from typing import Any

import pytest
from django.test import Client

from pairings.models import PairingRun
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from pairings.services.tables import keep_table
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Round, TableNeed
from tests.factories import make_division, make_round, make_user
from tests.pairings.desk import board, entry, planned, url
from tests.results.looking import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("director")]
GIVEN = {"tables": "1-8, Stage"}


def plan(division: Division) -> dict[str, Any]:
    stored: dict[str, Any] = Division.objects.get(pk=division.pk).table_plan
    return stored


def errors(response: Any, form: str) -> dict[str, list[str]]:
    return {name: list(found) for name, found in response.context[form].errors.items()}


def test_a_table_of_another_division_is_not_found(division: Division, director: User, client: Client) -> None:
    other = make_division(division.tournament, players=4, code="b")
    need = keep_table(by=director, entry=entry(other, 1), table="1")
    assert client.post(url(division, "table_give_up", need.pk)).status_code == 404
    assert TableNeed.objects.count() == 1


# --- the plan --------------------------------------------------------------------------------------


def test_an_untouched_division_shows_boards_numbered_from_1(division: Division, client: Client) -> None:
    response = client.get(url(division, "tables"))
    page = text(response)
    assert response.status_code == 200
    assert "Empty: boards are numbered from 1." in page
    assert "Nobody yet." in page


def test_a_plan_is_saved_whole_and_shown_as_it_is_kept(division: Division, client: Client) -> None:
    values = {**GIVEN, "reserved": "Stage, 1", "reason": "new hall"}
    response = client.post(url(division, "tables"), values, follow=True)
    assert "The tables are saved. Drafts follow them; published rounds stay where they are." in text(response)
    assert plan(division) == {"tables": "1-8, Stage", "reserved": "Stage, 1"}
    client.post(url(division, "tables"), response.context["plan_form"].initial)
    assert plan(division) == {"tables": "1-8, Stage", "reserved": "Stage, 1"}


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"tables": "9-3"}, "tables", "'9-3': a range runs upwards over at most 500 tables, such as 1-12."),
        ({"tables": "1, 1"}, "tables", "Table 1 stands twice in the plan."),
        ({"reserved": "5-2"}, "reserved", "'5-2': a range runs upwards over at most 500 tables, such as 1-12."),
        ({"reserved": "9"}, "reserved", "Reserved: table 9 is not one of the division's tables."),
    ],
)
def test_a_wrong_answer_is_told_at_its_field_and_nothing_is_saved(
    division: Division, client: Client, wrong: dict[str, str], field: str, says: str
) -> None:
    response = client.post(url(division, "tables"), GIVEN | wrong)
    assert (response.status_code, errors(response, "plan_form")) == (422, {field: [says]})
    assert plan(division) == {}


def test_a_plan_that_cannot_be_read_is_shown_as_written_to_be_mended(division: Division, client: Client) -> None:
    planned(division, tables="9-3")
    response = client.get(url(division, "tables"))
    assert "The table plan of Division A cannot be read" in text(response)
    assert 'value="9-3"' in response.content.decode()
    assert client.post(url(division, "tables"), GIVEN).status_code == 302


# --- players with tables of their own --------------------------------------------------------------


def test_a_table_is_kept_listed_and_taken_out(division: Division, client: Client) -> None:
    planned(division, tables="1-4")
    given = {"entry": entry(division, 5).pk, "table": "3", "first_round": "2", "last_round": "4"}
    page = text(client.post(url(division, "table_keep"), given, follow=True))
    name = str(entry(division, 5).player)
    assert f"Table 3 is kept for {name} in rounds 2 to 4." in page
    assert f"5 {name} : table 3, in rounds 2 to 4" in page
    need = TableNeed.objects.get()
    page = text(client.post(url(division, "table_give_up", need.pk), follow=True))
    assert f"Table 3 is not kept for {name} any more." in page
    assert not TableNeed.objects.exists()


def test_what_the_service_refuses_is_told(division: Division, client: Client) -> None:
    page = text(client.post(url(division, "table_keep"), {"entry": entry(division, 5).pk, "table": "x"}, follow=True))
    assert "Table x is not one of the division's tables." in page


def test_an_answer_that_cannot_be_read_is_told_at_its_field(division: Division, client: Client) -> None:
    response = client.post(url(division, "table_keep"), {"table": "3", "first_round": "0"})
    assert response.status_code == 422
    assert errors(response, "need_form") == {
        "entry": ["This field is required."],
        "first_round": ["Ensure this value is greater than or equal to 1."],
    }


def test_a_table_that_left_the_plan_is_told_on_the_page(division: Division, director: User, client: Client) -> None:
    keep_table(by=director, entry=entry(division, 1), table="7")
    planned(division, tables="1-4")
    assert "Table 7, kept for" in text(client.get(url(division, "tables")))


# --- two divisions ---------------------------------------------------------------------------------


def test_the_page_names_the_other_division_that_wants_its_tables(division: Division, client: Client) -> None:
    other = make_division(division.tournament, players=4, code="b")
    response = client.get(url(division, "tables"))
    assert "Two divisions want the same tables. When both play at once" in text(response)
    assert f'Division B: <a href="{url(other, "tables")}">1-2</a>' in response.content.decode()
    planned(other, tables="21-22")
    assert "Two divisions want the same tables" not in text(client.get(url(division, "tables")))


def test_a_draft_asks_for_a_reason_where_both_plans_name_a_table_in_use(
    division: Division, director: User, client: Client
) -> None:
    other = make_division(division.tournament, players=4, code="b")
    planned(other, tables="1-2")
    planned(division, tables="2-9")
    make_round(other, 1)
    run = make_draft(by=director, division=Division.objects.get(pk=division.pk), seed=3)
    page = text(client.get(url(division, "round", 1)))
    assert "Another division is playing at table 2. Give each division tables of its own" in page
    assert "Both table plans name table 2 : publishing needs a reason." in page.replace("2:", "2 :")
    refused = client.post(url(division, "publish", run.pk))
    assert refused.status_code == 409
    assert "Another division is still playing at table 2" in text(refused)
    assert client.post(url(division, "publish", run.pk), {"reason": "the small hall"}).status_code == 302


# --- drafts and boards -----------------------------------------------------------------------------


def drafted(division: Division, director: User) -> PairingRun:
    return make_draft(by=director, division=Division.objects.get(pk=division.pk), seed=3)


def test_what_most_boards_of_a_draft_say_alike_is_said_once_above_them(
    division: Division, director: User, client: Client
) -> None:
    (reason,) = {board.reason for board in drafted(division, director).draft_boards()}
    page = text(client.get(url(division, "round", 1)))
    assert page.count(reason) == 1 and f"Unless a board says otherwise: {reason}." in page
    assert page.count("in order of rank") == 1


def test_a_draft_shows_names_and_reasons_of_tables(division: Division, director: User, client: Client) -> None:
    planned(division, tables="Stage, A1-A3")
    keep_table(by=director, entry=entry(division, 8), table="A3")
    drafted(division, director)
    page = text(client.get(url(division, "round", 1)))
    assert "table: player 8 sits here in this event; the opponent comes to this table" in page
    assert "Table: in order of rank." in page
    assert "Stage" in page


def test_a_draft_warns_the_director_of_players_whose_tables_clash(
    division: Division, director: User, client: Client
) -> None:
    for number in range(1, 9):
        keep_table(by=director, entry=entry(division, number), table=str(number))
    drafted(division, director)
    assert "meet, and each has a table: they sit at player" in text(client.get(url(division, "round", 1)))
    client.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    assert "each has a table" not in text(client.get(url(division, "round", 1)))


def test_the_tables_tell_the_director_who_sits_elsewhere_than_kept(
    division: Division, director: User, client: Client
) -> None:
    make_round(division, 1, pairs=[(1, 2), (3, 4)])
    keep_table(by=director, entry=entry(division, 4), table="1")
    says = "Player 4 is to sit at table 1, but is at table 2."
    page = text(client.get(url(division, "tables")))
    assert "Tables of round 1 : swap two" in page and says in page


def test_boards_and_why_pages_say_why_a_board_stands_there(division: Division, director: User, client: Client) -> None:
    keep_table(by=director, entry=entry(division, 8), table="2")
    publish_run(by=director, run=drafted(division, director))
    says = "Table 2: player 8 sits here in this event; the opponent comes to this table"
    for address in (
        url(division, "board", board(Round.objects.get(number=1), 2).pk), url(division, "why", 1), url(division, "why_player", 8),
    ):  # fmt: skip
        assert says in text(client.get(address)), address
