"""A day in the hall in a real browser: two divisions run by the director's keyboard alone."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, expect

from tdsuite.exchange.export import FORMATS
from tests.journeys.hall import NAMES, Hall, printed, running_hall, score, text_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]
LEAVER = 6  # of division B


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    yield from running_hall(tmp_path_factory.mktemp("hall") / "data")


@pytest.mark.full
def test_the_day_of_two_divisions_by_the_keyboard_alone(site: Installation, browser: Browser) -> None:
    hall = Hall(site, browser, "lagoon")
    for step in (
        pair_publish_start,
        pairings_slips_scorecards_wall_chart_pack_as_pdf,
        wrong_score_undo,
        unpair_a_published_round,
        moved_table_swapped_tables_starter_opponents,
        late_with_clock_and_no_show,
        correction_in_round_1_during_round_2,
        walk_in_in_round_2_bye,
        withdrawal_in_mid_round,
        lag_added_removed_round,
        gibson,
        prizes_ceremony_certificates,
        every_file_format,
        finish,
    ):
        step(hall)
    assert hall.troubles == []


def pair_publish_start(hall: Hall) -> None:
    for key in "12":
        hall.hands.go("day")
        hall.hands.keys(key)
        hall.hands.follow("Enter")
        hall.draft_is_there(1)
        hall.publish(1)
    for key in "12":
        hall.hands.go("day")
        hall.hands.keys(key)
        hall.hands.follow("Enter")
    expect(hall.laptop.get_by_text("Round 1 is playing.")).to_be_visible()
    assert len(hall.boards("a", 1)) == 4
    expect(hall.public("").get_by_text("playing", exact=True)).to_have_count(2)


def pairings_slips_scorecards_wall_chart_pack_as_pdf(hall: Hall) -> None:
    for report in ("Pairings by table", "Result slips", "Players’ scorecards", "Wall chart", "Director’s pack"):
        text = printed(hall, report, "pr 1 a")
        assert "Hiro A" in text or "HIRO" in text, report


def wrong_score_undo(hall: Hall) -> None:
    told, spread = hall.laptop.locator("#line-state"), hall.public("a/players/1/").locator(".figures dd").nth(2)
    hall.hands.go("e 1 a")
    for lines, answer, figures in (
        ("1 811 301\n", "over 350?", None),
        ("y", re.compile("811 - 301|301 - 811"), "+510"),
        ("1 411 301\n", "replace it?", "+510"),
        ("y", re.compile("411 - 301|301 - 411"), "+110"),
        ("u\n", "is back to", "+510"),
        ("u\n", "awaits a result again", None),
    ):
        hall.hands.type(lines)
        expect(told).to_contain_text(answer)
        hall.phone.reload()
        expect(spread).to_have_text(figures) if figures else expect(spread).to_have_count(0)
    for code in "ab":
        hall.enter(code, 1)
        hall.check_standings(code)
    expect(hall.public("").get_by_text("complete")).to_have_count(2)


def unpair_a_published_round(hall: Hall) -> None:
    """Players read why the pairings went, until they come again."""
    hall.pair("a", 2)
    hall.publish(2)
    before = hall.boards("a", 2)["1"]
    hall.hands.open("Unpublish round 2")
    hall.hands.fill("Reason", "Greta has gone home")
    hall.hands.press("Unpublish", exact=True)
    hall.draft_is_there(2)
    told = hall.public("a/pairings/").get_by_text("The pairings of round 2 were taken back")
    expect(told.locator("..")).to_contain_text("Greta has gone home")
    expect(hall.phone.get_by_role("heading", name="Round 1")).to_be_visible()
    hall.publish(2)
    hall.boards("a", 2, t1=before)
    expect(told).to_have_count(0)


def moved_table_swapped_tables_starter_opponents(hall: Hall) -> None:
    """Each change of a published board is on the players' phones."""
    boards = hall.boards("a", 2)
    (first, second), (third, fourth) = boards["1"], boards["2"]
    changed = board_changer(hall, "a", 2)
    changed("1", "Move to another table", {"Table": "9"}, "Move the game")
    hall.boards("a", 2, t9=[first, second])
    changed("2", "Swap tables", {"with the game at": "Table 3"}, "Swap the two tables")
    hall.boards("a", 2, t3=[third, fourth])
    changed("3", "Set who starts", {"Starts": hall.name("a", fourth)}, "Set the starter")
    hall.boards("a", 2, t3=[fourth, third])
    changed(
        "3",
        "Swap opponents",
        {"Player": hall.name("a", third), "changes places with": hall.name("a", second)},
        "Swap the two players",
    )
    game = hall.public(f"a/players/{third}/").get_by_label("Next game")
    expect(game).to_contain_text(hall.name("a", first))
    expect(game).to_contain_text("Table9")
    expect(hall.public(f"a/players/{fourth}/").get_by_label("Next game")).to_contain_text(hall.name("a", second))


