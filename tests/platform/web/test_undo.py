"""Undo on the page after a decision: it says what comes back, and pressing it brings exactly that."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from pairings.engine.rules import rules_from
from pairings.services.engine_tasks import settings_of
from pairings.services.planning import current_line
from pairings.services.tables import keep_table
from results.prizes.models import Prize
from results.prizes.services.prizes import save_prize
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Entry, Game, Round, TableNeed, Tournament
from tdsuite.tournaments.notices import standing_notices
from tdsuite.tournaments.services.notices import post_notice
from tests.factories import make_division, make_played_event, make_round, make_user

pytestmark = pytest.mark.django_db
FORM = re.compile(r'<form\s+class="note undo no-print"\s+method="post"\s+action="([^"]+)"\s*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"')


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(make_user("keeper", is_superuser=True))
    return client


def offer(page: Any) -> tuple[str, str, dict[str, list[str]]] | None:
    """What the page offers to undo, in words; where, and what is sent."""
    match = FORM.search(page.content.decode())
    if match is None:
        return None
    sent: dict[str, list[str]] = {}
    for name, value in FIELD.findall(match[2]):
        sent.setdefault(name, []).append(html.unescape(value))
    sent.pop("csrfmiddlewaretoken", None)
    says = re.findall(r"<span>(.*?)</span>", match[2], re.DOTALL)[0]
    return html.unescape(" ".join(says.split())), html.unescape(match[1]), sent


def undone(desk: Client, page: Any, says: str) -> None:
    """Press the button that the page offers."""
    offered = offer(page)
    assert offered is not None, page.content.decode()
    assert offered[0] == f"Then: {says}"
    answer = desk.post(offered[1], offered[2])
    assert answer.status_code == 302, answer.content.decode()


def boards(division: Division) -> list[tuple[str, int, int | None, str]]:
    games = Game.objects.of_division(division).with_people()
    return sorted(
        (game.table, game.first.number, game.second.number if game.second else None, game.starts_by) for game in games
    )


@pytest.fixture
def published() -> Division:
    """Round 1 of eight players: 1-8, 2-7, 3-6, 4-5 or so, at tables 1 to 4."""
    division = make_division(players=8)
    make_round(division, 1)
    return division


def url(name: str, game: Game) -> str:
    return reverse(f"console:board_{name}", args=["lakeside-open", "a", game.pk])


def changed(desk: Client, division: Division, name: str, values: Callable[[list[Game]], dict[str, Any]]) -> Any:
    games = list(Game.objects.of_division(division).with_people().by_board())
    sent = {**values(games), "reason": "asked for"}
    return desk.post(url(name, games[0]), sent, follow=True)


CHANGES: list[tuple[str, Callable[[list[Game]], dict[str, Any]]]] = [
    ("move", lambda games: {"table_name": "9"}), ("swap_tables", lambda games: {"other": games[2].pk}),
    ("starter", lambda games: {"starter": games[0].second_id}),
    ("swap_players", lambda games: {"entry": games[0].first_id, "other_entry": games[1].second_id}),
    ("swap_players", lambda games: {"entry": games[0].first_id, "other_entry": games[1].first_id}),
    ("swap_players", lambda games: {"entry": games[0].second_id, "other_entry": games[2].second_id}),
    ("swap_players", lambda games: {"entry": games[0].second_id, "other_entry": games[3].second_id}),
    ("dissolve", lambda games: {}), ("bye", lambda games: {"entry": games[0].second_id}),
]  # fmt: skip
AS_THEY_WERE = "The boards are as they were."


@pytest.mark.parametrize(("name", "values"), CHANGES)
def test_a_change_of_a_board_is_undone_at_one_press(desk: Client, published: Division, name: str, values: Any) -> None:
    before = boards(published)
    page = changed(desk, published, name, values)
    assert boards(published) != before
    undone(desk, page, AS_THEY_WERE)
    assert boards(published) == before


def test_placing_a_player_is_undone(desk: Client, published: Division) -> None:
    changed(desk, published, "dissolve", lambda games: {})
    first, second = Entry.objects.exclude(
        number__in=[n for board in boards(published) for n in board[1:3] if n]
    ).order_by("number")
    before = boards(published)
    seat = reverse("console:place", args=["lakeside-open", "a", 1])
    page = desk.post(seat, {"entry": first.pk, "opponent": second.pk, "reason": "here now"}, follow=True)
    undone(desk, page, AS_THEY_WERE)
    assert boards(published) == before


def test_the_offer_is_made_once_and_refused_where_something_hangs_on_it(desk: Client, published: Division) -> None:
    page = changed(desk, published, "move", lambda games: {"table_name": "9"})
    _says, address, sent = offer(page) or ("", "", {})
    assert offer(desk.get("/console/lakeside-open/round/")) is None
    other = Game.objects.of_division(published).exclude(table_name="9").by_board()[0]
    desk.post(url("move", other), {"table_name": "1", "reason": "first come"})
    before = boards(published)
    assert "Table 1 is taken by now" in desk.post(address, sent, follow=True).content.decode()
    assert boards(published) == before


def test_a_board_that_had_a_result_offers_no_undo_of_what_dropped_it(desk: Client) -> None:
    division = make_played_event(players=8, played=1)
    page = changed(desk, division, "dissolve", lambda games: {"drop_results": "on"})
    assert Game.objects.of_division(division).count() == 3 and offer(page) is None


def sent_by(page: Any, form: str = "form") -> dict[str, Any]:
    """What a page's form sends as it stands."""
    fields = {name: page.context[form][name].value() for name in page.context[form].fields}
    return {name: "" if value is None else value for name, value in fields.items() if value is not False}


