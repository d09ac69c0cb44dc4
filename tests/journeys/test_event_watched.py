"""A whole event in a real browser, from the first pairing to the podium, while a screen of the hall, two overlays and phones stand open."""

import statistics
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from tests.journeys.browser import PHONE, page_of
from tests.journeys.hall import MISSING, Hall, score
from tests.journeys.installation import Installation
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.process]
OBS: ViewportSize = {"width": 1920, "height": 1080}
SOON = 2.0  # seconds from the answer to a decision to what every open page shows
PANELS = {"names": 1, "tables": 2, "standings": 3, "missing": 4, "clock": 5, "notices": 6}
PAGES = (
    ("wall", OBS, "screen/1/"),
    ("first", OBS, "overlay/1/"),
    ("second", OBS, "overlay/2/"),
    ("event", PHONE, ""),
    ("pairings", PHONE, "a/pairings/"),
    ("standings", PHONE, "a/standings/"),
    ("final", PHONE, "final/"),
)
SET_UP = """
from results.prizes.models import Prize
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Screen, Tournament
from tdsuite.tournaments.services.screens import add_screen
from tests.factories import make_division, make_tournament
User.objects.create_superuser("director")
for slug, players, rounds in (("pond", 4, 1), ("lake", 24, 7)):
    division = make_division(make_tournament(slug), players=players, rounds=rounds)
    event = division.tournament
    Prize.objects.create(division=division, title="Place 1", basis="place", place=1, money=10000)
    add_screen(by=COMMAND_LINE, tournament=event, name="Entrance",
        panels=[{"shows": kind, "seconds": 5} for kind in Screen.Shows.values])
print(json.dumps(list(Screen.Shows.values)))
"""
# What a page says but for times of day and clocks, and when it began to; `fresh` is the same page made for somebody who comes now.
NOTE = """() => {
  window.words = (root) => {
    const part = root.querySelector("main").cloneNode(true);
    for (const each of part.querySelectorAll("time, form")) each.remove();
    return part.textContent.replace(/\\s+/g, " ").trim();
  };
  window.fresh = async (address) => {
    const answer = await fetch(address, { cache: "no-store" });
    return window.words(new DOMParser().parseFromString(await answer.text(), "text/html"));
  };
  window.shown = [];
  const note = () => {
    const address = document.querySelector("[data-live]").getAttribute("hx-get");
    const words = window.words(document);
    const last = window.shown.at(-1);
    if (last?.words !== words || last.address !== address) window.shown.push({ at: Date.now(), address, words });
  };
  note();
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
# Since when, in ms, a page shows what it should: [when, what it says instead].
SEEN = """async ([asked, text]) => {
  const fresh = {};
  for (const [at, each] of window.shown.entries()) {
    if (window.shown[at + 1] && window.shown[at + 1].at < asked) continue;
    fresh[each.address] ??= await window.fresh(each.address);
    if (each.words === fresh[each.address] && each.words.includes(text)) return [each.at, ""];
  }
  await new Promise((later) => setTimeout(later, 100)); // else the server makes nothing but fresh pages
  return [0, JSON.stringify([window.shown.at(-1), fresh])];
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    installation = Installation(tmp_path_factory.mktemp("watched") / "data")
    installation.prepare()
    panels = installation.python(SET_UP)
    assert panels == list(PANELS)
    installation.start()
    installation.start_worker()
    yield installation
    installation.kill()


@dataclass
class Watched:
    """Pages that stay open and are never reloaded.  delays: seconds from an answer to what each page showed of it."""

    hall: Hall
    pages: dict[str, Page]
    delays: dict[str, list[float]] = field(default_factory=dict)
    asked: float = 0.0  # ms: when the last decision was sent
    answered: float = 0.0  # and when its answer began to come

    def __post_init__(self) -> None:
        self.hall.laptop.on("response", self._note)

    def _note(self, answer: Response) -> None:
        if answer.request.method == "POST":
            timing = answer.request.timing
            self.asked, self.answered = timing["startTime"], timing["startTime"] + timing["responseStart"]

    def decide(self, act: Callable[[], Any], only: Collection[str] = (), **says: str) -> None:
        """Take a decision, and wait until each page shows what it would show to somebody who comes now.

        only: the pages that it can change, else all. says: words that are in them.
        """
        before = self.answered
        act()
        wait_for(lambda: self.hall.laptop.title() and self.answered > before, what="an answer")
        asked, answered = self.asked, self.answered
        for name in only or self.pages:
            page, at, instead = self.pages[name], 0.0, ""

            def seen(page: Page = page, name: str = name) -> bool:
                nonlocal at, instead
                at, instead = page.evaluate(SEEN, [asked, says.get(name, "")])
                return at > 0

            try:
                wait_for(seen, seconds=20, what=name)
            except AssertionError:
                raise AssertionError(f"{name} after {says}: {instead}") from None
            if at >= asked:
                self.delays.setdefault(name, []).append(max(0.0, at - answered) / 1000)

    def steer(self, panel: str) -> None:
        """The screen shows this panel alone; with "" it goes round by itself."""
        self.hall.laptop.goto(f"{self.hall.site.url}/console/{self.hall.slug}/screens/1/")
        name = f"Show now panel {PANELS[panel]}" if panel else "Continue"
        self.decide(lambda: self.hall.hands.press(name, exact=True), only=["wall"])

    def move(self, slot: int, shows: str, number: str = "") -> None:
        """The overlay shows something else.  number: the player's, or the table."""
        self.hall.laptop.goto(f"{self.hall.site.url}/console/{self.hall.slug}/screens/")
        self.hall.laptop.get_by_label("Overlay", exact=True).select_option(str(slot))
        self.hall.hands.pick(shows)
        if number:
            self.hall.hands.fill("Table (optional)" if "table" in shows else "Player’s number", number)
        self.decide(lambda: self.hall.hands.press("Change the overlay"), only=["first", "second"])
        expect(self.hall.laptop.get_by_role("heading", name="Overlays of a stream")).to_be_visible()

    def report(self) -> None:
        every = sorted(delay for delays in self.delays.values() for delay in delays)
        for name, delays in (*self.delays.items(), ("all", every)):
            late = sorted(delays)
            p99 = late[int(0.99 * (len(late) - 1))]
            print(
                f"{name:>9}: {len(late):>4} changes, median {statistics.median(late):.2f} s, p99 {p99:.2f}, most {late[-1]:.2f}"
            )


@pytest.mark.parametrize("slug, rounds", [("pond", 1), pytest.param("lake", 7, marks=pytest.mark.full)])
def test_every_change_from_the_first_pairing_to_the_podium_is_seen_on_each_page_within_two_seconds(
    site: Installation, browser: Browser, slug: str, rounds: int
) -> None:
    hall = Hall(site, browser, slug)
    pages = {}
    for name, size, path in PAGES:
        pages[name] = page_of(browser, size, hall.troubles)
        pages[name].goto(f"{site.url}/t/{slug}/{path}")
        pages[name].evaluate(NOTE)
    watched = Watched(hall, pages)
    for number in range(1, rounds + 1):
        publish_and_start(watched, number)
        if number % 3 == 1:
            tell_everybody(watched)
        (enter_one_after_another if number % 2 else enter_at_one_go)(watched, number)
        hall.check_standings("a")
    watched.steer("standings")
    finish(watched)
    watched.report()
    assert max(delay for delays in watched.delays.values() for delay in delays) <= SOON
    assert set(watched.delays) == set(pages) and hall.troubles == []


def publish_and_start(watched: Watched, number: int) -> None:
    """Overlay 1 has a strip of standings or pairings, overlay 2 a player's lower third or the two players at table 1."""
    hall, title = watched.hall, f"Round {number}"
    watched.steer("names")
    watched.move(1, *(("Standings, a few at a time",) if number % 2 else ("Pairings of the round",)))
    watched.move(2, *(("One player (lower third)", "1") if number % 2 else ("The two players at a table", "1")))
    hall.pair("a", number)
    second = "v " if number % 2 else title
    watched.decide(lambda: hall.publish(number), wall=title, pairings=title, event=f"{number} of", second=second)
    watched.steer("clock")
    watched.decide(lambda: hall.start("a", number), wall="since the start", event="playing")


def tell_everybody(watched: Watched) -> None:
    """A notice comes and goes."""
    hall, text = watched.hall, "Lunch is at one."
    hall.laptop.goto(f"{hall.site.url}/console/{hall.slug}/screens/")
    hall.hands.fill("Announcement", text)
    watched.decide(lambda: hall.hands.press("Show it to everybody"), event=text, pairings=text, standings=text)
    watched.steer("notices")
    hall.laptop.goto(f"{hall.site.url}/console/{hall.slug}/screens/")
    watched.decide(lambda: hall.hands.press(f"Take down “{text}”"))


def to_enter(hall: Hall, number: int) -> list[tuple[int, int]]:
    """The players of each result that is missing, on the page where it is typed."""
    hall.hands.go(f"e {number} a")
    missing = hall.laptop.locator('.round-rows tr[data-is~="missing"]').evaluate_all(MISSING)
    return [(first, second) for _table, first, second in missing]


def line_of(hall: Hall, first: int, second: int) -> str:
    """What is typed for their game, which is written down."""
    ours, theirs = score(first, second)
    hall.counts("a", first, second, ours - theirs)
    return f"{first} {ours} {theirs}\n"


def enter_one_after_another(watched: Watched, number: int) -> None:
    """The screen shows the boards, the results to come or the standings, in turn."""
    hall = watched.hall
    panel = ("tables", "missing", "standings")[number // 2 % 3]
    watched.steer(panel)
    games = to_enter(hall, number)
    for place, (first, second) in enumerate(games, start=1):
        left, line, best = len(games) - place, line_of(hall, first, second), f"{max(score(first, second))}"
        says = {"pairings": best, "event": f"{left} of {len(games)}" if left else "complete"}
        if left:  # else the round is closed, and its panels go
            says["wall"] = {"tables": best, "missing": f"{left} result"}.get(panel, "")
        if 1 in (first, second):
            says["second"] = f"{hall.won['a'][1]}–{hall.lost['a'][1]}"
        watched.decide(partial(hall.hands.type, line), **says)


def enter_at_one_go(watched: Watched, number: int) -> None:
    """Nobody waits for a page, while the screen goes round by itself."""
    hall = watched.hall
    watched.steer("")
    games = to_enter(hall, number)

    def type_all() -> None:
        for first, second in games:
            hall.hands.type(line_of(hall, first, second))
        expect(hall.laptop.locator('[data-show="missing"] b')).to_have_text("0")

    watched.decide(type_all, event="complete")


def finish(watched: Watched) -> None:
    hall = watched.hall
    hall.hands.go("close")
    hall.hands.open("Finish the event")
    best = watched.pages["standings"].locator("table.standings th .pin").first
    expect(best).to_have_text(str(hall.ranking("a")[0]))
    podium = watched.pages["standings"].locator("table.standings tbody th a").all_text_contents()[:3]
    watched.decide(lambda: hall.hands.press("Finish the event"), event="Final standings", final=podium[0])
    for place, name in enumerate(podium):
        expect(watched.pages["final"].locator(".final-podium h3").nth(place)).to_have_text(name)
        expect(watched.pages["event"].locator(".podium li").nth(place)).to_contain_text(name)