def board_changer(hall: Hall, code: str, number: int) -> Callable[[str, str, dict[str, str], str], None]:
    """Changes one board of a round: its table, the heading of the change, the fields, the button beside what it costs."""

    def change(table: str, title: str, fields: dict[str, str], button: str) -> None:
        hall.hands.go(f"sp {number} {code}")
        hall.hands.type(f"t{table}\n")
        drawer = hall.laptop.locator("#drawer")
        expect(drawer.locator(".table-number")).to_have_text(table)
        hall.hands.open("Who starts" if title == "Set who starts" else "Move or swap")
        form = hall.hands.open(title)
        for label, value in fields.items():
            if form.get_by_label(label, exact=True).evaluate("each => each.tagName") == "SELECT":
                hall.hands.choose(label, value, form)
            else:
                hall.hands.fill(label, value, form)
        if title != "Set who starts":
            hall.hands.tap("See what it costs", form)
            form = drawer.get_by_role("region", name="What it costs")
        hall.hands.fill("Reason", "Asked for at the desk", form)
        hall.hands.tap(button, form)
        expect(drawer).to_contain_text("Done.")

    return change


def late_with_clock_and_no_show(hall: Hall) -> None:
    """The clock of a late player runs on the players' pages too, until they come; a no-show loses by the rulebook's margin."""
    boards = hall.boards("a", 2)
    late, (waiting, absent) = boards["9"][1], boards["4"]
    hall.start("a", 2)
    hall.hands.go("att 2 a")
    seat = hall.laptop.locator(".seat").filter(has_text=hall.name("a", late))
    hall.hands.tap("Not here", seat)
    expect(seat).to_contain_text("not here")
    hall.hands.tap("Start clock", seat)
    expect(seat).to_contain_text("the clock runs")
    running = hall.public("a/pairings/").locator("p.late")
    expect(running).to_contain_text(re.compile(rf"{hall.name('a', late)}:\s+2[0-4]:\d\d\s+left, the clock runs"))
    hall.hands.go("day")
    expect(hall.laptop.get_by_role("region", name="Clocks")).to_contain_text(f"{hall.name('a', late)}, not here yet")
    hall.hands.go("att 2 a")
    hall.hands.tap("Here", seat)
    expect(seat).to_contain_text("assigned")
    expect(running).to_contain_text(re.compile(r"2[0-4]:\d\d\s+assigned"))
    hall.hands.go("res 2 a")
    hall.hands.link("Forfeit table 4")
    absence = hall.laptop.locator("#at-absent")
    hall.hands.pick(hall.entry("a", absent), absence)
    hall.hands.fill("Reason", "Did not come", absence)
    hall.hands.press("Preview", absence)
    hall.hands.press("Save", absence)
    hall.counts("a", waiting, absent, 75)
    line = hall.public(f"a/players/{absent}/").get_by_role("row", name="Did not come")
    expect(line).to_contain_text("Lost")
    hall.check_standings("a")


