"""Every page that decides a game shows its account before it saves, and what was shown is what holds afterwards."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from results.games.services.outcomes import correct_result, played, record_result
from results.games.services.preview import account_text
from results.games.views.looked import looked_at
from results.sheets.services import recounts
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_entries
from tests.results.games.keyboard import Keyboard
from tests.results.games.test_lines_of_a_result import penalty
from tests.results.looking import field
from tests.results.rulings.cases import Event, logged_in, make_event, url
from tests.results.rulings.test_one_gate import BOOKS, SILENT

pytestmark = pytest.mark.django_db
WHY = {"reason": "told at the table"}
SIDES = re.compile(r"<h3>Now</h3>(.*?)</div>\s*<div>\s*<h3>Then</h3>(.*?)</div>", re.DOTALL)
PARAGRAPH = re.compile(r"<p[^>]*>(.*?)</p>", re.DOTALL)
Press = tuple[str, dict[str, Any]]


def shown(answer: Any) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The accounts that a page shows, now and then, as they are read."""
    page = answer.content.decode()
    return [
        tuple(tuple(unescape(line).strip() for line in PARAGRAPH.findall(side)) for side in match)  # type: ignore[misc]
        for match in SIDES.findall(page)
    ]


# ── what a press sends, by page; a round before is closed and a penalty stands with the first game ───────────────────


def forfeit(event: Event) -> Press:
    return url("ended", event.game().pk, "no_show"), {"offender": "first", "tile_drawn": "no", "begun": "no", **WHY}


def resigned(event: Event) -> Press:
    scores = {"first_score": 300, "second_score": 330}
    begun = {"begun": "yes", "tile_drawn": "yes", "opponent_alerted": "yes"}
    return url("ended", event.game().pk, "resigned"), {"offender": "first", **begun, **scores, **WHY}


def ruled_otherwise(event: Event) -> Press:
    address, sent = resigned(event)
    ruling = {
        "ruling-overrule": "on", "ruling-first_halves": "1", "ruling-first_spread": "0", "ruling-second_halves": "1",
        "ruling-second_spread": "0", "ruling-finding": "Both were called away.",
    }  # fmt: skip
    return address, {**sent, **ruling}


def postponed(event: Event) -> Press:
    return url("ended", event.game().pk, "postponed"), {"all_agree": "on", **WHY}


def two_scores(event: Event) -> Press:
    return url("ended", event.game().pk, "played"), {"first_score": 400, "second_score": 390, "reason": ""}


PAGES: dict[str, Callable[[Event], Press]] = {
    page.__name__: page for page in (forfeit, resigned, ruled_otherwise, postponed, two_scores)
}


@pytest.mark.parametrize("page", PAGES)
def test_what_was_not_looked_at_is_not_saved(page: str) -> None:
    event = make_event()
    client = logged_in(event.director)
    address, sent = PAGES[page](event)
    digest = field(client.post(address, sent), "save")
    penalty(event, event.game())  # what counts has changed since
    assert client.post(address, {**sent, "save": digest}).status_code == 200
    assert event.game().outcome == ""
    holds(event, address, sent)


def holds(event: Event, address: str, sent: dict[str, Any]) -> None:
    """What a page shows of the first game before it saves is what counts afterwards, and only the second press saves."""
    client, before, records = logged_in(event.director), account_text(event.game()), Record.objects.count()
    looked = client.post(address, sent)
    [(now, then)] = shown(looked)
    assert (now, account_text(event.game()), Record.objects.count()) == (before, before, records)
    saved = client.post(address, {**sent, "save": field(looked, "save")})
    assert (saved.status_code, account_text(event.game())) == (302, then)


@pytest.mark.parametrize(
    "book", [pytest.param(book, marks=[pytest.mark.full] if book in SILENT else []) for book in BOOKS]
)
@pytest.mark.parametrize("halted", [False, True])
def test_wespa_5_5_4_and_nsa_iii_e_the_end_of_a_recount_is_shown_before_it_is_saved(book: str, halted: bool) -> None:
    event = make_event(book)
    penalty(event, event.game())
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390, with_lines=False)
    recount = recounts.request(by=event.director, game=event.game(), asked_by=event.game().first)
    sent = {"first_total": 392, "second_total": 390, **WHY, ("halt" if halted else "finish"): "1"}
    holds(event, url("recounted", recount.game_id, recount.pk), sent)


