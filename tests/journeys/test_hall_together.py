"""A hall in real browsers: three people on three devices, and each step of a round taken back."""

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.browser import LAPTOP, PHONE, page_of
from tests.journeys.hall import Hall, log_in, running_hall, score
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    yield from running_hall(tmp_path_factory.mktemp("hall") / "data")


def test_three_people_on_three_devices_lose_nothing_and_see_each_other_s_work(
    site: Installation, browser: Browser
) -> None:
    """A director at a laptop, a scorer at another, a helper at the door with a phone. Nobody reloads a page to see what others did."""
    hall = Hall(site, browser, "harbour")
    scorer = log_in(page_of(browser, LAPTOP, hall.troubles), site, "harbour", "scorer")
    helper = log_in(page_of(browser, PHONE, hall.troubles), site, "harbour", "helper")
    check_in_at_the_door(hall, helper.page, scorer.page)
    first_round_of_three(hall, helper.page, scorer.page)
    two_type_at_once(hall, helper.page, scorer.page)
    assert [trouble for trouble in hall.troubles if "422" not in trouble] == []  # the line that was refused


def day_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Division A")


def check_in_at_the_door(hall: Hall, helper: Page, scorer: Page) -> None:
    """The helper checks in five of six, the scorer the sixth; the director's page counts them."""
    for page in (hall.laptop, helper, scorer):
        page.goto(f"{hall.site.url}/console/harbour/check-in/")
    for number, page in enumerate((helper, scorer, helper, scorer, helper), start=1):
        here = page.get_by_role("button", name=f"Here: {hall.name('a', number)}")
        here.click()
        expect(here).to_have_count(0)
    missing = hall.laptop.get_by_text("1 not here of 6")
    expect(missing).to_be_visible()
    hall.laptop.get_by_role("button", name=f"Here: {hall.name('a', 6)}").click()
    for page in (hall.laptop, helper, scorer):
        expect(page.get_by_text("0 not here of 6")).to_be_visible()


def first_round_of_three(hall: Hall, helper: Page, scorer: Page) -> None:
    """The others see the round come; one takes attendance while the other types results."""
    for page in (helper, scorer):
        page.goto(f"{hall.site.url}/console/harbour/round/")
    hall.pair("a", 1)
    hall.publish(1)
    for page in (helper, scorer):
        expect(day_of(page)).to_contain_text("published, not started")
    hall.start("a", 1)
    for page in (helper, scorer):
        expect(page.locator('[data-show="missing"] b')).to_have_text("3")
        expect(day_of(page)).not_to_contain_text("not started")


def two_type_at_once(hall: Hall, helper: Page, scorer: Page) -> None:
    """Director and scorer type at once, and one table both: it is saved once, and asked about once."""
    boards = hall.boards("a", 1)
    for page in (hall.laptop, scorer):
        page.goto(f"{hall.site.url}/console/harbour/round/?division=a")
    helper.locator(".round-rows tbody tr").nth(2).click()
    seat = helper.locator("#at-clock .seat").filter(has_text=hall.name("a", boards["3"][1]))
    seat.get_by_role("button", name="Not here").click()
    seat.get_by_role("button", name="Start clock").click()
    for page in (hall.laptop, scorer):
        expect(page.locator(".round-rows .clock .badge")).to_contain_text(":")
    first, second = boards["1"]
    ours, theirs = score(first, second)
    scorer.keyboard.type(f"{first} {ours + 1} {theirs}")
    hall.laptop.keyboard.type(f"{first} {ours} {theirs}\n")
    hall.counts("a", first, second, ours - theirs)
    expect(scorer.locator('[data-show="missing"] b')).to_have_text("2")
    scorer.keyboard.press("Enter")
    refused = f"Table 1 has a result already ({'-'.join(map(str, (ours, theirs)))}): ask a director."
    expect(scorer.locator("#line-state")).to_contain_text(refused)
    for page, table, left in ((scorer, "2", "1"), (hall.laptop, "3", "0")):
        first, second = boards[table]
        ours, theirs = score(first, second)
        if table == "3":
            seat.get_by_role("button", name="Here").click()
            expect(hall.laptop.locator(".round-rows .clock").filter(has_text=":")).to_have_count(1)
            expect(helper.locator("#drawer .told")).to_contain_text("assigned")
        page.keyboard.type(f"{first} {ours} {theirs}\n")
        hall.counts("a", first, second, ours - theirs)
        for other in (hall.laptop, scorer):
            expect(other.locator('[data-show="missing"] b')).to_have_text(left)
    expect(helper.locator('[data-show="missing"] b')).to_have_text("0")
    hall.check_standings("a")


