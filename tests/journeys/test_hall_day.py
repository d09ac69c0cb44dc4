"""A day of two divisions in a real browser, run from four pages: Set up, Round, Standings, Close. No step takes over two presses.

By a director alone, with the mouse or the keyboard; and by three people on three devices, where the director's board stays open and is
never asked for again.
"""

import re
from collections.abc import Collection, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tdsuite.exchange.export import FORMATS
from tests.journeys.browser import LAPTOP, PHONE, page_of
from tests.journeys.hall import NAMES, Hall, log_in, printed, running_hall, score, text_of
from tests.journeys.installation import Installation
from tests.journeys.presses import Presses
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.full]
PLAYERS = {"a": 24, "b": 37}
LATE, WALK_IN = 5, 25  # of A
ABSENT, LEAVER = 9, 20  # of B
PRESSES = {
    "check one player in": 2, "a late player at the door": 1, "everybody else is here": 1, "pair both divisions": 1,
    "publish both": 1, "start both": 1, "late, with a clock": 1, "the late player comes": 1, "no-show": 2,
    "dispute": 2, "a result": 1, "undo": 1, "a result typed over another": 2, "pair the next round of both": 1,
    "unpublish": 2, "walk-in": 2, "withdrawal": 2, "lag": 2, "pair and publish the lagged round": 2, "start the lagged round": 1,
    "correction two rounds back": 2, "standings": 1, "closing": 2,
}  # fmt: skip
DISPUTE = """
from results.sheets.engine.facts import Figures
from results.sheets.services.entering import enter_sheet
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.tournaments.models import Game
game = Game.objects.get(round__division__tournament__slug="{slug}", round__division__code="a", round__number=1, board={board})
for more, entry in enumerate((game.first, game.second)):
    actor = PlayerActor(entry.pk, entry.division.tournament_id, entry.division_id, Means.LINK, f"phone {{more}}")
    enter_sheet(by=actor, game=game, figures=Figures({{game.first_id: 431 + more, game.second_id: 388}}))
print(json.dumps(True))
"""
# What a board says of its tables and of how much is missing, but for clocks and the time that something has waited.
SAYS = """() => [...document.querySelectorAll(".round-rows tbody tr[data-table]")].map((row) =>
  [row.dataset.table, ...[".result", ".signed"].map((cell) => row.querySelector(cell)?.textContent.trim().replace(/\\s+/g, " "))])
  .concat([[...document.querySelectorAll("[data-show]")].map((chip) => chip.textContent.trim().replace(/\\s+/g, " "))])"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    yield from running_hall(tmp_path_factory.mktemp("hall") / "data")


class Day(Hall):
    """A day, at one of four pages at a time, of the person at the desk: the director, or a scorer or helper with a device of their own."""

    def __init__(
        self, site: Installation, browser: Browser, slug: str, *, mouse: bool, others: dict[str, ViewportSize]
    ) -> None:
        super().__init__(site, browser, slug)
        self.director = self.at = Presses(self.laptop, mouse=mouse)
        self.step = self.director.step
        self.others = {}
        for name, size in others.items():
            page = page_of(browser, size, self.troubles)
            log_in(page, site, slug, name)
            self.others[name] = Presses(page, mouse=mouse, counts=self.director)
        self.watched = page_of(browser, LAPTOP, self.troubles)
        log_in(self.watched, site, slug)
        self.byes: dict[tuple[str, int], str] = {}

    @property
    def page(self) -> Page:
        return self.at.page

    def open(self, page: str, who: str = "director") -> None:
        """One of the four pages, at the device of somebody, or the director's. The board takes no key before its script is there."""
        self.at = self.others.get(who, self.director)
        self.page.goto(f"{self.site.url}/console/{self.slug}/{page}")
        if page.startswith("round"):
            expect(self.page.locator("#line")).to_be_focused()

    def watch(self) -> None:
        """A board stays open from here on."""
        self.watched.goto(f"{self.site.url}/console/{self.slug}/round/")
        self.watched.evaluate("window.since = 'the first round'")

    def is_seen(self) -> None:
        """The board that stayed open says of every table what one opened now says."""
        now = page_of(self.watched.context.browser, LAPTOP, self.troubles)  # type: ignore[arg-type]
        now.context.add_cookies(self.watched.context.cookies())  # type: ignore[arg-type]
        now.goto(self.watched.url)
        wanted = now.evaluate(SAYS)
        wait_for(lambda: self.watched.evaluate(SAYS) == wanted, what=f"a board that says {wanted}")
        assert self.watched.evaluate("window.since") == "the first round"
        now.context.close()

    def enter(self, code: str, number: int, *, leave: Collection[int] = ()) -> None:
        at = self.others.get("scorer", self.director)
        self.hands = at.hands
        super().enter(code, number, leave=leave)
        self.hands = self.director.hands
        self.is_seen()

    def tables(self, code: str, number: int) -> dict[str, list[int]]:
        """Boards of two players by table; what a bye counts is written down once, but for rounds before the walk-in came."""
        boards = self.boards(code, number)
        for table, (player, *others) in boards.items():
            missed = player == WALK_IN and number < 3
            if not others and not missed and (code, number) not in self.byes:
                self.byes[code, number] = table
                self.won[code][player] += 1
                self.spread[code][player] += 50
        return {table: pair for table, pair in boards.items() if len(pair) == 2}

    def row(self, code: str, number: int) -> Locator:
        """The table of a player on the board."""
        return self.page.locator(".round-rows tbody tr").filter(has_text=re.compile(rf"{self.name(code, number)}\b"))

    def told(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#line-state")).to_contain_text(words)

    def drafted(self, button: str, divisions: int = 2) -> None:
        """The worker has paired them; the page brings the next step by itself."""
        step = self.page.locator("#board-step")
        expect(step.get_by_role("button", name=button)).to_be_visible()
        expect(step.locator(".ticks input:not([disabled])")).to_have_count(divisions)


@pytest.mark.parametrize(
    ("slug", "mouse", "others"),
    [("lagoon", True, {}), ("delta", False, {}), ("estuary", True, {"scorer": LAPTOP, "helper": PHONE})],
    ids=["by mouse", "by keyboard alone", "three people on three devices"],
)
def test_the_day_of_24_and_37_players_takes_two_presses_a_step(
    site: Installation, browser: Browser, slug: str, mouse: bool, others: dict[str, ViewportSize]
) -> None:
    day = Day(site, browser, slug, mouse=mouse, others=others)
    for code, players in PLAYERS.items():
        day.won[code].update(dict.fromkeys(range(1, players + 1), 0))
    check_in_and_first_pairings(day)
    late_and_no_show(day)
    dispute_and_results(day)
    second_round_taken_back(day)
    walk_in_and_withdrawal(day)
    lagged_round(day)
    correction_two_rounds_back(day)
    if not mouse:
        papers_and_files(day)
    closing(day)
    assert day.at.taken == PRESSES
    assert max(day.at.taken.values()) == 2
    assert day.troubles == []


def check_in_and_first_pairings(day: Day) -> None:
    day.open("set-up/", "helper")
    with day.step("check one player in"):
        day.at.press("Open check-in", role="link")
        expect(day.page.locator("#line")).to_be_focused()
        day.at.line("A 5")
        expect(day.page.locator(".tally .big dd")).to_have_text("60")
    with day.step("a late player at the door"):
        day.at.line("late B 36")
        expect(day.page.locator(".tally .big dd")).to_have_text("59")
    with day.step("everybody else is here"):
        day.at.press("Everybody else is here")
        expect(day.page.locator(".tally .big dd")).to_have_text("0")
    day.open("check-in/")
    with day.step("pair both divisions"):
        day.at.press("Pair round 1")
        expect(day.page).to_have_url(re.compile("/round/"))
    day.open("round/")
    with day.step("publish both"):
        day.drafted("Publish round 1")
        day.at.press("Publish round 1")
        expect(day.page.get_by_text("published, not started")).to_have_count(2)
    day.watch()
    with day.step("start both"):
        day.at.press("Start round")
        expect(day.page.get_by_text("published, not started")).to_have_count(0)


def late_and_no_show(day: Day) -> None:
    """The clock of a late player runs on the players' pages too; who did not come loses by the rulebook's margin."""
    boards = day.tables("b", 1)
    day.open("round/", "scorer")
    with day.step("late, with a clock"):
        day.at.line(f"late a{LATE}")
        expect(day.row("a", LATE).locator(".clock .badge")).to_contain_text(":")
    running = day.public("a/pairings/").locator("p.late")
    expect(running).to_contain_text(re.compile(rf"{day.name('a', LATE)}:\s+2[0-5]:\d\d\s+left, the clock runs"))
    with day.step("the late player comes"):
        day.at.line(f"here a{LATE}")
        day.told("is here")
    day.is_seen()
    if day.others:
        day.open("round/")
    with day.step("no-show"):
        day.at.line(f"no b{ABSENT}")
        expect(day.page.locator("#at-absent .preview")).to_contain_text("wins by 75, not rated.")
        day.at.press("Save", within=day.page.locator("#at-absent"))
        expect(day.row("b", ABSENT).locator(".result")).to_contain_text("did not come")
    day.at.key("Escape")
    day.is_seen()
    opponent = next(n for pair in boards.values() if ABSENT in pair for n in pair if n != ABSENT)
    day.counts("b", opponent, ABSENT, 75)


def dispute_and_results(day: Day) -> None:
    day.tables("b", 1)
    table, (first, second) = next(iter(day.tables("a", 1).items()))
    day.site.python(DISPUTE.format(slug=day.slug, board=table))
    with day.step("dispute"):
        expect(day.row("a", first)).to_contain_text("disputed")
        day.at.line(f"a{first} 431 388")
        expect(day.page.locator(".parked")).to_contain_text("rule 431-388?")
        day.at.key("y")
        expect(day.row("a", first)).not_to_contain_text("disputed")
    day.counts("a", first, second, 43)
    third, fourth = list(day.tables("a", 1).values())[1]
    if day.others:
        day.open("round/", "scorer")
    with day.step("a result"):
        day.at.line(f"a{third} 401 300")
        day.told("401 - 300")
    with day.step("undo"):
        day.at.line("u")
        day.told("awaits a result again")
    day.at.line(f"a{third} 402 300")
    day.told("402 - 300")
    with day.step("a result typed over another"):
        day.at.line(f"a{third} 403 300")
        expect(day.page.locator(".parked")).to_contain_text("replace it?")
        day.at.key("y")
        day.told("403 - 300")
    day.counts("a", third, fourth, 103)
    for code in "ab":
        day.enter(code, 1)
        day.check_standings(code)


def second_round_taken_back(day: Day) -> None:
    """Players read why the pairings went, until they come again."""
    day.open("round/")
    with day.step("pair the next round of both"):
        day.at.press("Pair round 2")
        day.drafted("Publish round 2")
    day.at.press("Publish round 2")
    with day.step("unpublish"):
        actions = day.page.locator(".more-actions .stack").first
        day.at.unfold("Unpublish")
        day.at.fill("Reason", "Greta has gone home", actions)
        day.at.press("Unpublish", within=actions.locator("form", has_text="Reason"))
        day.drafted("Publish round 2", 1)
    told = day.public("a/pairings/").get_by_text("The pairings of round 2 were taken back")
    expect(told.locator("..")).to_contain_text("Greta has gone home")
    day.open("round/?division=a")
    day.at.press("Publish round 2")
    expect(told).to_have_count(0)
    day.open("round/")
    day.at.press("Start round 2")
    expect(day.page.get_by_text("published, not started")).to_have_count(0)


def walk_in_and_withdrawal(day: Day) -> None:
    """Whoever walks in during round 2 plays from the next; the leaver plays round 2 to its end."""
    day.open("round/")
    with day.step("walk-in"):
        day.at.press("Add a player", role="link")
        form = day.page.locator("main form.form")
        day.at.fill("Name", day.name("a", WALK_IN), form)
        day.at.fill("Rating", "1100", form)
        day.at.press("Add the player")
        expect(day.page.get_by_text(day.name("a", WALK_IN)).first).to_be_visible()
    day.won["a"][WALK_IN] = 0
    day.open("round/")
    with day.step("withdrawal"):
        day.at.line(f"out b{LEAVER}")
        form = day.page.locator("#out")
        expect(form).to_be_visible()
        day.hands.keys("Tab")  # the address leads to the form: to its first field
        day.at.fill("Out from round", "3", form)
        day.at.fill("Reason", "Called away", form)
        day.at.press("Withdraw", within=form)
        expect(day.page.get_by_text("is withdrawn")).to_be_visible()
    expect(day.public(f"b/players/{LEAVER}/").get_by_text("Withdrawn from round 3 on.")).to_be_visible()
    day.enter("b", 2)
    day.check_standings("b")


def lagged_round(day: Day) -> None:
    """Round 3 of A is drafted from the standings after round 1, and played while a table of round 2 still plays."""
    day.open("round/")
    with day.step("lag"):
        day.at.press("How round 3 is paired", role="link")
        form = day.page.locator("main form.card")
        expect(form.get_by_label("From the standings", exact=True)).to_be_visible()
        day.at.choose("From the standings", "after the round before that", form)
        day.at.press("Save", within=form)
        expect(day.page.get_by_text("Round 3 has its own settings now.")).to_be_visible()
    straggler = next(iter(day.tables("a", 2).values()))[0]
    day.enter("a", 2, leave=[straggler])
    day.open("round/?division=a")
    with day.step("pair and publish the lagged round"):
        day.at.press("Pair round 3")
        day.drafted("Publish round 3", 1)
        day.at.press("Publish round 3")
        expect(day.page.locator("#board-step").get_by_role("button", name="Publish round 3")).to_have_count(0)
    day.open("round/?division=a&round=3")
    with day.step("start the lagged round"):
        day.at.press("Start round")
        expect(day.page.get_by_role("link", name="Round 2: 1 to go")).to_be_visible()
    expect(day.public("a/standings/2/").get_by_text("1 result to come")).to_be_visible()
    day.enter("a", 2)
    day.open("round/?division=b")
    day.at.press("Pair round 3")
    day.drafted("Publish round 3", 1)
    day.at.press("Publish round 3")
    day.at.press("Start round 3")


def correction_two_rounds_back(day: Day) -> None:
    """The line names the round that was paired from it; the standings count the corrected figures at once."""
    table, (first, second) = list(day.tables("a", 1).items())[2]
    before = score(first, second)
    day.open("round/?division=a&round=1")
    with day.step("correction two rounds back"):
        day.at.line(f"{first} 455 400")
        expect(day.page.locator(".parked")).to_contain_text("replace it?")
        day.at.line(f"{table} y the slip was misread")
        day.told("455 - 400")
    day.counts("a", first, second, before[0] - before[1], -1)
    day.counts("a", first, second, 55)
    for code in "ab":
        day.enter(code, 3)
        day.tables(code, 3)
        day.check_standings(code)
    day.open("round/")
    with day.step("standings"):
        day.at.press("Standings", role="link")
        leader = day.page.locator("table.standings tbody tr").first
        expect(leader).to_contain_text(day.name("a", day.ranking("a")[0]))


def papers_and_files(day: Day) -> None:
    """What hangs on the wall, lies on the tables and is handed over names everybody, whichever key asked for it."""
    for report in ("Pairings by table", "Result slips", "Players’ scorecards", "Wall chart", "Director’s pack"):
        text = printed(day, report, "pr 1 a")
        assert NAMES[23] in text or NAMES[23].upper() in text, report
    day.hands.go("files")
    buttons = day.page.get_by_role("button", name=re.compile("^Download"))
    day.hands.reach(buttons.first)
    files = {}
    for button in buttons.all():
        if button.locator("xpath=../select").count():  # its language is chosen on the way
            day.hands.keys("Tab")
        expect(button).to_be_focused()
        with day.page.expect_download() as download:
            day.hands.keys("Enter")
        files[download.value.suggested_filename] = text_of(download.value.path())
        day.hands.keys("Tab", "Tab")
    assert len(files) == len(FORMATS)
    assert [name for name, text in files.items() if not all(given in text for given in NAMES[:37])] == []


def closing(day: Day) -> None:
    """One sheet was filled in on phones; the others are signed on paper, and the event waits for none of them."""
    day.open("close/")
    with day.step("closing"):
        day.at.unfold("Finish the event")
        day.at.press("Finish the event", within=day.page.locator("details.confirm form"))
        expect(day.page.get_by_text("This event is finished")).to_be_visible()
    expect(day.public("final/").locator(".final-podium h3").first).to_have_text(day.name("a", day.ranking("a")[0]))
