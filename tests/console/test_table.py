"""The page of a table, and the drawer it is on the Round board: a section for each thing, each with its state."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from results.attendance.services.attendance import mark
from results.games.services.outcomes import record_result
from results.rulings.services import incidents
from results.rulings.services.incidents import Happened
from tdsuite.platform.access.roles import Role
from tests.factories import make_user
from tests.results.looking import field, text
from tests.results.rulings.cases import logged_in, url
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db
DRAWER = {"HX-Request": "true", "HX-Target": "drawer"}
SECTION = re.compile(r'<details id="at-(\w+)"\s*(open)?>.*?<b>([^<]+)</b>\s*<span[^>]*>(.*?)</span>', re.DOTALL)


@pytest.fixture
def hall() -> Hall:
    return make_hall()


def sections(page: Any) -> dict[str, tuple[bool, str]]:
    """Each section: whether it stands open, and what it says."""
    return {name: (bool(opened), says.strip()) for name, opened, _title, says in SECTION.findall(page.content.decode())}


def see(hall: Hall, role: Role = Role.DIRECTOR, **query: str) -> Any:
    who = make_user(f"the-{role}", tournament=hall.division.tournament, role=role)
    return logged_in(who).get(url("table", hall.game().pk), query)


def test_a_quiet_table_says_so_in_the_order_of_use_and_only_the_result_is_open(hall: Hall) -> None:
    expected = {
        "result": (True, "playing"), "absent": (False, "expected"),
        "clock": (False, "no clock runs"), "starts": (False, "Ada Winterbourne: by balance of starts"),
        "move": (False, "costs are shown first"), "sheet": (False, "nothing to sign"), "challenge": (False, "none"),
        "notes": (False, "none"), "record": (False, "nothing yet"),
    }  # fmt: skip
    assert list(sections(see(hall)).items()) == list(expected.items())


def absent(hall: Hall) -> None:
    mark(by=hall.director, game=hall.game(), entry=hall.game().first, status="absent")


def log(hall: Hall) -> None:
    happened = Happened("papers", game=hall.game(), entry=hall.game().first, other=hall.game().second, text="Seen.")
    incidents.log(by=hall.director, division=hall.division, happened=happened)


STATES: list[tuple[Callable[[Hall], Any], str, bool, str]] = [
    (lambda hall: hall.differ(), "result", True, "≠ disputed"),
    (lambda hall: hall.both_sign(), "result", True, "431–388"),
    (lambda hall: hall.both_sign(), "sheet", False, "signed by both"),
    (lambda hall: hall.enters(1), "sheet", True, "◐ 1 of 2"),
    (absent, "absent", True, "✕ 1 of 2"),
    (log, "notes", False, "1 incident"),
]


@pytest.mark.parametrize(("happens", "name", "opened", "says"), STATES)
def test_a_section_that_asks_for_something_is_open_and_says_what(
    hall: Hall, happens: Callable[[Hall], Any], name: str, opened: bool, says: str
) -> None:
    happens(hall)
    state = sections(see(hall))[name]
    assert (state[0], says in state[1]) == (opened, True), state


ROLES: dict[Role, tuple[set[str], set[str]]] = {  # what is drawn, and what is not
    Role.ASSISTANT: ({"Save", "did not come", "Give or take time", "Swap opponents"}, {"Nothing was decided"}),
    Role.SCORER: ({"Save", "Last minutes", "Here"}, {"did not come", "Swap opponents", "Write a ruling"}),
    Role.OFFICIAL: ({"Here", "Log an incident"}, {"Save", "did not come", "Give or take time", "Swap opponents"}),
    Role.JUDGE: ({"Write a slip"}, {"Save", "Here", "did not come", "Swap opponents"}),
    Role.READER: ({"Sheet and signatures"}, {"Save", "Here", "did not come", "Write a slip", "Log an incident"}),
}


@pytest.mark.parametrize("role", ROLES)
def test_what_a_role_may_not_do_is_not_drawn(hall: Hall, role: Role) -> None:
    hall.enters(1, 400, 385)
    page, (drawn, hidden) = re.sub(r"\s+", " ", text(see(hall, role))), ROLES[role]
    assert {words for words in drawn if words not in page} == set()
    assert {words for words in hidden if re.search(rf"\b{words}\b", page)} == set()


def test_scores_are_saved_at_one_press_and_taken_back_at_another(hall: Hall) -> None:
    client = logged_in(hall.scorer)
    page = client.post(url("scores", hall.game().pk), {"first_score": 431, "second_score": 388}, follow=True)
    assert hall.scores() == (431, 388)
    assert "The table awaits a result again." in text(page)
    client.post(url("withdraw", hall.game().pk))
    assert hall.scores() == (None, None)


def test_somebody_who_did_not_come_takes_two_presses_and_the_margin_stands_between(hall: Hall) -> None:
    client, sent = logged_in(hall.director), {"offender": "first", "reason": "Did not come."}
    looked = client.get(url("table", hall.game().pk), {"end": "no_show", **sent}, headers=DRAWER)
    assert "wins by 75, not rated." in text(looked) and hall.game().outcome == ""
    assert sections(looked)["absent"][0]
    client.post(url("ended", hall.game().pk, "no_show"), {**sent, "save": field(looked, "save")})
    assert hall.game().outcome == "no_show"


def test_a_dispute_is_ruled_by_the_press_of_a_version_and_a_look(hall: Hall) -> None:
    hall.differ()
    client = logged_in(hall.director)
    page = client.get(url("table", hall.game().pk)).content.decode()
    assert page.count("num differs") == 2 and "Rule 431–388" in page and "Rule 413–388" in page
    [form] = re.findall(r"<form[^>]*>(?:(?!</form>).)*Rule 413–388", page, flags=re.DOTALL)
    sent = dict(re.findall(r'type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', form))
    looked = client.post(url("sheet_rule", hall.game().pk), sent)
    client.post(url("sheet_rule", hall.game().pk), {**sent, "save": field(looked, "save")})
    assert (sorted(hall.scores()), hall.sheet().state) == ([388, 413], "ruled")


def test_for_a_script_it_is_the_drawer_alone_with_what_was_done(hall: Hall) -> None:
    client = logged_in(hall.director)
    part = client.get(url("table", hall.game().pk), headers=DRAWER).content.decode()
    assert part.strip().startswith("<aside") and "<html" not in part
    sent = {"first_score": "x", "second_score": 388}
    refused = client.post(url("scores", hall.game().pk), sent, headers=DRAWER)
    assert (refused.status_code, 'value="x"' in refused.content.decode()) == (200, True)
    done = client.post(url("scores", hall.game().pk), {**sent, "first_score": 431}, headers=DRAWER, follow=True)
    assert "Round 1, table 1: 431-388." in text(done) and "awaits a result again" in text(done)


def test_a_board_taken_apart_leads_out_of_the_drawer(hall: Hall) -> None:
    client, sent = logged_in(hall.director), {"reason": "by mistake"}
    answer = client.post(url("board_dissolve", hall.game().pk), sent, headers=DRAWER)
    assert answer.headers["HX-Redirect"].endswith("/round/?division=a&round=1")


def test_a_table_takes_the_same_queries_among_two_and_among_thirty_tables() -> None:
    counts = []
    for players, slug in ((4, "few"), (60, "many")):
        hall = make_hall(players=players, slug=slug)
        record_result(by=hall.director, game=hall.game(), first_score=431, second_score=388)
        client = logged_in(hall.director)
        address = url("table", hall.game().pk).replace("lakeside-open", slug)
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        beside = text(client.get(address, headers=DRAWER))
        assert "Move or swap" in beside and "Swap opponents" not in beside
        assert "Swap opponents" in text(client.get(address, {"at": "move"}, headers=DRAWER))
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 75