@pytest.mark.full
def test_each_step_of_a_round_is_taken_back_and_whoever_saw_it_reads_that(site: Installation, browser: Browser) -> None:
    """Draft, publication, start, result, sheet and the end of the round, by the keyboard; a phone stays at the pairings of the round."""
    hall = Hall(site, browser, "cove")
    hall.pair("a", 1)
    hall.hands.open("Discard the draft")
    hall.hands.press("Discard the draft")
    expect(hall.laptop.get_by_role("button", name="Pair round 1")).to_be_visible()
    hall.pair("a", 1)
    hall.publish(1)
    boards = hall.boards("a", 1)
    phone = hall.public("a/pairings/1/")
    take_back_publication_and_start(hall, phone)
    assert hall.boards("a", 1) == boards
    take_back_results_and_the_end_of_the_round(hall, hall.public("a/pairings/1/"), boards)
    assert hall.troubles == []


def take_back_publication_and_start(hall: Hall, phone: Page) -> None:
    """The phone is told why, until the round is there again."""
    for step, told, again in (
        ("Unpublish", "The pairings of round 1 were taken back", hall.publish),
        ("Undo the start", "Round 1 has not started: its start was undone", partial(hall.start, "a")),
    ):
        if step != "Unpublish":
            hall.start("a", 1)
        hall.hands.go("sp 1 a")
        hall.hands.open(step)
        hall.hands.fill("Reason", f"Too early to {step}")
        hall.hands.press(step, exact=True)
        announced = phone.locator(".note.warning")
        expect(announced).to_contain_text(told)
        expect(announced).to_contain_text(f"Too early to {step}")
        expect(phone.locator("ol.boards > li")).to_have_count(0 if step == "Unpublish" else 3)
        again(1)
        expect(announced).to_have_count(0)
        expect(phone.locator("ol.boards > li")).to_have_count(3)


def take_back_results_and_the_end_of_the_round(hall: Hall, phone: Page, boards: dict[str, list[int]]) -> None:
    """A result, one corrected at its table, and the last result, with which the round opens again; the others stay."""
    hall.enter("a", 1, leave=boards["3"])
    scores = phone.locator("ol.boards .score")
    expect(scores).to_have_count(4)
    hall.hands.type("u\n")
    expect(scores).to_have_count(2)
    hall.enter("a", 1, leave=boards["3"])
    expect(scores).to_have_count(4)
    hall.hands.go("t 2")
    take_result_back(hall, "The slip of another table")
    expect(scores).to_have_count(2)
    hall.enter("a", 1)
    expect(phone.get_by_text("complete", exact=True)).to_be_visible()
    hall.hands.go("t 3")
    take_result_back(hall, "Written for the wrong table")
    expect(phone.get_by_text("playing", exact=True)).to_be_visible()
    expect(scores).to_have_count(4)
    hall.won.clear(), hall.lost.clear(), hall.spread.clear()
    for first, second in (boards["1"], boards["2"]):
        hall.counts("a", first, second, int.__sub__(*score(first, second)))
    hall.enter("a", 1)
    hall.check_standings("a")


def take_result_back(hall: Hall, reason: str) -> None:
    part = hall.hands.open("Take the result back")
    hall.hands.fill("Reason", reason, part)
    hall.hands.press("Take the result back", part)
