"""A result for a disputed sheet, whichever road it takes, says first that it rules on the dispute."""

import pytest
from django.test import Client
from django.urls import reverse

from results.games.engine.entry_line import Mode
from results.games.services.disputes import SheetDisputed
from results.games.services.keyboard import Desk, Typed, take
from results.games.services.outcomes import record_result
from results.sheets.services import entering, officials
from tdsuite.tournaments.reads import history
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db
ABSENT = {"forfeit": {"absent": "second", "begun": True, "emergency": True, "reason": "left the hall"}}


@pytest.fixture
def hall() -> Hall:
    """Player 4 disputes what player 1 entered: 431-388."""
    hall = make_hall()
    hall.enters(1)
    entering.dispute(by=hall.player(4), game=hall.game(), version=1)
    return hall


def says(hall: Hall, scores: str = "431-388") -> str:
    return f"{hall.game().second.player} disputes the sheet {scores}"


def test_a_directors_paper_of_a_disputed_sheet_says_that_it_rules_on_it(hall: Hall) -> None:
    sent = {"by": hall.director, "game": hall.game(), "figures": hall.figures(), "both_seen": True}
    with pytest.raises(SheetDisputed, match=says(hall)):
        officials.enter_from_paper(**sent)
    assert (hall.scores(), hall.sheet().state) == ((None, None), "disputed")
    officials.enter_from_paper(**sent, rules_dispute=True)
    assert (hall.scores(), hall.sheet().state) == ((431, 388), "handed_in")


def test_a_line_typed_for_a_disputed_sheet_is_asked_about_by_the_name_of_who_disputes(hall: Hall) -> None:
    desk = Desk(hall.director, history(hall.division), 1, Mode.PLAYER)
    asked = take(desk, Typed("1 431 388"))
    assert (asked.kind, asked.parked[0].questions) == ("ask", (f"{says(hall)}: rule 431-388?",))
    assert hall.scores() == (None, None)
    assert take(desk, Typed("y", asked.parked)).kind == "saved"
    assert (hall.scores(), hall.sheet().state) == ((431, 388), "ruled")


def test_where_both_entered_figures_the_ones_disputed_are_those_of_the_other() -> None:
    hall = make_hall()
    hall.differ()
    with pytest.raises(SheetDisputed, match=says(hall)):
        record_result(by=hall.director, game=hall.game(), first_score=431, second_score=388)


def test_the_typing_of_paper_sheets_names_the_dispute(hall: Hall, client: Client) -> None:
    client.force_login(hall.director)
    address = reverse("results:sheets_paper", args=[hall.division.tournament.slug, hall.division.code, 1])
    assert says(hall) in client.get(address).content.decode()


def test_the_page_that_corrects_asks_whether_it_rules_on_the_dispute(client: Client) -> None:
    hall = make_hall()
    record_result(by=hall.director, game=hall.game(), first_score=431, second_score=388)
    entering.dispute(by=hall.player(4), game=hall.game(), version=1)
    client.force_login(hall.director)
    address = reverse("console:correct", args=[hall.division.tournament.slug, hall.division.code, hall.game().pk])
    sent = {"kind": "played", "first_score": 431, "second_score": 398, "reason": "both counted again"}
    refused = client.post(address, sent)
    assert f"{says(hall)}: this result rules on it" in refused.content.decode()
    assert (refused.context["preview"], hall.sheet().state) == (None, "disputed")
    shown = client.post(address, {**sent, "rules_dispute": "on"})
    client.post(address, {**sent, "rules_dispute": "on", "save": shown.context["preview"].digest})
    assert (hall.scores(), hall.sheet().state) == ((431, 398), "ruled")


PAGES: dict[str, dict[str, str]] = {
    "ended/no_show": {"offender": "second"},
    "end": {
        "how": "went-out", "out": "first", "first_score": "431", "second_score": "388", "second_rack": "Q", "save": "1",
        "first_disregarded": "0:00", "second_disregarded": "0:00",
    },
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_pages_that_end_a_game_another_way_ask_whether_that_rules_on_the_dispute(
    page: str, hall: Hall, client: Client
) -> None:
    client.force_login(hall.director)
    place, name = [hall.division.tournament.slug, hall.division.code], page.partition("/")[0]
    address = reverse(f"console:{name}", args=[*place, hall.game().pk, *page.split("/")[1:]])
    asked = {"end": page.split("/")[1] if "/" in page else "calculator"}
    table = reverse("console:table", args=[*place, hall.game().pk])
    assert f"{says(hall)}: this result rules on it" in client.get(table, asked).content.decode()
    sent = {**PAGES[page], "reason": "seen", "rules_dispute": ""}
    for answer, ruled in (({}, False), ({"rules_dispute": "on"}, True)):
        given = client.post(address, {**sent, **answer})
        preview = given.context and (given.context.get("previews") or given.context.get("preview"))
        if preview:
            client.post(address, {**sent, **answer, "save": preview.digest})
        assert (hall.sheet().state != "disputed") == ruled, given.content.decode()


@pytest.mark.parametrize("last", ["result", "forfeit"])
def test_a_call_names_the_dispute_with_a_code_and_takes_the_ruling(last: str, hall: Hall, client: Client) -> None:
    client.force_login(hall.director)
    address = f"/api/v1/tournaments/{hall.division.tournament.slug}/games/{hall.game().pk}/{last}/"
    scores = {"first_score": 431, "second_score": 388} | ABSENT.get(last, {})
    refused = client.post(address, scores, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "sheet_disputed")
    assert says(hall) in refused.json()["detail"]
    given = client.post(address, {**scores, "rules_dispute": True}, content_type="application/json")
    assert (given.status_code, hall.sheet().state) == (201, "ruled")
