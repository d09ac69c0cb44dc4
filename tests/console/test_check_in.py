"""The door of the hall: who is here, by line and by list, and the first round paired with or without the missing."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from results.attendance.services import attendance, check_in as door
from tdsuite.platform.access.codes import link_token
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services.links import issue_missing
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Entry, Presence
from tdsuite.tournaments.notices import LONGEST_NOTICE, standing_notices
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.notices import announce_check_in
from tdsuite.tournaments.services.waiting import all_waiting
from tests.factories import make_division, make_entries, make_round, make_tournament, make_user
from tests.journeys.browser import LAPTOP, enter, served
from tests.results.looking import text
from tests.waiting import wait_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = make_tournament()
    make_division(tournament, players=4)
    make_division(tournament, players=3, code="b")
    return tournament


@pytest.fixture
def director(event):
    return make_user(tournament=event)


def helper(event, name="door"):
    client = Client()
    client.force_login(make_user(name, tournament=event, role=Role.OFFICIAL))
    return client


def address(event, name, *words):
    return reverse(f"console:{name}", args=[event.slug, *words])


def entry(event, number, code="a"):
    return Entry.objects.select_related("division__tournament", "player").get(
        division__tournament=event, division__code=code, number=number
    )


def test_two_helpers_check_people_in_and_the_page_counts_who_is_missing(event):
    first, second = helper(event), helper(event, "other-door")
    for client, line in ((first, "a 1"), (second, "here A 2"), (second, "a1")):
        answer = client.post(address(event, "check_in_line"), {"line": line}, headers={"HX-Request": "true"})
        assert answer.headers["HX-Trigger"] == "door-done" and "is here" in lines(answer, "door-says") + " is here"
    door_now = first.get(address(event, "check_in")).context["door"]
    assert (len(door_now.missing), len(door_now.here), door_now.everybody) == (5, 2, 7)
    assert [guest.entry.number for guest in door_now.here] == [2, 1]  # the newest first
    assert Record.objects.filter(action="check_in.marked").count() == 2  # the second line of two does nothing


def lines(answer, name):
    return " ".join(re.search(rf'class="{name}[^>]*>(.*?)</div>', answer.content.decode(), re.DOTALL)[1].split())


@pytest.mark.parametrize(
    ("line", "state"),
    [("{name}", "here"), ("late {name}", "late"), ("no b 2", "not_coming"), ("unsure B2", "tentative")],
)
def test_a_line_says_who_is_here_late_or_not_coming_and_u_takes_it_back(event, line, state):
    client, row = helper(event), entry(event, 2, "b")
    client.post(address(event, "check_in_line"), {"line": line.format(name=row.player.name.lower())})
    assert Presence.objects.get(entry=row).status == state
    page = client.post(address(event, "check_in_line"), {"line": "u"}, follow=True)
    assert Presence.objects.get(entry=row).status == "" and f"Taken back: {row.player}" in text(page)
    again = client.post(address(event, "check_in_line"), {"line": "u"}, headers={"HX-Request": "true"})
    assert (again.headers["HX-Trigger"], "There is nothing to take back." in text(again)) == (
        '{"door-refused": "u"}',
        True,
    )


def test_everybody_else_is_here_but_who_was_spoken_of_or_came_meanwhile_and_one_press_takes_it_back(event, director):
    client = helper(event)
    door.mark_check_in(by=director, entry=entry(event, 1), status="late")
    shown = [guest.entry.pk for guest in client.get(address(event, "check_in")).context["door"].missing]
    (new,) = make_entries(event.divisions.get(code="b"), 1)
    page = client.post(address(event, "check_in_rest"), {"missing": shown}, follow=True)
    assert "6 players more are here" in text(page)
    door_now = page.context["door"]
    assert ([guest.entry for guest in door_now.missing], [guest.entry.number for guest in door_now.away]) == (
        [new],
        [1],
    )
    client.post(address(event, "check_in_line"), {"line": "u"})
    assert len(client.get(address(event, "check_in")).context["door"].missing) == 7


def test_a_badge_a_phones_code_and_a_name_find_the_player(event, director):
    issue_missing(by=director, tournament=event)
    row = entry(event, 2, "b")
    token = link_token(PlayerLink.objects.get(entry=row).nonce)
    name, surname = row.player.name.split()
    listed = (row.player.filing_name, f"{surname}, {name[:4]}", f"{name[:4]} {surname[0]}")
    for code in ("B 2", "b2", f"http://192.168.1.20:8000/l/{token}/", row.player.name, name, *listed):
        assert door.entry_by_code(event, code).pk == row.pk, code
    for code, refusal in (("2", "several_players"), ("77", "nobody"), ("zzz", "nobody"), ("", "nobody")):
        with pytest.raises(Refused) as refused:
            door.entry_by_code(event, code)
        assert refused.value.code == refusal, code
    door.mark_check_in(by=director, entry=entry(event, 2), status="here")
    assert door.entry_by_code(event, "2").pk == row.pk  # the other player 2 has come


def test_who_is_not_here_before_round_1_is_settled_one_by_one(event, director, client):
    client.force_login(director)
    assert all_waiting(event) == []  # nobody takes a check-in here
    door.mark_check_in(by=director, entry=entry(event, 1), status="here")
    door.mark_check_in(by=director, entry=entry(event, 2), status="late")
    door.mark_check_in(by=director, entry=entry(event, 3), status="not_coming")
    (waiting,) = all_waiting(event)
    assert (waiting.what, waiting.before_pairing) == ("3 players are not here yet", True)
    page = client.get(address(event, "check_in"))
    missing = page.context["door"].unsettled
    assert [guest.default_choice for guest in sorted(missing, key=lambda guest: guest.entry.number)] == ["pair", "sit_out", "sit_out"]  # fmt: skip
    assert "round 1, left out: 2" in text(page) and "Pair round 1 left out: 2" in text(page)
    assert "Pair round 1 left out: 2" in text(client.get(address(event, "round")))
    client.post(address(event, "board_pair"), {"division": ["a"]})
    plays = {row.number: (row.plays_in(1), row.plays_in(2)) for row in Entry.objects.filter(division__code="a")}
    assert plays == {1: (True, True), 2: (True, True), 3: (False, True), 4: (False, True)}
    assert all_waiting(event) == [] and Presence.objects.get(entry__number=2).paired_anyway
    door.mark_check_in(by=director, entry=entry(event, 4), status="here")
    assert "not paired in round 1: tell the director" in text(client.get(address(event, "check_in")))
    assert [job.args["round"] for job in Job.objects.filter(kind="pairings.draft")] == [1]  # of A, not of B


def test_where_players_are_not_checked_in_the_button_says_that_all_are_paired(event, director, client):
    client.force_login(director)
    assert "no check-in yet: all are paired" in text(client.get(address(event, "check_in")))
    door.mark_check_in(by=director, entry=entry(event, 1), status="late")
    assert "no check-in yet: all are paired" in text(client.get(address(event, "check_in")))


def test_all_are_paired_anyway_and_a_choice_for_each_counts(event, director, client):
    client.force_login(director)
    door.mark_check_in(by=director, entry=entry(event, 1), status="here")
    choice = {f"choice-{entry(event, 2).pk}": "leave"}
    client.post(address(event, "board_pair"), {"division": ["a"], "anyway": "1", **choice})
    assert all(row.plays_in(1) for row in Entry.objects.filter(division__code="a"))
    assert all_waiting(event) == []
    door.mark_check_in(by=director, entry=entry(event, 1, "b"), status="here")
    client.post(address(event, "board_pair"), {"division": ["b"], f"choice-{entry(event, 2, 'b').pk}": "leave"})
    assert {row.number: row.withdrawn_from for row in Entry.objects.filter(division__code="b")} == {
        1: None,
        2: 1,
        3: None,
    }


def test_the_gate_is_open_once_round_1_is_published(event, director):
    door.mark_check_in(by=director, entry=entry(event, 1), status="here")
    make_round(entry(event, 1).division)
    assert door.missing_at_the_gate(event) == []


def test_the_page_of_two_divisions_carries_the_version_of_each(event, director):
    door.mark_check_in(by=director, entry=entry(event, 1, "b"), status="here")
    page = helper(event).get(address(event, "check_in")).content.decode()
    topics = re.search(r'data-live="([^"]*)" data-live-version="([^"]*)"', " ".join(page.split())).groups()
    assert [words.split() for words in topics] == [
        [f"attendance:{row.pk}" for row in event.divisions.all()],
        ["0", "1"],
    ]


def test_the_page_makes_the_same_queries_for_few_and_for_many(event, django_assert_max_num_queries):
    client = helper(event)
    client.get(address(event, "check_in"))
    make_division(event, players=40, code="c")
    with django_assert_max_num_queries(20):
        client.get(address(event, "check_in"))


def test_who_is_not_here_is_announced_at_one_press_and_follows_who_comes(event, director, client):
    client.force_login(director)
    door.mark_check_in(by=director, entry=entry(event, 2), status="late")
    door.mark_check_in(by=director, entry=entry(event, 3), status="not_coming")
    page = text(client.get(address(event, "check_in")))
    assert "Announce who is not here" in page and page.lower().count("missing") == 1  # of results, in the palette
    client.post(address(event, "check_in_announce"))
    late, gone = entry(event, 2).player.name, entry(event, 3).player.name
    (notice,) = announced(event)
    assert notice.startswith("Please come to check-in: ") and len(notice) <= LONGEST_NOTICE
    assert f"; Coming late: {late}; Not coming: {gone}" in notice and entry(event, 1).player.name in notice
    for url in ("/t/lakeside-open/", "/t/lakeside-open/b/wall/"):
        assert late in text(client.get(url))
    for row in Entry.objects.filter(division__tournament=event).exclude(pk=entry(event, 2).pk):
        door.mark_check_in(by=director, entry=row, status="here")
    assert announced(event) == [f"Coming late: {late}"]
    door.mark_check_in(by=director, entry=entry(event, 2), status="here")
    assert announced(event) == []


def test_as_many_names_are_announced_as_fit(event, director):
    make_entries(event.divisions.get(code="b"), 60)
    assert announce_check_in(by=director, tournament=event) == 67
    (notice,) = announced(event)
    shown, _and, more = notice.removeprefix("Please come to check-in: ").removesuffix(" more").rpartition(" and ")
    assert len(notice) <= LONGEST_NOTICE and len(shown.split(", ")) + int(more) == 67 and len(shown.split(", ")) > 5


def test_who_is_not_at_the_table_is_announced_until_they_are(event, director, client):
    client.force_login(director)
    row = make_round(event.divisions.get(code="a"), 1, status="playing")
    game = row.games.select_related("first__player", "round__division__tournament").first()
    attendance.mark(by=director, game=game, entry=game.first, status="absent")
    url = reverse("results:attendance_announce", args=[event.slug, "a", 1])
    assert url in client.get(address(event, "round")).content.decode()
    client.post(url)
    said = f"Division A, round 1: please come to your table: {game.first.player} (table {game.table})"
    assert announced(event) == [said]
    attendance.arrive(by=director, game=game, entry=game.first)
    assert announced(event) == []
    client.post(url)
    assert client.post(url, follow=True).status_code == 200


def announced(event):
    return [words for _number, words, _at in standing_notices(type(event).objects.get(pk=event.pk))]


def at_the_door(browser, players):
    """A helper's page of check-in."""
    division = make_division(make_tournament(), players=players)
    client = helper(division.tournament)
    page = browser.new_context(viewport=LAPTOP, base_url=served()).new_page()
    enter(page, LAPTOP, client.cookies["sessionid"].value)
    page.goto("/console/lakeside-open/check-in/")
    expect(page.get_by_label("Who is here")).to_be_focused()
    return page