def late(event: Event, **sent: Any) -> Press:
    return url("late", event.entry(5).number), {"plays_from": 3, "as_": "loss", "spread": "", **WHY, **sent}


def test_the_rounds_given_to_a_late_player_are_shown_each_with_what_it_counts() -> None:
    event = make_event(players=4, published=2)
    Round.objects.filter(division=event.division).update(status=Round.Status.CLOSED)
    make_entries(event.division, 1)
    client = logged_in(event.director)
    address, sent = late(event)
    page = client.post(address, {**sent, "what-follows": 1})
    shown = [row.subject for _heading, rows, more in page.context["groups"] for row in (*rows, *more)]
    name, games = event.entry(5).player, Game.objects.filter(first=event.entry(5))
    assert not games.exists() and {f"Division A, round {number}: {name}" for number in (1, 2)} <= set(shown)
    assert client.post(address, dict(page.context["sent"])).status_code == 302
    assert games.count() == 2


LINES = ("1 400 390", "1 380 395", "1 390 390", "1 811 308", "1 15 0")


# ── the keyboard ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("book", "lines_stand", "line"),
    [
        *(("wespa-2010", True, line) for line in LINES),
        *(("nsa-2004", False, line) for line in LINES[2:4]),
        *(("nsa-2004", True, line) for line in LINES[1:4]),
    ],
)
def test_what_a_typed_line_would_count_is_what_it_counts_once_entered(book: str, line: str, lines_stand: bool) -> None:
    event = make_event(book)
    client = logged_in(event.director)
    if lines_stand:
        penalty(event, event.game())
    records = Record.objects.count()
    foreseen = client.get("/console/lakeside-open/round/typing/", {"line": line}).context["foreseen"]
    assert (event.game().outcome, Record.objects.count()) == ("", records)
    desk = Keyboard(event.game().round, client)
    reply = desk.types(line).context["reply"]
    assert [row.questions for row in reply.parked] == ([foreseen.questions] if foreseen.questions else [])
    desk.types("y", parked=[str(row) for row in reply.parked])
    assert account_text(event.game()) == foreseen.lines


@pytest.mark.parametrize("line", ["1", "1 400", "winterb"])
def test_a_line_that_is_not_finished_names_its_board_and_foresees_no_figures(line: str) -> None:
    event = make_event()
    foreseen = logged_in(event.director).get("/console/lakeside-open/round/typing/", {"line": line}).context["foreseen"]
    assert ([board.key for board in foreseen.boards], foreseen.lines, foreseen.questions) == ([event.game().pk], (), ())


@pytest.mark.parametrize("line", ["", "9 400 390", "u", "?", "what"])
def test_a_line_of_nobody_or_a_command_foresees_nothing(line: str) -> None:
    event = make_event()
    answer = logged_in(event.director).get("/console/lakeside-open/round/typing/", {"line": line})
    assert (answer.status_code, answer.context["foreseen"]) == (200, None)


def test_a_paper_sheet_that_is_not_finished_or_cannot_be_taken_foresees_nothing() -> None:
    client, whole = logged_in(make_event().director), {"table": "1", "first_score": "400", "second_score": "390"}
    for sent in (
        {},
        {"table": "1"},
        {**whole, "second_score": ""},
        {**whole, "table": "9"},
        {**whole, "over_two": "15"},
    ):
        answer = client.get(url("paper_typing", 1), sent)
        assert (answer.status_code, answer.context["foreseen"]) == (200, ())


@pytest.mark.django_db(transaction=True)
def test_nobody_decides_between_the_look_and_the_decision() -> None:
    """Both are one transaction that owns the division: no other decision comes between."""
    event = make_event()
    game = record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390)
    sent = {"kind": "played", "first_score": "401", "second_score": "390", **WHY}
    save = field(logged_in(event.director).post(url("correct", game.pk), sent), "save")
    request = RequestFactory().post("/", {"save": save})
    with CaptureQueriesContext(connection) as queries:
        _, decided = looked_at(
            request, game, lambda: correct_result(by=event.director, game=game, outcome=played(401, 390), **WHY)
        )
    assert (decided is not None, event.game().first_score) == (True, 401)
    assert [row["sql"].split()[0] for row in queries if row["sql"].startswith(("BEGIN", "COMMIT", "ROLLBACK;"))] == [
        "BEGIN",
        "COMMIT",
    ]
