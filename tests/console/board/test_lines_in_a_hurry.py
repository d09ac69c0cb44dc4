"""The Round board in a real browser while lines come faster than its answers: rows follow, and a question stays in sight."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from results.games.services.outcomes import record_result
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Game, Round
from tests.console.test_browser import cookie, opened, server  # noqa: F401  fixtures
from tests.factories import make_division, make_round, make_tournament
from tests.journeys.browser import PATIENT
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ADDRESS = "/console/lakeside-open/round/"


@pytest.fixture
def under_way() -> Division:
    division = make_division(make_tournament(), players=60, rounds=5)
    make_round(division, 1, status=Round.Status.PLAYING)
    return division


@pytest.fixture
def page(browser: Browser, server: str, cookie: str) -> Any:  # noqa: F811
    tab = opened(browser, {"width": 1280, "height": 500}, server, cookie)
    tab.goto(ADDRESS)
    return tab


def held_answers(page: Any) -> list[Route]:
    held: list[Route] = []
    page.route("**/lakeside-open/round/?*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright marks the function)
    return held


def test_a_row_follows_though_the_page_has_asked_again(page: Any, under_way: Division) -> None:
    held = held_answers(page)
    game = Game.objects.get(round__division=under_way, board=1)
    record_result(by=COMMAND_LINE, game=game, first_score=400, second_score=300)
    page.evaluate("for (const each of [1, 2]) document.getElementById('board').dispatchEvent(new Event('live'))")
    wait_for(lambda: page.wait_for_timeout(20) or held)
    held[0].continue_()
    expect(page.locator(f"#table-{game.pk} .result")).to_contain_text("400–300")
    wait_for(lambda: page.wait_for_timeout(20) or len(held) > 1)  # the second news is asked for too


def test_a_question_asked_after_a_line_stays_in_sight_when_the_rows_of_that_line_come(
    page: Any, under_way: Division
) -> None:
    held, games = held_answers(page), Game.objects.filter(round__division=under_way, second__isnull=False)
    first, last = games.order_by("board").first(), games.order_by("board").last()
    for game, score in ((first, 410), (last, 910)):
        page.keyboard.type(f"{game.first.number} {score} 390\n")
    question = page.locator(f"#table-{last.pk} .parked")
    expect(question).to_be_in_viewport()
    wait_for(lambda: page.wait_for_timeout(20) or held)
    for answer in held[:]:
        answer.continue_()
    expect(page.locator(f"#table-{first.pk} .result")).to_contain_text("410–390", timeout=PATIENT)
    assert page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    expect(question).to_be_in_viewport(timeout=1)
    page.evaluate("scrollTo(0, 0)")
    expect(question).not_to_be_in_viewport()
    page.keyboard.type(f"{last.first.number} 920 390\n")  # asked again, in the same row
    expect(question).to_be_in_viewport()
    result = page.locator(f"#table-{last.pk} .result")
    expect(result).to_have_text("asks")
    page.keyboard.press("n")
    expect(result).to_have_text("playing")
