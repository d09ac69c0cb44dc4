"""The drawer of a table beside the Round board, in a real browser: presses are answered there, and the board stays."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from results.games.services.outcomes import record_result
from tdsuite.console.club import ClubEvening, begin_club_evening
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Round
from tests.console.test_browser import opened, server  # noqa: F401  a fixture
from tests.console.test_club import PLAYERS, TODAY, enter_all
from tests.factories import make_user
from tests.journeys.browser import LAPTOP, PATIENT, PHONE, fits
from tests.pairings.desk import work
from tests.results.rulings.cases import url
from tests.results.sheets.desk import Hall, make_hall
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NEWS = 15_000  # ms until a page without a stream asks for news
BOARD = re.compile(r"/console/lakeside-open/round/")


@pytest.fixture
def under_way() -> Hall:
    return make_hall()


def test_a_result_is_saved_taken_back_a_forfeit_looked_at_and_a_table_moved_in_the_drawer(
    browser: Browser, server: str, under_way: Hall  # noqa: F811
) -> None:  # fmt: skip
    client, table = Client(), url("table", under_way.game().pk)
    client.force_login(under_way.director)
    page = opened(browser, PHONE, server, client.cookies["sessionid"].value)
    page.goto("/console/lakeside-open/round/")
    page.locator(f"a[href='{table}']").first.click()
    drawer = page.locator("#drawer")
    drawer.locator("#scores_first_score").fill("431")
    drawer.locator("#scores_second_score").fill("388")
    drawer.get_by_role("button", name="Save").click()
    expect(drawer.locator("#at-result > summary")).to_contain_text("431–388")
    drawer.get_by_role("button", name="Undo", exact=True).click()
    expect(drawer.locator("#at-result > summary")).to_contain_text("playing")
    drawer.locator("#at-absent > summary").click()
    drawer.get_by_role("link", name="did not come").first.click()
    expect(drawer.locator(".preview")).to_contain_text("wins by 75, not rated.")
    drawer.locator("#at-move > summary").click()
    drawer.get_by_text("Move to another table").click()
    drawer.get_by_label("Table", exact=True).fill("9")
    drawer.locator("details[name=change][open]").get_by_role("button", name="See what it costs").click()
    costs = drawer.get_by_role("region", name="What it costs")
    expect(costs).to_contain_text("Table 9:")
    costs.get_by_label("Reason").fill("By the window")
    costs.get_by_role("button", name="Move the game").click()
    expect(drawer.locator(".told")).to_contain_text("It is at table 9 now.")
    expect(page).to_have_url(BOARD)
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        assert fits(page)
    drawer.locator("[data-close-drawer]").click()
    expect(drawer).to_be_hidden()
    expect(page).to_have_url(BOARD)


def test_a_swap_is_typed_at_the_line_looked_at_and_undone_by_keys_alone(
    browser: Browser, server: str, under_way: Hall  # noqa: F811
) -> None:  # fmt: skip
    client, (game, other) = Client(), (under_way.game(), under_way.game(2))
    client.force_login(under_way.director)
    page = opened(browser, LAPTOP, server, client.cookies["sessionid"].value)
    page.goto(f"/console/lakeside-open/round/?table={game.table}")
    drawer = page.locator("#drawer")
    expect(drawer.locator(".table-number")).to_have_text(game.table)
    expect(drawer.locator("#drawer-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type(f"swap {game.first.number} {other.first.number}\n")
    costs = drawer.get_by_role("region", name="What it costs")
    expect(costs.get_by_label("Reason")).to_be_focused()
    expect(page.locator("tr[aria-current]")).to_have_attribute("data-table", game.table)
    page.keyboard.type("They share a car\n")
    expect(drawer.locator(".told")).to_contain_text("Swap opponents:")
    page.evaluate("htmx.trigger('#drawer', 'live')")  # news of another table leaves what can be taken back
    expect(drawer.locator(".told .success")).to_have_count(0)
    names = page.locator(f"#table-{game.pk} .who b")
    expect(names.filter(has_text=str(other.first.player))).to_have_count(1)
    drawer.get_by_role("button", name="Undo", exact=True).press("Enter")
    expect(names.filter(has_text=str(game.first.player))).to_have_count(1)
    page.goto("/console/lakeside-open/round/")
    for answer in ("n", "y They share a car"):
        page.locator("#line").fill(f"swap {game.first.number} {other.first.number}")
        page.locator("#line").press("Enter")
        expect(costs.get_by_label("Reason")).to_be_focused()
        page.locator("#line").fill(answer)
        page.locator("#line").press("Enter")
        expect(costs).to_have_count(0)
    expect(drawer.locator(".told")).to_contain_text("Swap opponents:")
    record_result(by=COMMAND_LINE, game=under_way.game(2), first_score=400, second_score=300)
    page.goto("/console/lakeside-open/round/")
    page.locator("#line").fill(f"swap {game.first.number} {other.first.number}")
    page.locator("#line").press("Enter")
    expect(drawer.get_by_text("This board has a result")).to_be_in_viewport()


def test_who_does_not_come_is_typed_at_the_line_and_y_or_enter_saves_the_forfeit(
    browser: Browser, server: str, under_way: Hall  # noqa: F811
) -> None:  # fmt: skip
    client = Client()
    client.force_login(under_way.director)
    page = opened(browser, LAPTOP, server, client.cookies["sessionid"].value)
    page.goto("/console/lakeside-open/round/")
    for game, keys in ((under_way.game(), "\n"), (under_way.game(2), "y\n")):
        page.locator("#line").fill(f"no {game.first.number}")
        page.locator("#line").press("Enter")
        expect(page.locator("#at-absent .preview").get_by_role("button", name="Save")).to_be_focused()
        page.keyboard.type(keys)
        expect(page.locator(f"#table-{game.pk} .result")).to_contain_text("did not come")
    page.keyboard.type("u\n")  # no result typed before is taken back by mistake
    expect(page.locator("#line-state")).to_contain_text("Type u again to take back the line before it.")
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)  # the longest way to end leaves the names their room
    row = page.locator("#divisions tbody tr").first
    row.locator(".result").evaluate("cell => (cell.textContent = 'forfeited as a penalty before it began')")
    assert all(name.bounding_box()["width"] > 90 for name in row.locator(".who").all())  # type: ignore[index]


def test_rows_follow_though_the_page_has_asked_again_and_a_new_question_stays_in_sight(
    browser: Browser, server: str, under_way: Hall  # noqa: F811
) -> None:  # fmt: skip
    client, held, (game, other) = Client(), [], (under_way.game(), under_way.game(2))
    client.force_login(under_way.director)
    page = opened(browser, {"width": 390, "height": 420}, server, client.cookies["sessionid"].value)
    page.goto("/console/lakeside-open/round/")
    page.route("**/lakeside-open/round/?*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright marks the function)
    question, result = page.locator(f"#table-{other.pk} .parked"), page.locator(f"#table-{other.pk} .result")
    page.keyboard.type(f"{game.first.number} 410 390\n{other.first.number} 910 390\n")
    expect(question).to_be_in_viewport()
    page.evaluate("document.getElementById('board').dispatchEvent(new Event('live'))")
    wait_for(lambda: page.wait_for_timeout(20) or held)
    held[0].continue_()
    expect(page.locator(f"#table-{game.pk} .result")).to_contain_text("410–390")
    expect(question).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(question).not_to_be_in_viewport()
    page.keyboard.type(f"{other.first.number} 920 390\n")  # asked again, in the same row
    expect(question).to_be_in_viewport()
    expect(result).to_have_text("asks")
    page.keyboard.press("n")
    expect(result).to_have_text("playing")


def test_ctrl_enter_presses_the_next_step(browser: Browser, server: str, under_way: Hall) -> None:  # noqa: F811
    Round.objects.filter(pk=under_way.game().round_id).update(status=Round.Status.PUBLISHED, started_at=None)
    client = Client()
    client.force_login(under_way.director)
    page = opened(browser, LAPTOP, server, client.cookies["sessionid"].value)
    page.goto("/console/lakeside-open/round/")
    expect(page.get_by_role("button", name="Start round 1")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("round 1 is playing")).to_be_visible()


def test_the_options_follow_a_method_that_was_chosen_before_the_scripts_came(
    browser: Browser, server: str, under_way: Hall  # noqa: F811
) -> None:  # fmt: skip
    client, held = Client(), []
    client.force_login(under_way.director)
    page = opened(browser, LAPTOP, server, client.cookies["sessionid"].value)
    page.route("**/htmx*.js", lambda route: held.append(route))  # noqa: PLW0108 (Playwright marks the function)
    page.goto("/console/lakeside-open/a/pairing/2/", wait_until="commit")
    fields = page.locator("#method-fields")
    before = fields.text_content()
    page.locator("#id_method").select_option("round_robin")
    wait_for(lambda: page.wait_for_timeout(20) or held)
    held[0].continue_()
    expect(fields).not_to_have_text(before or "")


def test_a_round_that_pairs_itself_brings_the_strip_and_ends_what_the_press_before_told(
    browser: Browser, server: str, under_way: Hall  # noqa: F811
) -> None:  # fmt: skip
    club, client = begin_club_evening(by=COMMAND_LINE, plan=ClubEvening("Club evening", TODAY, PLAYERS)), Client()
    client.force_login(make_user("keeper", tournament=club, role=Role.DIRECTOR))
    page = opened(browser, LAPTOP, server, client.cookies["sessionid"].value)
    page.clock.install()
    with page.expect_response(re.compile("/live/stream")):  # which this server has not: from then on the page asks
        page.goto(f"/console/{club.slug}/round/")
    page.locator("#content").evaluate(
        "main => main.insertAdjacentHTML('afterbegin', '<div class=messages><p class=success>Started</p></div>')"
    )
    enter_all(club)
    work()
    page.clock.run_for(NEWS)
    expect(page.locator("#phases [aria-current]")).to_contain_text("Round 2", timeout=PATIENT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    expect(page.locator(".messages .success")).to_have_count(0)
