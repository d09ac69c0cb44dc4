"""An event in the hall: the director's laptop, a player's phone, and what the games that were entered add up to."""

import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import LAPTOP, PHONE, page_of
from tests.journeys.installation import Installation
from tests.journeys.keyboard import Keyboard
from tests.paper import texts_of
from tests.waiting import wait_for

GIVEN = ["Ada", "Bruno", "Celeste", "Dmitri", "Elowen", "Farid", "Greta", "Hiro"]
NAMES = [f"{given}{end}" for end in ("", "bel", "dor", "lin", "mar") for given in GIVEN]
SET_UP = f"""
from tdsuite.platform.access.models import Membership, User
from tdsuite.tournaments.models import Entry, Player
from tdsuite.tournaments.services.events import create_tournament
keeper = User.objects.create_superuser("director")
def event(slug, **divisions):
    values = {{"name": slug.title(), "starts_on": "2026-09-05", "ends_on": "2026-09-06", "status": "running"}}
    rows = [{{"name": f"Division {{code.upper()}}", "code": code, "planned_rounds": 3}} for code in divisions]
    made = create_tournament(by=keeper, slug=slug, values=values, divisions=rows)
    for division in made.divisions.all():
        people = [Player(name=f"{{given}} {{division.code.upper()}}", filing_name=f"{{division.code.upper()}}, {{given}}")
            for given in {NAMES}[:divisions[division.code]]]
        Player.objects.bulk_create(people)
        Entry.objects.bulk_create(
            Entry(division=division, player=one, number=n, seed=n, rating=1900 - 20 * n) for n, one in enumerate(people, 1))
    return made
event("lagoon", a=24, b=37)
event("delta", a=24, b=37)
shared, cove = [event("estuary", a=24, b=37), event("harbour", a=6)], event("cove", a=6)
for name, role in (("scorer", "scorer"), ("helper", "official")):
    user = User.objects.create_user(name)
    for tournament in shared:
        Membership.objects.create(user=user, tournament=tournament, role=role)
print(json.dumps(True))
"""


def running_hall(data: Path) -> Iterator[Installation]:
    """One server and one worker for every test of a file; each test has an event of its own."""
    installation = Installation(data)
    installation.prepare()
    installation.python(SET_UP)
    installation.start()
    installation.start_worker()
    yield installation
    installation.kill()


def log_in(page: Page, site: Installation, slug: str, name: str = "director") -> Keyboard:
    """At the Round board."""
    page.context.add_cookies([{"name": "sessionid", "value": site.session(name), "url": site.url}])
    page.goto(f"{site.url}/console/{slug}/")
    return Keyboard(page)


LOOK_MS = 100  # between two looks at a page that brings its news itself
STANDINGS = """rows => Object.fromEntries(rows.map((row) => {
  const cells = [...row.querySelectorAll("td, th")].map((each) => each.textContent.trim());
  return [row.querySelector("th .pin").textContent, `${cells[2]} ${cells[3]}`];
}))"""
BOARDS = """cards => cards.map((card) => [[...card.querySelector(".table-number").childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim()).join(""),
  ...[...card.querySelectorAll(".side .under")].map((each) => parseInt(each.textContent))])"""
MISSING = """rows => rows.map((row) => [row.dataset.table,
  ...[...row.querySelectorAll(".pin")].map((each) => parseInt(each.textContent))])"""