def states():
    return list(Presence.objects.order_by("entry__number").values_list("status", flat=True))


# The list is made new while the answer to a press is on its way.
NEWS = """() => {
  const place = document.getElementById("door").parentElement;
  document.getElementById("door").dataset.old = "1";
  htmx.ajax("GET", location.pathname, { source: place, target: place, swap: "innerHTML" });
}"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_is_pressed_while_an_answer_is_on_its_way_is_not_lost(browser):
    """Presses and a line while news and the first answer make the list new; and without an answer the lines are kept."""
    page = at_the_door(browser, 6)
    missing, on_the_way = page.locator("#missing-list [data-find]"), []
    page.wait_for_load_state()
    page.route("**/check-in/line/", lambda route: on_the_way.append(route), times=1)  # noqa: PLW0108 (Playwright marks the function)
    for number in (2, 3, 4):
        page.locator(f'#missing-list [data-code="a {number}"]').get_by_role("button", name="Here:").click()
    page.get_by_label("Who is here").fill("late 5")
    page.keyboard.press("Enter")
    wait_for(lambda: page.wait_for_timeout(20) or on_the_way)
    page.evaluate(NEWS)
    expect(page.locator("#door[data-old]")).to_have_count(0)
    on_the_way[0].continue_()
    expect(page.locator("#live-region")).to_contain_text("comes late")
    expect(missing).to_have_count(2)
    expect(page.get_by_text("this is NOT saved")).to_be_hidden()
    page.route("**/check-in/line/", lambda route: route.abort())
    missing.first.get_by_role("button", name="Here:").click()
    expect(page.get_by_text("this is NOT saved")).to_be_visible()
    page.unroute("**/check-in/line/")
    page.get_by_label("Who is here").press("Enter")
    expect(missing).to_have_count(1)
    expect(page.get_by_text("this is NOT saved")).to_be_hidden()
    assert sorted(states()) == ["here"] * 4 + ["late"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_24_people_are_checked_in_with_the_keyboard_alone(browser):
    page = at_the_door(browser, 24)
    for number in range(1, 22):
        page.keyboard.type(f"{number}\n")
    page.keyboard.type("late 22\nno 23\n")
    expect(page.locator("#missing-list [data-find]")).to_have_count(1)
    page.keyboard.type("nobody\n")
    expect(page.get_by_text("No player “nobody” in this event").last).to_be_visible()
    expect(page.get_by_label("Who is here")).to_have_value("nobody")
    page.keyboard.type("24\n")
    expect(page.get_by_text("Every player is accounted for.")).to_be_visible()
    assert (states().count("here"), states()[21:23]) == (22, ["late", "not_coming"])