PAGES: list[tuple[str, str, dict[str, Any], str, Callable[[], Any]]] = [
    (
        "/console/lakeside-open/settings/", "form", {"name": "Another Open", "venue": "Hall 3", "starts_by_schedule": "1"},
        "As before: “Name”, “Venue”, “A round starts”.",
        lambda: Tournament.objects.values("name", "venue", "starts_by_schedule", "starts_on", "visibility", "status").get(),
    ),
    (
        "/console/lakeside-open/a/division/", "form", {"planned_rounds": 9, "prize_places": 5},
        "As before: “Rounds”, “Prize places”.", lambda: Division.objects.values("name", "planned_rounds", "prize_places", "spread_caps").get(),
    ),
    (
        "/console/lakeside-open/a/roster/3/", "form", {"name": "Somebody Else", "rating": 1234, "number": 33},
        "As before: “Name”, “Number”, “Rating”.",
        lambda: Entry.objects.order_by("pk").values("number", "rating", "player__name")[2],
    ),
    (
        "/console/lakeside-open/a/pairing/rules/", "form", {"club": "avoid", "volunteers": "3", "largest_team_byes": "on"},
        "As before: “Bye volunteers”, “The bye comes from the largest team”, “Same club”.",
        lambda: [rules_from((asked := settings_of(Division.objects.get())).rules), asked.volunteers, asked.families],
    ),
    (
        "/console/lakeside-open/a/pairing/tables/", "plan_form", {"tables": "11-20", "reserved": "12"},
        "As before: “Tables in order”, “Reserved tables”.", lambda: Division.objects.get().table_plan,
    ),
]  # fmt: skip


@pytest.mark.parametrize("edit", PAGES, ids=[page[0] for page in PAGES])
def test_a_page_that_was_saved_is_as_before_at_one_press(desk: Client, published: Division, edit: Any) -> None:
    address, form, values, says, facts = edit
    Division.objects.filter(pk=published.pk).update(table_plan={"tables": "1-9", "reserved": "9"})
    desk.post(address, sent_by(desk.get(address), form))  # as the page itself writes it
    before = facts()
    page = desk.post(address, {**sent_by(desk.get(address), form), **values}, follow=True)
    assert facts() != before
    undone(desk, page, says)
    assert facts() == before


@pytest.mark.parametrize("of", ["a/", ""])
def test_a_prize_that_was_taken_off_is_on_the_list_again(desk: Client, published: Division, of: str) -> None:
    owner = {"division": published} if of else {"tournament": published.tournament}
    given = {"basis": "place", "place": 1} if of else {"basis": "by_hand", "winners": [published.entries.all()[2].pk]}
    prize = save_prize(by=COMMAND_LINE, values={"title": "First", "money": 5050, "text": "and a cup", **given}, **owner)
    kept = ("title", "basis", "place", "money", "text", "position", "besides", "winners", "division", "tournament")
    before = Prize.objects.values(*kept).get()
    page = desk.post(f"/console/lakeside-open/{of}prizes/{prize.pk}/remove/", follow=True)
    assert not Prize.objects.exists()
    undone(desk, page, "“First” is on the list again.")
    assert Prize.objects.values(*kept).get() == before