class Hall:
    """The director with a laptop, and a player's phone at the public pages of one event."""

    def __init__(self, site: Installation, browser: Browser, slug: str) -> None:
        self.slug, self.site = slug, site
        self.troubles: list[str] = []
        self.laptop = page_of(browser, LAPTOP, self.troubles)
        self.phone = page_of(browser, PHONE, self.troubles)
        self.hands = log_in(self.laptop, site, slug)
        self.won: dict[str, Counter[int]] = defaultdict(Counter)  # half wins by division and number
        self.lost: dict[str, Counter[int]] = defaultdict(Counter)
        self.spread: dict[str, Counter[int]] = defaultdict(Counter)

    def public(self, path: str) -> Page:
        """The phone at a public page."""
        self.phone.goto(f"{self.site.url}/t/{self.slug}/{path}")
        return self.phone

    def boards(self, code: str, number: int, **there: list[int]) -> dict[str, list[int]]:
        """By table the players' numbers, first the one who starts, as the public page of the round soon says.

        there: boards that must be among them, by "t" and the table.
        """
        page, shown = self.public(f"{code}/pairings/{number}/"), {}

        def arrived() -> bool:
            page.wait_for_timeout(LOOK_MS)
            cards = page.locator("ol.boards > li").evaluate_all(BOARDS)
            shown.clear()
            shown.update({table: numbers for table, *numbers in cards})
            heading = page.get_by_role("heading", name=f"Round {number}", exact=True)
            return heading.count() == 1 and all(shown.get(name[1:]) == numbers for name, numbers in there.items())

        wait_for(arrived, what=f"boards {there}, not {shown}")
        return shown

    @staticmethod
    def name(code: str, number: int) -> str:
        return f"{NAMES[number - 1]} {code.upper()}"

    def entry(self, code: str, number: int) -> str:
        return f"{number} {self.name(code, number)}"

    def counts(self, code: str, first: int, second: int, margin: int, sign: int = 1) -> None:
        """Write down what a game counts, or with sign -1 counts no more."""
        winner, loser = (first, second) if margin > 0 else (second, first)
        self.won[code][winner] += sign
        self.lost[code][loser] += sign
        self.spread[code][first] += sign * margin
        self.spread[code][second] -= sign * margin

    def ranking(self, code: str) -> list[int]:
        """The players' numbers, best first, by wins and spread."""
        return sorted(self.won[code], key=lambda n: (-self.won[code][n], -self.spread[code][n]))

    def check_standings(self, code: str) -> None:
        """The public standings say what all the games written down add up to."""
        rows = self.public(f"{code}/standings/").locator("table.standings").first.locator("tbody tr")
        won, lost, spread = self.won[code], self.lost[code], self.spread[code]
        mine = {str(n): f"{won[n]}–{lost[n]} {signed(spread[n])}" for n in {*won, *lost}}

        def arrived() -> bool:
            self.phone.wait_for_timeout(LOOK_MS)
            return bool(rows.evaluate_all(STANDINGS) == mine)

        wait_for(arrived, what=f"{mine}, not {rows.evaluate_all(STANDINGS)}")

    def enter(self, code: str, number: int, *, leave: Collection[int] = ()) -> None:
        """Type every missing result but those of the players named: the lower number wins."""
        self.hands.go(f"e {number} {code}")
        page = self.hands.page
        missing = page.locator('.round-rows tr[data-is~="missing"]').evaluate_all(MISSING)
        games = [game for game in missing if not set(leave) & set(game)]
        for _table, first, second in games:
            ours, theirs = score(first, second)
            self.hands.type(f"{first} {ours} {theirs}\n")
            self.counts(code, first, second, ours - theirs)
        left = len(missing) - len(games)
        expect(page.locator('[data-show="missing"] b')).to_have_text(str(left))

    def pair(self, code: str, number: int) -> None:
        self.hands.go(f"p {number} {code}")
        self.hands.tap(f"Pair round {number}")
        self.draft_is_there(number)

    def start(self, code: str, number: int) -> None:
        self.hands.go(f"sp {number} {code}")
        self.hands.press("Start", role="button")
        expect(self.laptop.get_by_text(re.compile(f"[Rr]ound {number} is playing"))).to_be_visible()

    def draft_is_there(self, number: int) -> None:
        expect(self.laptop.get_by_role("heading", name=f"Round {number}: draft")).to_be_visible()

    def publish(self, number: int) -> None:
        self.hands.press(f"Publish round {number}")
        expect(self.laptop.get_by_role("button", name=f"Start round {number}")).to_be_visible()


def score(first: int, second: int) -> tuple[int, int]:
    """The lower number wins by 10 a place, number 1 by 340."""
    ahead = 340 if 1 in (first, second) else min(340, 10 * abs(first - second))
    least = 300 + 3 * first + second
    return (least + ahead, least) if first < second else (least, least + ahead)


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def printed(hall: Hall, report: str, words: str) -> str:
    """The text of a PDF that was asked for on the print page."""
    hall.hands.go(words)
    hall.hands.pick(report)
    hall.hands.press("Make the PDF")
    link = hall.laptop.get_by_role("link", name=re.compile(r"^Open .*\.pdf"))
    hall.hands.reach(link)
    answer = hall.laptop.request.get(f"{hall.site.url}{link.get_attribute('href')}")
    return "\n".join(texts_of(answer.body()))


def text_of(path: Path) -> str:
    """What a file says, all of its parts one after another where it is a ZIP."""
    if not zipfile.is_zipfile(path):
        return path.read_text(encoding="utf-8")
    with zipfile.ZipFile(path) as file:
        return "".join(file.read(name).decode(errors="replace") for name in file.namelist())