def correction_in_round_1_during_round_2(hall: Hall) -> None:
    """The page names the round that was paired from it; the standings count the corrected figures at once."""
    hall.hands.go("res 1 a")
    hall.hands.link("Correct table 1")
    first, second = hall.boards("a", 1)["1"]
    before, after = score(first, second), (705, 355) if first < second else (355, 705)
    correction = hall.hands.open("Correct the result")
    for number, points in zip((first, second), after, strict=True):
        hall.hands.fill(hall.entry("a", number), str(points), correction)
    hall.hands.fill("Reason", "The slip was misread", correction)
    hall.hands.press("Show what counts then", correction)
    hall.hands.press("Correct the result", hall.laptop.locator(".preview"))
    expect(hall.laptop.get_by_text("Paired from the standings before: round 2.")).to_be_visible()
    hall.counts("a", first, second, before[0] - before[1], -1)
    hall.counts("a", first, second, after[0] - after[1])
    hall.check_standings("a")


def withdrawal_in_mid_round(hall: Hall) -> None:
    """Who leaves a game that had begun loses it, rated; the next round has no board for them."""
    first, second = next(pair for pair in hall.boards("b", 2).values() if LEAVER in pair)
    asked = partial(hall.laptop.get_by_role, "group")
    result = hall.laptop.locator("#at-result")
    scores = result.locator(".field:has(> input[type=number])")
    hall.hands.go("ro b")
    hall.hands.link(f"B, {NAMES[LEAVER - 1]}")
    hall.hands.link("say how it ended")
    hall.hands.open("Another ending")
    hall.hands.link("Left early")
    hall.hands.pick(hall.entry("b", LEAVER), asked(name="Who?"))
    hall.hands.pick("Yes", asked(name="Had the game begun?"))
    hall.hands.pick("Yes", asked(name="Did the player leave in an emergency?"))
    for number in (first, second):
        hall.hands.fill(hall.entry("b", number), "250" if number == LEAVER else "281", scores)
    hall.hands.fill("Reason", "Called away", result.locator("form", has_text="Left early"))
    hall.hands.press("Preview", result)
    hall.hands.press("Save", result)
    hall.hands.go("ro b")
    hall.hands.link(f"B, {NAMES[LEAVER - 1]}")
    withdrawal = hall.laptop.locator("form").filter(has=hall.laptop.get_by_label("Out from round"))
    hall.hands.fill("Out from round", "3", withdrawal)
    hall.hands.fill("Reason", "Called away", withdrawal)
    hall.hands.press("Withdraw", withdrawal)
    expect(hall.public(f"b/players/{LEAVER}/").get_by_text("Withdrawn from round 3 on.")).to_be_visible()
    hall.counts("b", LEAVER, next(n for n in (first, second) if n != LEAVER), -81)  # 50 and the 31 behind: WESPA 5.7(c)
    hall.enter("b", 2)
    hall.check_standings("b")


def walk_in_in_round_2_bye(hall: Hall) -> None:
    """One form: the walk-in has a bye in the round that is published, and counts from then on."""
    hall.pair("b", 2)
    hall.publish(2)
    hall.start("b", 2)
    hall.hands.go("check-in")
    hall.hands.link("Somebody walked in")
    hall.hands.fill("Name", hall.name("b", 7))
    hall.hands.fill("Rating", "1200")
    hall.hands.choose("Division", "Division B")
    hall.hands.fill("Plays from round", "2")
    hall.hands.pick("has a bye")
    hall.hands.choose("Each round missed counts as", "nothing")
    hall.hands.press("Enter the player")
    card = hall.public("b/pairings/2/").locator("li.board").filter(has_text=hall.name("b", 7))
    expect(card).to_contain_text("Bye")
    hall.won["b"][7], hall.spread["b"][7] = 1, 50