def test_a_notice_that_was_taken_down_stands_again(desk: Client, published: Division) -> None:
    post_notice(by=COMMAND_LINE, tournament=published.tournament, text="Lunch is at one & two")
    page = desk.post("/console/lakeside-open/notices/1/take-down/", follow=True)
    undone(desk, page, "Everybody reads again: “Lunch is at one & two”")
    assert [text for _number, text, _at in standing_notices(Tournament.objects.get())] == ["Lunch is at one & two"]


def test_a_table_that_was_given_up_is_kept_again(desk: Client, published: Division) -> None:
    entry = published.entries.get(number=3)
    need = keep_table(by=COMMAND_LINE, entry=entry, table="3", first_round=2, last_round=None)
    page = desk.post(f"/console/lakeside-open/a/pairing/tables/{need.pk}/give-up/", follow=True)
    assert not TableNeed.objects.exists()
    undone(desk, page, f"Table 3 is kept for {entry.player} again, from round 2.")
    assert list(TableNeed.objects.values_list("entry", "table", "first_round", "last_round")) == [
        (entry.pk, "3", 2, None)
    ]


def test_a_player_who_was_withdrawn_plays_again(desk: Client, published: Division) -> None:
    address = "/console/lakeside-open/a/roster/3/withdraw/"
    page = desk.post(address, {"out-from_round": "2", "out-reason": "ill"}, follow=True)
    entry = published.entries.get(number=3)
    assert entry.withdrawn_from == 2
    undone(desk, page, f"{entry.player} plays again.")
    assert published.entries.get(number=3).withdrawn_from is None


def plan_of(division: Division) -> list[tuple[int, str, int]]:
    """How each round of the plan is paired."""
    row = Division.objects.get(pk=division.pk)
    lines = [current_line(row, number) for number in range(1, row.planned_rounds + 1)]
    return [(number, str(line["method"]), line["lag"]) for number, line in enumerate(lines, start=1)]


ROUND = {"method": "king_of_the_hill", "lag": "1", "repeats": "avoid", "when_ready": "draft"}
DESK: list[tuple[str, dict[str, str], str]] = [
    ("add/", ROUND, "Round 8 is taken out of the plan again."),
    ("7/remove/", {"reason": "short day"}, "Round 7 is in the plan again, paired by Random as before."),
    ("6/", ROUND, "The plan is as it was before."),
]


@pytest.mark.parametrize(("path", "values", "says"), DESK, ids=[edit[0] for edit in DESK])
def test_the_plan_of_rounds_is_as_before(
    desk: Client, published: Division, path: str, values: dict[str, str], says: str
) -> None:
    plan = [{"first": 1, "last": 4, "method": "swiss"}, {"first": 7, "last": 7, "method": "random"}]
    Division.objects.filter(pk=published.pk).update(pairing_plan=plan)
    before = plan_of(published)
    page = desk.post(f"/console/lakeside-open/a/pairing/{path}", values, follow=True)
    assert plan_of(published) != before
    undone(desk, page, says)
    assert plan_of(published) == before


def test_the_plan_of_a_run_of_rounds_is_as_before(desk: Client, published: Division) -> None:
    plan = [
        {"first": 2, "last": 4, "method": "king_of_the_hill"},
        {"first": 5, "last": 7, "method": "random", "lag": 1},
    ]
    Division.objects.filter(pk=published.pk).update(pairing_plan=plan)
    before = plan_of(published)
    address = "/console/lakeside-open/a/pairing/5/"
    page = desk.post(address, {"method": "swiss", "last": "7", "when_ready": "wait"}, follow=True)
    assert plan_of(published) != before
    undone(desk, page, "The plan is as it was before.")
    assert plan_of(published) == before


def test_nothing_is_offered_where_nothing_changed(desk: Client, published: Division) -> None:
    address = "/console/lakeside-open/settings/"
    assert offer(desk.post(address, sent_by(desk.get(address)), follow=True)) is None
    assert Round.objects.get(number=1).is_published