def lag_added_removed_round(hall: Hall) -> None:
    """A lagged round that the plan drafts is there at once, and played while one result before is missing; then the plan changes."""
    rows = hall.laptop.locator("table.desk tbody tr")
    hall.hands.go("desk a")
    hall.hands.link("Change how round 3 is paired")
    hall.hands.choose("From the standings", "one round older")
    hall.hands.choose("When its last result has come", "it is drafted")
    hall.hands.press("Save it in the plan")
    expect(rows.nth(2)).to_contain_text("from the standings after round 1")
    straggler = hall.boards("a", 2)["3"][0]
    hall.enter("a", 2, leave=[straggler])
    hall.hands.go("day")
    expect(hall.laptop.get_by_role("region", name="Division A")).to_contain_text("A draft of round 3 waits")
    hall.hands.go("p 3 a")
    hall.publish(3)
    hall.start("a", 3)
    assert len(hall.boards("a", 3)) == 4
    expect(hall.public("a/standings/2/").get_by_text("1 result to come")).to_be_visible()
    hall.enter("a", 2)
    hall.enter("a", 3)
    hall.check_standings("a")
    hall.hands.go("desk a")
    form = hall.hands.open("Add a round")
    hall.hands.choose("Method", "King of the Hill", form)
    hall.hands.press("Add the round", form)
    expect(rows).to_have_count(5)
    hall.hands.go("desk b")
    hall.hands.press("Take round 4 away")
    expect(rows).to_have_count(3)
    expect(hall.public("").locator("li.card").first).to_contain_text(re.compile(r"3\s+of 5"))
    expect(hall.phone.locator("li.card").nth(1)).to_contain_text(re.compile(r"2\s+of 3"))


def gibson(hall: Hall) -> None:
    """The standings say that first place is settled, and so does the draft of the last round."""
    for code, number in (("b", 3), ("a", 4)):
        hall.pair(code, number)
        hall.publish(number)
        hall.start(code, number)
        hall.enter(code, number)
    expect(hall.public("a/standings/").get_by_text("Place 1 clinched")).to_be_visible()
    hall.hands.go("day")
    expect(hall.laptop.get_by_role("region", name="Division A")).to_contain_text("There is a draft of round 5")
    hall.hands.go("p 5 a")
    hall.publish(5)
    hall.start("a", 5)
    hall.enter("a", 5)
    for code in "ab":
        hall.check_standings(code)


def prizes_ceremony_certificates(hall: Hall) -> None:
    for code, place, money in (("a", 1, "100"), ("a", 2, "50.50"), ("b", 1, "40")):
        hall.hands.go(f"pri {code}")
        hall.hands.link("Add a prize", exact=True)
        hall.hands.fill("Title", f"Prize {place}")
        hall.hands.fill("Place", str(place))
        hall.hands.fill("Money", money)
        hall.hands.press("Save the prize")
    hall.hands.go("prizes of the event")
    hall.hands.link("Prize winners")
    expect(hall.laptop.get_by_text("190.50 to pay")).to_be_visible()
    winners = hall.laptop.locator(".winners > li")
    for at, (code, place) in enumerate((("a", 1), ("a", 2), ("b", 1))):
        winner = hall.ranking(code)[place - 1]
        expect(winners.nth(at)).to_contain_text(hall.name(code, winner))
    first, second = (hall.name("a", number) for number in hall.ranking("a")[:2])
    for report in ("Prizes: ceremony", "Certificates"):
        text = printed(hall, report, "pr 5 a")
        assert first in text and second in text, report


def every_file_format(hall: Hall) -> None:
    """Each holds everybody, and what holds games has the one that was left early."""
    hall.hands.go("files")
    buttons = hall.laptop.get_by_role("button", name=re.compile("^Download"))
    hall.hands.reach(buttons.first)
    files = {}
    for button in buttons.all():
        if button.locator("xpath=../select").count():  # its language is chosen on the way
            hall.hands.keys("Tab")
        expect(button).to_be_focused()
        with hall.laptop.expect_download() as download:
            hall.hands.keys("Enter")
        files[download.value.suggested_filename] = text_of(download.value.path())
        hall.hands.keys("Tab", "Tab")
    assert len(files) == len(FORMATS)
    assert [name for name, text in files.items() if not all(given in text for given in NAMES)] == []
    assert {name for name, text in files.items() if "250" not in text} <= {"lagoon-standings.csv", "lagoon-players.csv"}


def finish(hall: Hall) -> None:
    hall.hands.go("day")
    hall.hands.open("Finish the event")
    hall.hands.press("Finish the event")
    expect(hall.laptop.get_by_role("heading", name="This event is finished")).to_be_visible()
    hall.phone.goto(hall.site.url)
    finished = hall.phone.get_by_role("heading", name="Finished").locator("xpath=..")
    expect(finished).to_contain_text("Lagoon")
    for code in "ab":
        hall.check_standings(code)
